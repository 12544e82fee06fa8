// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * Which of a node's rows must meet in one worker, when several work on a job.
 *
 * @param kind what it depends on
 * @param keys for {@link Kind#BY_KEY} the key columns of each input, in the order in which the node's state has them; otherwise empty
 */
public record Distribution(Kind kind, List<List<Integer>> keys) {

    /** How many workers a job has at most: each has some of the ranges of keys in which state is kept. */
    public static final int WORKERS_MAX = 128;

    /** What decides which worker gets a row. */
    public enum Kind {
        /** All rows meet: one worker gets them. */
        ONE_WORKER,
        /** Rows with one key meet: a worker gets those of its keys. */
        BY_KEY,
        /** No two rows need meet: a row stays in the worker that made it. */
        AS_INPUT
    }

    public Distribution {
        keys = keys.stream().map(List::copyOf).toList();
    }

    /** That of a node. */
    public static Distribution of(PlanNode node) {
        return node.accept(new DistributionRules());
    }

    /** Whether all workers have a part of a node's rows. */
    public static boolean isShared(PlanNode node) {
        return switch (of(node).kind()) {
            case ONE_WORKER -> false;
            case BY_KEY -> true;
            case AS_INPUT -> isShared(node.inputs().get(0));
        };
    }

    /** Whether the rows of an input have to change worker on their way to a node. */
    public static boolean isExchanged(PlanNode node, int input) {
        Kind kind = of(node).kind();
        return kind == Kind.BY_KEY
                || kind == Kind.ONE_WORKER && isShared(node.inputs().get(input));
    }
}
