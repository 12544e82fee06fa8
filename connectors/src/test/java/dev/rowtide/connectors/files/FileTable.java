// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A filesystem table in a test, read and written whole. */
final class FileTable {

    private final List<Field> fields = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private List<String> key = List.of();

    /** What was reported of bad records, as {@code place: reason}. */
    final List<String> bad = new ArrayList<>();

    /** The records as they were reported. */
    final List<String> badRecords = new ArrayList<>();

    FileTable(Path path) {
        options.put("path", path.toString());
    }

    FileTable column(String name, Type type) {
        fields.add(new Field(name, type));
        return this;
    }

    FileTable option(String name, String text) {
        options.put(name, text);
        return this;
    }

    FileTable key(String... names) {
        key = List.of(names);
        return this;
    }

    Schema schema() {
        return new Schema(fields);
    }

    Table table() {
        return new Table("t", schema(), key, "filesystem", options);
    }

    Schema inferred() {
        return inferredTable().schema();
    }

    /** The table with inferred columns, and the options that reading them has. */
    Table inferredTable() {
        return new FilesystemConnector().inferColumns(table());
    }

    /** All rows of all splits, in change text without the kinds, one a line. */
    String read() {
        return read(4096);
    }

    String read(int rowsMax) {
        Source source = new FilesystemConnector().source(table());
        StringBuilder text = new StringBuilder();
        for (String split : source.splits()) {
            try (SplitReader reader = open(source, split, null)) {
                while (!reader.ended()) {
                    ChangeBatch batch = reader.poll(0, rowsMax, 0);
                    if (batch != null) {
                        text.append(ChangeText.print(batch, schema()));
                    }
                }
            }
        }
        return text.toString().replace("+I ", "");
    }

    /** All changes of all splits, in change text with positions, one a line. */
    String changes() {
        return changes(4096);
    }

    String changes(int rowsMax) {
        Source source = new FilesystemConnector().source(table());
        StringBuilder text = new StringBuilder();
        long next = 1;
        for (String split : source.splits()) {
            try (SplitReader reader = open(source, split, null)) {
                while (!reader.ended()) {
                    next = readOn(reader, next, rowsMax, text);
                }
            }
        }
        return text.toString();
    }

    /** Adds the next changes to the text; returns the position after them. */
    long readOn(SplitReader reader, long next, int rowsMax, StringBuilder text) {
        ChangeBatch batch = reader.poll(next, rowsMax, 0);
        if (batch == null) {
            return next;
        }
        print(batch, text);
        return batch.position(batch.row(batch.size() - 1)) + 1;
    }

    void print(ChangeBatch batch, StringBuilder text) {
        for (int i = 0; i < batch.size(); i++) {
            text.append(batch.position(batch.row(i))).append(": ");
            ChangeText.printRow(batch, batch.row(i), schema(), text);
            text.append('\n');
        }
    }

    SplitReader open(Source source, String split, @Nullable String position) {
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            columns.add(i);
        }
        return source.open(split, columns, position, (where, record, error) -> {
            bad.add(where.substring(where.lastIndexOf('/') + 1) + ": " + error.message());
            badRecords.add(record);
        });
    }

    /** Writes changes as one tick and returns the file. */
    String write(String changes) {
        try (SinkWriter writer =
                new FilesystemConnector().sink(table()).open(schema().names(), ChangelogMode.RETRACT)) {
            writer.write(ChangeText.parse(changes, schema(), 0));
            writer.endTick();
            writer.finish();
        }
        try {
            return Files.readString(Path.of(String.valueOf(options.get("path"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
