// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.PositionwiseOperator;
import dev.rowtide.operators.merge.ColumnGather;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Each row with the rows of its key that a table outside has. A batch asks once for all keys that it needs. A row that is taken back takes back what it was joined with; an
 * update of a row that had one match by one that has one is an update.
 *
 * <p>Where the table can't be read, or the condition fails, the rows before the first one that is concerned go out, and the job fails at that.
 */
public final class LookupJoinOperator extends PositionwiseOperator {

    /** The kind of what is taken back without a word, as the row behind it takes its place. */
    private static final byte UNTOLD = -1;

    private final boolean updateBefore;
    private final int inputColumns;
    private final int tableColumns;
    private final int[] keys;
    private final LookedUpRows table;
    private final @Nullable JoinedRows joined;
    private final Matches matches;
    private final BatchBuilder builder;
    private int[] asking = new int[64];
    private long unknownRetractions;

    /** @param reader asks the table */
    public LookupJoinOperator(LookupJoin node, LookupReader reader, OperatorSettings settings) {
        super(node.input(), node.schema());
        updateBefore = node.mode().updateBefore();
        inputColumns = node.input().schema().size();
        tableColumns = node.columns().size();
        keys = node.inputKeys().stream().mapToInt(Integer::intValue).toArray();
        table = node.caching().scope() == LookupCaching.Scope.ALL
                ? new WholeTable(node, reader)
                : new LookupCache(node, reader);
        joined = node.remembers() ? new JoinedRows(node) : null;
        matches = new Matches(node, table, settings);
        builder = new BatchBuilder(node.schema());
    }

    @Override
    protected void apply(ChangeBatch batch, int from, int to, Tick tick, Output output) {
        int n = askingRows(batch, from, to);
        int[] first = new int[n];
        try {
            table.find(batch, keys, asking, n, tick.nowMillis(), first);
        } catch (EngineException e) {
            long failed = batch.position(asking[table.firstAsked()]);
            joinBelow(failed, batch, from, to, tick, output);
            throw new RowFailure(failed, e);
        }
        if (isAppendOnly() && from == 0 && to == batch.size() && joinOneEach(batch, n, first, output)) {
            return;
        }
        RowFailure failure = matches.find(batch, asking, n, first, tick);
        if (failure != null) {
            joinBelow(failure.position(), batch, from, to, tick, output);
            throw failure;
        }
        if (isAppendOnly()) {
            emitInserts(batch, from, to, output);
        } else {
            emitChanges(batch, from, to, output);
        }
    }

    /** Joins a batch none of whose rows has several matches: its own columns stay as they are. Whether it was one. */
    private boolean joinOneEach(ChangeBatch batch, int n, int[] first, Output output) {
        int[] numbers = new int[batch.rows()];
        int[] matched = new int[batch.size()];
        int count = matches.findOneEach(batch, asking, n, first, numbers, matched);
        if (count < 0) {
            return false;
        }
        if (count > 0) {
            Column[] columns = batch.columns().toArray(new Column[inputColumns + tableColumns]);
            for (int c = 0; c < tableColumns; c++) {
                columns[inputColumns + c] = table.column(c, numbers, numbers.length);
            }
            ChangeBatch joinedRows = batch.withColumns(columns);
            output.emit(count == batch.size() ? joinedRows : joinedRows.withSelection(matched, count));
        }
        return true;
    }

    /** Joins the rows before a position, of which nothing fails. */
    private void joinBelow(long position, ChangeBatch batch, int from, int to, Tick tick, Output output) {
        int end = from;
        while (end < to && batch.position(batch.row(end)) < position) {
            end++;
        }
        if (end > from) {
            apply(batch, from, end, tick, output);
        }
    }

    /** The rows that ask: those that come, and where nothing is remembered also those that go. A NULL key asks for nothing. */
    private int askingRows(ChangeBatch batch, int from, int to) {
        asking = asking.length < to - from ? new int[to - from] : asking;
        if (batch.selection() == null && batch.kinds() == null && !mayBeNull(batch)) {
            for (int i = from; i < to; i++) {
                asking[i - from] = i;
            }
            return to - from;
        }
        int n = 0;
        for (int i = from; i < to; i++) {
            int row = batch.row(i);
            boolean asks = joined == null || !RowKind.isRetraction(batch.kind(row));
            for (int k = 0; asks && k < keys.length; k++) {
                asks = !batch.column(keys[k]).isNull(row);
            }
            if (asks) {
                asking[n++] = row;
            }
        }
        return n;
    }

    private boolean mayBeNull(ChangeBatch batch) {
        for (int key : keys) {
            if (batch.column(key).nulls() != null) {
                return true;
            }
        }
        return false;
    }

    private void emitInserts(ChangeBatch batch, int from, int to, Output output) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += matches.count(batch.row(i));
        }
        if (count == 0) {
            return;
        }
        int[] rows = new int[count];
        int[] numbers = new int[count];
        long[] atPosition = new long[count];
        count = 0;
        for (int i = from; i < to; i++) {
            int row = batch.row(i);
            for (int match = matches.from(row); match < matches.to(row); match++) {
                rows[count] = row;
                numbers[count] = matches.numbers()[match];
                atPosition[count++] = batch.position(row);
            }
        }
        Column[] columns = new Column[inputColumns + tableColumns];
        for (int c = 0; c < inputColumns; c++) {
            columns[c] = ColumnGather.gather(batch.column(c), rows, count);
        }
        for (int c = 0; c < tableColumns; c++) {
            columns[inputColumns + c] = table.column(c, numbers, count);
        }
        output.emit(ChangeBatch.of(count, columns, null, atPosition, batch.watermarks()));
    }

    private void emitChanges(ChangeBatch batch, int from, int to, Output output) {
        for (int i = from; i < to; i++) {
            int row = batch.row(i);
            byte kind = batch.kind(row);
            if (isUpdate(batch, i, to)) {
                int after = batch.row(++i);
                boolean one = matches.count(after) == 1 && countBefore(batch, row) == 1;
                takeBack(batch, row, !one ? RowKind.MINUS_D : updateBefore ? RowKind.MINUS_U : UNTOLD);
                put(batch, after, one ? RowKind.PLUS_U : RowKind.PLUS_I);
            } else if (RowKind.isRetraction(kind)) {
                takeBack(batch, row, RowKind.MINUS_D);
            } else {
                put(batch, row, RowKind.PLUS_I);
            }
            if (builder.rows() >= ChangeBatch.ROWS_MAX) {
                output.emit(builder.build(batch.watermarks()));
            }
        }
        if (builder.rows() > 0) {
            output.emit(builder.build(batch.watermarks()));
        }
    }

    /** How many pairs a row has that is taken back; 0 if it is not known. */
    private int countBefore(ChangeBatch batch, int row) {
        return joined == null ? matches.count(row) : joined.count(joined.locate(batch, row));
    }

    /** @param kind that of what goes out, or {@link #UNTOLD} */
    private void takeBack(ChangeBatch batch, int row, byte kind) {
        if (joined == null) {
            for (int match = matches.from(row); kind != UNTOLD && match < matches.to(row); match++) {
                emitMatch(batch, row, match, kind);
            }
            return;
        }
        int at = joined.locate(batch, row);
        if (!joined.knows(at)) {
            unknownRetractions++;
            return;
        }
        JoinedRows memory = joined;
        memory.takeFirst(at, number -> {
            if (kind == UNTOLD) {
                return;
            }
            appendInput(batch, row);
            for (int c = 0; c < tableColumns; c++) {
                memory.append(number, c, builder.column(inputColumns + c));
            }
            builder.endRow(kind, batch.position(row));
        });
    }

    private void put(ChangeBatch batch, int row, byte kind) {
        for (int match = matches.from(row); match < matches.to(row); match++) {
            emitMatch(batch, row, match, kind);
        }
        if (joined != null) {
            joined.remember(batch, row, table, matches.numbers(), matches.from(row), matches.to(row));
        }
    }

    private void emitMatch(ChangeBatch batch, int row, int match, byte kind) {
        appendInput(batch, row);
        int number = matches.numbers()[match];
        for (int c = 0; c < tableColumns; c++) {
            ColumnBuilder column = builder.column(inputColumns + c);
            if (number < 0) {
                column.appendNull();
            } else {
                table.append(number, c, column);
            }
        }
        builder.endRow(kind, batch.position(row));
    }

    private void appendInput(ChangeBatch batch, int row) {
        for (int c = 0; c < inputColumns; c++) {
            builder.column(c).append(batch.column(c), row);
        }
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        table.snapshot(first, last, writer);
        if (joined != null) {
            joined.snapshot(first, last, writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        table.restore(reader);
        if (joined != null) {
            joined.restore(reader);
        }
    }

    @Override
    public long stateBytes() {
        return table.bytes() + (joined == null ? 0 : joined.bytes());
    }
}
