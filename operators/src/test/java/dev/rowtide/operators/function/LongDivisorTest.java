// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LongDivisorTest {

    private static final long[] EDGES = {
        0,
        1,
        -1,
        2,
        -2,
        3,
        7,
        -7,
        9,
        10,
        1_000_000,
        -1_000_000,
        Integer.MAX_VALUE,
        1L << 32,
        1L << 62,
        -(1L << 62),
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1
    };

    @Test
    void agreesWithTheProcessor() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 3_000; i++) {
            long divisor = i < EDGES.length ? EDGES[i] : random.nextLong() >>> random.nextInt(63);
            if (divisor < 1) {
                continue;
            }
            for (long edge : EDGES) {
                check(edge, divisor);
                check(divisor + edge, divisor);
            }
            for (int k = 0; k < 20; k++) {
                check(random.nextLong() >> random.nextInt(63), divisor);
                check(divisor * random.nextInt(-5, 6) + random.nextInt(-1, 2), divisor);
            }
        }
    }

    private static void check(long dividend, long divisor) {
        LongDivisor reciprocal = new LongDivisor(divisor);
        assertThat(reciprocal.quotient(dividend)).isEqualTo(dividend / divisor);
        assertThat(reciprocal.remainder(dividend)).isEqualTo(dividend % divisor);
        assertThat(reciprocal.floorQuotient(dividend)).isEqualTo(Math.floorDiv(dividend, divisor));
        assertThat(reciprocal.floorRemainder(dividend)).isEqualTo(Math.floorMod(dividend, divisor));
    }
}
