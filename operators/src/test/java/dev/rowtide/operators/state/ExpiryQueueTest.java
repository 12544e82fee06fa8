// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpiryQueueTest {

    private static final int MEMBERS = 200;

    private final long[] stamps = new long[MEMBERS];
    private final ExpiryQueue.Clock clock = new ExpiryQueue.Clock();

    private ExpiryQueue queue(long ttl) {
        return new ExpiryQueue(ttl, new ExpiryQueue.Members() {
            @Override
            public long stamp(int member) {
                return Math.max(0, stamps[member]);
            }

            @Override
            public void left(int member) {
                stamps[member] = 0;
            }
        });
    }

    private void touch(ExpiryQueue queue, int member, long now) {
        clock.at(now);
        long stamp = clock.stamp();
        if (stamps[member] == 0) {
            queue.add(member, stamp);
        }
        stamps[member] = stamp;
    }

    /** Against a map of times that is looked through. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "7, 3, 2", "64, 9, 3", "1000, 50, 4", "86400000, 600000, 5", "1000, 5000, 6"})
    void whatIsTooOldComesOutInOrderAndNothingElse(long ttl, int step, long seed) {
        Random random = new Random(seed);
        ExpiryQueue queue = queue(ttl);
        Map<Integer, Long> model = new TreeMap<>();
        long now = 1_700_000_000_000L;
        int expired = 0;
        for (int tick = 0; tick < 2_000; tick++) {
            now += random.nextInt(step + 1);
            long cutoff = now - ttl;
            List<Integer> wanted = new ArrayList<>(model.keySet());
            wanted.removeIf(member -> ExpiryQueue.millis(model.get(member)) > cutoff);
            wanted.sort(Comparator.comparing(model::get));
            assertThat(queue.nextMillis() <= now || wanted.isEmpty()).isTrue();
            boolean asked = random.nextBoolean();
            if (asked) {
                assertThat(queue.poll(now)).isEqualTo(wanted.size());
            }
            if (!asked || random.nextInt(4) > 0) {
                int count = queue.take(now);
                List<Integer> got = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    got.add(queue.expired()[i]);
                    stamps[queue.expired()[i]] = 0;
                    model.remove(queue.expired()[i]);
                }
                assertThat(got).isEqualTo(wanted);
                expired += count;
            }
            for (int changes = random.nextInt(20); changes > 0; changes--) {
                int member = random.nextInt(MEMBERS);
                if (random.nextInt(4) == 0) {
                    stamps[member] = stamps[member] == 0 ? 0 : -1;
                    model.remove(member);
                } else {
                    touch(queue, member, now);
                    model.put(member, stamps[member]);
                }
            }
        }
        assertThat(expired > 0 || ttl > 1_000_000).isTrue();
        assertThat(queue.bytes()).isLessThan(64 * 1024);
    }
}
