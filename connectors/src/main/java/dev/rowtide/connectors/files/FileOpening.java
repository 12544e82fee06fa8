// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.format.CsvLayout;
import dev.rowtide.connectors.format.CsvOptions;
import dev.rowtide.connectors.format.CsvRecordDecoder;
import dev.rowtide.connectors.format.JsonRecordDecoder;
import dev.rowtide.connectors.format.RecordDecoder;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens a file of a table: looks at its head, finds out its layout, and chooses the decoder. */
final class FileOpening {

    private final Path path;
    private final Table table;
    private final FilesystemOptions options;
    private final String name;
    private final FileFormat format;
    private final long recordBytesMax;
    private final FileHead head;

    FileOpening(Path path, Table table, FilesystemOptions options) {
        this.path = path;
        this.table = table;
        this.options = options;
        name = path.getFileName().toString();
        format = options.formatOf(name);
        recordBytesMax = options.get(FilesystemOptions.RECORD_MAX_BYTES);
        head = FileHead.of(path, format);
    }

    /**
     * A reader of the file.
     *
     * @param columns the columns of the table to read
     * @param position where to start; null for the first record
     */
    FileSplitReader reader(List<Integer> columns, @Nullable FilePosition position, BadRecords badRecords) {
        List<Field> fields = new ArrayList<>(columns.size());
        for (int column : columns) {
            fields.add(table.schema().fields().get(column));
        }
        RecordDecoder decoder;
        FilePosition start = new FilePosition(head.recordsStart(), 1);
        if (format == FileFormat.CSV) {
            CsvOptions csv = options.csv(name);
            CsvLayout layout = layout(csv);
            decoder = new CsvRecordDecoder(
                    fields, layout.fieldsOf(columns), layout.fieldCount(), csv, options.decoding(format));
            start = new FilePosition(head.recordsStart() + layout.recordsStart(), 1 + layout.headerLines());
        } else {
            decoder = new JsonRecordDecoder(fields, table.schema().names(), options.decoding(format));
        }
        FilePosition from = position == null ? start : position;
        BlockInput input = new BlockInput(
                path, from.offset(), recordBytesMax, !decoder.refersToBlock(), arrayLines(from.offset()));
        return new FileSplitReader(path, input, decoder, from, head.jsonArray() ? ", record " : ":", badRecords);
    }

    private CsvLayout layout(CsvOptions csv) {
        try (BlockInput input = new BlockInput(path, head.recordsStart(), recordBytesMax, true, null)) {
            input.read();
            return CsvLayout.read(
                    input.block(),
                    input.at(),
                    input.linesEnd(),
                    csv,
                    table.schema().names(),
                    path.toString());
        }
    }

    private @Nullable JsonArrayLines arrayLines(long offset) {
        return head.jsonArray() ? new JsonArrayLines(offset > head.recordsStart() && isComma(offset - 1)) : null;
    }

    /** An element that was read ended either in the comma before the next one or in the bracket that closes the array. */
    private boolean isComma(long offset) {
        ByteBuffer one = ByteBuffer.allocate(1);
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            channel.position(offset);
            return channel.read(one) == 1 && one.get(0) == ',';
        } catch (IOException e) {
            throw FilePaths.unreadable(path, e);
        }
    }
}
