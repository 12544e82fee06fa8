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
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowStoreTest {

    private static final Schema SCHEMA =
            SchemaText.parse("a BIGINT, t TIMESTAMP(3), s STRING, w DECIMAL(30, 0), u STRING");

    /** Rows are what was put in, whatever became of others; far values and many texts come only in later steps. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, 1000})
    void rowsAreWhatWasPutIn(int dictionaryMin) {
        Random random = new Random(dictionaryMin);
        RowStore store = new RowStore(SCHEMA, 2, dictionaryMin);
        Map<Integer, List<@Nullable Object>> model = new HashMap<>();
        Map<Integer, Long> extras = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            int choice = random.nextInt(6);
            if (choice < 3 || model.isEmpty()) {
                List<List<@Nullable Object>> added = new ArrayList<>();
                for (int i = random.nextInt(choice == 0 ? 1 : 4); i >= 0; i--) {
                    added.add(row(random, step));
                }
                ChangeBatch batch = batch(added);
                int[] numbers = new int[added.size()];
                if (choice == 0) {
                    numbers[0] = store.add(batch, 0);
                } else {
                    store.add(batch, IntStream.range(0, added.size()).toArray(), added.size(), numbers);
                }
                for (int i = 0; i < numbers.length; i++) {
                    assertThat(store.extra(numbers[i], 1)).isZero();
                    model.put(numbers[i], added.get(i));
                    extras.put(numbers[i], 0L);
                }
                continue;
            }
            int number = new ArrayList<>(model.keySet()).get(random.nextInt(Math.min(50, model.size())));
            if (choice == 3) {
                List<@Nullable Object> row = row(random, step);
                ChangeBatch batch = batch(List.of(row));
                store.set(number, batch, 0);
                model.put(number, row);
                assertThat(store.equals(number, batch, 0)).isTrue();
            } else if (choice == 4) {
                long extra = step < 10_000 ? random.nextInt() : random.nextLong();
                store.setExtra(number, 1, extra);
                extras.put(number, extra);
            } else {
                store.free(number);
                model.remove(number);
                extras.remove(number);
            }
            if (step % 2_000 == 1_999) {
                check(store, model, extras);
            }
        }
        assertThat(store.size()).isEqualTo(model.size());
        check(store, model, extras);
    }

    /** Small numbers next to each other, and words that come again, take a few bytes. */
    @Test
    void rowsAreSmall() {
        Schema schema = SchemaText.parse("a BIGINT, b BIGINT, t TIMESTAMP(3), s STRING, n STRING");
        RowStore store = new RowStore(schema, 1);
        for (int i = 0; i < 100_000; i++) {
            BatchBuilder builder = new BatchBuilder(schema);
            builder.column(0).appendLong(5_000_000_000L + i);
            builder.column(1).appendLong(i % 1000);
            builder.column(2).appendLong(1_700_000_000_000_000L + i * 1_000L);
            append(builder.column(3), "https://example.com/a/long/address/" + i % 100);
            builder.column(4).appendNull();
            builder.endRow(RowKind.PLUS_I, 0);
            store.setExtra(store.add(builder.build(Watermarks.absent()), 0), 0, i + 1L);
        }
        assertThat(store.bytes() / 100_000).isLessThanOrEqualTo(4 * 7 + 2);
    }

    private static void check(
            RowStore store, Map<Integer, List<@Nullable Object>> model, Map<Integer, Long> extras) {
        int[] numbers = model.keySet().stream().mapToInt(number -> number).toArray();
        Column[] columns = new Column[SCHEMA.size()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = store.column(c, numbers, numbers.length);
        }
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
        return column instanceof WideColumn wide ? wide.value(row).longValueExact() : ((LongColumn) column).values()[row];
    }

    private static List<@Nullable Object> row(Random random, int step) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(step < 5_000 ? 1_000_000_000_000L + random.nextInt(1000) : random.nextLong());
        row.add(1_700_000_000_000_000L + random.nextInt(100_000) * 1_000L + (step < 8_000 ? 0 : random.nextInt(3)));
        row.add("word " + random.nextInt(8));
        row.add(step < 12_000 ? random.nextInt(100) - 50L : random.nextLong());
        row.add("text " + (step < 10_000 ? random.nextInt(20) : random.nextInt()));
        for (int c = 0; c < row.size(); c++) {
            if (random.nextInt(6) == 0) {
                row.set(c, null);
            }
        }
        return row;
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
                } else if (c == 3) {
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
