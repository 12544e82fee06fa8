// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.WideColumn;

/**
 * The sum of 128-bit numbers. Its words: the values that count, and the sum in 192 bits, upper part first; two numbers of 38 digits may have a sum that does
 * not fit in 128.
 */
final class WideSumAccumulator extends Accumulator {

    static final int COUNT = 0;
    static final int TOP = 1;
    static final int HIGH = 2;
    static final int LOW = 3;

    private final int column;
    private long[] high = {};
    private long[] low = {};

    WideSumAccumulator(int column) {
        super(4);
        this.column = column;
    }

    @Override
    void bind(ChangeBatch batch) {
        WideColumn values = (WideColumn) batch.column(column);
        high = values.high();
        low = values.low();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        records[at + COUNT] += weight;
        long valueTop = high[row] >> 63;
        long valueHigh = high[row];
        long valueLow = low[row];
        if (weight < 0) {
            valueLow = -valueLow;
            valueHigh = ~valueHigh + (valueLow == 0 ? 1 : 0);
            valueTop = ~valueTop + (valueLow == 0 && valueHigh == 0 ? 1 : 0);
        }
        long sumLow = records[at + LOW] + valueLow;
        int carry = Long.compareUnsigned(sumLow, valueLow) < 0 ? 1 : 0;
        long sumHigh = records[at + HIGH] + valueHigh;
        int carryHigh = Long.compareUnsigned(sumHigh, valueHigh) < 0 ? 1 : 0;
        sumHigh += carry;
        carryHigh += carry == 1 && sumHigh == 0 ? 1 : 0;
        records[at + LOW] = sumLow;
        records[at + HIGH] = sumHigh;
        records[at + TOP] += valueTop + carryHigh;
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        records[at + COUNT] += others[from + COUNT];
        long low = records[at + LOW] + others[from + LOW];
        int carry = Long.compareUnsigned(low, others[from + LOW]) < 0 ? 1 : 0;
        long high = records[at + HIGH] + others[from + HIGH];
        int carryHigh = Long.compareUnsigned(high, others[from + HIGH]) < 0 ? 1 : 0;
        high += carry;
        carryHigh += carry == 1 && high == 0 ? 1 : 0;
        records[at + LOW] = low;
        records[at + HIGH] = high;
        records[at + TOP] += others[from + TOP] + carryHigh;
    }

    @Override
    boolean isInvertible() {
        return true;
    }

    @Override
    void unmerge(long[] records, int at, Accumulator other, long[] others, int from) {
        records[at + COUNT] -= others[from + COUNT];
        long low = records[at + LOW];
        long high = records[at + HIGH];
        int borrow = Long.compareUnsigned(low, others[from + LOW]) < 0 ? 1 : 0;
        int borrowHigh = Long.compareUnsigned(high, others[from + HIGH]) < 0 ? 1 : 0;
        high -= others[from + HIGH];
        borrowHigh += borrow == 1 && high == 0 ? 1 : 0;
        records[at + LOW] = low - others[from + LOW];
        records[at + HIGH] = high - borrow;
        records[at + TOP] -= others[from + TOP] + borrowHigh;
    }
}
