// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.encoding.UpdateAssembly;
import dev.rowtide.connectors.format.CsvRecordDecoder;
import dev.rowtide.connectors.format.MalformedRecord;
import dev.rowtide.connectors.format.RecordDecoder;
import dev.rowtide.connectors.format.RecordText;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file. A batch never spans two blocks, since its text lies in the block. Positions are
 * {@link FilePosition}s.
 */
final class FileSplitReader implements SplitReader {

    private static final int ROWS_EXPECTED = 256;

    private final Path path;
    private final BlockInput input;
    private final RecordDecoder decoder;
    private final BadRecords badRecords;

    /** The line at which the next record starts, from 1. */
    private long line;

    /** What stands between the file's name and the number of a line, or of a record where they are not lines. */
    private final String beforeNumber;

    /** Makes changes of rows that have kinds; null where all are inserts. */
    private final @Nullable UpdateAssembly updates;

    private int rowsExpected = ROWS_EXPECTED;
    private final RowLines rowLines = new RowLines();

    /** The batch delivered last. */
    private @Nullable ChangeBatch delivered;

    /** Where the record of the last row starts and ends, and its line. */
    private int lastStart;

    private int lastEnd;
    private long lastLine;
    private boolean arrayEndReported;

    FileSplitReader(
            Path path,
            BlockInput input,
            RecordDecoder decoder,
            @Nullable UpdateAssembly updates,
            FilePosition position,
            String beforeNumber,
            BadRecords badRecords) {
        this.path = path;
        this.input = input;
        this.decoder = decoder;
        this.updates = updates;
        this.line = position.line();
        this.beforeNumber = beforeNumber;
        this.badRecords = badRecords;
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
                ChangeBatch batch = batch(rows, firstPosition);
                delivered = batch;
                return batch;
            }
            if (!complete) {
                readOn();
            }
        }
        if (input.endsInArray() && !arrayEndReported) {
            arrayEndReported = true;
            badRecords.accept(
                    atLine(line),
                    "",
                    new EngineException(ErrorCode.BAD_RECORD, "the file ends before its JSON array does"));
        }
        return null;
    }

    private ChangeBatch batch(int rows, long firstPosition) {
        byte[] kinds = decoder.kinds();
        return updates == null || kinds == null
                ? ChangeBatch.inserts(rows, decoder.build(), firstPosition, Watermarks.absent())
                : updates.assemble(rows, decoder.build(), kinds, firstPosition);
    }

    /**
     * Decodes records of the block; returns false if the next one does not end in it. The halves of an update are never parted: a first half at the end of the
     * block is taken back, to be read again with what follows.
     */
    private boolean decodeBlock(int rowsWanted) {
        boolean complete = decodeRecords(rowsWanted);
        boolean openHalf = decoder.endsInHalf() && input.at() == lastEnd;
        if (openHalf && isMoreToCome(complete)) {
            takeBackHalf();
            return false;
        }
        return complete;
    }

    private void takeBackHalf() {
        decoder.undoRow();
        input.advanceTo(lastStart);
        line = lastLine;
    }

    /** Whether the second half may be in the next block. */
    private boolean isMoreToCome(boolean complete) {
        return (!complete || input.at() == input.linesEnd()) && input.mayGrow(input.at());
    }

    private boolean decodeRecords(int rowsWanted) {
        byte[] block = input.block();
        int at = input.at();
        while (at < input.linesEnd() && (decoder.rows() < rowsWanted || decoder.endsInHalf())) {
            int rows = decoder.rows();
            int end = input.recordsEnd(at);
            int next;
            try {
                if (end == at) {
                    throw RecordDecoder.tooLong(input.recordBytesMax());
                }
                next = decoder.decode(block, at, end);
                if (next == RecordDecoder.INCOMPLETE) {
                    if (input.mayGrow(at)) {
                        return false;
                    }
                    throw CsvRecordDecoder.quoteNotClosed(input.fileEnded(), input.recordBytesMax());
                }
                if (decoder.rows() > rows) {
                    lastStart = at;
                    lastEnd = next;
                    lastLine = line;
                }
                for (int row = rows; row < decoder.rows(); row++) {
                    rowLines.add(row, line);
                }
                line += decoder.lines();
            } catch (MalformedRecord e) {
                next = end == at ? RecordDecoder.nextLine(block, at) : decoder.resume(block, at, end);
                boolean half = decoder.endsInHalf();
                if (!reportBad(e, block, at, next, rows > (half ? 1 : 0))) {
                    if (half) {
                        takeBackHalf();
                    }
                    return true;
                }
                line += lineFeeds(block, at, next);
            }
            at = next;
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
        int at = input.at();
        if (at == input.linesEnd() && !input.mayGrow(at) && !input.fileEnded()) {
            reportBad(RecordDecoder.tooLong(input.recordBytesMax()), input.block(), at, input.bytesEnd(), false);
            input.skipLine();
            line++;
        }
    }

    /**
     * Reports a bad record. Where the policy is to fail, the rows before it must be delivered first: then this returns
     * false, and the record is met again by the next poll.
     */
    private boolean reportBad(MalformedRecord malformed, byte[] block, int start, int end, boolean hasRows) {
        try {
            badRecords.accept(atLine(line), RecordText.excerpt(block, start, end), error(malformed, start));
            return true;
        } catch (EngineException e) {
            if (hasRows) {
                return false;
            }
            throw e;
        }
    }

    private EngineException error(MalformedRecord malformed, int start) {
        String reason = malformed.reason();
        if (malformed.at() != MalformedRecord.NOWHERE) {
            reason += " (byte " + (malformed.at() - start + 1) + " of the record, offset "
                    + input.offset(malformed.at()) + " in the file)";
        }
        EngineException error = new EngineException(ErrorCode.BAD_RECORD, reason);
        if (reason.contains(FilesystemOptions.RECORD_MAX_BYTES.name())) {
            return error.withHint("Where the record is meant to be so long, set a larger value.");
        }
        if (malformed.isOfUnknownField()) {
            return error.withHint(
                    "Declare a column for it; or '" + FilesystemOptions.JSON_FAIL_ON_UNKNOWN_FIELD.name()
                            + "' = 'false' leaves it out. A table without declared columns has those of the file's first records.");
        }
        return malformed.isOfField() ? error.withHint("Declare the column with a type that holds it.") : error;
    }

    private String atLine(long line) {
        return path + beforeNumber + line;
    }

    @Override
    public @Nullable String place(long position) {
        return delivered == null ? null : atLine(rowLines.lineOf(rowAt(delivered, position)));
    }

    @Override
    public @Nullable String remark() {
        return decoder.metNoColumn()
                ? "no field of the records of '" + path + "' is a column of the table: all its values are NULL"
                : null;
    }

    private static int rowAt(ChangeBatch batch, long position) {
        long[] positions = batch.positions();
        return positions == null
                ? (int) (position - batch.firstPosition())
                : Arrays.binarySearch(positions, 0, batch.rows(), position);
    }

    @Override
    public boolean ended() {
        return input.ended() && (arrayEndReported || !input.endsInArray());
    }

    @Override
    public String position() {
        return filePosition().toString();
    }

    /** Where the reader stands. */
    FilePosition filePosition() {
        return new FilePosition(input.offset(input.at()), line);
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
