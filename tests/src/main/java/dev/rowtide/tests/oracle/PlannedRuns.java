// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.ChangelogDifference;
import dev.rowtide.tests.oracle.Way.Handover;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a case over one plan in many ways: every change in batches of 1, 7 and 4096 rows, with state that changes hands at the ends of ticks, consolidated, by one worker and
 * by several. Each run's table must be the expected one at the end of every tick, no change may take out a row that is not in, and all logs of every change must be one.
 */
final class PlannedRuns {

    private static final int SOME_PERCENT = 30;

    private final OracleCase oracleCase;
    private final VersionedTables expected;
    private final Plans plans;
    private final OracleConnector connector;

    PlannedRuns(OracleCase oracleCase, VersionedTables expected, Plans plans) {
        this.oracleCase = oracleCase;
        this.expected = expected;
        this.plans = plans;
        connector = new OracleConnector(oracleCase);
    }

    /** The plans of a query, by sink, each made when it is first asked for. */
    static final class Plans {
        private final OracleConnector connector;
        private final RowtideSql sql;
        private final Map<String, SinkNode> bySink = new HashMap<>();

        Plans(OracleCase oracleCase, RowtideSql sql) {
            this.connector = new OracleConnector(oracleCase);
            this.sql = sql;
        }

        /** Whether it is the same query of the same tables. */
        boolean isOf(RowtideSql other) {
            return sql.query().equals(other.query())
                    && sql.definitions().equals(other.definitions())
                    && sql.settings().texts().equals(other.settings().texts());
        }

        SinkNode plan(String sink) {
            return bySink.computeIfAbsent(sink, name -> PlannedJob.planned(connector, sql, name, sql.settings()));
        }

        /** Whether what goes into a sink is not whole before the end, since some of it waits for event time to go on; not where there is no plan, which a run will tell. */
        boolean waits(String sink) {
            try {
                return waits(plan(sink));
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                return false;
            }
        }

        private static boolean waits(PlanNode node) {
            return node.needsWatermarks() && !goesOutAtOnce(node)
                    || node.inputs().stream().anyMatch(Plans::waits);
        }

        /** Whether results go out every so often: which ones depends on where ticks end, unless each change is shown. So does then whether a NULL is among them. */
        boolean showsSomeOfMany() {
            try {
                return showsSomeOfMany(plan(RowtideSql.SINK));
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                return false;
            }
        }

        private static boolean showsSomeOfMany(PlanNode node) {
            return node instanceof dev.rowtide.core.plan.Windowed windows
                            && windows.emission().every() > 0
                    || node instanceof AssignSessions sessions
                            && sessions.emission().every() > 0
                    || node.inputs().stream().anyMatch(Plans::showsSomeOfMany);
        }

        /** Whether each change shows at once in the result of what reads event time. */
        private static boolean goesOutAtOnce(PlanNode node) {
            if (node instanceof TimedJoin join) {
                JoinType type = join.body().type();
                return join.bound() instanceof TimeBound.Interval && (type == JoinType.INNER || type == JoinType.SEMI);
            }
            return node instanceof dev.rowtide.core.plan.Windowed windows
                            && windows.emission().onChange()
                    || node instanceof AssignSessions sessions
                            && (sessions.apart() || sessions.emission().onChange());
        }
    }

    /** What is to be run: a way into a sink. */
    private record Job(String sink, Way way) {}

    /**
     * What is wrong, or null.
     *
     * @param all whether in all ways, or in one and some of the others
     */
    @Nullable
    String compare(boolean all) {
        RowtideRun first = changes(oracleCase, expected, plans);
        String wrong = run(RowtideSql.SINK, Way.everyChange(1, 1), first);
        Dice dice = new Dice(oracleCase.flushRows(), oracleCase.arrivals().size());
        for (Job job : jobs(first)) {
            if (wrong == null && (all || dice.percent(SOME_PERCENT))) {
                wrong = compare(job, first);
            }
        }
        return wrong;
    }

    private List<Job> jobs(RowtideRun first) {
        List<Job> jobs = new ArrayList<>();
        int flushRows = oracleCase.flushRows();
        for (Way way : List.of(
                Way.everyChange(1, 7),
                Way.everyChange(1, 4096),
                Way.restored(true, Handover.OPERATORS),
                Way.everyChange(2, 4096),
                Way.restored(true, Handover.WORKERS),
                Way.flushed(1, flushRows),
                Way.flushed(3, flushRows),
                Way.restored(false, Handover.OPERATORS))) {
            jobs.add(new Job(RowtideSql.SINK, way));
        }
        int keySize = oracleCase.query().key().size();
        boolean known = !plans.showsSomeOfMany();
        boolean keyed = known && keySize > 0 && !first.hasNull(keySize);
        boolean conflicting = known && keySize != 1 && !first.hasNull(1);
        for (Way way : List.of(
                Way.everyChange(1, 7),
                Way.everyChange(2, 4096),
                Way.flushed(1, flushRows),
                Way.restored(true, Handover.WORKERS))) {
            if (keyed) {
                jobs.add(new Job(RowtideSql.KEYED_SINK, way));
            }
            if (conflicting) {
                jobs.add(new Job(RowtideSql.CONFLICT_SINK, way));
            }
        }
        return jobs;
    }

    private @Nullable String compare(Job job, RowtideRun first) {
        RowtideRun again = switch (job.sink()) {
            case RowtideSql.KEYED_SINK -> keyed(oracleCase, expected, plans);
            case RowtideSql.CONFLICT_SINK -> conflicting(oracleCase, expected, plans);
            default -> changes(oracleCase, expected, plans);
        };
        String wrong = run(job.sink(), job.way(), again);
        boolean isSame =
                job.sink().equals(RowtideSql.SINK) && job.way().everyChange() && !movesHalves(oracleCase.query());
        if (wrong != null || !isSame) {
            return wrong;
        }
        boolean mayReorder = job.way().workers() > 1 || job.way().handover() == Handover.WORKERS;
        String difference = mayReorder
                ? ChangelogDifference.first(first.effects(), again.effects())
                : ChangelogDifference.first(first.log(), again.log());
        return difference == null ? null : job.way() + ": " + difference;
    }

    /** For a run into the sink that takes whole retractions. */
    static RowtideRun changes(OracleCase oracleCase, VersionedTables expected, Plans plans) {
        Schema schema = RowtideSql.sinkSchema(oracleCase.query());
        return new RowtideRun(schema, 0, expected, plans.waits(RowtideSql.SINK));
    }

    /** For a run into the sink whose key is that of the result. */
    static RowtideRun keyed(OracleCase oracleCase, VersionedTables expected, Plans plans) {
        Relation query = oracleCase.query();
        boolean waits = plans.waits(RowtideSql.KEYED_SINK);
        return RowtideRun.keyed(
                RowtideSql.sinkSchema(query), query.key().size(), expected, waits, hasUpserts(oracleCase));
    }

    /** For a run into the sink whose key several rows may have. */
    static RowtideRun conflicting(OracleCase oracleCase, VersionedTables expected, Plans plans) {
        Schema schema = RowtideSql.sinkSchema(oracleCase.query());
        boolean waits = plans.waits(RowtideSql.CONFLICT_SINK);
        return RowtideRun.conflicting(schema, expected, waits, hasUpserts(oracleCase));
    }

    private static boolean hasUpserts(OracleCase oracleCase) {
        return oracleCase.tables().stream().anyMatch(table -> table.kind().isUpsert());
    }

    /**
     * Whether half of an update may come later: FROM_CHANGELOG waits for the other half until the end of a tick, and so takes a half that is alone for one of the position
     * at which it finds out.
     */
    static boolean movesHalves(Relation relation) {
        return relation instanceof Replayed && relation.partsUpdates()
                || relation.inputs().stream().anyMatch(PlannedRuns::movesHalves);
    }

    private @Nullable String run(String sink, Way way, RowtideRun run) {
        connector.rewind(run);
        String what = "into " + sink + ", " + way;
        Dice dice = new Dice(oracleCase.flushRows(), oracleCase.arrivals().size());
        try {
            new PlannedJob(plans.plan(sink), connector, way, dice).run();
        } catch (EngineException e) {
            return what + " fails: " + e.message() + (e.detail() == null ? "" : " / " + e.detail());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            return what + " breaks: " + e + Oracle.place(e);
        }
        run.end();
        return run.difference() == null ? null : what + ": " + run.difference();
    }
}
