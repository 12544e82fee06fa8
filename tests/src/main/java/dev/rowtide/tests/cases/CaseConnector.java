// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.AssertingSinkWriter;
import dev.rowtide.tests.cases.CaseFile.ChangeJson;
import dev.rowtide.tests.cases.CaseFile.Input;
import dev.rowtide.tests.replay.OneSplit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a case: sources that follow its order of arrival, and a sink that keeps what is written and by which
 * arrival.
 */
final class CaseConnector implements Connector {

    /** A message that reached the sink. */
    record Written(int arrival, String kind, List<@Nullable String> values) {}

    private final CaseFile file;
    private final Arrival arrival;
    private final List<Written> written = new ArrayList<>();

    CaseConnector(CaseFile file, Arrival arrival) {
        this.file = file;
        this.arrival = arrival;
    }

    List<Written> written() {
        return written;
    }

    @Override
    public String name() {
        return "case";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of();
    }

    private Input input(Table table) {
        return file.tables().stream()
                .filter(candidate -> candidate.name().equals(table.name()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public @Nullable LookupTable lookup(Table table) {
        Input input = input(table);
        return input.mode().equals("lookup") ? new CaseLookup(input, table.schema()) : null;
    }

    @Override
    public Source source(Table table) {
        Input input = input(table);
        ChangelogMode mode = switch (input.mode()) {
            case "append", "lookup" -> ChangelogMode.APPEND;
            case "retract" -> ChangelogMode.RETRACT;
            case "upsert" -> new ChangelogMode(true, false, true, true, input.keyOnlyDeletes());
            default -> throw new UnsupportedOperationException("a source of mode " + input.mode());
        };
        return new OneSplit(table.name(), mode, columns -> new Reader(table, columns));
    }

    @Override
    public Sink sink(Table table) {
        return new Sink() {
            @Override
            public Encoding encoding() {
                return Encoding.valueOf(file.sink().mode().toUpperCase(java.util.Locale.ROOT));
            }

            @Override
            public boolean acceptsKeyOnlyDeletes() {
                return file.sink().keyOnlyDeletes();
            }

            @Override
            public SinkWriter open(List<String> names, ChangelogMode mode) {
                return AssertingSinkWriter.before(new Writer(table.schema()), table, checkedAs(encoding()), mode);
            }
        };
    }

    /** Where rows of other keys are let through, the sink gets whole rows, and by key is what it makes of them. */
    private Sink.Encoding checkedAs(Sink.Encoding encoding) {
        String option = file.options().getOrDefault("table.exec.sink.upsert-materialize", "");
        return option.equalsIgnoreCase("none") ? Sink.Encoding.RETRACT : encoding;
    }

    private final class Reader implements SplitReader {
        private final String table;
        private final Schema schema;
        private final List<Integer> columns;

        Reader(Table table, List<Integer> columns) {
            this.table = table.name();
            this.schema = table.schema()
                    .project(columns.stream().mapToInt(Integer::intValue).toArray());
            this.columns = columns;
        }

        @Override
        public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
            List<Arrival.Step> steps = arrival.take(table, rowsMax, nowMillis);
            if (steps.isEmpty()) {
                return null;
            }
            BatchBuilder builder = new BatchBuilder(schema);
            long position = firstPosition;
            for (Arrival.Step step : steps) {
                for (ChangeJson change : step.rows()) {
                    for (int c = 0; c < columns.size(); c++) {
                        CaseValues.append(builder.column(c), change.values().get(columns.get(c)), schema.type(c));
                    }
                    builder.endRow(RowKind.ofSymbol(change.kind()).code(), position);
                }
                position++;
            }
            return builder.build(Watermarks.absent());
        }

        @Override
        public boolean ended() {
            return arrival.ended();
        }

        @Override
        public String position() {
            return "";
        }

        @Override
        public void close() {}
    }

    private final class Writer implements SinkWriter {
        private final Schema schema;

        Writer(Schema schema) {
            this.schema = schema;
        }

        @Override
        public void write(ChangeBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                int row = batch.row(i);
                List<@Nullable String> values = new ArrayList<>();
                for (int c = 0; c < schema.size(); c++) {
                    values.add(CaseValues.text(batch.column(c), row, schema.type(c)));
                }
                written.add(new Written(
                        arrival.current(), RowKind.of(batch.kind(row)).symbol(), values));
            }
        }

        @Override
        public void endTick() {}

        @Override
        public void finish() {}

        @Override
        public long messages() {
            return written.size();
        }

        @Override
        public void close() {}
    }
}
