// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.operators.Operator;
import java.util.function.ToLongFunction;

/** What operators count of the rows that they leave out or let go. */
enum Counter {
    UNKNOWN_RETRACTIONS(Operator::unknownRetractions),
    UNPAIRED_UPDATES(Operator::unpairedUpdates),
    LATE_ROWS(Operator::lateRows),
    EXPIRED(Operator::expired);

    private final ToLongFunction<Operator> count;

    Counter(ToLongFunction<Operator> count) {
        this.count = count;
    }

    /** The count of an operator. */
    long of(Operator operator) {
        return count.applyAsLong(operator);
    }
}
