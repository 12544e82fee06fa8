// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.DeadLetters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Dead letters of several workers: each queues its own while it works, and when all are through they go on to one policy, by position. */
final class QueuedDeadLetters {

    private final DeadLetters policy;
    private final Queue[] queues;

    private record Letter(long position, String row, EngineException error) {}

    private final class Queue implements DeadLetters {
        private final List<Letter> letters = new ArrayList<>();

        @Override
        public void accept(long position, String row, EngineException error) {
            letters.add(new Letter(position, row, error));
        }

        @Override
        public boolean takes(EngineException error) {
            return policy.takes(error);
        }
    }

    QueuedDeadLetters(DeadLetters policy, int workers) {
        this.policy = policy;
        queues = new Queue[workers];
        Arrays.setAll(queues, worker -> new Queue());
    }

    /** That of a worker. */
    DeadLetters queue(int worker) {
        return queues[worker];
    }

    /** Passes on what was queued. No worker works. */
    void passOn() {
        List<Letter> letters = new ArrayList<>();
        for (Queue queue : queues) {
            letters.addAll(queue.letters);
            queue.letters.clear();
        }
        letters.sort(Comparator.comparingLong(Letter::position));
        letters.forEach(letter -> policy.accept(letter.position(), letter.row(), letter.error()));
    }
}
