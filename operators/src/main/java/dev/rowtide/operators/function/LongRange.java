// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.type.Type;

/**
 * The smallest and the largest stored value of a type of LONG storage.
 *
 * @param min the smallest
 * @param max the largest
 */
public record LongRange(long min, long max) {

    /** All numbers. */
    public static final LongRange ALL = new LongRange(Long.MIN_VALUE, Long.MAX_VALUE);

    /** The range of a type of LONG storage. */
    public static LongRange of(Type type) {
        return switch (type.kind()) {
            case TINYINT -> new LongRange(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> new LongRange(Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> new LongRange(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case DECIMAL -> {
                long bound = Decimals.power(type.precision());
                yield new LongRange(1 - bound, bound - 1);
            }
            default -> ALL;
        };
    }

    /** Whether the value lies in the range. */
    public boolean contains(long value) {
        return min <= value && value <= max;
    }
}
