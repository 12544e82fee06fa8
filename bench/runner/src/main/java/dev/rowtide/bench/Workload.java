// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import dev.rowtide.bench.query.Queries;
import java.util.List;

/**
 * A query and its input.
 *
 * @param users how many users click; 0 for a query over events
 */
record Workload(String query, int users) {

    static final List<String> ALL = List.of(
            "q0",
            "q1",
            "q2",
            "q14",
            "q15",
            "count:1000",
            "count:1000000",
            "count-flush:1000",
            "count-flush:1000000",
            "countcount:1000",
            "countcount:1000000",
            "countcount-flush:1000",
            "countcount-flush:1000000",
            "q1-json",
            "q3",
            "q4",
            "q9",
            "q16",
            "q17",
            "q18",
            "q19",
            "q20",
            "q21",
            "q22",
            "q23",
            "leftjoin:1000",
            "leftjoin-flush:1000",
            "threeway",
            "diamond",
            "q5",
            "q7",
            "q8",
            "q10",
            "q11",
            "q12",
            "q13",
            "tumble:1000000");

    /**
     * Reads a label such as {@code q0} or {@code count:1000}.
     *
     * @throws IllegalArgumentException if there is no such query, or users are missing or out of place
     */
    static Workload parse(String label) {
        int colon = label.indexOf(':');
        String query = colon < 0 ? label : label.substring(0, colon);
        Queries.select(query); // throws if there is none
        int users = colon < 0 ? 0 : Integer.parseInt(label.substring(colon + 1));
        if (Queries.readsClicks(query) != users > 0) {
            throw new IllegalArgumentException(label + ": queries over clicks, and only they, have users, count:1000");
        }
        return new Workload(query, users);
    }

    String label() {
        return users == 0 ? query : query + ":" + users;
    }

    boolean readsClicks() {
        return Queries.readsClicks(query);
    }

    boolean readsJson() {
        return Queries.readsJson(query);
    }
}
