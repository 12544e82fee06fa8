// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.format.CsvLayout;
import dev.rowtide.connectors.format.CsvOptions;
import dev.rowtide.connectors.format.CsvRecordDecoder;
import dev.rowtide.connectors.format.DecodeOptions;
import dev.rowtide.connectors.format.JsonRecordDecoder;
import dev.rowtide.connectors.format.MalformedRecord;
import dev.rowtide.connectors.format.RecordDecoder;
import dev.rowtide.connectors.format.RecordText;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one file. A batch never spans two blocks, since its text lies in the block. Positions are {@code byte offset:line}. */
final class FileSplitReader implements SplitReader {

    private static final int ROWS_EXPECTED = 256;

    private final Path path;
    private final BlockInput input;
    private final RecordDecoder decoder;
    private final BadRecords badRecords;

    /** The line at which the next record starts, from 1. */
    private long line;

    private int rowsExpected = ROWS_EXPECTED;
    private final RowLines rowLines = new RowLines();
    private long firstPosition;

    private FileSplitReader(Path path, BlockInput input, RecordDecoder decoder, long line, BadRecords badRecords) {
        this.path = path;
        this.input = input;
        this.decoder = decoder;
        this.line = line;
        this.badRecords = badRecords;
    }

    /** Opens a file at a position, or at its start. */
    static FileSplitReader open(
            Path path,
            Table table,
            List<Integer> columns,
            FilesystemOptions options,
            @Nullable String position,
            BadRecords badRecords) {
        List<Field> fields = new ArrayList<>(columns.size());
        for (int column : columns) {
            fields.add(table.schema().fields().get(column));
        }
        FileFormat format = options.formatOf(path.getFileName().toString());
        DecodeOptions decoding = options.decoding(format);
        long recordBytesMax = options.get(FilesystemOptions.RECORD_MAX_BYTES);
        long offset = 0;
        long line = 1;
        if (position != null) {
            int colon = position.indexOf(':');
            offset = Long.parseLong(position, 0, colon, 10);
            line = Long.parseLong(position, colon + 1, position.length(), 10);
        }
        if (format != FileFormat.CSV) {
            RecordDecoder decoder = new JsonRecordDecoder(fields, table.schema().names(), decoding);
            BlockInput input = new BlockInput(path, offset, recordBytesMax, !decoder.refersToBlock());
            if (offset == 0) {
                FileHead.check(input, path, format);
            }
            return new FileSplitReader(path, input, decoder, line, badRecords);
        }
        CsvOptions csv = options.csv(path.getFileName().toString());
        BlockInput input = new BlockInput(path, 0, recordBytesMax, false);
        FileHead.check(input, path, format);
        CsvLayout layout = CsvLayout.read(
                input.block(), input.at(), input.linesEnd(), csv, table.schema().names(), path.toString());
        RecordDecoder decoder =
                new CsvRecordDecoder(fields, layout.fieldsOf(columns), layout.fieldCount(), csv, decoding);
        if (offset > 0) {
            input.close();
            input = new BlockInput(path, offset, recordBytesMax, !decoder.refersToBlock());
        } else {
            line += layout.headerLines();
            input.advanceTo(layout.recordsStart());
        }
        return new FileSplitReader(path, input, decoder, line, badRecords);
    }

    @Override
    public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
        int rowsWanted = Math.min(rowsMax, ChangeBatch.ROWS_MAX);
        while (!input.ended()) {
            if (input.at() == input.linesEnd()) {
                readOn();
                continue;
            }
            decoder.begin(input.block(), Math.min(rowsWanted, rowsExpected));
            rowLines.clear();
            boolean complete = decodeBlock(rowsWanted);
            int rows = decoder.rows();
            if (rows > 0) {
                rowsExpected = Math.min(ChangeBatch.ROWS_MAX, rows + rows / 8 + 1);
                this.firstPosition = firstPosition;
                return ChangeBatch.inserts(rows, decoder.build(), firstPosition, Watermarks.absent());
            }
            if (!complete) {
                readOn();
            }
        }
        return null;
    }

    /** Decodes records of the block; returns false if the next one does not end in it. */
    private boolean decodeBlock(int rowsWanted) {
        byte[] block = input.block();
        int end = input.linesEnd();
        int at = input.at();
        while (at < end && decoder.rows() < rowsWanted) {
            int rows = decoder.rows();
            try {
                int next = decoder.decode(block, at, end);
                if (next == RecordDecoder.INCOMPLETE) {
                    if (!input.fileEnded() && !input.exceedsRecordMax()) {
                        return false;
                    }
                    throw CsvRecordDecoder.quoteNotClosed(input.fileEnded());
                }
                if (decoder.rows() > rows) {
                    rowLines.add(rows, line);
                }
                line += decoder.lines();
                at = next;
            } catch (MalformedRecord e) {
                int next = decoder.resume(block, at, end);
                input.advanceTo(next);
                reportBad(e, block, at, next);
                line += lineFeeds(block, at, next);
                at = next;
            }
            input.advanceTo(at);
        }
        return true;
    }

    private static int lineFeeds(byte[] block, int start, int end) {
        int lines = 0;
        for (int i = start; i < end; i++) {
            if (block[i] == '\n') {
                lines++;
            }
        }
        return lines;
    }

    private void readOn() {
        input.read();
        if (input.at() == input.linesEnd() && input.exceedsRecordMax()) {
            String excerpt = RecordText.excerpt(input.block(), input.at(), input.at() + 1024);
            badRecords.accept(
                    atLine(line),
                    excerpt,
                    new EngineException(ErrorCode.BAD_RECORD, "the line is longer than a record may be")
                            .withHint("'record.max-bytes' is the bound. Are the records separated by line feeds?"));
            input.skipLine();
            line++;
        }
    }

    private void reportBad(MalformedRecord malformed, byte[] block, int start, int end) {
        String reason = malformed.reason();
        if (malformed.at() != MalformedRecord.NOWHERE) {
            reason += " (byte " + (malformed.at() - start + 1) + " of the record, offset "
                    + input.offset(malformed.at()) + " in the file)";
        }
        String hint = malformed.isOfField()
                ? "Declare the column with a type that holds it, or set 'bad-records' = 'skip' to count such records and go on."
                : "Set 'bad-records' = 'skip' to count such records and go on.";
        badRecords.accept(
                atLine(line),
                RecordText.excerpt(block, start, end),
                new EngineException(ErrorCode.BAD_RECORD, reason).withHint(hint));
    }

    private String atLine(long line) {
        return path + ":" + line;
    }

    /** The place of one of the changes of the last batch. */
    public String place(long position) {
        return atLine(rowLines.lineOf((int) (position - firstPosition)));
    }

    @Override
    public boolean ended() {
        return input.ended();
    }

    @Override
    public String position() {
        return input.offset(input.at()) + ":" + line;
    }

    @Override
    public long[] progressBytes() {
        return new long[] {input.offset(input.at()), input.size()};
    }

    @Override
    public void close() {
        input.close();
    }
}
