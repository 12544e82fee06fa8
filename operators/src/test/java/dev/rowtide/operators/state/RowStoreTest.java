// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.DoubleColumn;
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
     * What a row takes: of a number as many bytes as the distance of the highest from the lowest needs, up to six, or eight; of a text that comes again two numbers, and of one that does
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
        int row = 3 + 3 + 0 + 5 + 8 + (3 + 1) + (3 + 1) + 0 + 1;
        int text = 23;
        // Texts that came before it was looked for any that come again, pages and segments that are not full, and a
        // table of texts.
        int rest = 2 * 4_096 * 60 + 2_048 * row + (1 << 20) + (1 << 17);
        assertThat(store.bytes()).isBetween((long) rows * (row + text), (long) rows * (row + text) + rest);
    }

    /** Texts of rows that stay for good are referred to by other stores, of which rows come and go. */
    @Test
    void lentTextsAreNotCopied() {
        Schema schema = SchemaText.parse("s STRING, n BIGINT");
        RowStore lender = new RowStore(schema, 0);
        lender.lendTexts();
        int rows = 9_000;
        List<@Nullable String> texts = new ArrayList<>();
        int[] numbers = new int[rows];
        for (int i = 0; i < rows; i++) {
            String once = i + " only once ".repeat(i % 100);
            String text = i % 7 == 0 ? "" : i % 11 == 0 ? "again and again " + i % 13 : once;
            texts.add(i % 17 == 0 ? null : i % 1_000 == 1 ? i + "long".repeat(40_000) : text);
            numbers[i] = lender.add(batch(schema, texts.get(i), i), 0);
        }
        long lent = lender.bytes();
        assertThat(lent).isGreaterThan(4_000_000);

        RowStore borrower = new RowStore(schema, 0);
        borrower.lendTexts();
        RowStore next = new RowStore(schema, 0);
        Random random = new Random(3);
        Map<Integer, Integer> kept = new HashMap<>();
        for (int batch = 0; batch < 300; batch++) {
            int[] chosen = random.ints(64, 0, rows).toArray();
            int[] all = IntStream.range(0, 64).toArray();
            int[] borrowed = new int[64];
            borrower.add(columns(lender, chosen), all, 64, borrowed);
            ChangeBatch passedOn = columns(borrower, borrowed);
            for (int i = 0; i < 64; i++) {
                int number = next.add(passedOn, i);
                kept.put(number, chosen[i]);
                if (random.nextInt(3) == 0) {
                    next.free(number);
                    kept.remove(number);
                } else if (random.nextInt(3) == 0) {
                    String other = "another text " + random.nextInt();
                    next.set(number, batch(schema, other, i), 0);
                    assertThat(next.equals(number, batch(schema, other, i), 0)).isTrue();
                    next.set(number, passedOn, i);
                }
                assertThat(lender.equals(chosen[i], passedOn, i)).isTrue();
            }
        }
        int[] stored = kept.keySet().stream().mapToInt(number -> number).toArray();
        ChangeBatch read = columns(next, stored);
        for (int i = 0; i < stored.length; i++) {
            String text = texts.get(kept.get(stored[i]));
            assertThat(read.column(0).isNull(i)).isEqualTo(text == null);
            assertThat(text == null ? "" : read.bytes(0).text(i)).isEqualTo(text == null ? "" : text);
        }
        // Of 19,200 rows and 12,800, with texts of 500 bytes on average: those are copied that lie among what comes
        // again.
        assertThat(lender.bytes()).isEqualTo(lent);
        assertThat(borrower.bytes()).isLessThan(3_000_000);
        assertThat(next.bytes()).isLessThan(3_000_000);
    }

    private static ChangeBatch columns(RowStore store, int[] numbers) {
        Column[] columns = new Column[2];
        store.columns(numbers, numbers.length, columns, 0);
        return ChangeBatch.inserts(numbers.length, columns, 0, Watermarks.absent());
    }

    private static ChangeBatch batch(Schema schema, @Nullable String text, long number) {
        BatchBuilder builder = new BatchBuilder(schema);
        if (text == null) {
            builder.column(0).appendNull();
        } else {
            append(builder.column(0), text);
        }
        builder.column(1).appendLong(number);
        builder.endRow(RowKind.PLUS_I, 0);
        return builder.build(Watermarks.absent());
    }

    /** Numbers at the ends of what their types hold, each the first and then far from others. */
    @Test
    void extremesAreKept() {
        long[] longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 255, 256, -129, 1L << 24, 1L << 40, 1L << 48, 7};
        double[] doubles = {0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1.5, 1e300, 2, 3, 4, 5};
        Schema schema = SchemaText.parse("l BIGINT, d DOUBLE, b BOOLEAN, w DECIMAL(38, 0)");
        for (int first = 0; first < longs.length; first++) {
            RowStore store = new RowStore(schema, 0);
            int[] numbers = new int[longs.length];
            for (int i = 0; i < longs.length; i++) {
                int value = (first + i) % longs.length;
                numbers[value] = store.add(extremes(schema, longs[value], doubles[value]), 0);
            }
            Column[] columns = new Column[4];
            store.columns(numbers, numbers.length, columns, 0);
            for (int i = 0; i < longs.length; i++) {
                assertThat(((LongColumn) columns[0]).values()[i]).isEqualTo(longs[i]);
                assertThat(((DoubleColumn) columns[1]).values()[i]).isEqualTo(Double.valueOf(doubles[i]));
                assertThat(((BooleanColumn) columns[2]).values()[i]).isEqualTo(longs[i] > 0);
                assertThat(((WideColumn) columns[3]).high()[i]).isEqualTo(longs[i]);
                assertThat(((WideColumn) columns[3]).low()[i]).isEqualTo(~longs[i]);
                assertThat(store.equals(numbers[i], extremes(schema, longs[i], doubles[i]), 0))
                        .isTrue();
                // Of -0.0 and 0.0 one is equal to the other.
                assertThat(store.equals(numbers[i], extremes(schema, longs[i], -doubles[i]), 0))
                        .isEqualTo(doubles[i] == 0 || Double.isNaN(doubles[i]));
            }
        }
    }

    private static ChangeBatch extremes(Schema schema, long value, double number) {
        BatchBuilder builder = new BatchBuilder(schema);
        builder.column(0).appendLong(value);
        builder.column(1).appendDouble(number);
        builder.column(2).appendBoolean(value > 0);
        builder.column(3).appendWide(value, ~value);
        builder.endRow(RowKind.PLUS_I, 0);
        return builder.build(Watermarks.absent());
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
