// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTableTest {

    private static final String[] SHAPES = {
        "BIGINT",
        "DOUBLE",
        "BOOLEAN",
        "STRING",
        "DECIMAL(30, 2)",
        "BIGINT,INT",
        "BOOLEAN,DOUBLE",
        "BIGINT,STRING",
        "INT,INT,INT"
    };

    /** Random batches of additions to, and removals of, counters by key, against a HashMap; partitions are written and read back now and then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void countersByKeyOfEveryShape(int seed) {
        for (String shape : SHAPES) {
            new Counters(shape, new Random(seed)).play();
        }
    }

    @Test
    void sequentialKeysSpreadOverAllPartitions() {
        LongTable table = new LongTable(1);
        for (int key = 0; key < 10_000; key++) {
            int at = table.locate(key);
            table.records()[at + table.valueOffset()] = 1;
            table.addLive(1);
        }
        for (int partition = 0; partition < StateWriter.PARTITIONS; partition++) {
            assertThat(table.recordsIn(partition, partition)).hasSizeBetween(60, 100);
        }
    }

    /** Keys of part of the partitions, read in any order and then joined by new ones, stay near their homes. */
    @ParameterizedTest
    @CsvSource({"0, 0", "127, 127", "32, 63", "40, 71", "30, 62", "0, 127"})
    void aTableOfSomePartitionsProbesNoFurther(int first, int last) {
        LongTable all = new LongTable(1);
        long next = fill(all, 0, 4_000, first, last);
        LongTable part = new LongTable(1);
        for (int partition = last; partition >= first; partition--) {
            StateBytes bytes = new StateBytes();
            for (int at : all.writeExtent(partition, partition, bytes)) {
                all.writeKey(at, bytes);
            }
            StateBytes reader = StateBytes.of(bytes.toByteArray());
            for (long left = part.readExtent(reader); left > 0; left--) {
                makeLive(part, part.readKey(reader));
            }
        }
        assertThat(part.live()).isEqualTo(all.live());
        fill(part, next, 40_000, first, last);

        assertThat(part.live()).isEqualTo(44_000);
        assertThat(part.recordsIn(first, last)).hasSize(44_000);
        assertThat(part.recordsIn(first, first).length).isPositive().isLessThan(44_000 + (first == last ? 1 : 0));
        assertThat(part.bytes()).isLessThan(16L * 44_000 * 3 * Long.BYTES);
        assertThat(longestProbe(part)).isLessThan(200);
    }

    /** Adds keys of the partitions, from a number on; the number behind the last. */
    private static long fill(LongTable table, long from, int count, int first, int last) {
        long key = from;
        for (int added = 0; added < count; key++) {
            int partition = Hashing.partition(Hashing.hash(key));
            if (partition >= first && partition <= last) {
                makeLive(table, table.locate(key));
                added++;
            }
        }
        return key;
    }

    private static void makeLive(LongTable table, int at) {
        table.records()[at + table.valueOffset()] = 1;
        table.addLive(1);
    }

    private static int longestProbe(LongTable table) {
        int longest = 0;
        int capacity = table.records().length / table.width();
        for (int slot = 0; slot < capacity; slot++) {
            int at = slot * table.width();
            if (table.records()[at] != 0) {
                int home = table.home(Hashing.hash(table.key(at)));
                longest = Math.max(longest, slot - home + (slot < home ? capacity : 0));
            }
        }
        return longest;
    }

    @Test
    void vacantRecordsMakeRoom() {
        LongTable table = new LongTable(1);
        for (int key = 0; key < 100_000; key++) {
            int at = table.locate(key);
            table.records()[at + table.valueOffset()] = 1;
            table.addLive(1);
            table.records()[at + table.valueOffset()] = 0;
            table.addLive(-1);
        }
        assertThat(table.bytes()).isLessThan(4096);
        assertThat(table.live()).isZero();
    }

    @Test
    void textOfDroppedKeysIsForgotten() {
        BytesTable table = new BytesTable(1);
        byte[] text = new byte[100];
        for (int key = 0; key < 30_000; key++) {
            text[key & 63] = (byte) key;
            text[99] = (byte) (key >>> 8);
            table.locate(text, 0, text.length);
        }
        assertThat(table.bytes()).isLessThan(1 << 20);
    }

    @Test
    void addressesOfMarkedRecordsAreKept() {
        LongTable table = new LongTable(1);
        DirtyList dirty = new DirtyList(table);
        List<Long> touched = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(5_000);
            int at = table.locate(key);
            if (random.nextInt(3) == 0 && !RecordTable.isMarked(table.records()[at])) {
                assertThat(dirty.add(at)).isEqualTo(touched.size());
                touched.add(key);
            }
        }
        int[] at = dirty.addresses();
        for (int i = 0; i < touched.size(); i++) {
            assertThat(table.key(at[i])).isEqualTo(touched.get(i));
            assertThat(dirty.number(at[i])).isEqualTo(i);
        }
        dirty.clear();
        assertThat(dirty.size()).isZero();
        int first = table.locate(touched.get(0));
        assertThat(RecordTable.isMarked(table.records()[first])).isFalse();
    }

    @Test
    void zeroAndNanAreOneKeyEach() {
        Schema schema = SchemaText.parse("k DOUBLE");
        Keys keys = Keys.of(schema, new int[] {0}, 1);
        Column column = new DoubleColumn(
                new double[] {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000123L)}, null);
        int[] at = new int[4];
        keys.locate(ChangeBatch.inserts(4, new Column[] {column}, 0, Watermarks.absent()), null, 4, at);
        assertThat(at[1]).isEqualTo(at[0]);
        assertThat(at[3]).isEqualTo(at[2]);
        assertThat(at[2]).isNotEqualTo(at[0]);
    }

    private static final class Counters {
        private final Random random;
        private final Schema schema;
        private final int[] columns;
        private final Map<List<@Nullable Object>, Long> model = new HashMap<>();
        private Keys keys;

        Counters(String shape, Random random) {
            this.random = random;
            List<String> fields = new ArrayList<>();
            for (String type : shape.split(",(?! )")) {
                fields.add("c" + fields.size() + " " + type);
            }
            schema = SchemaText.parse(String.join(", ", fields));
            columns = new int[schema.size()];
            Arrays.setAll(columns, i -> i);
            keys = Keys.of(schema, columns, 2);
        }

        void play() {
            for (int step = 0; step < 50; step++) {
                int spread = 1 + random.nextInt(step % 3 == 0 ? 4000 : 60);
                batch(1 + random.nextInt(700), spread, random.nextInt(4) == 0);
                if (step % 10 == 9) {
                    compare();
                    restore();
                    compare();
                }
            }
        }

        private void batch(int rows, int spread, boolean remove) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < rows; i++) {
                text.append("+I ");
                for (int c = 0; c < columns.length; c++) {
                    text.append(c == 0 ? "" : ", ").append(value(schema.type(c), random.nextInt(spread)));
                }
                text.append('\n');
            }
            ChangeBatch batch = ChangeText.parse(text.toString(), schema, 0);
            int[] selection = null;
            int n = rows;
            if (random.nextBoolean()) {
                selection = random.ints(rows, 0, rows).sorted().distinct().toArray();
                n = selection.length;
            }
            int[] at = new int[n];
            keys.locate(batch, selection, n, at);
            RecordTable table = keys.table();
            for (int i = 0; i < n; i++) {
                int row = selection == null ? i : selection[i];
                List<@Nullable Object> key = key(batch, row);
                int word = at[i] + table.valueOffset();
                long old = table.records()[word];
                assertThat(old).as("%s", key).isEqualTo(model.getOrDefault(key, 0L));
                long now = remove ? 0 : old + 1;
                table.records()[word] = now;
                table.records()[word + 1] = now == 0 ? 0 : key.hashCode();
                table.addLive((now == 0 ? 0 : 1) - (old == 0 ? 0 : 1));
                if (now == 0) {
                    model.remove(key);
                } else {
                    model.put(key, now);
                }
            }
            assertThat(keys.locate(batch, selection == null ? 0 : selection[0])).isEqualTo(at[0]);
        }

        private String value(Type type, int number) {
            if (number == 0) {
                return "NULL";
            }
            return switch (type.storage()) {
                case LONG -> Long.toString(number);
                case DOUBLE -> number / 4 + "." + number % 4;
                case BOOLEAN -> number % 2 == 0 ? "TRUE" : "FALSE";
                case BYTES -> "\"" + "x".repeat(number % 23) + number + "\"";
                case WIDE -> number * 1_000_003L + "12345678901.25";
            };
        }

        private List<@Nullable Object> key(ChangeBatch batch, int row) {
            List<@Nullable Object> key = new ArrayList<>();
            for (int c = 0; c < columns.length; c++) {
                key.add(Datum.get(batch.column(c), row, schema.type(c)));
            }
            return key;
        }

        private void compare() {
            int[] at = keys.table().recordsIn(0, StateWriter.PARTITIONS - 1);
            assertThat(keys.table().live()).isEqualTo(model.size());
            Column[] found = new Column[columns.length];
            keys.columns(at, at.length, found);
            ChangeBatch batch = ChangeBatch.inserts(at.length, found, 0, Watermarks.absent());
            Map<List<@Nullable Object>, Long> contents = new HashMap<>();
            RecordTable table = keys.table();
            for (int i = 0; i < at.length; i++) {
                List<@Nullable Object> key = key(batch, i);
                contents.put(key, table.records()[at[i] + table.valueOffset()]);
                assertThat(table.records()[at[i] + table.valueOffset() + 1]).isEqualTo(key.hashCode());
            }
            assertThat(contents).isEqualTo(model);
        }

        /** Writes the partitions in ranges, in random order, and reads them into a fresh table. */
        private void restore() {
            TreeMap<Integer, Integer> ranges = new TreeMap<>();
            int first = 0;
            while (first < StateWriter.PARTITIONS) {
                int last = Math.min(StateWriter.PARTITIONS - 1, first + random.nextInt(60));
                ranges.put(first, last);
                first = last + 1;
            }
            Keys fresh = Keys.of(schema, columns, 2);
            for (Map.Entry<Integer, Integer> range : ranges.descendingMap().entrySet()) {
                StateBytes bytes = new StateBytes();
                RecordTable from = keys.table();
                int[] at = from.recordsIn(range.getKey(), range.getValue());
                for (int address : at) {
                    from.writeKey(address, bytes);
                    bytes.writeLongs(from.records(), address + from.valueOffset(), 2);
                }
                StateBytes reader = StateBytes.of(bytes.toByteArray());
                RecordTable to = fresh.table();
                for (int i = 0; i < at.length; i++) {
                    int address = to.readKey(reader);
                    reader.readLongs(to.records(), address + to.valueOffset(), 2);
                    to.addLive(1);
                }
                assertThat(reader.isExhausted()).isTrue();
            }
            keys = fresh;
        }
    }

    @Test
    void textKeysReferToBytesThatNeverChange() {
        Schema schema = SchemaText.parse("k STRING");
        Keys keys = Keys.of(schema, new int[] {0}, 1);
        int[] at = new int[1];
        keys.locate(ChangeText.parse("+I first", schema, 0), null, 1, at);
        Column[] columns = new Column[1];
        keys.columns(at, 1, columns);
        StringBuilder more = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            more.append("+I another key ").append(i).append('\n');
        }
        keys.locate(ChangeText.parse(more.toString(), schema, 0), null, 5_000, new int[5_000]);
        assertThat(((BytesColumn) columns[0]).text(0)).isEqualTo("first");
    }
}
