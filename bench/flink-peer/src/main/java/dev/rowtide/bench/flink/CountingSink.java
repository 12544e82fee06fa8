// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.child.TableDigest;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;

/** The sink of {@link CountingTableFactory}. */
final class CountingSink implements Sink<RowData> {
    private static final long serialVersionUID = 1;

    private final RowType rowType;

    CountingSink(RowType rowType) {
        this.rowType = rowType;
    }

    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) {
        return new Writer(rowType, MeasuredPass.current());
    }

    private static final class Writer implements SinkWriter<RowData> {
        private final MeasuredPass pass;
        private final boolean digests;
        private final TableDigest digest = new TableDigest();
        private final RowData.FieldGetter[] fields;
        private long changes;

        Writer(RowType rowType, MeasuredPass pass) {
            this.pass = pass;
            digests = pass.digests();
            fields = IntStream.range(0, rowType.getFieldCount())
                    .filter(i -> pass.digests(rowType.getFieldNames().get(i)))
                    .mapToObj(i -> RowData.createFieldGetter(rowType.getTypeAt(i), i))
                    .toArray(RowData.FieldGetter[]::new);
            pass.sinkOpened();
        }

        @Override
        public void write(RowData row, Context context) {
            changes++;
            if (digests) {
                for (RowData.FieldGetter field : fields) {
                    add(field.getFieldOrNull(row));
                }
                RowKind kind = row.getRowKind();
                digest.endRow(kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER);
            }
        }

        private void add(@Nullable Object value) {
            if (value == null) {
                digest.text(null);
            } else if (value instanceof Long number) {
                digest.number(number);
            } else if (value instanceof TimestampData timestamp) {
                digest.number(timestamp.getMillisecond());
            } else if (value instanceof DecimalData decimal) {
                digest.text(decimal.toBigDecimal().toPlainString());
            } else if (value instanceof StringData text) {
                digest.text(text.toString());
            } else {
                throw new IllegalStateException("no digest for a field of " + value.getClass());
            }
        }

        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                pass.sinkEnded(changes, digest);
            }
        }

        @Override
        public void close() {}
    }
}
