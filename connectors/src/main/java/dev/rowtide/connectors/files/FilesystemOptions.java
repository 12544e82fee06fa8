// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.encoding.DebeziumForm;
import dev.rowtide.connectors.format.CsvOptions;
import dev.rowtide.connectors.format.DecodeOptions;
import dev.rowtide.connectors.format.EpochUnit;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The options of a filesystem table. */
final class FilesystemOptions {

    private static final long RECORD_BYTES_MAX = 1L << 30;

    static final Setting<String> PATH = new Setting<>(
            "path",
            List.of(),
            "path",
            "",
            "The file, folder or glob to read, or the file to write.",
            FilesystemOptions::notEmpty);

    static final Setting<FileFormat> FORMAT = new Setting<>(
            "format",
            List.of(),
            "json, csv or debezium-json",
            "",
            "How records are written; by default what the file's name ends in says it.",
            FileFormat::parse);

    static final Setting<String> TYPE = new Setting<>(
            "type",
            List.of(),
            "source or sink",
            "",
            "Says that the table is only read, or only written.",
            text -> SettingParsers.choice(text, List.of("source", "sink")));

    static final Setting<String> BAD_RECORDS = new Setting<>(
            "bad-records",
            List.of(),
            "fail, skip or the name of a table",
            "fail",
            "What to do with a record that can't be read: stop, count it and go on, or keep it in a table.",
            text -> text);

    static final Setting<Long> RECORD_MAX_BYTES = new Setting<>(
            "record.max-bytes",
            List.of("framing.newline.max_length"),
            "number of bytes",
            "67108864",
            "A longer record is a bad one, so that a file without line ends does not fill the memory.",
            FilesystemOptions::recordBytes);

    static final Setting<ZoneId> TIME_ZONE = new Setting<>(
            "time-zone",
            List.of(),
            "time zone",
            "UTC",
            "Where a TIMESTAMP_LTZ that is written without an offset was meant.",
            FilesystemOptions::zone);

    static final Setting<Byte> CSV_FIELD_DELIMITER = new Setting<>(
            "csv.field-delimiter",
            List.of(),
            "character",
            ",",
            "What stands between the fields of a CSV record; \\t is a tab.",
            FilesystemOptions::delimiter);

    static final Setting<String> CSV_HEADER = new Setting<>(
            "csv.header",
            List.of(),
            "true, false or auto",
            "auto",
            "Whether the first record names the columns; auto looks whether it does. Written unless false.",
            text -> SettingParsers.choice(text, List.of("true", "false", "auto")));

    static final Setting<String> CSV_NULL_LITERAL = new Setting<>(
            "csv.null-literal",
            List.of(),
            "text",
            "",
            "An unquoted field of this text is NULL; without it the empty field is.",
            text -> text);

    static final Setting<EpochUnit> JSON_TIMESTAMP_FORMAT = new Setting<>(
            "json.timestamp-format",
            List.of("json.timestamp_format"),
            "text, epoch-seconds, epoch-millis, epoch-micros or epoch-nanos",
            "text",
            "How timestamps are written in JSON; numbers are refused unless their unit is said.",
            FilesystemOptions::epochUnit);

    static final Setting<Boolean> JSON_FAIL_ON_UNKNOWN_FIELD = new Setting<>(
            "json.fail-on-unknown-field",
            List.of(),
            "boolean",
            "false",
            "Whether a field that is no column of the table makes a record bad.",
            SettingParsers::bool);

    static final Setting<String> JSON_TIMESTAMP_STANDARD = new Setting<>(
            "json.timestamp-format.standard",
            List.of(),
            "SQL or ISO-8601",
            "SQL",
            "How timestamps are written: 2024-01-31 10:00:15.250 or 2024-01-31T10:00:15.250. Both are read.",
            text -> SettingParsers.choice(text, List.of("SQL", "ISO-8601")));

    static final Setting<Long> MONITOR_INTERVAL = new Setting<>(
            "source.monitor-interval",
            List.of(),
            "duration",
            "",
            "Follows the folder or glob: looks so often whether there are new files, and never ends. Each file is read once.",
            FilesystemOptions::interval);

    static final Setting<String> IF_EXISTS = new Setting<>(
            "if-exists",
            List.of(),
            "fail, overwrite or append",
            "fail",
            "What to do when the file to be written exists.",
            text -> SettingParsers.choice(text, List.of("fail", "overwrite", "append")));

    static final Setting<String> CHANGELOG_ENCODING = new Setting<>(
            "changelog.encoding",
            List.of(),
            "append, retract, upsert or delta",
            "append",
            "How changes are written in json and csv, and read, but for delta: rows only; every change with its kind; puts and deletes by key;"
                    + " or differences of the columns outside of the key.",
            text -> SettingParsers.choice(text, List.of("append", "retract", "upsert", "delta")));

    static final Setting<String> CHANGELOG_MODE = new Setting<>(
            "changelog-mode",
            List.of(),
            "all or upsert",
            "",
            "How debezium-json is read: with whole rows before and after, or by key; by default by key where the table has a primary key.",
            text -> SettingParsers.choice(text, List.of("all", "upsert")));

    static final Setting<String> DEBEZIUM_ENVELOPE = new Setting<>(
            "debezium-json.envelope",
            List.of(),
            "bare or full",
            "bare",
            "Whether an envelope that is written says the change only, or also source and ts_ms: where it comes from, and when.",
            text -> SettingParsers.choice(text, List.of("bare", "full")));

    static final Setting<Boolean> DEBEZIUM_SCHEMA_INCLUDE = new Setting<>(
            "debezium-json.schema-include",
            List.of("json.include_schema"),
            "boolean",
            "false",
            "Whether messages are written as the payload beside their schema. Both ways are read.",
            SettingParsers::bool);

    static final Setting<Boolean> DEBEZIUM_KEY_INCLUDE = new Setting<>(
            "debezium-json.key-include",
            List.of(),
            "boolean",
            "false",
            "Whether messages are written as the value beside their key, the primary key. Both ways are read.",
            SettingParsers::bool);

    static final Setting<Boolean> DEBEZIUM_TOMBSTONES = new Setting<>(
            "debezium-json.tombstones",
            List.of("tombstones.on.delete"),
            "boolean",
            "false",
            "Whether a delete is followed by a message of its key without value. Needs the keys.",
            SettingParsers::bool);

    private static final Setting<String> JSON_IGNORE_PARSE_ERRORS = ignoreParseErrors("json.ignore-parse-errors");
    private static final Setting<String> CSV_IGNORE_PARSE_ERRORS = ignoreParseErrors("csv.ignore-parse-errors");

    static final List<Setting<?>> ALL = List.of(
            PATH,
            FORMAT,
            TYPE,
            BAD_RECORDS,
            RECORD_MAX_BYTES,
            TIME_ZONE,
            CSV_FIELD_DELIMITER,
            CSV_HEADER,
            CSV_NULL_LITERAL,
            JSON_TIMESTAMP_FORMAT,
            JSON_FAIL_ON_UNKNOWN_FIELD,
            JSON_TIMESTAMP_STANDARD,
            MONITOR_INTERVAL,
            IF_EXISTS,
            CHANGELOG_ENCODING,
            CHANGELOG_MODE,
            DEBEZIUM_ENVELOPE,
            DEBEZIUM_SCHEMA_INCLUDE,
            DEBEZIUM_KEY_INCLUDE,
            DEBEZIUM_TOMBSTONES,
            JSON_IGNORE_PARSE_ERRORS,
            CSV_IGNORE_PARSE_ERRORS);

    private final Table table;
    private final Settings settings;

    FilesystemOptions(Table table) {
        this.table = table;
        settings = Settings.of(table.options());
    }

    /** Refuses options whose values they can't have, and the lack of a path. */
    void check() {
        settings.get(PATH);
        for (Setting<?> setting : ALL) {
            if (settings.has(setting)) {
                settings.get(setting);
            }
        }
    }

    <T> T get(Setting<T> setting) {
        return settings.get(setting);
    }

    /** Refuses to be a source if the table says it is a sink, and the other way round. */
    void checkType(String use) {
        if (settings.has(TYPE) && !settings.get(TYPE).equals(use)) {
            throw new EngineException(
                    ErrorCode.INVALID_OPTION,
                    "table \"" + table.name() + "\" can't be a " + use + ": it says 'type' = '" + settings.get(TYPE)
                            + "'");
        }
    }

    /** The format that the options say, or null. */
    @Nullable
    FileFormat format() {
        return settings.has(FORMAT) ? settings.get(FORMAT) : null;
    }

    /**
     * The format of a file.
     *
     * @throws EngineException if neither the options nor the file's name say it
     */
    FileFormat formatOf(String fileName) {
        FileFormat said = format();
        FileFormat format = said == null ? FileFormat.ofName(fileName) : said;
        if (format == null) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION, "what format '" + fileName + "' has is not clear from its name")
                    .withHint(
                            "Say 'format' = 'json' or 'csv', or let the name end in " + FileFormat.allEndings() + ".");
        }
        return format;
    }

    /** How often a folder that is followed is listed, milliseconds; 0 when what is there is read and no more. */
    long followMillis() {
        return settings.has(MONITOR_INTERVAL) ? settings.get(MONITOR_INTERVAL) : 0;
    }

    /** How changes are read; the format of a file that is read tells the rest. */
    ChangeCoding coding() {
        boolean keyed = !table.primaryKey().isEmpty();
        if (format() == FileFormat.DEBEZIUM_JSON) {
            boolean byKey =
                    settings.has(CHANGELOG_MODE) ? settings.get(CHANGELOG_MODE).equals("upsert") : keyed;
            return byKey ? ChangeCoding.DEBEZIUM_BY_KEY : ChangeCoding.DEBEZIUM;
        }
        return switch (settings.get(CHANGELOG_ENCODING)) {
            case "retract" -> ChangeCoding.RETRACT;
            case "upsert" -> ChangeCoding.UPSERT;
            case "delta" ->
                throw new EngineException(
                                ErrorCode.NOT_SUPPORTED, "'changelog.encoding' = 'delta' is written, not read")
                        .withHint(
                                "Read the differences as rows, and add them up: SELECT key, SUM(delta) FROM ... GROUP BY key"
                                        + " HAVING SUM(delta) <> 0");
            default -> ChangeCoding.APPEND;
        };
    }

    /**
     * How Debezium messages are written.
     *
     * @throws EngineException if they shall have what they can't
     */
    DebeziumForm debeziumForm() {
        boolean withKey = settings.get(DEBEZIUM_KEY_INCLUDE);
        boolean tombstones = settings.get(DEBEZIUM_TOMBSTONES);
        if (withKey && table.primaryKey().isEmpty()) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION, "'" + DEBEZIUM_KEY_INCLUDE.name() + "' needs a primary key")
                    .withDetail("Table \"" + table.name() + "\" has none.")
                    .withHint("Declare PRIMARY KEY (...) NOT ENFORCED.");
        }
        if (tombstones && !withKey) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION,
                            "'" + DEBEZIUM_TOMBSTONES.name() + "' needs '" + DEBEZIUM_KEY_INCLUDE.name() + "' = 'true'")
                    .withDetail("A tombstone has a key and nothing else.");
        }
        boolean full = settings.get(DEBEZIUM_ENVELOPE).equals("full");
        return new DebeziumForm(table.name(), full, settings.get(DEBEZIUM_SCHEMA_INCLUDE), withKey, tombstones);
    }

    CsvOptions csv(String fileName) {
        boolean tabs = fileName.toLowerCase(Locale.ROOT).endsWith(".tsv") && !settings.has(CSV_FIELD_DELIMITER);
        String header = settings.get(CSV_HEADER);
        return new CsvOptions(
                tabs ? (byte) '\t' : delimiterAsWritten(),
                header.equals("auto") ? null : Boolean.valueOf(header),
                settings.has(CSV_NULL_LITERAL) ? settings.texts().get(CSV_NULL_LITERAL.name()) : null);
    }

    /** A tab or blank is a delimiter, though blanks around a setting's text don't count elsewhere. */
    private byte delimiterAsWritten() {
        String text = settings.texts().get(CSV_FIELD_DELIMITER.name());
        return text != null && text.length() == 1 && text.isBlank()
                ? (byte) text.charAt(0)
                : settings.get(CSV_FIELD_DELIMITER);
    }

    DecodeOptions decoding(FileFormat format) {
        return new DecodeOptions(
                settings.get(TIME_ZONE),
                settings.get(JSON_TIMESTAMP_FORMAT),
                format != FileFormat.CSV,
                format == FileFormat.DEBEZIUM_JSON,
                settings.get(JSON_FAIL_ON_UNKNOWN_FIELD));
    }

    private static String notEmpty(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return text;
    }

    private static long recordBytes(String text) {
        long bytes = SettingParsers.count(text);
        if (bytes < 1 || bytes > RECORD_BYTES_MAX) {
            throw new IllegalArgumentException("not between 1 and " + RECORD_BYTES_MAX);
        }
        return bytes;
    }

    private static long interval(String text) {
        long millis = SettingParsers.durationMillis(text);
        if (millis == 0) {
            throw new IllegalArgumentException("not longer than nothing");
        }
        return millis;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no such time zone", e);
        }
    }

    private static byte delimiter(String text) {
        // Nothing is left of a blank: which it was, the text as written says.
        String character = text.equals("\\t") || text.isEmpty() ? "\t" : text;
        if (character.length() != 1 || character.charAt(0) > 0x7f || "\"\r\n".contains(character)) {
            throw new IllegalArgumentException("not one character of ASCII, other than a quote or a line end");
        }
        return (byte) character.charAt(0);
    }

    private static EpochUnit epochUnit(String text) {
        return switch (text.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "text", "rfc3339" -> EpochUnit.NONE;
            case "epoch-seconds" -> EpochUnit.SECONDS;
            case "epoch-millis", "unix-millis" -> EpochUnit.MILLIS;
            case "epoch-micros" -> EpochUnit.MICROS;
            case "epoch-nanos" -> EpochUnit.NANOS;
            default -> throw new IllegalArgumentException("unknown");
        };
    }

    private static Setting<String> ignoreParseErrors(String name) {
        return new Setting<>(
                name,
                List.of(),
                "'bad-records' = 'skip' instead",
                "",
                "Refused: nothing is dropped in silence here.",
                text -> {
                    throw new IllegalArgumentException("nothing is dropped in silence");
                });
    }
}
