// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.RowOrdering;
import dev.rowtide.core.type.Schema;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A running query. It moves on when it is read, in the reader's thread: by {@link #iterator} change by change, or by {@link #forEachTick} in batches. Read it
 * once.
 */
public final class QueryResult implements Result {

    private final Schema schema;
    private final @Nullable RowOrdering ordering;
    private final ChangelogMode mode;
    private final boolean batch;
    private final Job job;
    private final Deque<ChangeBatch> pending;

    QueryResult(
            Schema schema,
            @Nullable RowOrdering ordering,
            ChangelogMode mode,
            boolean batch,
            Job job,
            Deque<ChangeBatch> pending) {
        this.schema = schema;
        this.ordering = ordering;
        this.mode = mode;
        this.batch = batch;
        this.job = job;
        this.pending = pending;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    /**
     * The table that it ends with, still without rows: whoever only shows that adds all batches of {@link #forEachTick} to it. Under {@code execution.final-result} an
     * ORDER BY without LIMIT orders it; the batches then have columns behind those of the schema that rows are ordered by.
     */
    public FoldedTable emptyTable() {
        return ordering == null ? new FoldedTable(schema) : new FoldedTable(schema, ordering);
    }

    /** Whether the table has an order that its batches don't come in. */
    public boolean isOrdered() {
        return ordering != null;
    }

    /** The kinds of change that can come. */
    public ChangelogMode mode() {
        return mode;
    }

    /** Whether it is a batch run: one version of the table, all rows inserts. */
    public boolean isBatch() {
        return batch;
    }

    /** The job behind it. */
    public Job job() {
        return job;
    }

    /**
     * Hands over the changes as they become visible, until the query ends or is cancelled.
     *
     * @param batches takes each batch
     * @param tickEnd runs after the batches of each tick
     * @param step runs after each step, whether or not anything became visible
     */
    public void forEachTick(Consumer<ChangeBatch> batches, Runnable tickEnd, Runnable step) {
        boolean more = true;
        while (more) {
            try {
                more = job.step();
            } finally {
                boolean any = !pending.isEmpty();
                while (!pending.isEmpty()) {
                    batches.accept(pending.poll());
                }
                if (any) {
                    tickEnd.run();
                }
                step.run();
            }
        }
    }

    /** {@inheritDoc} Where the query fails, the iterator gives what came before the failure first, and then throws. */
    @Override
    public Iterator<Change> iterator() {
        return new Iterator<>() {
            private Iterator<Change> ready = Collections.emptyIterator();
            private @Nullable RuntimeException failure;

            @Override
            public boolean hasNext() {
                while (!ready.hasNext()) {
                    ChangeBatch next = pending.poll();
                    if (next != null) {
                        ready = JavaValues.changes(next, schema).iterator();
                    } else if (failure != null) {
                        throw failure;
                    } else if (!step() && pending.isEmpty()) {
                        return false;
                    }
                }
                return true;
            }

            private boolean step() {
                try {
                    return job.step();
                } catch (RuntimeException e) {
                    failure = e;
                    return true;
                }
            }

            @Override
            public Change next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return ready.next();
            }
        };
    }

    @Override
    public void close() {
        job.close();
    }
}
