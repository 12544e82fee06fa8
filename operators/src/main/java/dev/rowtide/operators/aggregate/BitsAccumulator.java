// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.operators.state.BitCounters;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * The bits of integers combined. Its words: the values that count, the result (as {@link Extreme} has it), and a block of counters where values may be taken back. BIT_OR counts
 * where bits are 1 and BIT_AND where they are 0; BIT_XOR takes a value back as it added it.
 */
final class BitsAccumulator extends Accumulator {

    private static final int BLOCK = 2;

    private final AggregateFunction function;
    private final int column;
    private final boolean counts;
    private final BitCounters counters = new BitCounters();
    private long[] values = {};

    /** @param retracts whether rows may be taken back */
    BitsAccumulator(AggregateFunction function, int column, boolean retracts) {
        super(3);
        this.function = function;
        this.column = column;
        counts = retracts && function != AggregateFunction.BIT_XOR;
    }

    @Override
    void bind(ChangeBatch batch) {
        values = batch.longs(column).values();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        long value = values[row];
        boolean first = records[at + Extreme.PRESENT] == 0;
        records[at + Extreme.PRESENT] += weight;
        if (counts) {
            long bits = function == AggregateFunction.BIT_AND ? ~value : value;
            records[at + BLOCK] = counters.add((int) records[at + BLOCK], bits, weight);
        } else if (function == AggregateFunction.BIT_XOR) {
            records[at + Extreme.VALUE] ^= value;
        } else if (first) {
            records[at + Extreme.VALUE] = value;
        } else if (function == AggregateFunction.BIT_AND) {
            records[at + Extreme.VALUE] &= value;
        } else {
            records[at + Extreme.VALUE] |= value;
        }
    }

    @Override
    void settle(long[] records, int at) {
        if (counts) {
            long bits = counters.bits((int) records[at + BLOCK]);
            records[at + Extreme.VALUE] = function == AggregateFunction.BIT_AND ? ~bits : bits;
        }
    }

    @Override
    void clear(long[] records, int at) {
        counters.free((int) records[at + BLOCK]);
        super.clear(records, at);
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        counters.write((int) records[at + BLOCK], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        records[at + BLOCK] = counters.read(reader);
    }

    @Override
    long bytes() {
        return counters.bytes();
    }
}
