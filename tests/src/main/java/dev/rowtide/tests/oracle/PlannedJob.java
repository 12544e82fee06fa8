// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Schema;
import dev.rowtide.engine.runner.Feed;
import dev.rowtide.engine.runner.Graph;
import dev.rowtide.engine.runner.ScanFeed;
import dev.rowtide.engine.runner.ValuesFeed;
import dev.rowtide.engine.tick.Sequencer;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.consolidate.Consolidation;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.testing.Restoring;
import dev.rowtide.parser.ScriptParser;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlCreateView;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.sql.DataDefinition;
import dev.rowtide.sql.SqlPlanner;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.changelog.ExplainPlan;
import dev.rowtide.tests.oracle.Way.Handover;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlNode;

/** A planned query as a job over the tables of a case, without what the engine has around it. */
final class PlannedJob {

    private static final long NOW_MILLIS = 1_700_000_000_000L;
    private static final long SEED = 42;
    private static final int BATCH_ROWS_MAX = 5;
    private static final int WORKERS_MAX = 3;
    private static final List<Restoring.Way> WAYS =
            List.of(Restoring.Way.WHOLE, Restoring.Way.HALVES, Restoring.Way.APART);

    private final SinkNode sink;
    private final OracleConnector connector;
    private final Way way;
    private final Dice dice;
    private Graph graph;
    private int rowsOfTick;

    /** @param dice where ticks end, and what happens there, unless the way says it */
    PlannedJob(SinkNode sink, OracleConnector connector, Way way, Dice dice) {
        this.sink = sink;
        this.connector = connector;
        this.way = way;
        this.dice = dice;
        this.graph = graph(way.workers());
    }

    /** The plan of the case's query into one of its sinks, with changelog modes. */
    static String plan(OracleCase oracleCase, String sink, Settings settings) {
        SinkNode plan = planned(new OracleConnector(oracleCase), new RowtideSql(oracleCase), sink, settings);
        return ExplainPlan.of(List.of(plan), true);
    }

    /** The plan of a query, which holds for all cases with the same tables. */
    static SinkNode planned(OracleConnector connector, RowtideSql sql, String sink, Settings settings) {
        Catalog catalog = new Catalog();
        DataDefinition definition = new DataDefinition(catalog, settings, name -> connector);
        for (String statement : sql.definitions()) {
            SqlNode node = ScriptParser.parseScript(statement).get(0).node();
            if (node instanceof SqlCreateTable table) {
                definition.createTable(table);
            } else if (node instanceof SqlCreateView view) {
                definition.createView(view);
            }
        }
        SqlNode insert = ScriptParser.parseScript(sql.insert(sink)).get(0).node();
        return new SqlPlanner(catalog, settings, name -> connector)
                .planInserts(List.of((SqlInsertInto) insert))
                .get(0);
    }

    private Graph graph(int workers) {
        OperatorSettings settings = new OperatorSettings(way.everyChange(), ZoneOffset.UTC, null);
        OperatorFactory factory = new OperatorFactory(settings, false, false);
        Function<PlanNode, List<Operator>> operators =
                way.handover() == Handover.OPERATORS ? node -> restoring(node, factory) : node -> node.accept(factory);
        return new Graph(List.of(sink), Collections.nCopies(workers, operators), way.everyChange(), () -> {});
    }

    /** @throws EngineException if an expression fails on a row */
    void run() {
        List<Feed> feeds = Graph.leaves(List.of(sink)).stream().map(this::feed).toList();
        ChangelogMode mode = way.everyChange() ? sink.input().mode() : Consolidation.ofTick(sink.input());
        SinkWriter writer =
                connector.sink(sink.table()).open(sink.table().schema().names(), mode);
        try (Sequencer sequencer = new Sequencer(feeds)) {
            for (long number = 1; ; number++) {
                Tick tick = new Tick(number, NOW_MILLIS, SEED);
                read(sequencer, tick);
                if (sequencer.ended()) {
                    feeds.forEach(feed -> graph.round(
                            feed.leaf(), last(feed, sequencer.nextPosition()), sequencer.nextPosition(), tick));
                }
                graph.endTick(sequencer.nextPosition(), tick);
                failIfFailed(graph);
                graph.drain((root, batch) -> writer.write(batch));
                writer.endTick();
                if (sequencer.ended()) {
                    return;
                }
                if (way.handover() == Handover.WORKERS) {
                    handOver();
                }
            }
        } finally {
            graph.close();
        }
    }

    private void handOver() {
        StateBytes state = new StateBytes();
        graph.snapshot(state);
        graph.close();
        graph = graph(dice.between(1, WORKERS_MAX));
        graph.restore(StateBytes.of(state.toByteArray()));
    }

    /** What is read in a tick: a batch at least, unless nothing comes any more. */
    private void read(Sequencer sequencer, Tick tick) {
        boolean anywhere = way.handover() != Handover.NONE;
        boolean more = true;
        while (more && !sequencer.ended()) {
            int rows = anywhere ? dice.between(1, BATCH_ROWS_MAX) : way.batchRows();
            Sequencer.Taken taken = sequencer.take(rows, NOW_MILLIS);
            if (taken != null) {
                graph.round(taken.feed().leaf(), taken.batch(), sequencer.nextPosition(), tick);
                rowsOfTick += taken.batch().size();
                more = anywhere ? dice.percent(50) : rowsOfTick < way.tickRows();
            }
        }
        rowsOfTick = 0;
    }

    private static ChangeBatch last(Feed feed, long position) {
        Schema schema = feed.leaf().schema();
        Column[] columns = IntStream.range(0, schema.size())
                .mapToObj(i -> ColumnBuilder.of(schema.type(i).storage()).build())
                .toArray(Column[]::new);
        return ChangeBatch.inserts(0, columns, position, Watermarks.constant(Watermarks.MAX));
    }

    private List<Operator> restoring(PlanNode node, OperatorFactory factory) {
        int count = node.accept(factory).size();
        return IntStream.range(0, count)
                .<Operator>mapToObj(
                        i -> new Restoring(() -> node.accept(factory).get(i), dice.pick(WAYS)))
                .toList();
    }

    private Feed feed(PlanNode leaf) {
        if (leaf instanceof Values values) {
            return new ValuesFeed(values);
        }
        Scan scan = (Scan) leaf;
        return new ScanFeed(scan, connector.source(scan.table()), PlannedJob::refuse);
    }

    private static void refuse(String where, String record, EngineException error) {
        throw error;
    }

    private static void failIfFailed(Graph graph) {
        RowFailure failure = graph.failure();
        if (failure != null) {
            throw failure.error();
        }
    }
}
