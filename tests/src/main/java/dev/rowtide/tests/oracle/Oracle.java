// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import dev.rowtide.engine.EngineClock;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.operators.testing.ChangelogDifference;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a case in both engines and compares: every change in batches of 1, 7 and 4096 rows, with operators restored at the ends of ticks, consolidated, and as a
 * batch job, by one worker and by several. Each run's table must be the expected one at the end of every tick, no change may take out a row that is not in, and all
 * logs of every change must be one.
 */
final class Oracle implements AutoCloseable {

    /** What a run into a sink with a key is called. */
    static final String KEYED = "the same into a sink with a key";

    /** Moves only when a job waits; one that waits for ever is stopped. */
    private static final class CaseClock implements EngineClock {
        private static final long START_MILLIS = 1_700_000_000_000L;
        private static final long PATIENCE_MILLIS = 10_000;
        private long nowMillis = START_MILLIS;

        @Override
        public long nowMillis() {
            return nowMillis;
        }

        @Override
        public void await(long untilMillis) {
            nowMillis++;
            if (nowMillis > START_MILLIS + PATIENCE_MILLIS) {
                throw new IllegalStateException("the job waits though its input has ended");
            }
        }
    }

    private DuckDb duckDb;
    private int unanswered;

    Oracle() throws SQLException {
        duckDb = new DuckDb();
    }

    /**
     * What is wrong with a case, or null; null too if DuckDB fails in a way that is its own fault, which {@link #unanswered} counts.
     *
     * @throws SQLException if DuckDB refuses the query: a fault of the generator
     */
    @Nullable
    String check(OracleCase oracleCase) throws SQLException {
        VersionedTables expected;
        VersionedTables once;
        try {
            expected = duckDb.answer(oracleCase);
            once = oracleCase.query().hasGlobalAggregate() ? duckDb.answerOnce(oracleCase) : expected;
        } catch (SQLException e) {
            if (!DuckDb.isDefect(e)) {
                throw e;
            }
            unanswered++;
            duckDb.close();
            duckDb = new DuckDb();
            return null;
        }
        try {
            return compare(oracleCase, expected, once);
        } catch (EngineException e) {
            return "the definitions fail: " + e.message();
        }
    }

    /** How many cases DuckDB could not answer. */
    int unanswered() {
        return unanswered;
    }

    private static String place(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(cause == thrown ? "" : "\n    caused by " + cause);
            for (int i = 0; i < Math.min(8, cause.getStackTrace().length); i++) {
                text.append("\n    at ").append(cause.getStackTrace()[i]);
            }
        }
        return text.toString();
    }

    private static @Nullable String compare(OracleCase oracleCase, VersionedTables expected, VersionedTables once) {
        OracleConnector connector = new OracleConnector(oracleCase);
        RowtideSql sql = new RowtideSql(oracleCase);
        try (Rowtide rowtide =
                Rowtide.builder().connector(connector).clock(new CaseClock()).open()) {
            sql.definitions().forEach(rowtide::execute);
            Schema schema = RowtideSql.sinkSchema(oracleCase.query());
            int keySize = oracleCase.query().key().size();
            Runs runs = new Runs(rowtide, connector, sql.query());
            RowtideRun first = new RowtideRun(schema, 0, expected, false);
            String wrong = runs.every(1, first);
            for (int batchRows : new int[] {7, 4096}) {
                RowtideRun again = new RowtideRun(schema, 0, expected, false);
                wrong = wrong != null ? wrong : runs.every(batchRows, again);
                wrong = wrong != null ? wrong : ChangelogDifference.first(first.log(), again.log());
            }
            wrong = wrong != null ? wrong : restored(oracleCase, connector, expected, first.log());
            boolean upserts =
                    oracleCase.tables().stream().anyMatch(table -> table.kind().isUpsert());
            boolean keyed = keySize > 0 && !first.hasNull(keySize);
            if (keyed && wrong == null) {
                wrong = runs.keyed(new RowtideRun(schema, keySize, expected, false, upserts));
            }
            wrong = wrong != null ? wrong : shared(runs, first, () -> new RowtideRun(schema, 0, expected, false));
            if (keyed && wrong == null) {
                wrong = runs.keyed(new RowtideRun(schema, keySize, expected, false, upserts));
            }
            int flushRows = oracleCase.flushRows();
            runs.share(3);
            wrong = wrong != null ? wrong : runs.flushed(flushRows, new RowtideRun(schema, 0, expected, false));
            runs.share(1);
            wrong = wrong != null ? wrong : runs.flushed(flushRows, new RowtideRun(schema, 0, expected, false));
            if (keyed && wrong == null) {
                wrong = runs.keyed(new RowtideRun(schema, keySize, expected, false, upserts));
            }
            runs.share(2);
            return wrong != null ? wrong : runs.batch(new RowtideRun(schema, 0, once, true));
        }
    }

    /**
     * What is wrong with every change of two workers, or null. One aggregate or set operation has the log of one worker; with joins and ranks, and with several behind one
     * another, each position has the same effect, in another order perhaps.
     */
    private static @Nullable String shared(Runs runs, RowtideRun first, Supplier<RowtideRun> maker) {
        runs.share(2);
        RowtideRun again = maker.get();
        String wrong = runs.every(4096, again);
        if (wrong != null) {
            return "two workers: " + wrong;
        }
        String difference = runs.mayReorder()
                ? ChangelogDifference.first(first.effects(), again.effects())
                : ChangelogDifference.first(first.log(), again.log());
        return difference == null ? null : "two workers: " + difference;
    }

    /** The log of every change is the same with operators that are restored between ticks, and what they write of ticks in all adds up to the same tables. */
    private static @Nullable String restored(
            OracleCase oracleCase, OracleConnector connector, VersionedTables expected, List<String> log) {
        Schema schema = RowtideSql.sinkSchema(oracleCase.query());
        RowtideSql sql = new RowtideSql(oracleCase);
        Dice dice = new Dice(oracleCase.flushRows(), oracleCase.arrivals().size());
        for (boolean everyChange : new boolean[] {true, false}) {
            String mode = "restored between ticks, " + (everyChange ? "every change" : "flushed by tick");
            RowtideRun run = new RowtideRun(schema, 0, expected, false);
            connector.rewind(run);
            try {
                new RestoredJob(connector, sql, everyChange, dice).run();
            } catch (EngineException e) {
                return mode + " fails: " + e.message();
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                return mode + " breaks: " + e + place(e);
            }
            run.end();
            String wrong = run.difference() == null && everyChange
                    ? ChangelogDifference.first(log, run.log())
                    : run.difference();
            if (wrong != null) {
                return mode + ": " + wrong;
            }
        }
        return null;
    }

    /** The ways in which a case is run; each gives what is wrong, or null. Settings stay for the runs that follow. */
    private record Runs(Rowtide rowtide, OracleConnector connector, String query) {

        @Nullable
        String every(int batchRows, RowtideRun run) {
            rowtide.set("pipeline.batch-rows", String.valueOf(batchRows));
            return run("every change, batches of " + batchRows, "sink", run);
        }

        void share(int workers) {
            rowtide.set("parallelism", String.valueOf(workers));
        }

        boolean mayReorder() {
            String plan = ((Result.Text) rowtide.execute("EXPLAIN INSERT INTO sink " + query)).text();
            return plan.contains("Join(")
                    || plan.contains("Rank(")
                    || plan.contains("Deduplicate(")
                    || plan.contains("OverAggregate(")
                    || plan.split("Exchange\\(hash", -1).length > 2;
        }

        @Nullable
        String flushed(int flushRows, RowtideRun run) {
            rowtide.set("mini-batch.size", String.valueOf(flushRows));
            return run("flushed every " + flushRows + " rows", "sink", run);
        }

        @Nullable
        String keyed(RowtideRun run) {
            return run(KEYED, "keyed_sink", run);
        }

        @Nullable
        String batch(RowtideRun run) {
            rowtide.execute("RESET 'mini-batch.size'");
            rowtide.set("execution.runtime-mode", "batch");
            return run("batch", "sink", run);
        }

        private @Nullable String run(String mode, String sink, RowtideRun run) {
            connector.rewind(run);
            try {
                rowtide.execute("INSERT INTO " + sink + " " + query).close();
            } catch (EngineException e) {
                return mode + " fails: " + e.message() + (e.detail() == null ? "" : " / " + e.detail());
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                return mode + " breaks: " + e + place(e);
            }
            run.end();
            return run.difference() == null ? null : mode + ": " + run.difference();
        }
    }

    @Override
    public void close() throws SQLException {
        duckDb.close();
    }
}
