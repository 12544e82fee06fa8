// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.operators.testing.AssertingSinkWriter;
import dev.rowtide.sql.changelog.ChangelogSettings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tables in memory: the test says what each source delivers, as change text, and reads what each sink was given.
 *
 * <p>Besides changes a source's text has lines {@code -- at 1500}, before which time (milliseconds of the clock) nothing of what follows is there, and
 * {@code -- bad <record>} for a record that can't be read. A sink's text has a line {@code -- shown at 1500} after the changes of each tick.
 */
final class MemoryConnector implements Connector {

    private record Given(ChangelogMode mode, boolean bounded, List<String> lines) {}

    private final Map<String, Given> sources = new HashMap<>();
    private final Map<String, StringBuilder> written = new HashMap<>();
    private final Map<String, Integer> opened = new HashMap<>();
    private final Set<String> finished = new HashSet<>();
    private final EngineClock clock;
    private Runnable beforeWrite = () -> {};

    MemoryConnector(EngineClock clock) {
        this.clock = clock;
    }

    /** What the source of a table delivers. */
    MemoryConnector source(String table, ChangelogMode mode, String changes) {
        sources.put(
                table, new Given(mode, true, changes.lines().map(String::strip).toList()));
        return this;
    }

    /** What the source of a table delivers that never ends: once all is delivered, there is nothing for the time being. */
    MemoryConnector unboundedSource(String table, String changes) {
        sources.put(
                table,
                new Given(
                        ChangelogMode.APPEND,
                        false,
                        changes.lines().map(String::strip).toList()));
        return this;
    }

    /** What happens before anything is written. */
    void beforeWrite(Runnable event) {
        beforeWrite = event;
    }

    /** What was written into a table so far. */
    String written(String table) {
        return written.getOrDefault(table, new StringBuilder()).toString();
    }

    /** How often the source of a table was opened. */
    int opened(String table) {
        return opened.getOrDefault(table, 0);
    }

    /** Whether a job ended well with the sink of a table. */
    boolean finished(String table) {
        return finished.contains(table);
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of(ChangelogSettings.BAD_RECORDS);
    }

    @Override
    public Source source(Table table) {
        Given given = sources.getOrDefault(table.name(), new Given(ChangelogMode.APPEND, true, List.of()));
        return new Source() {
            @Override
            public ChangelogMode mode() {
                return given.mode();
            }

            @Override
            public boolean bounded() {
                return given.bounded();
            }

            @Override
            public List<String> splits() {
                return List.of(table.name());
            }

            @Override
            public SplitReader open(
                    String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
                opened.merge(table.name(), 1, Integer::sum);
                return new Reader(table, given, columns, badRecords);
            }
        };
    }

    @Override
    public Sink sink(Table table) {
        return new Sink() {
            @Override
            public Encoding encoding() {
                return table.primaryKey().isEmpty() ? Encoding.RETRACT : Encoding.UPSERT;
            }

            @Override
            public SinkWriter open(List<String> names, ChangelogMode mode) {
                return AssertingSinkWriter.before(new Writer(table), table, encoding(), mode);
            }
        };
    }

    private static final class Reader implements SplitReader {
        private final Table table;
        private final Given given;
        private final List<Integer> columns;
        private final BadRecords badRecords;
        private final Map<Long, Integer> lineOf = new HashMap<>();
        private int next;
        private long dueMillis;

        Reader(Table table, Given given, List<Integer> columns, BadRecords badRecords) {
            this.table = table;
            this.given = given;
            this.columns = columns;
            this.badRecords = badRecords;
        }

        @Override
        public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
            StringBuilder text = new StringBuilder();
            int rows = 0;
            long position = firstPosition - 1;
            for (; next < given.lines().size(); next++) {
                String line = given.lines().get(next);
                boolean secondHalf = rows > 0
                        && line.startsWith("+U")
                        && given.lines().get(next - 1).startsWith("-U");
                if (line.startsWith("-- at ")) {
                    dueMillis = Long.parseLong(line.substring(6));
                }
                boolean badBehindOthers = line.startsWith("-- bad ") && rows > 0;
                if (dueMillis > nowMillis || badBehindOthers || rows >= rowsMax && !secondHalf) {
                    break;
                }
                if (line.startsWith("-- bad ")) {
                    badRecords.accept(
                            table.name() + ":" + (next + 1),
                            line.substring(7),
                            new EngineException(ErrorCode.BAD_RECORD, "not a change"));
                } else if (!line.startsWith("--")) {
                    position += secondHalf ? 0 : 1;
                    lineOf.put(position, next + 1);
                    text.append(line).append('\n');
                    rows++;
                }
            }
            if (rows == 0) {
                return null;
            }
            ChangeBatch batch = ChangeText.parse(text.toString(), table.schema(), firstPosition);
            return batch.withColumns(columns.stream().map(batch::column).toArray(Column[]::new));
        }

        @Override
        public boolean ended() {
            return given.bounded() && next == given.lines().size();
        }

        @Override
        public String position() {
            return String.valueOf(next);
        }

        @Override
        public long nextPollMillis(long nowMillis) {
            return next == given.lines().size() ? Long.MAX_VALUE : Math.max(nowMillis, dueMillis);
        }

        @Override
        public @Nullable String place(long position) {
            Integer line = lineOf.get(position);
            return line == null ? null : table.name() + ":" + line;
        }

        @Override
        public void close() {}
    }

    private final class Writer implements SinkWriter {
        private final Table table;
        private final StringBuilder text;
        private long messages;
        private long messagesShown;

        Writer(Table table) {
            this.table = table;
            text = written.computeIfAbsent(table.name(), name -> new StringBuilder());
        }

        @Override
        public void write(ChangeBatch batch) {
            beforeWrite.run();
            text.append(ChangeText.print(batch, table.schema()));
            messages += batch.size();
        }

        @Override
        public void endTick() {
            if (messages > messagesShown) {
                text.append("-- shown at ").append(clock.nowMillis()).append('\n');
                messagesShown = messages;
            }
        }

        @Override
        public void finish() {
            finished.add(table.name());
        }

        @Override
        public long messages() {
            return messages;
        }

        @Override
        public void close() {}
    }
}
