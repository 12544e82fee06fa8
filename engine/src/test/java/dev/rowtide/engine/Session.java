// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import java.util.ArrayList;
import java.util.List;

/** A session with tables in memory and a clock of its own. */
final class Session {

    static final String EVENTS = "CREATE TABLE events (k STRING, v INT) WITH ('connector' = 'memory');";

    final VirtualClock clock;
    final MemoryConnector tables;
    final Rowtide rowtide;

    Session() {
        this(0);
    }

    Session(long startMillis) {
        clock = new VirtualClock(startMillis);
        tables = new MemoryConnector(clock);
        rowtide = Rowtide.builder().connector(tables).clock(clock).open();
    }

    /** Runs a script; returns the changes or rows of its last statement as lines. */
    List<String> run(String sql) {
        List<String> lines = new ArrayList<>();
        try (Result result = rowtide.execute(sql)) {
            if (result instanceof Result.Listing listing) {
                listing.rows().forEach(row -> lines.add(row.toString()));
            }
            for (Change change : result) {
                lines.add(change.toString());
            }
        }
        return lines;
    }

    /** Runs a script up to its last statement, an INSERT, whose job is for the caller to drive. */
    Job start(String sql) {
        Result last = new Result.Message("");
        for (var results = rowtide.run(sql); results.hasNext(); ) {
            last = results.next();
        }
        return ((InsertResult) last).job();
    }
}
