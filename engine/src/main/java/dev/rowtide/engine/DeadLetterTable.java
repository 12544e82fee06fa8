// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import java.util.List;
import java.util.Locale;

/**
 * A table that takes dead letters. Its columns are filled by name: {@code source} (the table or operator), {@code place} (file and line), {@code record} (as it
 * came, cut) and {@code reason}; it may have any of them, all text, and no others.
 */
final class DeadLetterTable implements AutoCloseable {

    private static final List<String> COLUMNS = List.of("source", "place", "record", "reason");

    private final Table table;
    private final Schema schema;
    private final SinkWriter writer;
    private final BatchBuilder builder;
    private long letters;

    DeadLetterTable(Table table, SinkWriter writer) {
        this.table = table;
        schema = table.schema();
        for (int i = 0; i < schema.size(); i++) {
            if (!COLUMNS.contains(schema.name(i).toLowerCase(Locale.ROOT))
                    || !schema.type(i).kind().isText()) {
                throw new EngineException(
                                ErrorCode.INVALID_OPTION,
                                "table \"" + table.name() + "\" can't take dead letters: column \"" + schema.name(i)
                                        + "\" " + schema.type(i) + " is none of theirs")
                        .withHint(
                                "Declare it with some of: source STRING, place STRING, record STRING, reason STRING.");
            }
        }
        this.writer = writer;
        builder = new BatchBuilder(schema);
    }

    Table table() {
        return table;
    }

    void add(String source, String place, String record, String reason) {
        for (int i = 0; i < schema.size(); i++) {
            String text = switch (schema.name(i).toLowerCase(Locale.ROOT)) {
                case "source" -> source;
                case "place" -> place;
                case "record" -> record;
                default -> reason;
            };
            ColumnBuilder column = builder.column(i);
            byte[] bytes = text.getBytes(UTF_8);
            column.appendBytes(bytes, 0, bytes.length);
        }
        builder.endRow(RowKind.PLUS_I, letters++);
    }

    void endTick() {
        if (builder.rows() > 0) {
            writer.write(builder.build(Watermarks.absent()));
            writer.endTick();
        }
    }

    void finish() {
        endTick();
        writer.finish();
    }

    @Override
    public void close() {
        writer.close();
    }
}
