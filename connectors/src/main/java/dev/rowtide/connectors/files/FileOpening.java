// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.encoding.UpdateAssembly;
import dev.rowtide.connectors.format.CsvLayout;
import dev.rowtide.connectors.format.CsvOptions;
import dev.rowtide.connectors.format.CsvRecordDecoder;
import dev.rowtide.connectors.format.DebeziumJsonDecoder;
import dev.rowtide.connectors.format.DecodeOptions;
import dev.rowtide.connectors.format.JsonRecordDecoder;
import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.KeyValueJsonDecoder;
import dev.rowtide.connectors.format.OpField;
import dev.rowtide.connectors.format.OpWords;
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
import java.util.Arrays;
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
        int[] key = keyAmong(columns);
        ChangeCoding coding = options.coding();
        RecordDecoder decoder;
        FilePosition start = new FilePosition(head.recordsStart(), 1);
        if (format == FileFormat.CSV) {
            CsvOptions csv = options.csv(name);
            CsvLayout layout = layout(csv, coding);
            decoder = csvDecoder(fields, columns, key, csv, layout, coding);
            start = new FilePosition(head.recordsStart() + layout.recordsStart(), 1 + layout.headerLines());
        } else {
            decoder = jsonDecoder(fields, key, coding);
        }
        UpdateAssembly updates =
                coding.mode().updateBefore() ? UpdateAssembly.ofWholeRows(key) : UpdateAssembly.byKey(key);
        FilePosition from = position == null ? start : position;
        BlockInput input = new BlockInput(
                path, from.offset(), recordBytesMax, !decoder.refersToBlock(), arrayLines(from.offset()));
        return new FileSplitReader(
                path, input, decoder, updates, from, head.jsonArray() ? ", record " : ":", badRecords);
    }

    private RecordDecoder jsonDecoder(List<Field> fields, int[] key, ChangeCoding coding) {
        List<String> names = table.schema().names();
        DecodeOptions decoding = options.decoding(format);
        return switch (coding) {
            case APPEND -> new JsonRecordDecoder(fields, names, decoding);
            case RETRACT -> new JsonRecordDecoder(fields, names, decoding, opField(OpWords.SYMBOLS, key));
            case UPSERT -> new KeyValueJsonDecoder(fields, names, decoding, key);
            case DEBEZIUM -> new DebeziumJsonDecoder(fields, names, decoding, key, false);
            case DEBEZIUM_BY_KEY -> new DebeziumJsonDecoder(fields, names, decoding, key, true);
        };
    }

    private RecordDecoder csvDecoder(
            List<Field> fields,
            List<Integer> columns,
            int[] key,
            CsvOptions csv,
            CsvLayout layout,
            ChangeCoding coding) {
        DecodeOptions decoding = options.decoding(format);
        if (coding == ChangeCoding.APPEND) {
            return new CsvRecordDecoder(fields, layout.fieldsOf(columns), layout.fieldCount(), csv, decoding);
        }
        OpField op = opField(coding == ChangeCoding.UPSERT ? OpWords.PUTS : OpWords.SYMBOLS, key);
        List<Integer> behindOp = columns.stream().map(column -> column + 1).toList();
        int opField = layout.fieldsOf(List.of(0))[0];
        return new CsvRecordDecoder(fields, layout.fieldsOf(behindOp), layout.fieldCount(), csv, decoding, op, opField);
    }

    private OpField opField(OpWords words, int[] key) {
        return new OpField(JsonRowWriter.opName(table.schema().names()), words, key);
    }

    /** The key columns, as indices of the columns read; none if they are not all read. */
    private int[] keyAmong(List<Integer> columns) {
        List<String> names = table.schema().names();
        int[] key = table.primaryKey().stream()
                .mapToInt(name -> columns.indexOf(names.indexOf(name)))
                .toArray();
        return Arrays.stream(key).anyMatch(column -> column < 0) ? new int[0] : key;
    }

    private CsvLayout layout(CsvOptions csv, ChangeCoding coding) {
        List<String> names = new ArrayList<>(table.schema().names());
        if (coding != ChangeCoding.APPEND) {
            names.add(0, JsonRowWriter.opName(names));
        }
        try (BlockInput input = new BlockInput(path, head.recordsStart(), recordBytesMax, true, null)) {
            input.read();
            return CsvLayout.read(input.block(), input.at(), input.linesEnd(), csv, names, path.toString());
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
