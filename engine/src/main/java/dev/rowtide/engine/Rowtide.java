// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.RowOrdering;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.RuntimeMode;
import dev.rowtide.sql.SqlSettings;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.CatalogFunction;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.changelog.ChangelogSettings;
import dev.rowtide.sql.script.Action;
import dev.rowtide.sql.script.Script;
import dev.rowtide.sql.script.ScriptStatement;
import dev.rowtide.sql.script.StatementRunner;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session with the engine: tables, views and settings, and the way to run SQL. Not thread-safe, but for
 * {@link #cancel}; open one per thread.
 *
 * <pre>{@code
 * try (Rowtide rowtide = Rowtide.open()) {
 *     rowtide.execute("CREATE TABLE clicks (user_id STRING, url STRING) WITH (connector = 'filesystem', path = 'clicks.jsonl')");
 *     for (Change change : rowtide.execute("SELECT user_id, COUNT(*) AS clicks FROM clicks GROUP BY user_id")) {
 *         System.out.println(change);
 *     }
 * }
 * }</pre>
 */
public final class Rowtide implements AutoCloseable {

    /** The jobs, newest last, of which SHOW DROPPED tells. */
    private static final int JOBS_REMEMBERED = 100;

    /** Longer than any job. */
    private static final String ONE_FLUSH = "36500 days";

    private final Connectors connectors;
    private final EngineClock clock;
    private final Catalog catalog = new Catalog();
    private final FunctionLoader functions = new FunctionLoader();
    private final Deque<Dropped> droppedByJob = new ArrayDeque<>();
    private final List<Job> open = new ArrayList<>();
    private Settings settings = Settings.empty();
    private boolean queriesFlushAtEnd;
    private volatile @Nullable Job running;
    private volatile boolean cancelled;

    private Rowtide(List<Connector> connectors, EngineClock clock) {
        this.connectors = new Connectors(connectors);
        this.clock = clock;
    }

    /** A session with the connectors on the class path and the machine's clock. */
    public static Rowtide open() {
        return new Builder().open();
    }

    /** For a session with connectors or a clock of your own. */
    public static Builder builder() {
        return new Builder();
    }

    /** What a session is made of. */
    public static final class Builder {
        private final List<Connector> connectors = new ArrayList<>();
        private EngineClock clock = EngineClock.system();

        private Builder() {}

        /** Adds a connector; it goes before one of the same name on the class path. */
        public Builder connector(Connector connector) {
            connectors.add(connector);
            return this;
        }

        /** The clock instead of the machine's. */
        public Builder clock(EngineClock clock) {
            this.clock = clock;
            return this;
        }

        /** Opens the session. */
        public Rowtide open() {
            return new Rowtide(connectors, clock);
        }
    }

    /**
     * Runs the statements of a script one after the other; INSERTs run to their end. Returns the result of the last
     * statement; when that is a query it runs as it is read.
     *
     * @throws EngineException if a statement fails; those before it have had their effect
     */
    public Result execute(String sql) {
        Result last = new Result.Message("nothing to do");
        Iterator<Result> results = run(sql);
        while (results.hasNext()) {
            last.close();
            last = results.next();
            if (last instanceof InsertResult insert) {
                insert.job().run();
                insert.close();
            }
        }
        return last;
    }

    /** Whether a text ends its last statement: for a shell that collects lines. */
    public static boolean isComplete(String sql) {
        return Script.isComplete(sql);
    }

    /**
     * The results of the statements of a script, each carried out when it is asked for. Jobs are not run:
     * {@link InsertResult} and {@link QueryResult} are for the caller to drive and close.
     */
    public Iterator<Result> run(String sql) {
        catalog.startText();
        Script script = Script.read(sql);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return script.hasNext();
            }

            @Override
            public Result next() {
                return carryOut(script.next());
            }
        };
    }

    /** Whether {@link #cancel} was called. */
    public boolean isCancelled() {
        return cancelled;
    }

    private Result carryOut(ScriptStatement statement) {
        try {
            return carryOutNested(statement);
        } catch (EngineException e) {
            // What is known to be wrong with no part of the statement is wrong with the statement.
            throw e.line() > 0 ? e : e.at(statement.line(), statement.column());
        } catch (StackOverflowError e) {
            throw new EngineException(ErrorCode.RESOURCE_LIMIT, "the statement is nested too deeply")
                    .withHint("Break long chains of operators up, for instance with IN, or with views.")
                    .at(statement.line(), statement.column())
                    .causedBy(e);
        }
    }

    private Result carryOutNested(ScriptStatement statement) {
        Action action = new StatementRunner(catalog, settings, connectors).run(statement);
        if (action instanceof Action.Done done) {
            return new Result.Message(done.message());
        } else if (action instanceof Action.Listing listing) {
            return new Result.Listing(listing.schema(), listing.rows());
        } else if (action instanceof Action.Explanation explanation) {
            return new Result.Text(explanation.text());
        } else if (action instanceof Action.CreateFunction function) {
            return createFunction(function);
        } else if (action instanceof Action.Set set) {
            return set.key() == null || set.value() == null ? listSettings(set.key()) : set(set.key(), set.value());
        } else if (action instanceof Action.Reset reset) {
            return reset(reset.key());
        } else if (action instanceof Action.ShowDropped) {
            return listDropped();
        } else if (action instanceof Action.Query query) {
            return query(query);
        }
        return inserts((Action.Inserts) action);
    }

    private Result createFunction(Action.CreateFunction function) {
        Object body = functions.load(function);
        if (body instanceof UserAggregate<?> aggregate) {
            define(new CatalogAggregate(function.name(), function.parameters(), function.result(), aggregate));
        } else {
            define(new CatalogFunction(
                    function.name(), function.parameters(), function.result(), (ScalarFunction) body));
        }
        return new Result.Message("function " + function.name() + " created");
    }

    private QueryResult query(Action.Query query) {
        Deque<ChangeBatch> pending = new ArrayDeque<>();
        RowOrdering ordering = query.ordering();
        Schema rows = ordering == null ? query.schema() : ordering.rows();
        Table table = new Table("result", rows, List.of(), "result", Map.of());
        SinkNode plan = query.planner().plan(table, new ResultSink(pending));
        JobFactory jobs = new JobFactory(connectors, this::table, ofQueries(), clock);
        Job job = jobs.create(
                List.of(plan), query.notices(), (sink, mode) -> new ResultSink(pending).open(List.of(), mode));
        boolean batch = settings.get(SqlSettings.RUNTIME_MODE) == RuntimeMode.BATCH;
        return new QueryResult(query.schema(), ordering, job.mode(), batch, track(job), pending);
    }

    private InsertResult inserts(Action.Inserts inserts) {
        List<SinkNode> sinks = inserts.sinks();
        JobFactory jobs = jobs();
        Job job = jobs.create(sinks, inserts.notices(), jobs::openTable);
        return new InsertResult(sinks.stream().map(sink -> sink.table().name()).toList(), job.mode(), track(job));
    }

    private Settings ofQueries() {
        return queriesFlushAtEnd && !settings.has(EngineSettings.FLUSH_INTERVAL)
                ? settings.with(EngineSettings.FLUSH_INTERVAL.name(), ONE_FLUSH)
                : settings;
    }

    private JobFactory jobs() {
        return new JobFactory(connectors, this::table, settings, clock);
    }

    private Table table(String name) {
        try {
            if (catalog.get(name) instanceof CatalogTable table) {
                return table.table();
            }
        } catch (EngineException e) {
            throw e.withHint("'" + ChangelogSettings.BAD_RECORDS.name()
                    + "' names it as the table that takes bad records; it may also be fail or skip.");
        }
        throw new EngineException(ErrorCode.INVALID_OPTION, "\"" + name + "\" is a view; dead letters go to a table");
    }

    private Job track(Job job) {
        running = job;
        open.removeIf(Job::isClosed);
        open.add(job);
        droppedByJob.add(job.dropped());
        if (droppedByJob.size() > JOBS_REMEMBERED) {
            droppedByJob.removeFirst();
        }
        return job;
    }

    /**
     * Sets a setting.
     *
     * @throws EngineException if there is no such setting, or it can't have that value
     */
    public Result set(String name, String value) {
        Setting<?> setting = SettingsRegistry.find(name);
        if (setting == null) {
            String reason = SettingsRegistry.withoutEffect(name);
            if (reason != null) {
                return new Result.Message("'" + name + "' has no effect: " + reason);
            }
            throw SettingsRegistry.unknown(name);
        }
        setting.parse(value);
        settings = settings.with(setting.name(), value);
        return new Result.Message("'" + setting.name() + "' is '" + value + "'");
    }

    /**
     * Makes queries show their changes at their end, unless a flush interval is set: for a reader who wants the final table, and no more than that. INSERTs write
     * what they always do.
     */
    public void flushQueriesAtEnd() {
        queriesFlushAtEnd = true;
    }

    /** The session's time zone, in which TIMESTAMP_LTZ values are shown. */
    public ZoneId timeZone() {
        return settings.get(SqlSettings.TIME_ZONE);
    }

    private Result reset(@Nullable String name) {
        if (name == null) {
            settings = Settings.empty();
            return new Result.Message("all settings have their defaults");
        }
        Setting<?> setting = SettingsRegistry.find(name);
        if (setting == null) {
            throw SettingsRegistry.unknown(name);
        }
        settings = settings.without(setting.name());
        return new Result.Message("'" + setting.name() + "' has its default");
    }

    /** One setting, or all where none is named. */
    private Result listSettings(@Nullable String name) {
        Setting<?> only = name == null ? null : SettingsRegistry.find(name);
        if (name != null && only == null) {
            throw SettingsRegistry.unknown(name);
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Setting<?> setting : only == null ? SettingsRegistry.ALL : List.of(only)) {
            String value = settings.texts().getOrDefault(setting.name(), setting.defaultText());
            rows.add(List.of(setting.name(), value, setting.description()));
        }
        return new Result.Listing(texts("setting", "value", "description"), rows);
    }

    private Result listDropped() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Dropped dropped : droppedByJob) {
            for (Dropped.Entry entry : dropped.entries()) {
                rows.add(List.of(entry.where(), entry.cause(), entry.rows(), entry.example()));
            }
        }
        Schema schema = Schema.of(
                new Field("where", Type.STRING),
                new Field("cause", Type.STRING),
                new Field("rows", Type.BIGINT),
                new Field("first", Type.STRING));
        return new Result.Listing(schema, rows);
    }

    private static Schema texts(String... names) {
        return new Schema(
                Arrays.stream(names).map(name -> new Field(name, Type.STRING)).toList());
    }

    /** Defines a scalar function of your own. It is called row by row. */
    public void define(CatalogFunction function) {
        catalog.defineFunction(function);
    }

    /** Defines an aggregate function of your own. It is called row by row. */
    public void define(CatalogAggregate function) {
        catalog.defineAggregate(function);
    }

    /**
     * Asks the job that runs now, if any, to end well, and the script that it belongs to to stop. May be called from
     * any thread.
     */
    public void cancel() {
        cancelled = true;
        Job job = running;
        if (job != null) {
            job.cancel();
        }
    }

    /** Ends the session: every job that is still open is stopped and releases its files and connections. */
    @Override
    public void close() {
        open.forEach(Job::close);
        open.clear();
        functions.close();
    }

    /** Collects the changes of a query for its reader. */
    private record ResultSink(Deque<ChangeBatch> pending) implements Sink {

        @Override
        public Encoding encoding() {
            return Encoding.RETRACT;
        }

        @Override
        public SinkWriter open(List<String> names, ChangelogMode mode) {
            return new ResultWriter(pending);
        }
    }

    private static final class ResultWriter implements SinkWriter {
        private final Deque<ChangeBatch> pending;
        private long messages;

        ResultWriter(Deque<ChangeBatch> pending) {
            this.pending = pending;
        }

        @Override
        public void write(ChangeBatch batch) {
            messages += batch.size();
            pending.add(batch);
        }

        @Override
        public void endTick() {}

        @Override
        public void finish() {}

        @Override
        public long messages() {
            return messages;
        }

        @Override
        public void close() {}
    }
}
