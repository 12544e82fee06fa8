// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.LookupAnswer;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.merge.ColumnGather;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.OwnedColumns;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table outside of which all rows are read when the first row asks, and again when they are too old. In between nothing changes: so the columns stay as they were read, and a row's number is its
 * place in them.
 */
final class WholeTable implements LookedUpRows {

    private static final long FORMAT = 2;

    private final LookupReader reader;
    private final long reloadMillis;
    private final Schema schema;
    private final int[] keys;
    private Column[] columns;
    private int count;
    private @Nullable KeyIndex index;
    private long loadedMillis;

    WholeTable(LookupJoin node, LookupReader reader) {
        this.reader = reader;
        reloadMillis = node.caching().afterWriteMillis();
        Schema table = node.table().schema();
        schema = table.project(
                node.columns().stream().mapToInt(Integer::intValue).toArray());
        keys = node.tableKeys().stream().mapToInt(Integer::intValue).toArray();
        columns = new Column[0];
    }

    @Override
    public void find(ChangeBatch batch, int[] keyColumns, int[] rows, int n, long nowMillis, int[] first) {
        if (n == 0) {
            return;
        }
        Column[] asked = new Column[keyColumns.length];
        for (int k = 0; k < asked.length; k++) {
            asked[k] = batch.column(keyColumns[k]);
        }
        index(nowMillis).find(batch.withColumns(asked), rows, n, first);
    }

    /** That of the rows that may be used now. */
    private KeyIndex index(long nowMillis) {
        KeyIndex known = index;
        boolean isFresh = reloadMillis == 0 || nowMillis - loadedMillis < reloadMillis;
        if (known != null && isFresh) {
            return known;
        }
        LookupAnswer all = reader.allRows();
        loadedMillis = nowMillis;
        return set(all.columns().toArray(Column[]::new), all.count());
    }

    private KeyIndex set(Column[] read, int rows) {
        columns = new Column[read.length];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = OwnedColumns.owned(read[c], rows);
        }
        count = rows;
        Column[] keyColumns = Arrays.stream(keys).mapToObj(key -> columns[key]).toArray(Column[]::new);
        KeyIndex fresh = KeyIndex.of(schema.project(keys), keyColumns, rows);
        index = fresh;
        return fresh;
    }

    @Override
    public int firstAsked() {
        return 0;
    }

    @Override
    public boolean isUnique() {
        return index != null && index.isUnique();
    }

    @Override
    public int next(int number) {
        return index == null ? NONE : index.next(number);
    }

    @Override
    public Column column(int column, int[] numbers, int n) {
        Column source = columns[column];
        int signs = 0;
        for (int i = 0; i < n; i++) {
            signs |= numbers[i];
        }
        if (signs >= 0) {
            return ColumnGather.gather(source, numbers, n);
        }
        int[] sourceOf = new int[n];
        int[] rowOf = new int[n];
        for (int i = 0; i < n; i++) {
            sourceOf[i] = numbers[i] < 0 ? 1 : 0;
            rowOf[i] = Math.max(0, numbers[i]);
        }
        return ColumnGather.gather(new Column[] {source, oneNull(source)}, sourceOf, rowOf, n);
    }

    /** A row of NULL; for text over the same bytes, so that nothing has to be copied together. */
    private static Column oneNull(Column like) {
        if (like instanceof BytesColumn text) {
            return new BytesColumn(text.data(), new int[1], new int[1], new long[] {1});
        }
        ColumnBuilder builder = ColumnBuilder.of(like.storage(), 1);
        builder.appendNull();
        return builder.build();
    }

    @Override
    public void append(int number, int column, ColumnBuilder builder) {
        builder.append(columns[column], number);
    }

    /** The rows belong to the first partition, whatever their keys are: who has one has all. */
    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        boolean has = index != null && first == 0;
        writer.writeLong(FORMAT);
        writer.writeLong(has ? 1 : 0);
        if (!has) {
            return;
        }
        writer.writeLong(loadedMillis);
        writer.writeLong(count);
        RowStore rows = new RowStore(schema, 0);
        int[] numbers = new int[count];
        ChangeBatch all = ChangeBatch.inserts(count, columns, 0, Watermarks.absent());
        rows.add(all, IntStream.range(0, count).toArray(), count, numbers);
        for (int number : numbers) {
            rows.write(number, writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "looked-up rows");
        if (reader.readLong() == 0) {
            return;
        }
        loadedMillis = reader.readLong();
        RowStore rows = new RowStore(schema, 0);
        int[] numbers = new int[Math.toIntExact(reader.readLong())];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = rows.read(reader);
        }
        Column[] read = new Column[schema.size()];
        rows.columns(numbers, numbers.length, read, 0);
        set(read, numbers.length);
    }

    @Override
    public long bytes() {
        return index == null ? 0 : OwnedColumns.bytes(columns, count) + index.bytes();
    }
}
