// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static dev.rowtide.core.function.AggregateFunction.COUNT;
import static dev.rowtide.core.function.AggregateFunction.MAX;
import static dev.rowtide.core.function.AggregateFunction.SUM;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateBytes;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many groups that come, go and come back, in full batches: tables grow, drop what is vacant and move their text. */
class GroupAggregateChurnTest {

    private static final int BATCHES = 24;

    private record Row(String key, String text, double number) {}

    @ParameterizedTest
    @CsvSource({"true, 3000", "false, 3000", "true, 20000", "false, 20000"})
    void theFoldedOutputIsTheAggregate(boolean everyChange, int groups) {
        Aggregates aggregate = Aggregates.over("k STRING, s STRING, x DOUBLE")
                .by(0)
                .count()
                .distinct(COUNT, 1)
                .call(MAX, 1)
                .call(SUM, 2);
        OperatorSettings settings = new OperatorSettings(everyChange, ZoneOffset.UTC, null);
        GroupAggregateOperator operator = new GroupAggregateOperator(aggregate.node(), settings);
        Map<String, String> folded = new HashMap<>();
        Schema output = aggregate.node().schema();
        Random random = new Random(groups);
        List<Row> rows = new ArrayList<>();
        long position = 0;
        for (int b = 0; b < BATCHES; b++) {
            boolean shrinking = b % 10 >= 6;
            ChangeBatch batch = batch(aggregate.inputSchema(), rows, random, groups, shrinking, position);
            position = batch.position(batch.rows() - 1) + 1;
            Tick tick = new Tick(b + 1, 0, 0);
            operator.receive(0, batch, tick, changes -> fold(changes, output, folded));
            if (b % 3 == 2) {
                operator.endTick(position, tick, changes -> fold(changes, output, folded));
            }
            if (b % 12 == 11) {
                StateBytes bytes = new StateBytes();
                operator.snapshot(0, 127, bytes);
                operator = new GroupAggregateOperator(aggregate.node(), settings);
                operator.restore(StateBytes.of(bytes.toByteArray()));
            }
        }
        operator.endTick(position, new Tick(BATCHES, 0, 0), changes -> fold(changes, output, folded));
        assertThat(folded).isEqualTo(expected(rows));
        assertThat(operator.unknownRetractions()).isZero();
    }

    private static ChangeBatch batch(
            Schema schema, List<Row> rows, Random random, int groups, boolean shrinking, long firstPosition) {
        BatchBuilder builder = new BatchBuilder(schema);
        long position = firstPosition;
        while (builder.rows() < 4096) {
            position += random.nextInt(3) == 0 ? 0 : 1;
            boolean remove = !rows.isEmpty() && random.nextInt(10) < (shrinking ? 9 : 3);
            Row row;
            if (remove) {
                int index = random.nextInt(rows.size());
                row = rows.get(index);
                rows.set(index, rows.get(rows.size() - 1));
                rows.remove(rows.size() - 1);
            } else {
                String text = "t" + random.nextInt(5) + "-".repeat(random.nextInt(30));
                row = new Row("key" + random.nextInt(groups), text, random.nextGaussian());
                rows.add(row);
            }
            byte[] key = row.key().getBytes(UTF_8);
            byte[] text = row.text().getBytes(UTF_8);
            builder.column(0).appendBytes(key, 0, key.length);
            builder.column(1).appendBytes(text, 0, text.length);
            builder.column(2).appendDouble(row.number());
            builder.endRow(remove ? RowKind.MINUS_D : RowKind.PLUS_I, position);
        }
        return builder.build(Watermarks.absent());
    }

    private static void fold(ChangeBatch batch, Schema schema, Map<String, String> folded) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < batch.size(); i++) {
            text.setLength(0);
            ChangeText.printRow(batch, batch.row(i), schema, text);
            String row = text.substring(3);
            String key = row.substring(0, row.indexOf(','));
            if (RowKind.isRetraction(batch.kind(batch.row(i)))) {
                assertThat(folded.remove(key)).isEqualTo(row);
            } else {
                assertThat(folded.put(key, row)).isNull();
            }
        }
    }

    private static Map<String, String> expected(List<Row> rows) {
        Map<String, List<Row>> groups = new TreeMap<>();
        rows.forEach(
                row -> groups.computeIfAbsent(row.key(), k -> new ArrayList<>()).add(row));
        Map<String, String> expected = new HashMap<>();
        groups.forEach((key, group) -> {
            List<String> texts =
                    group.stream().map(Row::text).distinct().sorted().toList();
            BigDecimal sum =
                    group.stream().map(row -> new BigDecimal(row.number())).reduce(BigDecimal.ZERO, BigDecimal::add);
            expected.put(
                    key,
                    key + ", " + group.size() + ", " + texts.size() + ", " + texts.get(texts.size() - 1) + ", "
                            + sum.doubleValue());
        });
        return expected;
    }
}
