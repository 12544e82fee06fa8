// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.SchemaGuess;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of files that nobody declared, from the head of the first that has records. A field of JSON that first comes behind it makes a bad record, unless
 * the table says otherwise: it would be lost in silence. CSV whose header has no comma is read by the delimiter that it has.
 */
final class FileSchema {

    private static final int ROWS_AT_ONCE = 1_024;

    /** What stands between the fields of CSV files whose fields no comma parts. */
    private static final List<String> DELIMITERS = List.of(";", "\t", "|");

    private final Table table;
    private final FilesystemOptions options;

    FileSchema(Table table) {
        this.table = table;
        this.options = new FilesystemOptions(table);
    }

    /**
     * The table with its columns, without the field that says the kind of change.
     *
     * @throws EngineException if there are no records, or they hold rows inside of messages
     */
    Table infer() {
        String path = options.get(FilesystemOptions.PATH);
        ChangeCoding coding = options.coding();
        if (coding != ChangeCoding.APPEND && coding != ChangeCoding.RETRACT) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the columns of '" + path + "' can't be inferred: its records are messages about rows")
                    .withHint("Declare the columns" + (coding == ChangeCoding.UPSERT ? " and the primary key." : "."));
        }
        EngineException unreadable = null;
        for (Path file : FilePaths.resolve(path, options.format())) {
            Schema schema = coding == ChangeCoding.RETRACT ? withoutOp(inferred(file, path)) : inferred(file, path);
            if (schema.size() > 0) {
                Table delimited = otherwiseDelimited(schema, file);
                return delimited == null ? withColumns(schema, file) : delimited;
            }
            unreadable = unreadable == null ? firstFailure(file) : unreadable;
        }
        if (unreadable == null) {
            throw notInferred(path, "it has no records");
        }
        throw new EngineException(
                        ErrorCode.BAD_RECORD,
                        "the columns of '" + path + "' can't be inferred: none of its records can be read")
                .withDetail(unreadable.message())
                .causedBy(unreadable);
    }

    /** The table with another delimiter, where a header that seems to name one column has another in it; null where not. */
    private @Nullable Table otherwiseDelimited(Schema schema, Path file) {
        String option = FilesystemOptions.CSV_FIELD_DELIMITER.name();
        boolean csv = options.formatOf(file.getFileName().toString()) == FileFormat.CSV;
        if (!csv || schema.size() != 1 || table.options().containsKey(option)) {
            return null;
        }
        for (String delimiter : DELIMITERS) {
            if (schema.name(0).contains(delimiter)) {
                Map<String, String> texts = new LinkedHashMap<>(table.options());
                texts.put(option, delimiter.equals("\t") ? "\\t" : delimiter);
                return new FileSchema(
                                new Table(table.name(), table.schema(), table.primaryKey(), table.connector(), texts))
                        .infer();
            }
        }
        return null;
    }

    private Table withColumns(Schema columns, Path file) {
        boolean json = options.formatOf(file.getFileName().toString()) != FileFormat.CSV;
        Map<String, String> texts = new LinkedHashMap<>(table.options());
        if (json) {
            texts.putIfAbsent(FilesystemOptions.JSON_FAIL_ON_UNKNOWN_FIELD.name(), "true");
        }
        return new Table(table.name(), columns, table.primaryKey(), table.connector(), texts);
    }

    private Schema inferred(Path file, String path) {
        try {
            return infer(file);
        } catch (EngineException e) {
            throw e.code() == ErrorCode.INVALID_QUERY ? notInferred(path, e.message()) : e;
        }
    }

    private static EngineException notInferred(String path, String reason) {
        return new EngineException(
                        ErrorCode.INVALID_QUERY, "the columns of '" + path + "' can't be inferred: " + reason)
                .withHint("Declare the columns: CREATE TABLE ... (column type, ...)"
                        + " WITH ('connector' = 'filesystem', 'path' = '" + path + "')");
    }

    /** Why the first record of a file that is none can't be read; null if there is no such record. */
    private @Nullable EngineException firstFailure(Path file) {
        BadRecords fail = (where, record, error) -> {
            throw new EngineException(error.code(), where + ": " + error.message());
        };
        try (FileSplitReader reader = new FileOpening(file, table, options).reader(List.of(), null, fail)) {
            while (!reader.ended()) {
                reader.poll(0, ROWS_AT_ONCE, 0);
            }
            return null;
        } catch (EngineException e) {
            return e;
        }
    }

    private Schema infer(Path file) {
        String name = file.getFileName().toString();
        FileFormat format = options.formatOf(name);
        FileHead head = FileHead.of(file, format);
        JsonArrayLines arrayLines = head.jsonArray() ? new JsonArrayLines(false) : null;
        long recordBytesMax = options.get(FilesystemOptions.RECORD_MAX_BYTES);
        try (BlockInput input = new BlockInput(file, head.recordsStart(), recordBytesMax, true, arrayLines)) {
            input.read();
            return format == FileFormat.CSV
                    ? SchemaGuess.ofCsv(input.block(), input.at(), input.linesEnd(), options.csv(name))
                    : SchemaGuess.ofJson(input.block(), input.at(), input.linesEnd());
        }
    }

    private static Schema withoutOp(Schema schema) {
        for (Field field : schema.fields()) {
            List<Field> others = new ArrayList<>(schema.fields());
            others.remove(field);
            Schema rest = new Schema(others);
            if (field.name().equals(JsonRowWriter.opName(rest.names()))) {
                return rest;
            }
        }
        return schema;
    }
}
