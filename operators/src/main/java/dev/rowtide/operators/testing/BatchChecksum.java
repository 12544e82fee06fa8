// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;

/** A hash over all that a reader of a batch can see, so that a later write shows. Bytes that no slice covers may be written, as an arena's end is. */
final class BatchChecksum {

    private BatchChecksum() {}

    static long of(ChangeBatch batch) {
        long sum = batch.size();
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            sum = mix(mix(mix(sum, row), batch.kind(row)), batch.position(row));
            for (Column column : batch.columns()) {
                sum = column.isNull(row) ? mix(sum, -1) : mixValue(sum, column, row);
            }
        }
        return sum;
    }

    private static long mixValue(long sum, Column column, int row) {
        if (column instanceof LongColumn longs) {
            return mix(sum, longs.values()[row]);
        }
        if (column instanceof DoubleColumn doubles) {
            return mix(sum, Double.doubleToRawLongBits(doubles.values()[row]));
        }
        if (column instanceof BooleanColumn booleans) {
            return mix(sum, booleans.values()[row] ? 1 : 0);
        }
        if (column instanceof WideColumn wides) {
            return mix(mix(sum, wides.high()[row]), wides.low()[row]);
        }
        BytesColumn bytes = (BytesColumn) column;
        long slice = mix(sum, bytes.lengths()[row]);
        for (int i = 0; i < bytes.lengths()[row]; i++) {
            slice = mix(slice, bytes.data()[bytes.starts()[row] + i]);
        }
        return slice;
    }

    private static long mix(long sum, long value) {
        return (sum ^ value) * 0x9E37_79B9_7F4A_7C15L + 1;
    }
}
