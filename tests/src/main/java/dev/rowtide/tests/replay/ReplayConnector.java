// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tables as sources that deliver prepared changes, table by table in the order given, as retract streams. A job that reads one of them twice fails: two parts of
 * its query would see different versions.
 */
public final class ReplayConnector implements Connector {

    /** The name in {@code WITH ('connector' = '…')}. */
    public static final String NAME = "memory";

    private final Deque<Pending> pending = new ArrayDeque<>();
    private Set<String> opened = new HashSet<>();
    private int delivered;

    /** What is left of the changes at an index. */
    private record Pending(int index, String table, Deque<RowChange> changes) {}

    /** The next job reads these changes. */
    public void rewind(List<TableChanges> changes) {
        opened = new HashSet<>();
        pending.clear();
        delivered = 0;
        for (int i = 0; i < changes.size(); i++) {
            pending.add(new Pending(
                    i, changes.get(i).table(), new ArrayDeque<>(changes.get(i).changes())));
        }
    }

    /** How many of the changes of tables were delivered whole, or belong to tables that the job does not read. */
    public int delivered() {
        return delivered;
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
        return new OneSplit(table.name(), ChangelogMode.RETRACT, columns -> {
            if (!opened.add(table.name())) {
                throw new IllegalStateException(
                        table.name() + " is read twice, so that two parts of the query see different versions");
            }
            return new Reader(table.name(), columns, table.schema());
        });
    }

    @Override
    public Sink sink(Table table) {
        throw new UnsupportedOperationException("tables in memory are only read");
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
            Pending head = pending.peek();
            if (head == null || !head.table().equals(table)) {
                return null;
            }
            BatchBuilder builder = new BatchBuilder(schema);
            long position = firstPosition;
            while (builder.rows() < rowsMax && !head.changes().isEmpty()) {
                RowChange change = head.changes().remove();
                boolean update = change.before() != null && change.after() != null;
                append(builder, change.before(), update ? RowKind.MINUS_U : RowKind.MINUS_D, position);
                append(builder, change.after(), update ? RowKind.PLUS_U : RowKind.PLUS_I, position);
                position++;
            }
            skipUnread();
            return builder.rows() == 0 ? null : builder.build(Watermarks.absent());
        }

        private void append(BatchBuilder builder, @Nullable List<@Nullable Object> row, byte kind, long position) {
            if (row != null) {
                for (int c = 0; c < columns.size(); c++) {
                    Datum.append(builder.column(c), padded(row.get(columns.get(c)), schema.type(c)), schema.type(c));
                }
                builder.endRow(kind, position);
            }
        }

        /** Texts of a CHAR column are filled up with blanks, as all sources do. */
        private static @Nullable Object padded(@Nullable Object value, Type type) {
            return value instanceof String text && type.kind() == TypeKind.CHAR
                    ? text + " ".repeat(Math.max(0, type.precision() - text.length()))
                    : value;
        }

        /** Passes what was delivered whole, and what belongs to tables that are not read. */
        private void skipUnread() {
            while (!pending.isEmpty()
                    && (pending.getFirst().changes().isEmpty()
                            || !opened.contains(pending.getFirst().table()))) {
                delivered = pending.remove().index() + 1;
            }
        }

        @Override
        public boolean ended() {
            return !first
                    && pending.stream()
                            .noneMatch(rest -> rest.table().equals(table)
                                    && !rest.changes().isEmpty());
        }

        @Override
        public String position() {
            return "";
        }

        @Override
        public void close() {}
    }
}
