// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.query.Queries;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the changes delivered and, when asked to, makes the digest of the table that they fold to. */
final class CountingSink {

    private static final long MICROS_PER_MILLI = 1_000;

    private long changes;
    private String query = "";
    private @Nullable TableDigest digest;

    void reset(String query, @Nullable TableDigest digest) {
        this.changes = 0;
        this.query = query;
        this.digest = digest;
    }

    long changes() {
        return changes;
    }

    Sink over(Table table) {
        return new Sink() {
            @Override
            public Encoding encoding() {
                return table.primaryKey().isEmpty() ? Encoding.RETRACT : Encoding.UPSERT;
            }

            @Override
            public SinkWriter open(List<String> names, ChangelogMode mode) {
                return new Writer(table.schema());
            }
        };
    }

    private final class Writer implements SinkWriter {
        private final Schema schema;

        Writer(Schema schema) {
            this.schema = schema;
        }

        @Override
        public void write(ChangeBatch batch) {
            changes += batch.size();
            if (digest != null) {
                for (int i = 0; i < batch.size(); i++) {
                    digest(batch, batch.row(i), digest);
                }
            }
        }

        private void digest(ChangeBatch batch, int row, TableDigest digest) {
            for (int c = 0; c < schema.size(); c++) {
                if (!Queries.isDetermined(query, schema.names().get(c))) {
                    continue;
                }
                Column column = batch.column(c);
                Type type = schema.type(c);
                if (column.isNull(row)) {
                    digest.text((String) null);
                } else if (column instanceof BytesColumn bytes) {
                    digest.text(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
                } else if (column instanceof WideColumn wide) {
                    digest.decimal(wide.value(row).longValueExact(), type.scale());
                } else {
                    long value = ((LongColumn) column).values()[row];
                    digest.decimal(type.kind().isTimestamp() ? value / MICROS_PER_MILLI : value, type.scale());
                }
            }
            digest.endRow(!RowKind.isRetraction(batch.kind(row)));
        }

        @Override
        public void endTick() {}

        @Override
        public void finish() {}

        @Override
        public long messages() {
            return changes;
        }

        @Override
        public void close() {}
    }
}
