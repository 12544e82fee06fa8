// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.type.Storage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Which of ordered values is asked for.
 *
 * @param fraction how far from the front it is, from 0 to 1; null for the commonest value
 * @param between whether a place between two values means a number between them
 * @param descending whether the greatest value is in front
 */
record RankedRead(@Nullable BigDecimal fraction, boolean between, boolean descending) {

    /** What a call asks for; null for one that asks for something else. */
    static @Nullable RankedRead of(AggregateCall call) {
        boolean descending = !call.order().isEmpty() && call.order().get(0).descending();
        return switch (call.function()) {
            case MODE -> new RankedRead(null, false, false);
            case PERCENTILE_CONT, PERCENTILE_DISC, APPROX_QUANTILE ->
                new RankedRead(
                        (BigDecimal) call.parameters().get(0),
                        call.function() != AggregateFunction.PERCENTILE_DISC,
                        descending);
            default -> null;
        };
    }

    /** How the answer is stored, of values that are stored so. */
    Storage storage(Storage values) {
        return between ? Storage.DOUBLE : values;
    }

    /** How many of {@code size} values are less than the one of which the fraction is reached, counting it in. */
    long place(long size) {
        long reached = product(size).setScale(0, RoundingMode.CEILING).longValue();
        return fromFront(Math.max(0, reached - 1), size);
    }

    /** The place at or before the fraction of the way from the first to the last of {@code size} values. */
    long placeBefore(long size) {
        return product(size - 1).setScale(0, RoundingMode.FLOOR).longValue();
    }

    /** How far it is from that place to the next one, from 0 to less than 1. */
    double shareOfNext(long size) {
        return product(size - 1).remainder(BigDecimal.ONE).doubleValue();
    }

    /** The place among rising values of the one at a place among values in the order asked for. */
    long fromFront(long place, long size) {
        return descending ? size - 1 - place : place;
    }

    private BigDecimal product(long factor) {
        return fraction == null ? BigDecimal.ZERO : fraction.multiply(BigDecimal.valueOf(factor));
    }
}
