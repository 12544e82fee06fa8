// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedRowsTest {

    private static final Schema SCHEMA = SchemaText.parse("v BIGINT");

    private record Row(int number, long value, long arrival) {}

    private final RowStore rows = new RowStore(SCHEMA, 0);
    private final OrderedRows lists = new OrderedRows(new RowOrder(SCHEMA, List.of(new SortKey(0, false, true)), rows));
    private final BatchBuilder builder = new BatchBuilder(SCHEMA);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 100_000})
    void placesAndGroupsAreThoseOfASortedList(int values) {
        Random random = new Random(values);
        List<Row> model = new ArrayList<>();
        int root = 0;
        for (int step = 0; step < 600; step++) {
            if (model.isEmpty() || random.nextInt(5) > 1) {
                long value = random.nextInt(values);
                long arrival = random.nextBoolean() ? step : -step;
                Row row = new Row(store(value), value, arrival);
                model.add(row);
                model.sort(Comparator.comparingLong(Row::value).thenComparingLong(Row::arrival));
                root = lists.insert(root, row.number, arrival);
                assertThat(lists.place()).isEqualTo(model.indexOf(row));
            } else {
                int place = random.nextInt(model.size());
                Row row = model.remove(place);
                root = lists.remove(root, row.number);
                assertThat(lists.place()).isEqualTo(place);
                rows.free(row.number);
            }
            check(root, model, random);
        }
    }

    private void check(int root, List<Row> model, Random random) {
        int from = random.nextInt(model.size() + 1);
        int to = from + random.nextInt(model.size() + 1 - from);
        int[] found = new int[to - from];
        lists.rows(root, from, to, found);
        assertThat(found)
                .containsExactly(
                        model.subList(from, to).stream().mapToInt(Row::number).toArray());
        assertThat(lists.row(root, from)).isEqualTo(from == model.size() ? -1 : model.get(from).number);
        List<Integer> firsts = new ArrayList<>();
        for (int place = 0; place < model.size(); place++) {
            boolean first = place == 0 || model.get(place - 1).value != model.get(place).value;
            assertThat(lists.isFirst(model.get(place).number)).isEqualTo(first);
            if (first) {
                firsts.add(place);
            }
        }
        assertThat(lists.groups(root)).isEqualTo(firsts.size());
        assertThat(lists.groupsBefore(root, from))
                .isEqualTo((int) firsts.stream().filter(place -> place < from).count());
        assertThat(lists.firstPlaceOfGroup(root, from))
                .isEqualTo(firsts.stream()
                        .filter(place -> place >= from)
                        .findFirst()
                        .orElse(model.size()));
        int group = random.nextInt(firsts.size() + 1);
        assertThat(lists.firstOfGroup(root, group))
                .isEqualTo(group == firsts.size() ? model.size() : firsts.get(group));
    }

    private int store(long value) {
        builder.column(0).appendLong(value);
        builder.endRow(RowKind.PLUS_I, 0);
        ChangeBatch batch = builder.build(Watermarks.absent());
        return rows.add(batch, 0);
    }
}
