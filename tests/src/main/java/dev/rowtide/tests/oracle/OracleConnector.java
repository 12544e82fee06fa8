// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.AssertingSinkWriter;
import dev.rowtide.tests.replay.OneSplit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a case as sources that deliver in the order of arrival, and the sink that hands on what is written and
 * when a tick ends.
 */
final class OracleConnector implements Connector {

    private final OracleCase oracleCase;
    private int delivered;
    private Set<String> opened = new HashSet<>();
    private ResultListener listener = ResultListener.NONE;

    /** Hears what comes out. */
    interface ResultListener {
        ResultListener NONE = new ResultListener() {
            @Override
            public void batch(ChangeBatch batch) {}

            @Override
            public void tickEnd(int version) {}
        };

        void batch(ChangeBatch batch);

        /**
         * A tick ended.
         *
         * @param version how many arrivals were read so far
         */
        void tickEnd(int version);
    }

    OracleConnector(OracleCase oracleCase) {
        this.oracleCase = oracleCase;
    }

    /** The next job reads from the start. */
    void rewind(ResultListener next) {
        delivered = 0;
        opened = new HashSet<>();
        listener = next;
    }

    @Override
    public String name() {
        return "oracle";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of();
    }

    @Override
    public Source source(Table table) {
        int index = index(table.name());
        ChangelogMode mode = oracleCase.tables().get(index).kind().mode();
        return new OneSplit(table.name(), mode, columns -> {
            if (!opened.add(table.name())) {
                throw new IllegalStateException(
                        table.name() + " is read twice, so that two parts of the query see different versions");
            }
            return new Reader(index, columns);
        });
    }

    private int index(String table) {
        for (int i = 0; i < oracleCase.tables().size(); i++) {
            if (oracleCase.tables().get(i).name().equals(table)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no table " + table);
    }

    @Override
    public Sink sink(Table table) {
        return new Sink() {
            @Override
            public Encoding encoding() {
                return table.primaryKey().isEmpty() ? Encoding.RETRACT : Encoding.UPSERT;
            }

            @Override
            public boolean acceptsKeyOnlyDeletes() {
                return true;
            }

            @Override
            public SinkWriter open(List<String> names, ChangelogMode mode) {
                boolean mayPart = oracleCase.query().partsUpdates();
                return AssertingSinkWriter.before(new Writer(), table, encoding(), mode, mayPart);
            }
        };
    }

    private final class Reader implements SplitReader {
        private final int table;
        private final List<Integer> columns;
        private final Schema schema;
        private boolean first = true;

        Reader(int table, List<Integer> columns) {
            this.table = table;
            this.columns = columns;
            this.schema = oracleCase
                    .tables()
                    .get(table)
                    .schema()
                    .project(columns.stream().mapToInt(Integer::intValue).toArray());
        }

        /** Has nothing at first, so that the constant rows of a query are read before the first arrival. */
        @Override
        public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
            if (first) {
                first = false;
                return null;
            }
            skipUnread();
            BatchBuilder builder = new BatchBuilder(schema);
            long position = firstPosition;
            while (builder.rows() < rowsMax && isNext()) {
                for (InputChange.Row row : oracleCase.arrivals().get(delivered).rows()) {
                    for (int c = 0; c < columns.size(); c++) {
                        Datum.append(builder.column(c), row.values().get(columns.get(c)), schema.type(c));
                    }
                    builder.endRow(row.kind().code(), position);
                }
                position++;
                delivered++;
                skipUnread();
            }
            return builder.rows() == 0 ? null : builder.build(Watermarks.absent());
        }

        /** Tables that the query does not read stay closed; all others were polled before anything was delivered. */
        private void skipUnread() {
            while (delivered < oracleCase.arrivals().size()
                    && !opened.contains(oracleCase
                            .tables()
                            .get(oracleCase.arrivals().get(delivered).table())
                            .name())) {
                delivered++;
            }
        }

        private boolean isNext() {
            return delivered < oracleCase.arrivals().size()
                    && oracleCase.arrivals().get(delivered).table() == table;
        }

        @Override
        public boolean ended() {
            return !first
                    && oracleCase.arrivals().stream().skip(delivered).noneMatch(change -> change.table() == table);
        }

        @Override
        public String position() {
            return "";
        }

        @Override
        public void close() {}
    }

    private final class Writer implements SinkWriter {
        private long messages;

        @Override
        public void write(ChangeBatch batch) {
            messages += batch.size();
            listener.batch(batch);
        }

        @Override
        public void endTick() {
            listener.tickEnd(delivered);
        }

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
