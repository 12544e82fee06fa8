// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.function.Supplier;

/** An operator that is replaced at the end of every tick by a fresh one that is given its state: nobody may tell it from one that stays. */
public final class Restoring implements Operator {

    /** What happens to an operator after a tick. */
    public enum Way {
        NONE,
        /** One snapshot of everything, restored into a fresh operator. */
        WHOLE,
        /** Two snapshots of half the partitions each, restored into one fresh operator. */
        HALVES,
        /** Two such snapshots, restored into an operator each; snapshots of both restored into a third. */
        APART
    }

    private final Supplier<Operator> maker;
    private final Way way;
    private Operator operator;

    /** @param maker makes fresh operators, all alike */
    public Restoring(Supplier<Operator> maker, Way way) {
        this.maker = maker;
        this.way = way;
        this.operator = maker.get();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        operator.receive(input, batch, tick, output);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        operator.advance(position, tick, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        operator.endTick(position, tick, output);
        restore();
    }

    private void restore() {
        switch (way) {
            case NONE -> {}
            case WHOLE -> operator = restored(all(operator));
            case HALVES -> operator = restored(lowerHalf(operator), upperHalf(operator));
            case APART -> operator = restored(all(restored(lowerHalf(operator))), all(restored(upperHalf(operator))));
        }
        if (operator.stateBytes() < 0) {
            throw new AssertionError("the state occupies " + operator.stateBytes() + " bytes");
        }
    }

    private static byte[] all(Operator operator) {
        return snapshot(operator, 0, StateWriter.PARTITIONS - 1);
    }

    private static byte[] lowerHalf(Operator operator) {
        return snapshot(operator, 0, StateWriter.PARTITIONS / 2 - 1);
    }

    private static byte[] upperHalf(Operator operator) {
        return snapshot(operator, StateWriter.PARTITIONS / 2, StateWriter.PARTITIONS - 1);
    }

    private static byte[] snapshot(Operator operator, int first, int last) {
        StateBytes snapshot = new StateBytes();
        operator.snapshot(first, last, snapshot);
        return snapshot.toByteArray();
    }

    private Operator restored(byte[]... snapshots) {
        Operator fresh = maker.get();
        for (byte[] snapshot : snapshots) {
            StateBytes reader = StateBytes.of(snapshot);
            fresh.restore(reader);
            if (!reader.isExhausted()) {
                throw new AssertionError(
                        "restore left some of the " + snapshot.length + " bytes of the snapshot unread");
            }
        }
        return fresh;
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return operator.hasExpired(nowMillis);
    }

    @Override
    public long nextExpiryMillis() {
        return operator.nextExpiryMillis();
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        operator.expire(position, tick, output);
    }

    @Override
    public long expired() {
        return operator.expired();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        operator.snapshot(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        operator.restore(reader);
    }

    @Override
    public long unknownRetractions() {
        return operator.unknownRetractions();
    }

    @Override
    public long unpairedUpdates() {
        return operator.unpairedUpdates();
    }

    @Override
    public long stateBytes() {
        return operator.stateBytes();
    }
}
