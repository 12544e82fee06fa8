// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.connectors.encoding.DebeziumForm;
import dev.rowtide.connectors.encoding.MessageEncoder;
import dev.rowtide.connectors.format.CsvOptions;
import dev.rowtide.connectors.format.CsvRowWriter;
import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneId;
import java.util.List;

/**
 * Shows the result of a query: fed as a sink is, with batches and the ends of their ticks, then finished once. Used by one thread. All methods throw an
 * {@code IO_ERROR} when the stream takes no more.
 */
public abstract class ResultPrinter {

    /** The widest that a column of a table is shown, characters, unless told otherwise. */
    public static final int COLUMN_WIDTH_MAX = 30;

    /** Where prose about the engine itself is broken, characters. */
    private static final int PROSE_WIDTH_MAX = 70;

    private static final int BYTES_HELD_MAX = 64 * 1024;

    private final OutputStream out;
    final TextBuffer text = new TextBuffer();
    private boolean started;
    private long rows;

    ResultPrinter(OutputStream out) {
        this.out = out;
    }

    /**
     * A printer of a changelog: every change with its kind, as it comes.
     *
     * @param zone the session's time zone, in which a TIMESTAMP_LTZ is shown
     */
    public static ResultPrinter changelog(ResultFormat format, Schema schema, ZoneId zone, OutputStream out) {
        return switch (format) {
            case TABLE -> new ChangelogTablePrinter(schema, zone, COLUMN_WIDTH_MAX, out);
            case JSON -> new MessagePrinter(MessageEncoder.retract(json(schema)), out);
            case CSV -> new MessagePrinter(MessageEncoder.retract(csv(schema, zone)), out);
            case DEBEZIUM -> debezium(schema, out);
        };
    }

    /** A printer of rows that are all inserts, as of a batch run or a folded result: without their kinds, a table as wide as its data. */
    public static ResultPrinter rows(ResultFormat format, Schema schema, ZoneId zone, OutputStream out) {
        return switch (format) {
            case TABLE -> new RowTablePrinter(schema, zone, COLUMN_WIDTH_MAX, false, out);
            case JSON -> new MessagePrinter(MessageEncoder.append(json(schema)), out);
            case CSV -> new MessagePrinter(MessageEncoder.append(csv(schema, zone)), out);
            case DEBEZIUM -> debezium(schema, out);
        };
    }

    /**
     * A printer of rows about the engine itself, such as its settings: as {@link #rows}, in a table aligned left, in which long texts are broken
     * between words and nothing is left out.
     */
    public static ResultPrinter listing(ResultFormat format, Schema schema, ZoneId zone, OutputStream out) {
        return format == ResultFormat.TABLE
                ? new RowTablePrinter(schema, zone, PROSE_WIDTH_MAX, true, out)
                : rows(format, schema, zone, out);
    }

    private static ResultPrinter debezium(Schema schema, OutputStream out) {
        DebeziumForm form = DebeziumForm.bare("result");
        return new MessagePrinter(MessageEncoder.debezium(form, schema.names(), schema.types(), List.of(), false), out);
    }

    private static JsonRowWriter json(Schema schema) {
        return new JsonRowWriter(schema.names(), schema.types(), false);
    }

    private static CsvRowWriter csv(Schema schema, ZoneId zone) {
        return new CsvRowWriter(schema.names(), schema.types(), new CsvOptions((byte) ',', true, null), zone);
    }

    /** Takes changes of the current tick. */
    public final void write(ChangeBatch batch) {
        start();
        print(batch);
        rows += batch.size();
        if (text.size() > BYTES_HELD_MAX) {
            drain();
        }
    }

    /** Shows what was written. */
    public final void endTick() {
        start();
        printTickEnd();
        drain();
    }

    /**
     * Ends the output.
     *
     * @param cancelled whether the query was stopped before its end
     */
    public final void finish(boolean cancelled) {
        start();
        printTickEnd();
        printEnd(cancelled);
        drain();
    }

    /** The changes written so far. */
    public final long rows() {
        return rows;
    }

    private void start() {
        if (!started) {
            started = true;
            printStart();
        }
    }

    private void drain() {
        try {
            text.drainTo(out);
            out.flush();
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "the result can't be written: " + e.getMessage()).causedBy(e);
        }
    }

    abstract void printStart();

    abstract void print(ChangeBatch batch);

    void printTickEnd() {}

    void printEnd(boolean cancelled) {}
}
