// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.normalize;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.KeyedOperator;
import dev.rowtide.operators.change.NetChanges;
import dev.rowtide.operators.state.RowTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last row of each key. {@code +I} and {@code +U} put it, {@code -U} and {@code -D} remove it, by their key alone; out comes what the table of rows
 * went through: {@code +I} for a new key, {@code -U +U} for another row, {@code -D} with the whole row, nothing for an equal row or an unknown key. An
 * input that repeats itself does no harm.
 *
 * <p>With a condition, a row on which it is not TRUE counts as absent.
 *
 * <p>With a time to live, a key that no change has come for in that time is removed; or it is forgotten in silence, and then equal rows are told of again, so that
 * what is behind does not forget the key.
 */
public final class ChangelogNormalizeOperator extends KeyedOperator {

    private final RowTable table;
    private final @Nullable RowCondition condition;
    private final boolean tellsExpiry;

    /** Whether keys are forgotten in silence, so that equal rows are told again. */
    private final boolean repeats;

    public ChangelogNormalizeOperator(ChangelogNormalize node, OperatorSettings settings) {
        this(node, new RowTable(node.schema(), node.keys().toArray(), node.ttl()), settings);
    }

    private ChangelogNormalizeOperator(ChangelogNormalize node, RowTable table, OperatorSettings settings) {
        super(
                new NetChanges(
                        node.schema(),
                        table.table(),
                        table.rows(),
                        table::row,
                        settings.everyChange(),
                        node.mode().updateBefore()),
                table.expiry());
        this.table = table;
        tellsExpiry = node.ttl().told();
        repeats = table.expiry() != null && !tellsExpiry;
        if (repeats) {
            changes().setRepeats();
        }
        condition = node.condition() == null ? null : new RowCondition(node.condition(), node.schema(), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int[] addresses = touched(batch, tick);
        RowCondition rows = condition;
        if (rows == null) {
            changes().apply(batch, batch.size(), addresses, this::apply, output);
            return;
        }
        int sound = rows.evaluate(batch, tick);
        changes().apply(batch, sound, addresses, this::apply, output);
        if (sound < batch.size()) {
            RowFailure failure = rows.failureAfter(batch, sound);
            changes().endTick(failure.position(), output);
            throw failure;
        }
    }

    @Override
    protected void locate(ChangeBatch batch, int[] at) {
        table.locate(batch, batch.selection(), batch.size(), at);
    }

    /** A retraction of a key that has no row is counted; with a condition that is no sign of anything wrong. */
    private void apply(int at, ChangeBatch batch, int row) {
        boolean retraction = RowKind.isRetraction(batch.kind(row));
        boolean present = !retraction && (condition == null || condition.isTrue(row));
        int stored = table.row(at);
        if (stored < 0 && !present) {
            if (retraction && condition == null) {
                changes().noteUnknownRetraction();
            }
            return;
        }
        if (stored >= 0 && present && table.rows().equals(stored, batch, row)) {
            if (repeats) {
                changes().touch(at);
            }
            return;
        }
        changes().touch(at);
        if (stored >= 0) {
            table.take(at);
            changes().release(at, stored);
        }
        if (present) {
            table.put(at, batch, row);
        }
    }

    @Override
    protected void takeOut(int at) {
        if (tellsExpiry) {
            changes().touch(at);
            changes().release(at, table.take(at));
        } else {
            table.remove(at);
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        table.snapshot(first, last, writer);
        changes().snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        table.restore(reader);
        changes().restore(reader);
    }

    @Override
    public long stateBytes() {
        return table.bytes();
    }
}
