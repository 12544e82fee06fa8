// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.encoding.MessageEncoder;
import dev.rowtide.connectors.format.CsvRowWriter;
import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;

/** Writes a file. The format and the option {@code changelog.encoding} say which changelogs it can take. */
final class FileSink implements Sink {

    private final Table table;
    private final FilesystemOptions options;
    private final Path path;
    private final FileFormat format;
    private final Encoding encoding;

    FileSink(Table table) {
        this.table = table;
        options = new FilesystemOptions(table);
        options.checkType("sink");
        options.check();
        path = FilePaths.forWriting(options.get(FilesystemOptions.PATH));
        format = options.formatOf(String.valueOf(path.getFileName()));
        encoding = chooseEncoding();
    }

    private Encoding chooseEncoding() {
        String said = options.get(FilesystemOptions.CHANGELOG_ENCODING);
        if (format == FileFormat.DEBEZIUM_JSON) {
            options.debeziumForm();
            return Encoding.RETRACT;
        }
        if (said.equals("upsert") && table.primaryKey().isEmpty()) {
            throw new EngineException(ErrorCode.INVALID_OPTION, "'changelog.encoding' = 'upsert' needs a primary key")
                    .withDetail("Table \"" + table.name() + "\" has none.")
                    .withHint("Declare PRIMARY KEY (...) NOT ENFORCED, or say 'changelog.encoding' = 'retract'.");
        }
        return switch (said) {
            case "retract" -> Encoding.RETRACT;
            case "upsert" -> Encoding.UPSERT;
            case "delta" -> Encoding.DELTA;
            default -> Encoding.APPEND;
        };
    }

    @Override
    public Encoding encoding() {
        return encoding;
    }

    @Override
    public boolean acceptsKeyOnlyDeletes() {
        return encoding == Encoding.UPSERT;
    }

    @Override
    public boolean holdsOneRowPerKey() {
        return encoding == Encoding.UPSERT || options.coding() == ChangeCoding.DEBEZIUM_BY_KEY;
    }

    @Override
    public String writes() {
        return FilePaths.canonical(path).toString();
    }

    /** A file may have several names. */
    @Override
    public boolean writes(String place) {
        return place.equals(writes()) || FilePaths.isSame(Path.of(place), path);
    }

    @Override
    public SinkWriter open(List<String> names, ChangelogMode mode) {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw new EngineException(ErrorCode.IO_ERROR, "'" + path + "' is a folder")
                    .withHint("Give the path of the file to write.");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new EngineException(ErrorCode.IO_ERROR, "folder '" + folder + "' does not exist")
                    .withHint("Create it: mkdir -p '" + folder + "'");
        }
        String ifExists = options.get(FilesystemOptions.IF_EXISTS);
        if (ifExists.equals("fail") && Files.exists(path)) {
            throw new EngineException(ErrorCode.OUTPUT_EXISTS, "file '" + path + "' exists already")
                    .withHint(
                            "Say 'if-exists' = 'overwrite' to replace it, or 'if-exists' = 'append' to write behind what is there.");
        }
        return new FileSinkWriter(path, encoder(names), ifExists.equals("append"));
    }

    private MessageEncoder encoder(List<String> names) {
        List<Type> types = table.schema().types();
        if (format == FileFormat.CSV) {
            CsvRowWriter rows =
                    new CsvRowWriter(names, types, options.csv(String.valueOf(path.getFileName())), ZoneOffset.UTC);
            return switch (encoding) {
                case APPEND -> MessageEncoder.append(rows);
                case RETRACT -> MessageEncoder.retract(rows);
                case UPSERT -> MessageEncoder.upsertRows(rows, names, table.primaryKey());
                case DELTA -> MessageEncoder.delta(rows, table.schema(), table.primaryKey());
            };
        }
        boolean iso = options.get(FilesystemOptions.JSON_TIMESTAMP_STANDARD).equals("ISO-8601");
        if (format == FileFormat.DEBEZIUM_JSON) {
            return MessageEncoder.debezium(options.debeziumForm(), names, types, table.primaryKey(), iso);
        }
        JsonRowWriter rows = new JsonRowWriter(names, types, iso);
        return switch (encoding) {
            case APPEND -> MessageEncoder.append(rows);
            case RETRACT -> MessageEncoder.retract(rows);
            case UPSERT -> MessageEncoder.upsertJson(rows, names, table.primaryKey());
            case DELTA -> MessageEncoder.delta(rows, table.schema(), table.primaryKey());
        };
    }
}
