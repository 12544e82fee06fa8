// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowStoreTest {

    private static final Schema SCHEMA =
            SchemaText.parse("a BIGINT, t TIMESTAMP(3), s STRING, w DECIMAL(30, 0), u STRING, c BIGINT");
    private static final int EXTRA_WORDS = 2;
    private static final int WIDE = 3;

    /** Rows are what was put in, whatever became of others. NULLs, values far from the rest, texts that are new and texts that are long come in later steps only. */
    @Test
    void rowsAreWhatWasPutIn() {
        Random random = new Random(5);
        RowStore store = new RowStore(SCHEMA, EXTRA_WORDS);
        Map<Integer, List<@Nullable Object>> model = new HashMap<>();
        Map<Integer, Long> extras = new HashMap<>();
        List<Integer> numbers = new ArrayList<>();
        for (int step = 0; step < 30_000; step++) {
            int choice = random.nextInt(6);
            if (choice < 3 || model.isEmpty()) {
                List<List<@Nullable Object>> added = rows(random, step, choice == 0 ? 1 : 1 + random.nextInt(4));
                ChangeBatch batch = batch(added);
                int[] stored = new int[added.size()];
                if (choice == 0) {
                    stored[0] = store.add(batch, 0);
                } else {
                    store.add(batch, IntStream.range(0, added.size()).toArray(), added.size(), stored);
                }
                for (int i = 0; i < stored.length; i++) {
                    assertThat(store.extra(stored[i], 1)).isZero();
                    model.put(stored[i], added.get(i));
                    extras.put(stored[i], 0L);
                    numbers.add(stored[i]);
                }
                continue;
            }
            int index = random.nextInt(numbers.size());
            int number = numbers.get(index);
            if (choice == 3) {
                List<List<@Nullable Object>> row = rows(random, step, 1);
                ChangeBatch batch = batch(row);
                if (random.nextBoolean()) {
                    store.set(number, batch, 0);
                } else {
                    store.put(batch, new int[] {0}, 1, new int[] {number});
                }
                model.put(number, row.get(0));
                assertThat(store.equals(number, batch, 0)).isTrue();
                int[] all = IntStream.range(0, SCHEMA.size()).toArray();
                assertThat(store.hash(number, all)).isEqualTo(RowStore.hash(batch, 0, all));
            } else if (choice == 4) {
                long extra = step < 15_000 ? random.nextInt(1_000_000) : random.nextLong();
                store.setExtra(number, 1, extra);
                extras.put(number, extra);
            } else {
                store.free(number);
                model.remove(number);
                extras.remove(number);
                Collections.swap(numbers, index, numbers.size() - 1);
                numbers.remove(numbers.size() - 1);
            }
            if (step % 3_000 == 0) {
                check(store, model, extras);
            }
        }
        assertThat(store.size()).isEqualTo(model.size());
        check(store, model, extras);

        RowStore restored = new RowStore(SCHEMA, EXTRA_WORDS);
        StateBytes bytes = new StateBytes();
        numbers.forEach(number -> store.write(number, bytes));
        StateBytes reader = StateBytes.of(bytes.toByteArray());
        for (int number : numbers) {
            int copy = restored.read(reader);
            assertThat(IntStream.range(0, SCHEMA.size())).allMatch(c -> restored.equals(copy, c, store, number, c));
            assertThat(restored.extra(copy, 1)).isEqualTo(extras.get(number));
        }
    }

    /**
     * What a row takes: of a number as many bytes as the distance of the highest from the lowest needs, one, two, four, six or eight; of a text that comes again two numbers, and of one that does
     * not the text, too.
     */
    @Test
    void rowsTakeWhatTheirValuesNeed() {
        Schema schema =
                SchemaText.parse("id BIGINT, one BIGINT, t TIMESTAMP(3), d DOUBLE, s STRING, u STRING, n STRING");
        RowStore store = new RowStore(schema, 1);
        int rows = 100_000;
        int perBatch = 1_000;
        int[] all = IntStream.range(0, perBatch).toArray();
        int[] numbers = new int[perBatch];
        for (int from = 0; from < rows; from += perBatch) {
            BatchBuilder builder = new BatchBuilder(schema);
            for (int i = from; i < from + perBatch; i++) {
                builder.column(0).appendLong(5_000_000_000L + i);
                builder.column(1).appendLong(7);
                builder.column(2).appendLong(1_700_000_000_000_000L + i * 1_000_000L);
                builder.column(3).appendDouble(i);
                append(builder.column(4), "https://example.com/an/address/that/comes/again/" + 100 + i % 100);
                append(builder.column(5), "only this once: " + (1_000_000 + i));
                builder.column(6).appendNull();
                builder.endRow(RowKind.PLUS_I, i);
            }
            store.add(builder.build(Watermarks.absent()), all, perBatch, numbers);
            for (int number : numbers) {
                store.setExtra(number, 0, number + 1);
            }
        }
        // extra word, id, one, t, d, s: address and length, u: address and length, n: nothing, its null bit
        int row = 4 + 4 + 0 + 6 + 8 + (4 + 1) + (4 + 1) + 0 + 1;
        int text = 23;
        // Texts that came before it was looked for any that come again, pages and segments that are not full, and a
        // table of texts.
        int rest = 2 * 4_096 * 60 + 2_048 * row + (1 << 20) + (1 << 17);
        assertThat(store.bytes()).isBetween((long) rows * (row + text), (long) rows * (row + text) + rest);
    }

    private static void check(RowStore store, Map<Integer, List<@Nullable Object>> model, Map<Integer, Long> extras) {
        int[] numbers =
                model.keySet().stream().mapToInt(number -> number).sorted().toArray();
        Column[] columns = new Column[SCHEMA.size()];
        store.columns(numbers, numbers.length, columns, 0);
        for (int i = 0; i < numbers.length; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            for (Column column : columns) {
                row.add(value(column, i));
            }
            assertThat(row).isEqualTo(model.get(numbers[i]));
            assertThat(store.extra(numbers[i], 1)).isEqualTo(extras.get(numbers[i]));
        }
    }

    private static @Nullable Object value(Column column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        if (column instanceof BytesColumn text) {
            return text.text(row);
        }
        return column instanceof WideColumn wide
                ? wide.value(row).longValueExact()
                : ((LongColumn) column).values()[row];
    }

    private static List<List<@Nullable Object>> rows(Random random, int step, int count) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(step < 9_000 ? 1_000_000_000_000L + random.nextInt(1000) : random.nextLong());
            row.add(1_700_000_000_000_000L + random.nextInt(100_000) * (step < 6_000 ? 1_000L : 1_000_000L));
            row.add("word " + random.nextInt(8));
            row.add(step < 15_000 ? random.nextInt(100) - 50L : random.nextLong());
            String text = "text " + (step < 12_000 ? random.nextInt(20) : random.nextInt());
            row.add(step > 20_000 && random.nextInt(50) == 0 ? text.repeat(20_000) : text);
            row.add(7L);
            for (int c = 0; step > 3_000 && c < row.size(); c++) {
                if (random.nextInt(6) == 0) {
                    row.set(c, null);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static ChangeBatch batch(List<List<@Nullable Object>> rows) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (List<@Nullable Object> row : rows) {
            for (int c = 0; c < SCHEMA.size(); c++) {
                Object value = row.get(c);
                if (value == null) {
                    builder.column(c).appendNull();
                } else if (value instanceof String text) {
                    append(builder.column(c), text);
                } else if (c == WIDE) {
                    builder.column(c).appendWide((long) value < 0 ? -1 : 0, (long) value);
                } else {
                    builder.column(c).appendLong((long) value);
                }
            }
            builder.endRow(RowKind.PLUS_I, 0);
        }
        return builder.build(Watermarks.absent());
    }

    private static void append(ColumnBuilder column, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        column.appendBytes(bytes, 0, bytes.length);
    }
}
