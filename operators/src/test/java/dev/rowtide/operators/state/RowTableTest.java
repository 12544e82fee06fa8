// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTableTest {

    private static final Schema SCHEMA =
            SchemaText.parse("k INT, s STRING, d DOUBLE, b BOOLEAN, w DECIMAL(30, 1), y BYTES");

    /** Random puts and removals against a HashMap, restored now and then. */
    @Test
    void oneRowPerKey() {
        Random random = new Random(3);
        RowTable table = new RowTable(SCHEMA, new int[] {0});
        Map<Integer, String> model = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            int key = random.nextInt(600);
            String row = row(key, random);
            ChangeBatch batch = ChangeText.parse("+I " + row, SCHEMA, 0);
            int at = table.locate(batch, 0);
            int number = table.row(at);
            assertThat(number >= 0).isEqualTo(model.containsKey(key));
            if (number >= 0) {
                assertThat(text(table.rows(), number)).isEqualTo(model.get(key));
                assertThat(table.rows().equals(number, batch, 0)).isEqualTo(row.equals(model.get(key)));
                assertThat(table.rows().equals(number, batch, 0, new int[] {0})).isTrue();
            }
            if (random.nextInt(3) == 0) {
                table.remove(at);
                model.remove(key);
            } else {
                table.put(at, batch, 0);
                model.put(key, row);
            }
            if (step % 1_000 == 999) {
                RowTable fresh = new RowTable(SCHEMA, new int[] {0});
                restore(fresh, table, 0, 30);
                restore(fresh, table, 31, 127);
                table = fresh;
                assertThat(table.size()).isEqualTo(model.size());
                assertThat(table.rows().size()).isEqualTo(model.size());
            }
        }
        assertThat(table.bytes()).isLessThan(1 << 20);
    }

    /** Keys come back in the order of their hashes; the table must not grow on the way, or each would probe past all before it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 128})
    void restoredKeysLieWhereTheyBelong(int parts) {
        Schema schema = SchemaText.parse("k BIGINT");
        RowTable table = new RowTable(schema, new int[] {0});
        BatchBuilder builder = new BatchBuilder(schema);
        int keys = 20_000;
        for (int key = 0; key < keys; key++) {
            builder.column(0).appendLong(key);
            builder.endRow(RowKind.PLUS_I, key);
        }
        ChangeBatch batch = builder.build(Watermarks.absent());
        for (int row = 0; row < keys; row++) {
            table.put(table.locate(batch, row), batch, row);
        }

        RowTable fresh = new RowTable(schema, new int[] {0});
        restore(fresh, table, 0, StateWriter.PARTITIONS / parts - 1);
        int generation = fresh.table().generation();
        assertThat(generation).isEqualTo(1);
        for (int part = 1; part < parts; part++) {
            int first = part * StateWriter.PARTITIONS / parts;
            restore(fresh, table, first, first + StateWriter.PARTITIONS / parts - 1);
        }

        assertThat(fresh.size()).isEqualTo(keys);
        assertThat(fresh.table().generation() - generation).isLessThanOrEqualTo(7);
        assertThat(probes(fresh.table())).isLessThan(2L * keys);
        assertThat(fresh.table().bytes()).isLessThanOrEqualTo(2 * table.table().bytes());

        RowTable half = new RowTable(schema, new int[] {0});
        restore(half, table, 0, StateWriter.PARTITIONS / 2 - 1);
        assertThat(half.table().generation()).isEqualTo(1);
        assertThat(probes(half.table())).isLessThan(2L * half.size());
    }

    /** The slots that lie between the records and their homes. */
    private static long probes(RecordTable table) {
        long probes = 0;
        for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            int home = table.home(table.hash(table.records, at));
            probes += at / table.width() - home & table.mask;
        }
        return probes;
    }

    /** Random appends and removals against lists. */
    @Test
    void listsOfRowsPerKey() {
        Random random = new Random(4);
        RowLists lists = new RowLists(SCHEMA, new int[] {0});
        Map<Integer, List<String>> model = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            int key = random.nextInt(50);
            List<String> list = model.computeIfAbsent(key, k -> new ArrayList<>());
            String row = row(key, random);
            ChangeBatch batch = ChangeText.parse("+I " + row, SCHEMA, 0);
            int at = lists.locate(batch, 0);
            assertThat(lists.size(at)).isEqualTo(list.size());
            if (list.isEmpty() || random.nextInt(20) < 10) {
                lists.append(at, batch, 0);
                list.add(row);
            } else {
                int index = random.nextInt(list.size());
                int number = lists.first(at);
                for (int i = 0; i < index; i++) {
                    number = lists.next(number);
                }
                assertThat(text(lists.rows(), number)).isEqualTo(list.get(index));
                lists.remove(at, number);
                list.remove(index);
            }
            List<String> backwards = new ArrayList<>();
            for (int number = lists.last(at); number >= 0; number = lists.previous(number)) {
                backwards.add(0, text(lists.rows(), number));
            }
            assertThat(backwards).isEqualTo(list);
            if (step % 1_000 == 999) {
                StateBytes bytes = new StateBytes();
                lists.snapshot(0, 127, bytes);
                lists = new RowLists(SCHEMA, new int[] {0});
                lists.restore(StateBytes.of(bytes.toByteArray()));
            }
        }
    }

    @Test
    void takenRowsOutliveTheirKey() {
        RowTable table = new RowTable(SCHEMA, new int[] {0});
        ChangeBatch batch =
                ChangeText.parse("+I 1, a, 1.0, TRUE, 1.0, x'00'\n+I 1, b, NULL, NULL, NULL, NULL", SCHEMA, 0);
        int at = table.locate(batch, 0);
        table.put(at, batch, 0);
        int old = table.take(at);
        table.put(at, batch, 1);
        assertThat(text(table.rows(), old)).isEqualTo("1, a, 1.0, TRUE, 1.0, x'00'");
        assertThat(text(table.rows(), table.row(at))).isEqualTo("1, b, NULL, NULL, NULL, NULL");
        table.rows().free(old);
        assertThat(table.rows().size()).isEqualTo(1);
    }

    @Test
    void stateOfAnotherFormatIsRefused() {
        StateBytes bytes = new StateBytes();
        bytes.writeLong(99);
        assertThatThrownBy(() -> new RowTable(SCHEMA, new int[] {0}).restore(StateBytes.of(bytes.toByteArray())))
                .isInstanceOf(EngineException.class)
                .hasMessage("the state of a table of rows has format 99");
    }

    @Test
    void rowsWithoutColumnsHaveNumbersToo() {
        Schema none = SchemaText.parse("");
        RowTable table = new RowTable(none, new int[0]);
        ChangeBatch batch = ChangeBatch.inserts(1, new Column[0], 0, Watermarks.absent());
        int at = table.locate(batch, 0);
        table.put(at, batch, 0);
        assertThat(table.rows().equals(table.row(at), batch, 0)).isTrue();
        table.remove(at);
        assertThat(table.row(at)).isEqualTo(-1);
    }

    private static String row(int key, Random random) {
        TreeSet<Integer> nulls = new TreeSet<>(random.ints(2, 1, 12).boxed().toList());
        String[] values = {
            Integer.toString(key),
            "text" + "t".repeat(random.nextInt(40)) + random.nextInt(5),
            random.nextInt(9) + ".5",
            random.nextBoolean() ? "TRUE" : "FALSE",
            1 + random.nextInt(999) + "12345678901234567890.1",
            "x'" + "0a".repeat(random.nextInt(3)) + "'"
        };
        for (int column : nulls) {
            if (column < values.length) {
                values[column] = "NULL";
            }
        }
        return String.join(", ", values);
    }

    private static String text(RowStore rows, int number) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        rows.append(number, builder);
        builder.endRow(RowKind.PLUS_I, 0);
        return ChangeText.print(builder.build(Watermarks.absent()), SCHEMA)
                .strip()
                .substring(3);
    }

    private static void restore(RowTable to, RowTable from, int first, int last) {
        StateBytes bytes = new StateBytes();
        from.snapshot(first, last, bytes);
        to.restore(StateBytes.of(bytes.toByteArray()));
    }
}
