// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairBitsTest {

    private static final int ROWS = 1_000;

    private final SplittableRandom random = new SplittableRandom(5);
    private final Map<List<Long>, Long> expected = new HashMap<>();

    @Test
    void tellsTheBitsThatWereNotSet() {
        PairBits table = new PairBits();
        for (int batch = 0; batch < 40; batch++) {
            setSome(table);
        }
        assertThat(table.size()).isEqualTo(expected.size());
    }

    @Test
    void staysTheSameThroughStateAndLosesWholeGroups() {
        PairBits table = new PairBits();
        for (int batch = 0; batch < 10; batch++) {
            setSome(table);
        }
        StateBytes low = new StateBytes();
        StateBytes high = new StateBytes();
        table.write(group -> partition(group) < 100, low);
        table.write(group -> partition(group) >= 100, high);
        PairBits restored = new PairBits();
        restored.read(low);
        restored.read(high);
        assertThat(restored.size()).isEqualTo(expected.size());
        restored.removeGroups(group -> partition(group) == 127);
        expected.keySet().removeIf(pair -> partition(pair.get(0)) == 127);
        assertThat(restored.size()).isEqualTo(expected.size());
        for (int batch = 0; batch < 10; batch++) {
            setSome(restored);
        }
    }

    private void setSome(PairBits table) {
        long[] groups = new long[ROWS];
        long[] words = new long[ROWS];
        long[] bits = new long[ROWS];
        long[] fresh = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            groups[i] = random.nextLong(120, 128) << 56 | random.nextLong(1, 4);
            words[i] = random.nextInt(4) == 0 ? random.nextLong() : random.nextLong(-40, 40);
            bits[i] = random.nextLong(1, 1L << PairBits.BITS);
            long before = expected.getOrDefault(List.of(groups[i], words[i]), 0L);
            fresh[i] = bits[i] & ~before;
            expected.put(List.of(groups[i], words[i]), before | bits[i]);
        }
        table.set(groups, words, ROWS, bits);
        assertThat(bits).isEqualTo(fresh);
    }

    private static int partition(long group) {
        return (int) (group >>> 56);
    }
}
