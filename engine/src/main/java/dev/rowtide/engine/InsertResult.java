// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;

/** A job that writes into tables. {@link Job#run} moves it to its end. */
public final class InsertResult implements Result {

    private final List<String> tables;
    private final ChangelogMode mode;
    private final Job job;

    InsertResult(List<String> tables, ChangelogMode mode, Job job) {
        this.tables = List.copyOf(tables);
        this.mode = mode;
        this.job = job;
    }

    /** The tables that it writes into. */
    public List<String> tables() {
        return tables;
    }

    /** The kinds of change that the tables can get, all taken together. */
    public ChangelogMode mode() {
        return mode;
    }

    /** The job behind it. */
    public Job job() {
        return job;
    }

    @Override
    public void close() {
        job.close();
    }
}
