// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.SchemaGuess;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The columns of files that nobody declared, from the head of the first that has records. */
final class FileSchema {

    private static final int LINES_LOOKED_AT = 1_000;

    private final FilesystemOptions options;

    FileSchema(FilesystemOptions options) {
        this.options = options;
    }

    /**
     * The columns, without the field that says the kind of change.
     *
     * @throws EngineException if there are no records, or they hold rows inside of messages
     */
    Schema infer() {
        String path = options.get(FilesystemOptions.PATH);
        ChangeCoding coding = options.coding();
        if (coding != ChangeCoding.APPEND && coding != ChangeCoding.RETRACT) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the columns of '" + path + "' can't be inferred: its records are messages about rows")
                    .withHint("Declare the columns" + (coding == ChangeCoding.UPSERT ? " and the primary key." : "."));
        }
        boolean hasRecords = false;
        for (Path file : FilePaths.resolve(path, options.format())) {
            Schema schema = coding == ChangeCoding.RETRACT ? withoutOp(inferred(file, path)) : inferred(file, path);
            if (schema.size() > 0) {
                return schema;
            }
            hasRecords |= isNotBlank(file);
        }
        throw notInferred(path, hasRecords ? "none of its records can be read" : "it has no records");
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

    /** Whether the file holds more than an empty object or a lone header would explain. */
    private static boolean isNotBlank(Path file) {
        try (Stream<String> lines = Files.lines(file, ISO_8859_1)) {
            return lines.limit(LINES_LOOKED_AT)
                    .anyMatch(line -> !line.isBlank() && !line.strip().equals("{}"));
        } catch (IOException e) {
            throw FilePaths.unreadable(file, e);
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
