// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.operators.Tick;
import org.jspecify.annotations.Nullable;

/**
 * What stands for chance: a hash of the row's position, and of the job's seed with the call's number or of the call's own seed, so that a replay repeats it. The mixing
 * is that of SplitMix64 (Steele, Lea and Flood, 2014).
 */
final class PositionHash {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long number;
    private final @Nullable Long seed;

    private PositionHash(long number, @Nullable Long seed) {
        this.number = number;
        this.seed = seed;
    }

    /** That of a call whose arguments are its number and perhaps a seed. */
    static PositionHash of(Call call) {
        Long number = literal(call, 0);
        return new PositionHash(number == null ? 0 : number, call.arguments().size() > 1 ? literal(call, 1) : null);
    }

    /** What all hashes of a tick have in common. */
    long stream(Tick tick) {
        return seed == null ? mix(tick.seed() + GOLDEN * (number + 1)) : mix(mix(seed + GOLDEN));
    }

    /** The {@code n}-th hash of a stream. */
    static long at(long stream, long n) {
        return mix(stream + GOLDEN * (n + 1));
    }

    private static @Nullable Long literal(Call call, int argument) {
        return call.arguments().get(argument) instanceof Literal literal && literal.value() instanceof Long value
                ? value
                : null;
    }

    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
