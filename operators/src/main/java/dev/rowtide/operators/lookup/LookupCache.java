// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.LookupAnswer;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.plan.LookupCaching.Scope;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.merge.ColumnGather;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RowLists;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rows that a table outside gave, by key. Keys that are asked for are found in the younger of two generations, to which they come from the elder one or from outside;
 * when the younger has half of the keys that may be kept, it becomes the elder, and what was in that is forgotten.
 *
 * <p>Behind its columns a row has whether it is one, or stands for a key that has none; when it was read; and when it was last asked for.
 */
final class LookupCache implements LookedUpRows {

    private static final long FORMAT = 2;

    /** When it was read, of what is not to be used by a later batch. */
    private static final long FORGET = Long.MIN_VALUE;

    private static final Column UNREAD = new LongColumn(new long[0], null);

    private final LookupReader reader;
    private final LookupCaching caching;
    private final int columns;
    private final int[] keys;
    private final int isRow;
    private final int readAt;
    private final int askedAt;
    private final Schema schema;
    private RowLists young;
    private RowLists old;
    private int firstAsked = NONE;

    LookupCache(LookupJoin node, LookupReader reader) {
        this.reader = reader;
        caching = node.caching();
        columns = node.columns().size();
        keys = node.tableKeys().stream().mapToInt(Integer::intValue).toArray();
        isRow = columns;
        readAt = columns + 1;
        askedAt = columns + 2;
        List<Field> fields = new ArrayList<>();
        for (int column : node.columns()) {
            fields.add(node.table().schema().fields().get(column));
        }
        fields.add(new Field("$is_row", Type.BOOLEAN));
        fields.add(new Field("$read_at", Type.BIGINT));
        fields.add(new Field("$asked_at", Type.BIGINT));
        schema = new Schema(fields);
        young = new RowLists(schema, keys);
        old = new RowLists(schema, keys);
    }

    @Override
    public void find(ChangeBatch batch, int[] keyColumns, int[] rows, int n, long nowMillis, int[] first) {
        if (n == 0) {
            return;
        }
        ChangeBatch asked = byTableColumns(batch, keyColumns);
        int[] at = new int[n];
        firstAsked = 0;
        makeRoom();
        young.locate(asked, rows, n, at);
        int[] missing = new int[n];
        int count = missing(rows, n, at, nowMillis, missing);
        if (count > 0) {
            count = fromOld(asked, missing, count, nowMillis);
            ask(asked, missing, count, nowMillis);
            young.locate(asked, rows, n, at);
        }
        for (int i = 0; i < n; i++) {
            int number = young.first(at[i]);
            first[i] = number == NONE || young.rows().word(number, isRow) == 0 ? NONE : number;
        }
        firstAsked = NONE;
    }

    @Override
    public int firstAsked() {
        return firstAsked;
    }

    private ChangeBatch byTableColumns(ChangeBatch batch, int[] keyColumns) {
        Column[] asked = new Column[schema.size()];
        Arrays.fill(asked, UNREAD);
        for (int i = 0; i < keys.length; i++) {
            asked[keys[i]] = batch.column(keyColumns[i]);
        }
        return batch.withColumns(asked);
    }

    private void makeRoom() {
        boolean full = caching.keysMax() > 0 && young.table().live() >= Math.max(1, caching.keysMax() / 2);
        if (caching.scope() == Scope.NONE || full) {
            old = caching.scope() == Scope.NONE ? old : young;
            young = new RowLists(schema, keys);
        }
    }

    /** The rows whose keys are not known, each key once; how many. */
    private int missing(int[] rows, int n, int[] at, long nowMillis, int[] missing) {
        Set<Integer> seen = new HashSet<>();
        int count = 0;
        for (int i = 0; i < n; i++) {
            int first = young.first(at[i]);
            if (first != NONE && isFresh(young, first, nowMillis)) {
                young.rows().set(first, askedAt, nowMillis, 0);
            } else if (seen.add(at[i])) {
                if (count == 0) {
                    firstAsked = i;
                }
                missing[count++] = rows[i];
                clear(at[i]);
            }
        }
        return count;
    }

    private void clear(int at) {
        for (int number = young.first(at); number != NONE; number = young.first(at)) {
            young.remove(at, number);
        }
    }

    private boolean isFresh(RowLists lists, int first, long nowMillis) {
        long read = lists.rows().word(first, readAt);
        long asked = lists.rows().word(first, askedAt);
        return read != FORGET
                && (caching.afterWriteMillis() == 0 || nowMillis - read < caching.afterWriteMillis())
                && (caching.afterAccessMillis() == 0 || nowMillis - asked < caching.afterAccessMillis());
    }

    /** Takes the keys over that the elder generation knows; those that it does not stay in {@code missing}. */
    private int fromOld(ChangeBatch asked, int[] missing, int count, long nowMillis) {
        if (old.table().live() == 0) {
            return count;
        }
        int left = 0;
        for (int i = 0; i < count; i++) {
            int at = old.locate(asked, missing[i]);
            int first = old.first(at);
            if (first == NONE || !isFresh(old, first, nowMillis)) {
                missing[left++] = missing[i];
                continue;
            }
            old.rows().set(first, askedAt, nowMillis, 0);
            int size = old.size(at);
            int[] numbers = new int[size];
            int next = first;
            for (int r = 0; r < size; r++, next = old.next(next)) {
                numbers[r] = next;
            }
            Column[] copied = new Column[schema.size()];
            for (int c = 0; c < copied.length; c++) {
                copied[c] = old.rows().column(c, numbers, size);
            }
            append(ChangeBatch.inserts(size, copied, 0, Watermarks.absent()));
        }
        return left;
    }

    private void ask(ChangeBatch asked, int[] missing, int count, long nowMillis) {
        if (count == 0) {
            return;
        }
        Column[] keyColumns = new Column[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keyColumns[i] = ColumnGather.gather(asked.column(keys[i]), missing, count);
        }
        LookupAnswer answer = reader.rows(keyColumns, count);
        add(answer.columns(), answer.count(), true, nowMillis);
        int[] at = new int[count];
        young.locate(asked, missing, count, at);
        int without = 0;
        for (int i = 0; i < count; i++) {
            if (young.first(at[i]) == NONE) {
                missing[without++] = missing[i];
            }
        }
        if (without > 0) {
            Column[] absent = new Column[columns];
            for (int c = 0; c < columns; c++) {
                absent[c] = nulls(c, without);
            }
            for (int key : keys) {
                absent[key] = ColumnGather.gather(asked.column(key), missing, without);
            }
            add(List.of(absent), without, false, caching.missing() ? nowMillis : FORGET);
        }
    }

    private Column nulls(int column, int count) {
        ColumnBuilder builder = ColumnBuilder.of(schema.type(column).storage(), count);
        for (int i = 0; i < count; i++) {
            builder.appendNull();
        }
        return builder.build();
    }

    private void add(List<Column> given, int count, boolean areRows, long readMillis) {
        if (count == 0) {
            return;
        }
        Column[] all = given.toArray(new Column[schema.size()]);
        boolean[] flags = new boolean[count];
        Arrays.fill(flags, areRows);
        long[] times = new long[count];
        Arrays.fill(times, readMillis);
        all[isRow] = new BooleanColumn(flags, null);
        all[readAt] = new LongColumn(times, null);
        all[askedAt] = new LongColumn(times, null);
        append(ChangeBatch.inserts(count, all, 0, Watermarks.absent()));
    }

    private void append(ChangeBatch batch) {
        for (int row = 0; row < batch.rows(); row++) {
            young.append(young.locate(batch, row), batch, row);
        }
    }

    @Override
    public boolean isUnique() {
        return false;
    }

    @Override
    public int next(int number) {
        return young.next(number);
    }

    @Override
    public Column column(int column, int[] numbers, int n) {
        return young.rows().column(column, numbers, n);
    }

    @Override
    public void append(int number, int column, ColumnBuilder builder) {
        young.rows().append(number, column, builder);
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        young.snapshot(first, last, writer);
        old.snapshot(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "looked-up rows");
        young.restore(reader);
        old.restore(reader);
    }

    @Override
    public long bytes() {
        return young.bytes() + old.bytes();
    }
}
