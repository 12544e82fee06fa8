// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.merge.RowMatch;
import dev.rowtide.operators.testing.SchemaText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSlotsTest {

    private static final Schema SCHEMA = SchemaText.parse("a BIGINT, b BIGINT, s STRING, d DOUBLE, w DECIMAL(30, 0)");
    private static final int KEYS = 40_000;

    /** The key columns of each shape that hashes have: none, a word, two words, a text, several values; NULL is a key, 0.0 and -0.0 are one. */
    @ParameterizedTest
    @ValueSource(strings = {"", "0", "3", "0,1", "2", "0,2", "4", "1,3,4"})
    void keysAreFoundByTheirRows(String names) {
        int[] key = names.isEmpty()
                ? new int[0]
                : List.of(names.split(",")).stream().mapToInt(Integer::parseInt).toArray();
        RowStore rows = new RowStore(SCHEMA, 0);
        RowMatch match = new RowMatch(key);
        RowSlots slots = new RowSlots(SCHEMA, key, rows, (batch, a, b) -> match.equal(batch, a, batch, b));
        Map<List<Object>, Integer> model = new HashMap<>();
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            int n = 1 + random.nextInt(2_000);
            List<Integer> values = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                values.add(random.nextInt(KEYS));
            }
            ChangeBatch batch = batch(values);
            int[] at = new int[n];
            slots.locate(batch, null, n, at);
            for (int i = 0; i < n; i++) {
                Integer known = model.get(key(key, values.get(i)));
                if (known != null) {
                    assertThat(slots.value(at[i])).isEqualTo(known + 1);
                } else if (slots.value(at[i]) == RowSlots.fresh(i)) {
                    int number = rows.add(batch, i);
                    slots.setValue(at[i], number + 1);
                    model.put(key(key, values.get(i)), number);
                } else {
                    assertThat(slots.value(at[i])).as("a row before this one").isGreaterThan(0);
                }
            }
            if (round % 4 == 3) {
                List<List<Object>> some = model.keySet().stream().limit(700).toList();
                int[] removed = some.stream().mapToInt(model::remove).toArray();
                slots.remove(removed, removed.length);
                for (int number : removed) {
                    rows.free(number);
                }
            }
            assertThat(slots.size()).isEqualTo(model.size());
        }
        checkPartitions(key, slots, rows);
        checkRestored(key, slots, rows);
    }

    private static void checkPartitions(int[] key, RowSlots slots, RowStore rows) {
        TreeSet<Integer> all = new TreeSet<>();
        for (int partition = 0; partition < StateWriter.PARTITIONS; partition++) {
            int[] numbers = slots.rowsIn(partition, partition);
            int[] partitions = new int[numbers.length];
            if (key.length > 0) {
                new KeyPartitions(SCHEMA, key).find(stored(rows, numbers), partitions);
                assertThat(partitions).containsOnly(numbers.length == 0 ? new int[0] : new int[] {partition});
            }
            IntStream.of(numbers).forEach(all::add);
        }
        assertThat(all).hasSize(slots.size());
    }

    private static void checkRestored(int[] key, RowSlots slots, RowStore rows) {
        int[] numbers = slots.rowsIn(0, StateWriter.PARTITIONS - 1);
        RowMatch match = new RowMatch(key);
        RowSlots restored = new RowSlots(SCHEMA, key, rows, (batch, a, b) -> match.equal(batch, a, batch, b));
        restored.add(numbers, numbers.length);
        int[] at = new int[numbers.length];
        restored.locate(stored(rows, numbers), null, numbers.length, at);
        assertThat(IntStream.of(at).map(restored::value).map(value -> value - 1).toArray())
                .isEqualTo(numbers);
    }

    private static ChangeBatch stored(RowStore rows, int[] numbers) {
        Column[] columns = new Column[SCHEMA.size()];
        rows.columns(numbers, numbers.length, columns, 0);
        return ChangeBatch.inserts(numbers.length, columns, 0, Watermarks.absent());
    }

    /** What tells keys of a number apart: each column has fewer values than there are numbers. */
    private static List<Object> key(int[] columns, int value) {
        List<Object> key = new ArrayList<>();
        for (int c : columns) {
            key.add(valueOf(c, value));
        }
        return key;
    }

    private static long valueOf(int column, int value) {
        return switch (column) {
            case 0 -> value % 30_000;
            case 1 -> value / 30_000;
            case 2 -> value % 20_000;
            case 3 -> value % 10_000;
            default -> value % 25_000;
        };
    }

    private static ChangeBatch batch(List<Integer> values) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int value : values) {
            for (int c = 0; c < SCHEMA.size(); c++) {
                append(builder.column(c), c, valueOf(c, value), value);
            }
            builder.endRow(RowKind.PLUS_I, 0);
        }
        return builder.build(Watermarks.absent());
    }

    private static void append(ColumnBuilder column, int c, long of, int value) {
        if (of == 5) {
            column.appendNull();
        } else if (c == 2) {
            byte[] text = ("text " + of).getBytes(StandardCharsets.UTF_8);
            column.appendBytes(text, 0, text.length);
        } else if (c == 3) {
            column.appendDouble(of == 0 && value > KEYS / 2 ? -0.0 : of == 1 ? Double.NaN : of / 2.0);
        } else if (c == 4) {
            column.appendWide(of % 3 - 1, of * 1_000_003);
        } else {
            column.appendLong(of);
        }
    }
}
