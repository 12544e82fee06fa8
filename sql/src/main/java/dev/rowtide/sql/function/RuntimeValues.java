// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The engine's values ({@link Datum}) and those of Calcite's library. The latter knows times and timestamps to the millisecond: finer digits are cut on the way
 * in.
 */
final class RuntimeValues {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MICROS_PER_MILLI = 1_000;

    private RuntimeValues() {}

    /** A datum of {@code type} as Calcite's library takes it. */
    static @Nullable Object toCalcite(@Nullable Object datum, Type type) {
        if (datum == null) {
            return null;
        }
        return switch (type.kind()) {
            case TINYINT -> ((Long) datum).byteValue();
            case SMALLINT -> ((Long) datum).shortValue();
            case INTEGER, DATE, INTERVAL_YEAR_MONTH -> ((Long) datum).intValue();
            case FLOAT -> ((Double) datum).floatValue();
            case TIME -> (int) ((Long) datum / NANOS_PER_MILLI);
            case TIMESTAMP, TIMESTAMP_LTZ -> Math.floorDiv((Long) datum, type.unitsPerSecond() / 1_000);
            case INTERVAL_DAY_TIME -> (Long) datum / MICROS_PER_MILLI;
            case BINARY, VARBINARY -> new ByteString((byte[]) datum);
            case BOOLEAN, BIGINT, DECIMAL, DOUBLE, CHAR, VARCHAR, NULL -> datum;
            case ARRAY, ROW -> {
                List<@Nullable Object> values = parts((List<?>) datum, type, RuntimeValues::toCalcite);
                yield type.kind() == TypeKind.ARRAY ? values : values.toArray();
            }
            case MAP -> map((Map<?, ?>) datum, type, RuntimeValues::toCalcite);
        };
    }

    private interface Conversion {
        @Nullable
        Object apply(@Nullable Object value, Type type);
    }

    private static List<@Nullable Object> parts(List<?> values, Type type, Conversion conversion) {
        List<@Nullable Object> converted = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Type part = type.fields().get(type.kind() == TypeKind.ROW ? i : 0).type();
            converted.add(conversion.apply(values.get(i), part));
        }
        return Collections.unmodifiableList(converted);
    }

    private static Map<@Nullable Object, @Nullable Object> map(Map<?, ?> map, Type type, Conversion conversion) {
        Map<@Nullable Object, @Nullable Object> converted = new LinkedHashMap<>();
        map.forEach((key, value) ->
                converted.put(conversion.apply(key, type.key()), conversion.apply(value, type.value())));
        return converted;
    }

    /**
     * What Calcite's library gave, as a datum of {@code type}.
     *
     * @throws EngineException {@code NUMERIC_OUT_OF_RANGE} if the type can't hold it
     * @throws IllegalArgumentException if it is a text that no UTF-8 stands for
     */
    static @Nullable Object toDatum(@Nullable Object value, Type type) {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> integer((Number) value, type);
            case DATE, INTERVAL_YEAR_MONTH, NULL -> ((Number) value).longValue();
            case DECIMAL -> decimal((Number) value, type);
            case FLOAT -> (double) ((Number) value).floatValue();
            case DOUBLE -> ((Number) value).doubleValue();
            case TIME -> ((Number) value).longValue() * NANOS_PER_MILLI;
            case TIMESTAMP, TIMESTAMP_LTZ ->
                Math.multiplyExact(((Number) value).longValue(), type.unitsPerSecond() / 1_000);
            case INTERVAL_DAY_TIME -> Math.multiplyExact(((Number) value).longValue(), MICROS_PER_MILLI);
            case CHAR, VARCHAR -> Datum.checkCharacters(value.toString());
            case BINARY, VARBINARY -> ((ByteString) value).getBytes();
            case BOOLEAN -> value;
            case ARRAY -> parts((List<?>) value, type, RuntimeValues::toDatum);
            case ROW ->
                parts(
                        value instanceof Object[] fields ? Arrays.asList(fields) : (List<?>) value,
                        type,
                        RuntimeValues::toDatum);
            case MAP -> map((Map<?, ?>) value, type, RuntimeValues::toDatum);
        };
    }

    private static Long integer(Number value, Type type) {
        BigDecimal exact = value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(value.longValue());
        long bits = switch (type.kind()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INTEGER -> Integer.SIZE;
            default -> Long.SIZE;
        };
        if (exact.toBigInteger().bitLength() >= bits) {
            throw outOfRange(exact, type);
        }
        return exact.longValue();
    }

    private static BigDecimal decimal(Number value, Type type) {
        BigDecimal exact;
        if (value instanceof BigDecimal decimal) {
            exact = decimal;
        } else if (value instanceof Double || value instanceof Float) {
            exact = BigDecimal.valueOf(value.doubleValue());
        } else {
            exact = BigDecimal.valueOf(value.longValue());
        }
        BigDecimal scaled = exact.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.precision()) {
            throw outOfRange(exact, type);
        }
        return scaled;
    }

    private static EngineException outOfRange(BigDecimal value, Type type) {
        return new EngineException(
                ErrorCode.NUMERIC_OUT_OF_RANGE, value.toPlainString() + " is out of range for " + type.name());
    }
}
