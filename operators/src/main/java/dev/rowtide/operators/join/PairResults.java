// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.plan.JoinType;

/** Puts out what follows from the steps of a log once it is known which pairs match. */
interface PairResults {

    void put(StepLog log);

    static PairResults of(JoinType type, JoinSide[] sides, JoinOutput output) {
        return switch (type) {
            case INNER -> new InnerResults(output);
            case LEFT, RIGHT, FULL -> new OuterResults(type, sides, output);
            case SEMI, ANTI -> new LeftRowResults(type == JoinType.ANTI, sides[0], output);
        };
    }
}
