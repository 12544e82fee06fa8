// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import java.util.List;
import java.util.SplittableRandom;

/** The random choices of one case. */
final class Dice {

    private final SplittableRandom random;

    /** The choices of one case of a seed; those of neighbours have nothing in common. */
    Dice(long seed, int index) {
        random = new SplittableRandom(scrambled(seed) ^ scrambled(~index));
    }

    private static long scrambled(long value) {
        long bits = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
        bits = (bits ^ (bits >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return bits ^ (bits >>> 33);
    }

    /** A number from {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    /** True so many times in a hundred. */
    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
