// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.sqllogictest.TableHistory.RowChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The tables of a test file as sources: tick by tick, within a tick table by table in a random order. */
final class HistoryConnector implements Connector {

    static final String NAME = "history";

    private record Chunk(String table, Deque<RowChange> changes) {}

    private final Map<String, TableHistory> tables;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private Set<String> opened = new HashSet<>();

    HistoryConnector(Map<String, TableHistory> tables) {
        this.tables = tables;
    }

    /** The next job reads from the start, on a way that {@code random} chooses. */
    void rewind(SplittableRandom random) {
        opened = new HashSet<>();
        chunks.clear();
        List<List<Chunk>> byTable = new ArrayList<>();
        tables.forEach((name, table) -> byTable.add(table.ticks(random).stream()
                .map(changes -> new Chunk(name, new ArrayDeque<>(changes)))
                .toList()));
        for (int t = 0; t < TableHistory.TICKS; t++) {
            List<List<Chunk>> left = new ArrayList<>(byTable);
            while (!left.isEmpty()) {
                chunks.add(left.remove(random.nextInt(left.size())).get(t));
            }
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Setting<?>> options() {
        return List.of();
    }

    @Override
    public Source source(Table table) {
        return new Source() {
            @Override
            public ChangelogMode mode() {
                return ChangelogMode.RETRACT;
            }

            @Override
            public boolean bounded() {
                return true;
            }

            @Override
            public List<String> splits() {
                return List.of(table.name());
            }

            @Override
            public SplitReader open(
                    String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
                if (!opened.add(split)) {
                    throw new IllegalStateException(
                            split + " is read twice, so that two parts of the query see different versions");
                }
                return new Reader(split, columns, table.schema());
            }
        };
    }

    @Override
    public Sink sink(Table table) {
        throw new UnsupportedOperationException("tables of the corpus are only read");
    }

    private final class Reader implements SplitReader {
        private final String table;
        private final List<Integer> columns;
        private final Schema schema;
        private boolean first = true;

        Reader(String table, List<Integer> columns, Schema whole) {
            this.table = table;
            this.columns = columns;
            this.schema =
                    whole.project(columns.stream().mapToInt(Integer::intValue).toArray());
        }

        /** Has nothing at first, so that all tables that the query reads are open before anything is delivered. */
        @Override
        public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
            if (first) {
                first = false;
                return null;
            }
            skipUnread();
            Chunk chunk = chunks.peek();
            if (chunk == null || !chunk.table().equals(table)) {
                return null;
            }
            BatchBuilder builder = new BatchBuilder(schema);
            long position = firstPosition;
            while (builder.rows() < rowsMax && !chunk.changes().isEmpty()) {
                RowChange change = chunk.changes().remove();
                boolean update = change.before() != null && change.after() != null;
                append(builder, change.before(), update ? RowKind.MINUS_U : RowKind.MINUS_D, position);
                append(builder, change.after(), update ? RowKind.PLUS_U : RowKind.PLUS_I, position);
                position++;
            }
            return builder.rows() == 0 ? null : builder.build(Watermarks.absent());
        }

        private void append(BatchBuilder builder, @Nullable List<@Nullable Object> row, byte kind, long position) {
            if (row != null) {
                for (int c = 0; c < columns.size(); c++) {
                    Datum.append(builder.column(c), row.get(columns.get(c)), schema.type(c));
                }
                builder.endRow(kind, position);
            }
        }

        private void skipUnread() {
            while (!chunks.isEmpty()
                    && (chunks.getFirst().changes().isEmpty()
                            || !opened.contains(chunks.getFirst().table()))) {
                chunks.remove();
            }
        }

        @Override
        public boolean ended() {
            return !first
                    && chunks.stream()
                            .noneMatch(chunk -> chunk.table().equals(table)
                                    && !chunk.changes().isEmpty());
        }

        @Override
        public String position() {
            return "";
        }

        @Override
        public void close() {}
    }
}
