// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.util.Arrays;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether a text or binary string is one of some constants, or none of them. */
final class BytesIn extends Predicate {

    /** Up to here trying each constant is faster than a search. */
    private static final int LINEAR_MAX = 8;

    private final byte[][] constants;
    private final boolean negated;

    /** @param constants rising, as unsigned bytes */
    private BytesIn(byte[][] constants, boolean negated) {
        this.constants = constants;
        this.negated = negated;
    }

    /** Equality, or its negation, with one constant. */
    static BytesIn of(byte[] constant, boolean negated) {
        return new BytesIn(new byte[][] {constant}, negated);
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn column = (BytesColumn) arguments[0];
        long[] nulls = column.nulls();
        byte[] data = column.data();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!Nulls.get(nulls, row)) {
                out[row] = contains(data, column.starts()[row], column.lengths()[row]) != negated;
            }
        }
        return new BooleanColumn(out, nulls);
    }

    private boolean contains(byte[] data, int start, int length) {
        if (constants.length > LINEAR_MAX) {
            return search(data, start, start + length);
        }
        for (byte[] constant : constants) {
            if (constant.length == length
                    && (length == 0 || constant[0] == data[start])
                    && Arrays.equals(data, start, start + length, constant, 0, length)) {
                return true;
            }
        }
        return false;
    }

    private boolean search(byte[] data, int start, int end) {
        int low = 0;
        int high = constants.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Arrays.compareUnsigned(data, start, end, constants[middle], 0, constants[middle].length);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return false;
    }

    @Override
    public @Nullable Predicate or(Predicate other) {
        return other instanceof BytesIn second && !negated && !second.negated ? union(second) : null;
    }

    @Override
    public @Nullable Predicate and(Predicate other) {
        return other instanceof BytesIn second && negated && second.negated ? union(second) : null;
    }

    private BytesIn union(BytesIn other) {
        TreeSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
        all.addAll(Arrays.asList(constants));
        all.addAll(Arrays.asList(other.constants));
        return new BytesIn(all.toArray(new byte[0][]), negated);
    }
}
