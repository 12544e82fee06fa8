// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** Columns of key words that lie in records. */
final class KeyColumns {

    private KeyColumns() {}

    /**
     * A column of one word per record.
     *
     * @param at the records' addresses
     * @param offset where the word lies in a record
     * @param nullTagBit the bit of the tag that says that it is NULL
     */
    static Column ofWords(RecordTable table, int[] at, int n, int offset, int nullTagBit, Storage storage) {
        long[] records = table.records();
        long[] nulls = nulls(records, at, n, nullTagBit);
        switch (storage) {
            case LONG -> {
                long[] values = new long[n];
                for (int i = 0; i < n; i++) {
                    values[i] = records[at[i] + offset];
                }
                return new LongColumn(values, nulls);
            }
            case DOUBLE -> {
                double[] values = new double[n];
                for (int i = 0; i < n; i++) {
                    values[i] = Double.longBitsToDouble(records[at[i] + offset]);
                }
                return new DoubleColumn(values, nulls);
            }
            case BOOLEAN -> {
                boolean[] values = new boolean[n];
                for (int i = 0; i < n; i++) {
                    values[i] = records[at[i] + offset] != 0;
                }
                return new BooleanColumn(values, nulls);
            }
            case BYTES, WIDE -> throw new IllegalArgumentException(storage + " does not fit in a word");
        }
        throw new AssertionError(storage);
    }

    /** The records whose tag has the bit, as a null bitmap. */
    static long @Nullable [] nulls(long[] records, int[] at, int n, int tagBit) {
        long[] nulls = null;
        for (int i = 0; i < n; i++) {
            if ((records[at[i]] & tagBit) != 0) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }
}
