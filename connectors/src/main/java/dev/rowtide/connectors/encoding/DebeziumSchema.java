// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of Debezium messages, as Kafka Connect writes them in JSON. Dates and times are text, and so are decimals, for which Connect has no number.
 */
final class DebeziumSchema {

    private final String table;
    private final List<String> names;
    private final List<Type> types;

    DebeziumSchema(String table, List<String> names, List<Type> types) {
        this.table = table;
        this.names = names;
        this.types = types;
    }

    /** Of a key of these columns. */
    String ofKey(int[] columns) {
        return struct(columnFields(columns), false, "Key", null);
    }

    /** Of an envelope. */
    String ofEnvelope(boolean full) {
        int[] all = IntStream.range(0, names.size()).toArray();
        List<String> fields = new ArrayList<>();
        fields.add(struct(columnFields(all), true, "Value", "before"));
        fields.add(struct(columnFields(all), true, "Value", "after"));
        if (full) {
            List<String> source = new ArrayList<>();
            for (String name : List.of("connector", "name")) {
                source.add(field("string", false, name));
            }
            source.add(field("int64", false, "ts_ms"));
            for (String name : List.of("snapshot", "db", "table")) {
                source.add(field("string", false, name));
            }
            fields.add(struct(source, false, "Source", "source"));
        }
        fields.add(field("string", false, "op"));
        if (full) {
            fields.add(field("int64", true, "ts_ms"));
        }
        return struct(fields, false, "Envelope", null);
    }

    private List<String> columnFields(int[] columns) {
        List<String> fields = new ArrayList<>();
        for (int column : columns) {
            Type type = types.get(column);
            fields.add(field(connectType(type, names.get(column)), type.nullable(), names.get(column)));
        }
        return fields;
    }

    private static String field(String type, boolean optional, String name) {
        return "{\"type\":\"" + type + "\",\"optional\":" + optional + ",\"field\":" + string(name) + "}";
    }

    private String struct(List<String> fields, boolean optional, String kind, @Nullable String name) {
        return "{\"type\":\"struct\",\"fields\":[" + String.join(",", fields) + "],\"optional\":" + optional
                + ",\"name\":" + string(table + "." + kind) + (name == null ? "" : ",\"field\":" + string(name)) + "}";
    }

    private static String connectType(Type type, String column) {
        return switch (type.kind()) {
            case BOOLEAN -> "boolean";
            case TINYINT -> "int8";
            case SMALLINT -> "int16";
            case INTEGER -> "int32";
            case BIGINT -> "int64";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case CHAR, VARCHAR, DECIMAL, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> "string";
            case BINARY, VARBINARY -> "bytes";
            default ->
                throw new EngineException(
                                ErrorCode.NOT_SUPPORTED,
                                "column \"" + column + "\" has type " + type.name()
                                        + ", which the schema of a Debezium message can't say")
                        .withHint("Write messages without their schemas, or cast the column.");
        };
    }

    private static String string(String text) {
        TextBuffer out = new TextBuffer();
        JsonRowWriter.putString(text, out);
        return out.toString();
    }
}
