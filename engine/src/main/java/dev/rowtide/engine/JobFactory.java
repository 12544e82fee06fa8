// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.engine.runner.AlignedScanFeed;
import dev.rowtide.engine.runner.Feed;
import dev.rowtide.engine.runner.Graph;
import dev.rowtide.engine.runner.ScanFeed;
import dev.rowtide.engine.runner.ValuesFeed;
import dev.rowtide.engine.tick.Sequencer;
import dev.rowtide.engine.tick.TickPolicy;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.consolidate.Consolidation;
import dev.rowtide.operators.factory.OperatorFactory;
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
    private final Places places;

    /**
     * @param tables looks a table up by name, for dead letters
     */
    JobFactory(Connectors connectors, Function<String, Table> tables, Settings settings, EngineClock clock) {
        this.connectors = connectors;
        this.tables = tables;
        this.settings = settings;
        this.clock = clock;
        this.places = new Places(connectors);
    }

    /** Opens the sink of a root, told of the kinds of change that it is sent. Called last, when nothing else can fail any more. */
    @FunctionalInterface
    interface SinkOpener {
        SinkWriter open(SinkNode sink, ChangelogMode written);
    }

    /**
     * @param sinks the roots of the plan
     * @param notices what the author should know of beside what follows from the plan
     * @param opener opens each root's sink
     * @throws dev.rowtide.core.error.EngineException if a source or sink can't be opened
     */
    Job create(List<SinkNode> sinks, List<String> notices, SinkOpener opener) {
        Dropped dropped = new Dropped();
        BadRecordPolicy policy =
                new BadRecordPolicy(settings.get(ChangelogSettings.BAD_RECORDS), dropped, this::openDeadLetters);
        List<Feed> feeds = new ArrayList<>();
        List<SinkWriter> writers = new ArrayList<>();
        LookupReaders lookups = new LookupReaders(connectors, this::inSessionZone, policy);
        try {
            Graph.leaves(sinks).forEach(leaf -> feeds.add(feed(leaf, sinks, policy)));
            Sequencer sequencer = new Sequencer(feeds);
            JobSettings jobSettings = JobSettings.of(settings, sequencer.bounded());
            boolean dropsNulls = settings.get(SqlSettings.NOT_NULL_ENFORCER) == NotNullEnforcer.DROP;
            Graph graph = graph(
                    sinks,
                    jobSettings,
                    lookups,
                    policy.forExpressions(dropsNulls, sequencer::place),
                    policy.forLateRows(settings.get(ChangelogSettings.LATE_ROWS)));
            places.refuseLoops(sinks, policy.deadLetterTables());
            places.refuseShared(sinks, policy.deadLetterTables());
            List<ChangelogMode> modes = sinks.stream()
                    .map(sink -> written(sink, jobSettings.ticks()))
                    .toList();
            for (int root = 0; root < sinks.size(); root++) {
                writers.add(writerOf(root, sinks, modes, writers, opener));
            }
            ChangelogMode mode = modes.stream().reduce(ChangelogMode.UNKNOWN, ChangelogMode::union);
            List<String> warnings = warnings(sinks, notices, feeds);
            return new Job(sequencer, graph, lookups, writers, mode, policy, jobSettings, clock, dropped, warnings);
        } catch (RuntimeException e) {
            feeds.forEach(Feed::close);
            lookups.close();
            writers.forEach(SinkWriter::close);
            policy.close();
            throw e;
        }
    }

    private Graph graph(
            List<SinkNode> sinks,
            JobSettings job,
            LookupReaders lookups,
            @Nullable DeadLetters letters,
            @Nullable DeadLetters lateRows) {
        int workers = job.parallelism();
        QueuedDeadLetters queued = letters == null || workers == 1 ? null : new QueuedDeadLetters(letters, workers);
        QueuedDeadLetters queuedLate =
                lateRows == null || workers == 1 ? null : new QueuedDeadLetters(lateRows, workers);
        List<Function<PlanNode, List<Operator>>> operators = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            OperatorSettings operatorSettings = new OperatorSettings(
                    job.ticks().everyChange(),
                    settings.get(SqlSettings.TIME_ZONE),
                    queued == null ? letters : queued.queue(worker),
                    queuedLate == null ? lateRows : queuedLate.queue(worker));
            OperatorFactory factory = new OperatorFactory(
                    operatorSettings, job.ticks().batch(), job.validateChangelog(), job.showsUnchanged(), lookups::of);
            operators.add(node -> node.accept(factory));
        }
        Runnable afterStep = () -> {
            if (queued != null) {
                queued.passOn();
            }
            if (queuedLate != null) {
                queuedLate.passOn();
            }
        };
        return new Graph(sinks, operators, job.ticks().everyChange(), afterStep);
    }

    private List<String> warnings(List<SinkNode> sinks, List<String> notices, List<Feed> feeds) {
        List<String> warnings = new ArrayList<>(notices);
        Set<String> endless = new HashSet<>();
        for (Feed feed : feeds) {
            if (!feed.bounded() && feed.leaf() instanceof Scan scan) {
                endless.add(scan.table().name());
            }
        }
        if (settings.get(EngineSettings.WARN_UNBOUNDED_STATE)) {
            warnings.addAll(StateTtlSettings.notices(sinks, settings));
            warnings.addAll(UnboundedState.warnings(sinks, table -> endless.contains(table.name())));
        }
        return warnings;
    }

    /** Opens the sink that the table's connector gives. */
    SinkWriter openTable(SinkNode sink, ChangelogMode written) {
        Table table = inSessionZone(sink.table());
        return connectors
                .find(table.connector())
                .sink(table)
                .open(table.schema().names(), written);
    }

    /** Roots that write into one table share its writer, which is told of the kinds of all. */
    private static SinkWriter writerOf(
            int root, List<SinkNode> sinks, List<ChangelogMode> modes, List<SinkWriter> writers, SinkOpener opener) {
        String name = sinks.get(root).table().name();
        ChangelogMode mode = ChangelogMode.UNKNOWN;
        for (int other = 0; other < sinks.size(); other++) {
            if (sinks.get(other).table().name().equalsIgnoreCase(name)) {
                if (other < root) {
                    return writers.get(other);
                }
                mode = mode.union(modes.get(other));
            }
        }
        return opener.open(sinks.get(root), mode);
    }

    /**
     * The kinds of change that a sink is sent: of a batch run the final rows, whatever its plan makes them of; of a flush also a {@code -D}, where it leaves but one half of
     * an update.
     */
    private static ChangelogMode written(SinkNode sink, TickPolicy ticks) {
        ChangelogMode mode = sink.input().mode();
        if (ticks.batch()) {
            return ChangelogMode.APPEND;
        }
        return ticks.everyChange() ? mode : Consolidation.ofTick(sink.input());
    }

    private Feed feed(PlanNode leaf, List<SinkNode> sinks, BadRecordPolicy policy) {
        if (leaf instanceof Values values) {
            return new ValuesFeed(values);
        }
        Scan scan = (Scan) leaf;
        Table table = inSessionZone(scan.table());
        Source source = connectors.find(table.connector()).source(table);
        sinks.forEach(sink -> places.refuseLoop(table, source, sink.table()));
        String option = table.options().get(ChangelogSettings.BAD_RECORDS.name());
        BadRecords badRecords = policy.forTable(table.name(), option, isUndeclared(table));
        // Where rows take others out their order counts, which is that of the splits.
        boolean aligned = scan.watermark() != null
                && source.mode().isAppendOnly()
                && source.splits().size() > 1;
        return aligned
                ? new AlignedScanFeed(scan, source, badRecords, settings.get(SqlSettings.TIME_ZONE))
                : new ScanFeed(scan, source, badRecords);
    }

    /** Whether the table is a file that a query reads by its name. */
    private static boolean isUndeclared(Table table) {
        return table.name().equals(table.options().get("path"));
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
