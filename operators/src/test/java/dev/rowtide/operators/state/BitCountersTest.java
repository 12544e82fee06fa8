// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitCountersTest {

    @Test
    void theBitsOfTheNumbersLeft() {
        Random random = new Random(7);
        BitCounters counters = new BitCounters();
        List<Long> numbers = new ArrayList<>();
        int block = 0;
        for (int i = 0; i < 20_000; i++) {
            boolean grows = i < 5_000 || (i >= 10_000 && i < 12_000);
            if (numbers.isEmpty() || random.nextInt(4) != (grows ? 0 : 1) == grows) {
                long number = sparseBits(random);
                numbers.add(number);
                block = counters.add(block, number, 1);
            } else {
                block = counters.add(block, numbers.remove(random.nextInt(numbers.size())), -1);
            }
            if (i % 97 == 0 || numbers.size() < 3) {
                assertThat(counters.bits(block)).isEqualTo(numbers.stream().reduce(0L, (a, b) -> a | b));
            }
        }
    }

    /** One bit of eight is set. */
    private static long sparseBits(Random random) {
        long half = random.nextLong();
        long quarter = half & random.nextLong();
        return quarter & random.nextLong();
    }

    @Test
    void countersPassTheirFirstWidthInBothDirections() {
        BitCounters counters = new BitCounters();
        int block = 0;
        for (int i = 0; i < 70_000; i++) {
            block = counters.add(block, 5, -1);
            assertThat(counters.bits(block)).isZero();
        }
        StateBytes bytes = new StateBytes();
        counters.write(block, bytes);
        BitCounters other = new BitCounters();
        int read = other.read(bytes);
        for (int i = 0; i < 70_000; i++) {
            read = other.add(read, 7, 1);
        }
        assertThat(other.bits(read)).isEqualTo(2);
        assertThat(other.bits(other.add(read, 1, 1))).isEqualTo(3);
    }

    @Test
    void freedBlocksAreEmptyWhenTheyAreUsedAgain() {
        BitCounters counters = new BitCounters();
        int block = counters.add(0, 3, 1);
        counters.free(block);
        assertThat(counters.bits(counters.add(0, 4, 1))).isEqualTo(4);
    }
}
