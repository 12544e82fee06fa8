// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.change;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.RecordExpiry;
import org.jspecify.annotations.Nullable;

/** An operator of one input that keeps rows by key, shows one row of each key or none, and emits how that changes. A key whose time to live is over is taken out. */
public abstract class KeyedOperator implements Operator {

    private final NetChanges changes;
    private final @Nullable RecordExpiry expiry;
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];

    /** @param expiry that of the keys' records, if they have any */
    protected KeyedOperator(NetChanges changes, @Nullable RecordExpiry expiry) {
        this.changes = changes;
        this.expiry = expiry;
    }

    /** Finds the records of a batch's keys: {@code at} gets the address of each row's, by its place. */
    protected abstract void locate(ChangeBatch batch, int[] at);

    /** Takes out all that the key has whose record is at an address, since it has expired. */
    protected abstract void takeOut(int at);

    /** What keys show, and how that changes. */
    protected final NetChanges changes() {
        return changes;
    }

    /** The addresses of the records of a batch's keys, by place, which have changed as of now; overwritten by the next call. */
    protected final int[] touched(ChangeBatch batch, Tick tick) {
        if (addresses.length < batch.size()) {
            addresses = new int[batch.size()];
        }
        locate(batch, addresses);
        if (expiry != null) {
            expiry.touch(addresses, batch.size(), tick.nowMillis());
        }
        return addresses;
    }

    @Override
    public final void advance(long position, Tick tick, Output output) {
        changes.advance(position, output);
    }

    @Override
    public final void endTick(long position, Tick tick, Output output) {
        changes.endTick(position, output);
    }

    @Override
    public final boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public final long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    @Override
    public final void expire(long position, Tick tick, Output output) {
        if (expiry == null) {
            return;
        }
        changes.open(position, output);
        int count = expiry.take(tick.nowMillis());
        for (int i = 0; i < count; i++) {
            takeOut(expiry.expired()[i]);
        }
        changes.noteExpired(count);
    }

    @Override
    public final long expired() {
        return changes.expired();
    }

    @Override
    public final long unknownRetractions() {
        return changes.unknownRetractions();
    }
}
