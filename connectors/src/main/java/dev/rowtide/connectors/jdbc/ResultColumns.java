// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From the rows of a result to columns, and from values to the parameters of a question. */
final class ResultColumns {

    private final String table;
    private final Schema schema;
    private final ColumnBuilder[] builders;
    private int rows;

    /** @param schema the result's columns */
    ResultColumns(String table, Schema schema) {
        this.table = table;
        this.schema = schema;
        builders = new ColumnBuilder[schema.size()];
        for (int c = 0; c < builders.length; c++) {
            builders[c] = ColumnBuilder.of(schema.type(c).storage());
        }
    }

    /** The current row as data. */
    List<@Nullable Object> row(ResultSet result) throws SQLException {
        List<@Nullable Object> row = new ArrayList<>();
        for (int c = 0; c < builders.length; c++) {
            Object value;
            try {
                value = datum(result, c + 1, schema.type(c));
            } catch (ArithmeticException e) {
                value = null;
                refuse(c, String.valueOf(result.getObject(c + 1)));
            }
            if (value == null && !schema.type(c).nullable()) {
                refuse(c, "NULL");
            }
            row.add(value);
        }
        return row;
    }

    private void refuse(int column, String value) {
        Field field = schema.fields().get(column);
        throw new EngineException(
                        ErrorCode.BAD_RECORD,
                        "column \"" + field.name() + "\" of table \"" + table + "\" has " + value
                                + " in the database, which is no " + field.type())
                .withHint("Declare the column with the type that it has in the database.");
    }

    void append(List<@Nullable Object> row) {
        for (int c = 0; c < builders.length; c++) {
            Datum.append(builders[c], row.get(c), schema.type(c));
        }
        rows++;
    }

    int rows() {
        return rows;
    }

    /** The columns of what was appended since the last call. */
    List<Column> build() {
        rows = 0;
        List<Column> built = new ArrayList<>();
        for (ColumnBuilder builder : builders) {
            built.add(builder.build());
        }
        return built;
    }

    private static @Nullable Object datum(ResultSet result, int index, Type type) throws SQLException {
        Object value = switch (type.kind()) {
            case BOOLEAN -> result.getBoolean(index);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> whole(result.getBigDecimal(index), type);
            case FLOAT -> (double) (float) result.getDouble(index);
            case DOUBLE -> result.getDouble(index);
            case DECIMAL -> decimal(result.getBigDecimal(index), type);
            case CHAR -> padded(result.getString(index), type);
            case VARCHAR -> result.getString(index);
            case BINARY, VARBINARY -> result.getBytes(index);
            case DATE -> days(result.getObject(index, LocalDate.class));
            case TIME -> time(result.getObject(index, LocalTime.class));
            case TIMESTAMP -> timestamp(result.getObject(index, LocalDateTime.class), type);
            case TIMESTAMP_LTZ -> instant(result.getObject(index, OffsetDateTime.class), type);
            default -> throw new IllegalStateException("refused when the table was made: " + type);
        };
        return result.wasNull() ? null : value;
    }

    private static @Nullable Long whole(@Nullable BigDecimal value, Type type) {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case TINYINT -> (long) value.byteValueExact();
            case SMALLINT -> (long) value.shortValueExact();
            case INTEGER -> (long) value.intValueExact();
            default -> value.longValueExact();
        };
    }

    private static @Nullable BigDecimal decimal(@Nullable BigDecimal value, Type type) {
        if (value == null) {
            return null;
        }
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
        if (scaled.precision() > type.precision()) {
            throw new ArithmeticException();
        }
        return scaled;
    }

    private static @Nullable String padded(@Nullable String text, Type type) {
        return text == null
                ? null
                : text + " ".repeat(Math.max(0, type.precision() - text.codePointCount(0, text.length())));
    }

    private static @Nullable Long days(@Nullable LocalDate date) {
        return date == null ? null : (Long) date.toEpochDay();
    }

    private static @Nullable Long time(@Nullable LocalTime time) {
        return time == null ? null : (Long) time.toNanoOfDay();
    }

    private static @Nullable Long timestamp(@Nullable LocalDateTime time, Type type) {
        return time == null
                ? null
                : (Long) ValueText.timestamp(time.toEpochSecond(ZoneOffset.UTC), time.getNano(), type);
    }

    private static @Nullable Long instant(@Nullable OffsetDateTime time, Type type) {
        return time == null ? null : (Long) ValueText.timestamp(time.toEpochSecond(), time.getNano(), type);
    }

    /** Sets a parameter to a value that is not NULL. */
    static void set(PreparedStatement statement, int index, Object datum, Type type) throws SQLException {
        switch (type.kind()) {
            case BOOLEAN -> statement.setBoolean(index, (Boolean) datum);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> statement.setLong(index, (Long) datum);
            case FLOAT, DOUBLE -> statement.setDouble(index, (Double) datum);
            case DECIMAL -> statement.setBigDecimal(index, (BigDecimal) datum);
            case CHAR, VARCHAR -> statement.setString(index, (String) datum);
            case BINARY, VARBINARY -> statement.setBytes(index, (byte[]) datum);
            case DATE -> statement.setObject(index, LocalDate.ofEpochDay((Long) datum));
            case TIME -> statement.setObject(index, LocalTime.ofNanoOfDay((Long) datum));
            case TIMESTAMP -> statement.setObject(index, dateTime((Long) datum, type));
            case TIMESTAMP_LTZ ->
                statement.setObject(index, dateTime((Long) datum, type).atOffset(ZoneOffset.UTC));
            default -> throw new IllegalStateException("refused when the table was made: " + type);
        }
    }

    private static LocalDateTime dateTime(long value, Type type) {
        long perSecond = type.unitsPerSecond();
        long nanos = Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond);
        return LocalDateTime.ofEpochSecond(Math.floorDiv(value, perSecond), (int) nanos, ZoneOffset.UTC);
    }

    /** A value as one that equals another exactly if both are the same. */
    static Object comparable(Object datum) {
        return datum instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : datum;
    }
}
