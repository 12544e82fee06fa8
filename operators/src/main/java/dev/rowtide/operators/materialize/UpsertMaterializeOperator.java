// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.NetChanges;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * Keeps the live rows of each sink key and emits the latest: {@code +I} for the first, {@code +U} when another becomes the latest, {@code -D} with the last. A
 * row that is taken back while it is not the latest goes in silence. The net effect of a position counts: an update of a key's only row is one {@code +U}.
 *
 * <p>A retraction takes back the oldest row that it matches, in the input's key if that has one, else whole; if it matches none it is counted. A
 * row put again under an input key that is still live takes the place of the one before.
 */
public final class UpsertMaterializeOperator implements Operator {

    private final boolean hasInputKey;
    private final LiveRows rows;
    private final NetChanges changes;
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];

    public UpsertMaterializeOperator(UpsertMaterialize node, OperatorSettings settings) {
        hasInputKey = node.inputKeys() != null;
        rows = new LiveRows(node.schema(), node.keys(), node.inputKeys());
        changes = new NetChanges(
                node.schema(),
                rows.keys(),
                rows.store(),
                rows::latest,
                settings.everyChange(),
                node.mode().updateBefore());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (addresses.length < batch.size()) {
            addresses = new int[batch.size()];
        }
        rows.locate(batch, addresses);
        changes.apply(batch, batch.size(), addresses, this::apply, output);
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
        changes.touch(at);
        if (same == LiveRows.NONE) {
            rows.append(at, batch, row);
        } else {
            rows.replace(at, same, batch, row);
            changes.release(at, same);
        }
    }

    private void takeBack(int at, ChangeBatch batch, int row) {
        int oldest = rows.oldestMatch(at, batch, row);
        if (oldest == LiveRows.NONE) {
            changes.noteUnknownRetraction();
            return;
        }
        changes.touch(at);
        rows.unlink(at, oldest, batch, row);
        changes.release(at, oldest);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        changes.advance(position, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        changes.endTick(position, output);
    }

    /** Those that matched no live row. */
    @Override
    public long unknownRetractions() {
        return changes.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        rows.snapshot(first, last, writer);
        changes.snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        rows.restore(reader);
        changes.restore(reader);
    }

    @Override
    public long stateBytes() {
        return rows.bytes();
    }
}
