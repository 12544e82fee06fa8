// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.normalize;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.NetChanges;
import dev.rowtide.operators.state.RecordExpiry;
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
public final class ChangelogNormalizeOperator implements Operator {

    private final RowTable table;
    private final NetChanges changes;
    private final @Nullable RowCondition condition;
    private final @Nullable RecordExpiry expiry;
    private final boolean tellsExpiry;
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];

    public ChangelogNormalizeOperator(ChangelogNormalize node, OperatorSettings settings) {
        table = new RowTable(node.schema(), node.keys().toArray(), node.ttl());
        expiry = table.expiry();
        tellsExpiry = node.ttl().told();
        changes = new NetChanges(
                node.schema(),
                table.table(),
                table.rows(),
                table::row,
                settings.everyChange(),
                node.mode().updateBefore());
        if (expiry != null && !tellsExpiry) {
            changes.setRepeats();
        }
        condition = node.condition() == null ? null : new RowCondition(node.condition(), node.schema(), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (addresses.length < batch.size()) {
            addresses = new int[batch.size()];
        }
        table.locate(batch, batch.selection(), batch.size(), addresses);
        if (expiry != null) {
            expiry.touch(addresses, batch.size(), tick.nowMillis());
        }
        RowCondition rows = condition;
        if (rows == null) {
            changes.apply(batch, batch.size(), addresses, this::apply, output);
            return;
        }
        int sound = rows.evaluate(batch, tick);
        changes.apply(batch, sound, addresses, this::apply, output);
        if (sound < batch.size()) {
            RowFailure failure = rows.failureAfter(batch, sound);
            changes.endTick(failure.position(), output);
            throw failure;
        }
    }

    private void apply(int at, ChangeBatch batch, int row) {
        boolean retraction = RowKind.isRetraction(batch.kind(row));
        boolean present = !retraction && (condition == null || condition.isTrue(row));
        int stored = table.row(at);
        if (stored < 0 && !present) {
            if (retraction && condition == null) {
                changes.noteUnknownRetraction();
            }
            return;
        }
        if (stored >= 0 && present && table.rows().equals(stored, batch, row)) {
            if (expiry != null && !tellsExpiry) {
                changes.touch(at);
            }
            return;
        }
        changes.touch(at);
        if (stored >= 0) {
            table.take(at);
            changes.release(at, stored);
        }
        if (present) {
            table.put(at, batch, row);
        }
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        changes.advance(position, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        changes.endTick(position, output);
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        if (expiry == null) {
            return;
        }
        changes.open(position, output);
        int count = expiry.take(tick.nowMillis());
        for (int i = 0; i < count; i++) {
            int at = expiry.expired()[i];
            if (tellsExpiry) {
                changes.touch(at);
                changes.release(at, table.take(at));
            } else {
                table.remove(at);
            }
        }
        changes.noteExpired(count);
    }

    @Override
    public long expired() {
        return changes.expired();
    }

    /** Those of keys that had no row; not counted with a condition, where that is no sign of anything wrong. */
    @Override
    public long unknownRetractions() {
        return changes.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        table.snapshot(first, last, writer);
        changes.snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        table.restore(reader);
        changes.restore(reader);
    }

    @Override
    public long stateBytes() {
        return table.bytes();
    }
}
