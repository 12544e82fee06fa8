// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.KeyedOperator;
import dev.rowtide.operators.change.NetChanges;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * Keeps the live rows of each sink key and shows the latest, or the earliest: {@code +I} for the first, {@code +U} when another is to be shown, {@code -D} with the last. A
 * row that is taken back while it is not shown goes in silence. The net effect of a position counts: an update of a key's only row is one {@code +U}.
 *
 * <p>A retraction takes back the oldest row that it matches, in the input's key if that has one, else whole; if it matches none it is counted. A
 * row put again under an input key that is still live takes the place of the one before.
 *
 * <p>Where there must be no conflicts, a position, or a tick, fails that leaves a key with rows that differ.
 */
public final class UpsertMaterializeOperator extends KeyedOperator {

    private final boolean hasInputKey;
    private final LiveRows rows;
    private final boolean tellsExpiry;

    public UpsertMaterializeOperator(UpsertMaterialize node, OperatorSettings settings) {
        this(node, new LiveRows(node.schema(), node.keys(), node.inputKeys(), node.ttl()), settings);
    }

    private UpsertMaterializeOperator(UpsertMaterialize node, LiveRows rows, OperatorSettings settings) {
        super(
                new NetChanges(
                        node.schema(),
                        rows.keys(),
                        rows.store(),
                        node.conflicts() == ConflictAction.DEDUPLICATE ? rows::latest : rows::earliest,
                        settings.everyChange(),
                        node.mode().updateBefore()),
                rows.expiry());
        this.rows = rows;
        hasInputKey = node.inputKeys() != null;
        tellsExpiry = node.ttl().told();
        if (node.conflicts() == ConflictAction.ERROR) {
            KeyConflict conflict = new KeyConflict(node, settings.zone());
            changes().setCheck(at -> failOnConflict(at, conflict));
        }
    }

    private void failOnConflict(int at, KeyConflict conflict) {
        int first = rows.earliest(at);
        for (int other = first; other != LiveRows.NONE; other = rows.next(other)) {
            if (!rows.store().equals(first, other)) {
                throw conflict.of(rows.store(), first, other);
            }
        }
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        changes().apply(batch, batch.size(), touched(batch, tick), this::apply, output);
    }

    @Override
    protected void locate(ChangeBatch batch, int[] at) {
        rows.locate(batch, at);
    }

    private void apply(int at, ChangeBatch batch, int row) {
        if (RowKind.isRetraction(batch.kind(row))) {
            takeBack(at, batch, row);
        } else {
            put(at, batch, row);
        }
    }

    private void put(int at, ChangeBatch batch, int row) {
        int same = hasInputKey ? rows.oldestMatch(at, batch, row) : LiveRows.NONE;
        changes().touch(at);
        if (same == LiveRows.NONE) {
            rows.append(at, batch, row);
        } else {
            rows.replace(at, same, batch, row);
            changes().release(at, same);
        }
    }

    private void takeBack(int at, ChangeBatch batch, int row) {
        int oldest = rows.oldestMatch(at, batch, row);
        if (oldest == LiveRows.NONE) {
            changes().noteUnknownRetraction();
            return;
        }
        changes().touch(at);
        rows.unlink(at, oldest, batch, row);
        changes().release(at, oldest);
    }

    @Override
    protected void takeOut(int at) {
        if (tellsExpiry) {
            changes().touch(at);
        }
        while (rows.earliest(at) != LiveRows.NONE) {
            int row = rows.unlinkEarliest(at);
            if (tellsExpiry) {
                changes().release(at, row);
            } else {
                rows.store().free(row);
            }
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        rows.snapshot(first, last, writer);
        changes().snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        rows.restore(reader);
        changes().restore(reader);
    }

    @Override
    public long stateBytes() {
        return rows.bytes();
    }
}
