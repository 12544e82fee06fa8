// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import java.util.List;
import java.util.SplittableRandom;

/** The random choices of one case, all from one seed. */
final class Dice {

    private final SplittableRandom random;

    Dice(long seed) {
        random = new SplittableRandom(seed);
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
