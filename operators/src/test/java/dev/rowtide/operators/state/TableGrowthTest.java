// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it costs to find a key, and to make room for one, is the same for ten thousand keys and for ten million: counted in slots, since time would depend on the machine. */
class TableGrowthTest {

    private record Growth(double probes, long probesMax, double moves) {}

    @ParameterizedTest
    @ValueSource(ints = {10_000, 100_000, 1_000_000})
    void aKeyIsFoundInAFewSlots(int keys) {
        check(keys);
    }

    @Test
    @Tag("long")
    void alsoOfTenMillion() {
        check(10_000_000);
    }

    private static void check(int keys) {
        assertFew(grow(keys, key -> key), keys, 1.8);
        assertFew(grow(keys, key -> Long.reverse(key) ^ key * key), keys, 1.8);
        // Multiples of a large power of two have their homes in short runs, which do not grow with the keys.
        assertFew(grow(keys, key -> key << 32), keys, 6);
    }

    /**
     * Of a table that is 0.6 full, linear probing looks at (1 + 1 / 0.4) / 2 = 1.75 slots for a key that is there. One that has just doubled has moved n + n/2 + n/4 + … < 2 n
     * records.
     */
    private static void assertFew(Growth growth, int keys, double probes) {
        assertThat(growth.probes).as("slots for each of %d keys", keys).isLessThan(probes);
        assertThat(growth.probesMax)
                .as("slots for the farthest of %d keys", keys)
                .isLessThan(16L * Long.SIZE - 16L * Long.numberOfLeadingZeros(keys));
        assertThat(growth.moves).as("records moved for each of %d keys", keys).isLessThan(2);
    }

    private static Growth grow(int keys, LongUnaryOperator key) {
        LongTable table = new LongTable(1);
        int generation = table.generation();
        long moves = 0;
        for (long i = 0; i < keys; i++) {
            int at = table.locate(key.applyAsLong(i));
            table.records()[at + table.valueOffset()] = 1;
            table.addLive(1);
            if (table.generation() != generation) {
                generation = table.generation();
                moves += i;
            }
        }
        long probes = 0;
        long probesMax = 0;
        for (int at = 0; at < table.records().length; at += table.width()) {
            if (table.records()[at] != 0) {
                int home = table.home(table.hash(table.records(), at));
                long slots = 1 + (at / table.width() - home & table.mask);
                probes += slots;
                probesMax = Math.max(probesMax, slots);
            }
        }
        return new Growth((double) probes / keys, probesMax, (double) moves / keys);
    }
}
