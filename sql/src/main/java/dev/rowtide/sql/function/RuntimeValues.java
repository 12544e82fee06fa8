// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
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
        };
    }

    /**
     * What Calcite's library gave, as a datum of {@code type}.
     *
     * @throws EngineException {@code NUMERIC_OUT_OF_RANGE} if the type can't hold it
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
            case CHAR, VARCHAR -> value.toString();
            case BINARY, VARBINARY -> ((ByteString) value).getBytes();
            case BOOLEAN -> value;
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
