// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.time.ZoneId;
import java.util.List;

/** Takes any changelog; of a table with a primary key it asks for no {@code -U}. */
final class PrintSink implements Sink {

    private final Table table;
    private final String prefix;
    private final boolean standardError;
    private final ZoneId zone;

    PrintSink(Table table) {
        this.table = table;
        Settings settings = Settings.of(table.options());
        prefix = settings.has(PrintConnector.IDENTIFIER) ? settings.get(PrintConnector.IDENTIFIER) + "> " : "";
        standardError = settings.get(PrintConnector.STANDARD_ERROR);
        zone = settings.get(PrintConnector.TIME_ZONE);
    }

    @Override
    public Encoding encoding() {
        return table.primaryKey().isEmpty() ? Encoding.RETRACT : Encoding.UPSERT;
    }

    @Override
    public SinkWriter open(List<String> names, ChangelogMode mode) {
        return new Writer(standardError ? System.err : System.out);
    }

    private final class Writer implements SinkWriter {

        private static final int BYTES_HELD_MAX = 64 * 1024;

        private final PrintStream out;
        private final Cells cells = new Cells(table.schema(), zone, "null");
        private final TextBuffer text = new TextBuffer();
        private long messages;

        Writer(PrintStream out) {
            this.out = out;
        }

        @Override
        public void write(ChangeBatch batch) {
            for (int i = 0, n = batch.size(); i < n; i++) {
                int row = batch.row(i);
                text.put(prefix);
                text.put(RowKind.of(batch.kind(row)).symbol());
                text.put('[');
                for (int c = 0; c < batch.columnCount(); c++) {
                    if (c > 0) {
                        text.put(", ");
                    }
                    text.put(cells.text(batch, row, c));
                }
                text.put("]\n");
            }
            messages += batch.size();
            if (text.size() > BYTES_HELD_MAX) {
                drain();
            }
        }

        @Override
        public void endTick() {
            drain();
        }

        @Override
        public void finish() {
            drain();
        }

        @Override
        public long messages() {
            return messages;
        }

        /** The standard streams are not this writer's to close. */
        @Override
        public void close() {}

        private void drain() {
            try {
                text.drainTo(out);
            } catch (IOException e) {
                throw closed().causedBy(e);
            }
            if (out.checkError()) {
                throw closed();
            }
        }

        private static EngineException closed() {
            return new EngineException(ErrorCode.IO_ERROR, "the standard output takes no more");
        }
    }
}
