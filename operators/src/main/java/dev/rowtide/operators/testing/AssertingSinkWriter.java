// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import java.util.stream.IntStream;

/**
 * Stands in front of a sink under any test and fails on a changelog that no sink should get: a kind that the mode does
 * not have, a {@code -U} and a {@code +U} of one position that are not neighbours, a position that falls, and a
 * retraction of a row, or by primary key of a key, that is not in.
 */
public final class AssertingSinkWriter implements SinkWriter {

    private static final long NONE = Long.MIN_VALUE;

    private final SinkWriter sink;
    private final Table table;
    private final ChangelogMode mode;
    private final ChangelogFold fold;
    /** Without the old rows of updates nobody knows which keys are in: an upsert source's deletes are passed on. */
    private final boolean mayDeleteUnknownKeys;
    /** Where filters above one source come together again, each may let pass one half of an update, and another half than its neighbour. */
    private final boolean mayPart;

    private long lastPosition = NONE;
    private RowKind lastKind = RowKind.INSERT;
    /** The halves of updates at the last position that have no partner beside them so far. */
    private int loneBefore;

    private int loneAfter;
    /** Whether halves stand apart at the last position, unless the next row is the new one of the old row that came last. */
    private boolean parted;

    private AssertingSinkWriter(
            SinkWriter sink,
            Table table,
            ChangelogMode mode,
            ChangelogFold fold,
            boolean mayDeleteUnknownKeys,
            boolean mayPart) {
        this.sink = sink;
        this.table = table;
        this.mode = mode;
        this.fold = fold;
        this.mayDeleteUnknownKeys = mayDeleteUnknownKeys;
        this.mayPart = mayPart;
    }

    /**
     * In front of a sink of the encoding: an upsert sink puts and deletes by its table's primary key, others take whole
     * rows.
     */
    public static SinkWriter before(SinkWriter sink, Table table, Sink.Encoding encoding, ChangelogMode mode) {
        return before(sink, table, encoding, mode, false);
    }

    /**
     * The same.
     *
     * @param mayPart whether single halves of updates may meet at one position, as behind a UNION ALL of filters over one source
     */
    public static SinkWriter before(
            SinkWriter sink, Table table, Sink.Encoding encoding, ChangelogMode mode, boolean mayPart) {
        int[] key = table.primaryKey().stream()
                .mapToInt(name -> indexOf(name, table))
                .toArray();
        ChangelogFold fold = encoding == Sink.Encoding.UPSERT
                ? ChangelogFold.byKey(table.schema(), key)
                : ChangelogFold.ofRows(table.schema());
        boolean mayDeleteUnknownKeys = encoding == Sink.Encoding.UPSERT && !mode.updateBefore();
        return new AssertingSinkWriter(sink, table, mode, fold, mayDeleteUnknownKeys, mayPart);
    }

    private static int indexOf(String name, Table table) {
        return IntStream.range(0, table.schema().size())
                .filter(column -> table.schema().name(column).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void write(ChangeBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            if (batch.position(row) < lastPosition) {
                throw wrong(batch, row, "is before the position of the change before it");
            }
            check(batch, row);
            if (!mode.isAppendOnly()) {
                fold.add(batch, row);
            }
            if (fold.violation() != null && !mayDeleteUnknownKeys) {
                throw new AssertionError(table.name() + ": " + fold.violation());
            }
        }
        sink.write(batch);
    }

    private void check(ChangeBatch batch, int row) {
        RowKind kind = RowKind.of(batch.kind(row));
        long position = batch.position(row);
        boolean expected = switch (kind) {
            case INSERT -> mode.insert();
            case UPDATE_BEFORE -> mode.updateBefore();
            case UPDATE_AFTER -> mode.updateAfter();
            case DELETE -> mode.delete();
        };
        if (!expected) {
            throw wrong(batch, row, "is of a kind that " + mode + " does not have");
        }
        boolean joins = position == lastPosition
                && lastKind == RowKind.UPDATE_BEFORE
                && kind == RowKind.UPDATE_AFTER
                && loneBefore > 0;
        if (!joins && parted) {
            throw wrong(batch, row, "comes after an old row that stands apart from the new one at its position");
        }
        if (position != lastPosition) {
            lastPosition = position;
            loneBefore = 0;
            loneAfter = 0;
        }
        loneBefore += kind == RowKind.UPDATE_BEFORE ? 1 : joins ? -1 : 0;
        loneAfter += kind == RowKind.UPDATE_AFTER && !joins ? 1 : 0;
        lastKind = kind;
        parted = mode.updateBefore() && !mayPart && loneBefore > 0 && loneAfter > 0;
        if (parted && kind != RowKind.UPDATE_BEFORE) {
            throw wrong(batch, row, "stands at the position of another half of an update, and apart from it");
        }
    }

    private AssertionError wrong(ChangeBatch batch, int row, String what) {
        StringBuilder text = new StringBuilder(table.name()).append(": ");
        ChangeText.printRow(batch, row, table.schema(), text);
        return new AssertionError(text.append(" at position ")
                .append(batch.position(row))
                .append(' ')
                .append(what));
    }

    @Override
    public void endTick() {
        sink.endTick();
    }

    @Override
    public void finish() {
        sink.finish();
    }

    @Override
    public long messages() {
        return sink.messages();
    }

    @Override
    public void close() {
        sink.close();
    }
}
