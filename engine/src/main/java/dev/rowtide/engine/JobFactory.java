// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.engine.runner.Feed;
import dev.rowtide.engine.runner.Graph;
import dev.rowtide.engine.runner.ScanFeed;
import dev.rowtide.engine.runner.ValuesFeed;
import dev.rowtide.engine.tick.Sequencer;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.sql.RuntimeMode;
import dev.rowtide.sql.SqlSettings;
import dev.rowtide.sql.changelog.ChangelogSettings;
import dev.rowtide.sql.changelog.StateTtlSettings;
import dev.rowtide.sql.changelog.UnboundedState;
import dev.rowtide.sql.constraint.NotNullEnforcer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes a job of a plan: opens its sources, wires its operators, opens its sinks. */
final class JobFactory {

    private static final String ZONE_OPTION = "time-zone";

    private final Connectors connectors;
    private final Function<String, Table> tables;
    private final Settings settings;
    private final EngineClock clock;

    /**
     * @param tables looks a table up by name, for dead letters
     */
    JobFactory(Connectors connectors, Function<String, Table> tables, Settings settings, EngineClock clock) {
        this.connectors = connectors;
        this.tables = tables;
        this.settings = settings;
        this.clock = clock;
    }

    /** Opens the sink of a root. Called last, when nothing else can fail any more. */
    @FunctionalInterface
    interface SinkOpener {
        SinkWriter open(SinkNode sink);
    }

    /**
     * @param sinks the roots of the plan
     * @param opener opens each root's sink
     * @throws dev.rowtide.core.error.EngineException if a source or sink can't be opened
     */
    Job create(List<SinkNode> sinks, SinkOpener opener) {
        Dropped dropped = new Dropped();
        BadRecordPolicy policy =
                new BadRecordPolicy(settings.get(ChangelogSettings.BAD_RECORDS), dropped, this::openDeadLetters);
        List<Feed> feeds = new ArrayList<>();
        List<SinkWriter> writers = new ArrayList<>();
        try {
            Graph.leaves(sinks).forEach(leaf -> feeds.add(feed(leaf, sinks, policy)));
            Sequencer sequencer = new Sequencer(feeds);
            JobSettings jobSettings = JobSettings.of(settings, sequencer.bounded());
            boolean dropsNulls = settings.get(SqlSettings.NOT_NULL_ENFORCER) == NotNullEnforcer.DROP;
            Graph graph = graph(sinks, jobSettings, policy.forExpressions(dropsNulls));
            refuseLoopsOfDeadLetters(sinks, policy.deadLetterTables());
            refuseSharedPlaces(sinks, policy.deadLetterTables());
            sinks.forEach(sink -> writers.add(writerOf(sink, sinks, writers, opener)));
            return new Job(sequencer, graph, writers, policy, jobSettings, clock, dropped, warnings(sinks, feeds));
        } catch (RuntimeException e) {
            feeds.forEach(Feed::close);
            writers.forEach(SinkWriter::close);
            policy.close();
            throw e;
        }
    }

    private Graph graph(List<SinkNode> sinks, JobSettings job, @Nullable DeadLetters letters) {
        int workers = job.parallelism();
        QueuedDeadLetters queued = letters == null || workers == 1 ? null : new QueuedDeadLetters(letters, workers);
        List<Function<PlanNode, List<Operator>>> operators = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            OperatorSettings operatorSettings = new OperatorSettings(
                    job.ticks().everyChange(),
                    settings.get(SqlSettings.TIME_ZONE),
                    queued == null ? letters : queued.queue(worker));
            OperatorFactory factory =
                    new OperatorFactory(operatorSettings, job.ticks().batch(), job.validateChangelog());
            operators.add(node -> node.accept(factory));
        }
        Runnable afterStep = queued == null ? () -> {} : queued::passOn;
        return new Graph(sinks, operators, job.ticks().everyChange(), afterStep);
    }

    private List<String> warnings(List<SinkNode> sinks, List<Feed> feeds) {
        Set<String> endless = new HashSet<>();
        for (Feed feed : feeds) {
            if (!feed.bounded() && feed.leaf() instanceof Scan scan) {
                endless.add(scan.table().name());
            }
        }
        if (!settings.get(EngineSettings.WARN_UNBOUNDED_STATE)) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>(StateTtlSettings.notices(sinks, settings));
        warnings.addAll(UnboundedState.warnings(sinks, table -> endless.contains(table.name())));
        return warnings;
    }

    /** Opens the sink that the table's connector gives. */
    SinkWriter openTable(SinkNode sink) {
        Table table = inSessionZone(sink.table());
        return connectors
                .find(table.connector())
                .sink(table)
                .open(table.schema().names(), written(sink));
    }

    /** Roots that write into one table share its writer. */
    private static SinkWriter writerOf(
            SinkNode sink, List<SinkNode> sinks, List<SinkWriter> writers, SinkOpener opener) {
        for (int earlier = 0; earlier < writers.size(); earlier++) {
            if (sinks.get(earlier).table().name().equalsIgnoreCase(sink.table().name())) {
                return writers.get(earlier);
            }
        }
        return opener.open(sink);
    }

    /** Two writers of one place outside would write over one another; INSERTs into one table share a writer. */
    private void refuseSharedPlaces(List<SinkNode> sinks, List<Table> deadLetters) {
        Map<String, String> tableByPlace = new LinkedHashMap<>();
        for (SinkNode sink : sinks) {
            Table table = sink.table();
            if (sinks.size() > 1
                    || deadLetters.stream()
                            .anyMatch(letters -> letters.connector().equalsIgnoreCase(table.connector()))) {
                refuseSharedPlace(table, tableByPlace, true);
            }
        }
        deadLetters.forEach(letters -> refuseSharedPlace(letters, tableByPlace, false));
    }

    private void refuseSharedPlace(Table table, Map<String, String> tableByPlace, boolean sharesWriter) {
        String place = connectors.find(table.connector()).sink(table).writes();
        String other = place == null ? null : tableByPlace.putIfAbsent(place, table.name());
        if (other == null || sharesWriter && other.equalsIgnoreCase(table.name())) {
            return;
        }
        String both = other.equalsIgnoreCase(table.name())
                ? "results and dead letters of the job both go to '"
                : "tables \"" + other + "\" and \"" + table.name() + "\" both write '";
        throw new EngineException(ErrorCode.INVALID_QUERY, both + place + "'")
                .withHint("Insert into one of them only, or give them different places.");
    }

    /** The kinds of change that a sink is sent: of a batch run the final rows, whatever its plan makes them of. */
    ChangelogMode written(SinkNode sink) {
        boolean batch = settings.get(SqlSettings.RUNTIME_MODE) == RuntimeMode.BATCH;
        return batch ? ChangelogMode.APPEND : sink.input().mode();
    }

    private Feed feed(PlanNode leaf, List<SinkNode> sinks, BadRecordPolicy policy) {
        if (leaf instanceof Values values) {
            return new ValuesFeed(values);
        }
        Scan scan = (Scan) leaf;
        Table table = inSessionZone(scan.table());
        Source source = connectors.find(table.connector()).source(table);
        sinks.forEach(sink -> refuseLoop(table, source, sink.table()));
        String option = table.options().get(ChangelogSettings.BAD_RECORDS.name());
        return new ScanFeed(scan, source, policy.forTable(table.name(), option, isUndeclared(table)));
    }

    /** Whether the table is a file that a query reads by its name. */
    private static boolean isUndeclared(Table table) {
        return table.name().equals(table.options().get("path"));
    }

    private void refuseLoop(Table read, Source source, Table written) {
        if (!read.connector().equalsIgnoreCase(written.connector())) {
            return;
        }
        String place = connectors.find(written.connector()).sink(written).writes();
        if (place != null && source.reads(place)) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the job would write '" + place + "', which it reads as \"" + read.name() + "\"")
                    .withHint("Write to another place, and replace the input when the job is through.");
        }
    }

    private void refuseLoopsOfDeadLetters(List<SinkNode> sinks, List<Table> deadLetters) {
        for (PlanNode leaf : deadLetters.isEmpty() ? List.<PlanNode>of() : Graph.leaves(sinks)) {
            if (leaf instanceof Scan scan) {
                Source source = connectors.find(scan.table().connector()).source(scan.table());
                deadLetters.forEach(table -> refuseLoop(scan.table(), source, table));
            }
        }
    }

    /**
     * The table with the session's time zone as an option, where its connector has that option and the table does not
     * say otherwise.
     */
    private Table inSessionZone(Table table) {
        boolean takesZone = connectors.find(table.connector()).options().stream()
                .anyMatch(option -> option.name().equals(ZONE_OPTION));
        if (!takesZone || table.options().containsKey(ZONE_OPTION)) {
            return table;
        }
        Map<String, String> options = new LinkedHashMap<>(table.options());
        options.put(ZONE_OPTION, settings.get(SqlSettings.TIME_ZONE).getId());
        return new Table(table.name(), table.schema(), table.primaryKey(), table.connector(), options);
    }

    private DeadLetterTable openDeadLetters(String name) {
        Table table = tables.apply(name);
        SinkWriter writer = connectors
                .find(table.connector())
                .sink(table)
                .open(table.schema().names(), ChangelogMode.APPEND);
        return new DeadLetterTable(table, writer);
    }
}
