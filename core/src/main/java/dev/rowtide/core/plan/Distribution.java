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

    /** The key as in EXPLAIN: {@code hash[user_id]}; {@code single} for one worker. */
    public String text(PlanNode node, int input) {
        if (kind != Kind.BY_KEY) {
            return "single";
        }
        List<String> names = keys.get(input).stream()
                .map(column -> node.inputs().get(input).schema().name(column))
                .toList();
        return "hash[" + String.join(", ", names) + "]";
    }
}
