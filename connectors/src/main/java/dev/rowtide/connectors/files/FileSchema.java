// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.SchemaGuess;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The columns of files that nobody declared, from the head of the first that has records. */
final class FileSchema {

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
        for (Path file : FilePaths.resolve(path, options.format())) {
            Schema schema = coding == ChangeCoding.RETRACT ? withoutOp(infer(file)) : infer(file);
            if (schema.size() > 0) {
                return schema;
            }
        }
        throw new EngineException(
                        ErrorCode.INVALID_QUERY, "the columns of '" + path + "' can't be inferred: it has no records")
                .withHint(
                        "Declare the columns: CREATE TABLE ... (column type, ...) WITH ('connector' = 'filesystem', 'path' = '"
                                + path + "')");
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
