// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import dev.rowtide.engine.EngineClock;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.operators.testing.ChangelogDifference;
import org.jspecify.annotations.Nullable;

/** Runs a case through all of the engine, from its text to what it writes: every change, consolidated, and as a batch job, by one worker and by several. */
final class WholeRuns {

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

    private final OracleCase oracleCase;
    private final VersionedTables expected;
    private final PlannedRuns.Plans plans;
    private final OracleConnector connector;
    private final RowtideSql sql;
    private final Schema schema;

    WholeRuns(OracleCase oracleCase, VersionedTables expected, PlannedRuns.Plans plans) {
        this.oracleCase = oracleCase;
        this.expected = expected;
        this.plans = plans;
        connector = new OracleConnector(oracleCase);
        sql = new RowtideSql(oracleCase);
        schema = RowtideSql.sinkSchema(oracleCase.query());
    }

    /**
     * What is wrong, or null.
     *
     * @param once the result of the query asked once, at the end
     */
    @Nullable
    String compare(VersionedTables once) {
        try (Rowtide rowtide =
                Rowtide.builder().connector(connector).clock(new CaseClock()).open()) {
            sql.definitions().forEach(rowtide::execute);
            sql.settings().texts().forEach(rowtide::set);
            rowtide.set("pipeline.batch-rows", "1");
            RowtideRun first = changes();
            String wrong = run(rowtide, RowtideSql.SINK, first);
            rowtide.set("pipeline.batch-rows", "4096");
            rowtide.set("parallelism", "2");
            wrong = wrong != null ? wrong : shared(rowtide, first);
            rowtide.set("mini-batch.size", String.valueOf(oracleCase.flushRows()));
            wrong = wrong != null ? wrong : run(rowtide, RowtideSql.SINK, changes());
            int keySize = oracleCase.query().key().size();
            boolean known = !plans.showsSomeOfMany();
            if (wrong == null && known && keySize > 0 && !first.hasNull(keySize)) {
                wrong = run(rowtide, RowtideSql.KEYED_SINK, PlannedRuns.keyed(oracleCase, expected, plans));
            }
            rowtide.set("parallelism", "1");
            if (wrong == null && known && keySize != 1 && !first.hasNull(1)) {
                wrong = run(rowtide, RowtideSql.CONFLICT_SINK, PlannedRuns.conflicting(oracleCase, expected, plans));
            }
            rowtide.execute("RESET 'mini-batch.size'");
            rowtide.set("execution.runtime-mode", "batch");
            return wrong != null ? wrong : run(rowtide, RowtideSql.SINK, new RowtideRun(schema, 0, once, true));
        }
    }

    private RowtideRun changes() {
        return PlannedRuns.changes(oracleCase, expected, plans);
    }

    /**
     * What is wrong with every change of two workers, or null. An aggregate that shows its groups has the log of one worker; with joins, ranks and windows, of which several may
     * be complete at one position, with several behind
     * one another, and where the key is lost, each position has the same effect, in another order perhaps.
     */
    private @Nullable String shared(Rowtide rowtide, RowtideRun first) {
        RowtideRun again = changes();
        String wrong = run(rowtide, RowtideSql.SINK, again);
        if (wrong != null || PlannedRuns.movesHalves(oracleCase.query())) {
            return wrong;
        }
        String difference = mayReorder(rowtide)
                ? ChangelogDifference.first(first.effects(), again.effects())
                : ChangelogDifference.first(first.log(), again.log());
        return difference == null ? null : "two workers: " + difference;
    }

    private boolean mayReorder(Rowtide rowtide) {
        if (!(oracleCase.query() instanceof Relation.Aggregate)) {
            return true;
        }
        String plan = ((Result.Text) rowtide.execute("EXPLAIN " + sql.insert(RowtideSql.SINK))).text();
        return plan.contains("Join(")
                || plan.contains("Rank(")
                || plan.contains("Deduplicate(")
                || plan.contains("OverAggregate(")
                || plan.contains("WindowAggregate(")
                || plan.split("Exchange\\(hash", -1).length > 2;
    }

    private @Nullable String run(Rowtide rowtide, String sink, RowtideRun run) {
        connector.rewind(run);
        try {
            rowtide.execute(sql.insert(sink)).close();
        } catch (EngineException e) {
            return settings(rowtide, sink) + " fails: " + e.message() + (e.detail() == null ? "" : " / " + e.detail());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            return settings(rowtide, sink) + " breaks: " + e + Oracle.place(e);
        }
        run.end();
        return run.difference() == null ? null : settings(rowtide, sink) + ": " + run.difference();
    }

    /** What a run is called: the settings that it has. */
    private static String settings(Rowtide rowtide, String sink) {
        StringBuilder text = new StringBuilder("through all of the engine, into " + sink);
        for (String name :
                new String[] {"pipeline.batch-rows", "parallelism", "mini-batch.size", "execution.runtime-mode"}) {
            Result.Listing setting = (Result.Listing) rowtide.execute("SET '" + name + "'");
            text.append(", ")
                    .append(name)
                    .append(' ')
                    .append(setting.rows().get(0).get(1));
        }
        return text.toString();
    }
}
