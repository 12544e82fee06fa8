// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Makes the values of one column, as data: by row number, and for times by when the row is due. */
final class FieldGenerator {

    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String DIGITS = "0123456789abcdef";

    /** Which of a row's random bits say whether it is NULL; the value has the others. */
    private static final int NULL_BITS = 1 << 20;

    /** Makes a datum of the column's type. */
    private interface Values {
        Object value(long row, long dueMillis);
    }

    private final Field field;
    private final SeededBits random;
    private final double nullRate;
    private final long rowCount;
    private final Values values;

    private FieldGenerator(Field field, SeededBits random, double nullRate, long rowCount, Values values) {
        this.field = field;
        this.random = random;
        this.nullRate = nullRate;
        this.rowCount = rowCount;
        this.values = values;
    }

    static FieldGenerator of(Field field, FieldOptions options, SeededBits random) {
        double nullRate = options.get(FieldOptions.NULL_RATE);
        if (nullRate > 0 && !field.type().nullable()) {
            throw refused(field, "is NOT NULL and can't have a null-rate");
        }
        if (options.get(FieldOptions.KIND).equals("random")) {
            return new FieldGenerator(field, random, nullRate, Long.MAX_VALUE, random(field, options, random));
        }
        long start = options.get(FieldOptions.START);
        long end = options.get(FieldOptions.END);
        if (end < start || end - start < 0) {
            throw refused(field, "has a sequence from " + start + " to " + end);
        }
        long count = end - start == Long.MAX_VALUE ? Long.MAX_VALUE : end - start + 1;
        return new FieldGenerator(field, random, nullRate, count, sequence(field, start, end));
    }

    /** How many rows there are values for. */
    long rowCount() {
        return rowCount;
    }

    /** The values of consecutive rows. */
    Column column(long first, int rows, LongFunction<Long> dueMillis) {
        ColumnBuilder builder = ColumnBuilder.of(field.type().storage());
        for (int i = 0; i < rows; i++) {
            long row = first + i;
            boolean isNull = nullRate > 0 && (random.bits(row, NULL_BITS) >>> 11) * 0x1p-53 < nullRate;
            Datum.append(builder, isNull ? null : values.value(row, dueMillis.apply(row)), field.type());
        }
        return builder.build();
    }

    private static Values sequence(Field field, long start, long end) {
        Type type = field.type();
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> {
                if (start < -largest(type) - 1 || end > largest(type)) {
                    throw refused(field, "can't hold the sequence from " + start + " to " + end);
                }
                yield (row, due) -> start + row;
            }
            case DECIMAL -> {
                if (BigDecimal.valueOf(Math.max(Math.abs(start), Math.abs(end))).precision()
                        > type.precision() - type.scale()) {
                    throw refused(field, "can't hold the sequence from " + start + " to " + end);
                }
                yield (row, due) -> BigDecimal.valueOf(start + row).setScale(type.scale());
            }
            case FLOAT -> (row, due) -> (double) (float) (start + row);
            case DOUBLE -> (row, due) -> (double) (start + row);
            case VARCHAR -> (row, due) -> Long.toString(start + row);
            default -> throw refused(field, "has a type that does not count; only 'random' values can be made");
        };
    }

    private static Values random(Field field, FieldOptions options, SeededBits random) {
        Type type = field.type();
        return switch (type.kind()) {
            case BOOLEAN -> (row, due) -> random.bits(row) < 0;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> integers(field, options, random);
            case DECIMAL -> decimals(field, options, random);
            case FLOAT, DOUBLE -> floats(field, options, random);
            case CHAR, VARCHAR, BINARY, VARBINARY -> strings(type, options, random);
            case DATE -> {
                Values times = times(options, random);
                yield (row, due) -> Math.floorDiv((Long) times.value(row, due), MILLIS_PER_DAY);
            }
            case TIME -> {
                Values times = times(options, random);
                yield (row, due) -> cutMillis((Long) times.value(row, due), type) * NANOS_PER_MILLI;
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Values times = times(options, random);
                yield (row, due) -> timestamp((Long) times.value(row, due), type);
            }
            default -> throw refused(field, "has a type that no values can be made of");
        };
    }

    private static Values integers(Field field, FieldOptions options, SeededBits random) {
        long largest = largest(field.type());
        long min = bound(field, options.getOrNull(FieldOptions.MIN), -largest - 1);
        long max = bound(field, options.getOrNull(FieldOptions.MAX), largest);
        if (min > max || min < -largest - 1 || max > largest) {
            throw refused(field, "can't hold numbers from " + min + " to " + max);
        }
        return (row, due) -> random.between(row, min, max);
    }

    private static long bound(Field field, @Nullable BigDecimal bound, long otherwise) {
        try {
            return bound == null ? otherwise : bound.longValueExact();
        } catch (ArithmeticException e) {
            throw refused(field, "can't have the bound " + bound);
        }
    }

    private static Values decimals(Field field, FieldOptions options, SeededBits random) {
        Type type = field.type();
        BigInteger largest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigInteger min = unscaled(options.getOrNull(FieldOptions.MIN), type, largest.negate());
        BigInteger max = unscaled(options.getOrNull(FieldOptions.MAX), type, largest);
        if (min.compareTo(max) > 0 || max.compareTo(largest) > 0 || min.compareTo(largest.negate()) < 0) {
            throw refused(
                    field,
                    "can't hold numbers from " + new BigDecimal(min, type.scale()) + " to "
                            + new BigDecimal(max, type.scale()));
        }
        BigInteger choices = max.subtract(min).add(BigInteger.ONE);
        return (row, due) -> {
            BigInteger bits =
                    BigInteger.valueOf(random.bits(row)).shiftLeft(64).add(BigInteger.valueOf(random.bits(row, 1)));
            return new BigDecimal(min.add(bits.mod(choices)), type.scale());
        };
    }

    private static BigInteger unscaled(@Nullable BigDecimal bound, Type type, BigInteger otherwise) {
        return bound == null
                ? otherwise
                : bound.setScale(type.scale(), RoundingMode.DOWN).unscaledValue();
    }

    private static Values floats(Field field, FieldOptions options, SeededBits random) {
        double min = Objects.requireNonNullElse(options.getOrNull(FieldOptions.MIN), BigDecimal.ZERO)
                .doubleValue();
        double max = Objects.requireNonNullElse(options.getOrNull(FieldOptions.MAX), BigDecimal.ONE)
                .doubleValue();
        if (!(min <= max) || Double.isInfinite(max - min)) {
            throw refused(field, "can't hold numbers from " + min + " to " + max);
        }
        boolean single = field.type().kind() == TypeKind.FLOAT;
        return (row, due) -> {
            double value = min + random.fraction(row) * (max - min);
            return single ? (double) (float) value : value;
        };
    }

    private static Values strings(Type type, FieldOptions options, SeededBits random) {
        int length = (int) Math.min(options.get(FieldOptions.LENGTH), type.precision());
        if (type.kind().isBinary()) {
            return (row, due) -> {
                byte[] bytes = new byte[length];
                for (int i = 0; i < length; i++) {
                    bytes[i] = (byte) (random.bits(row, i >> 3) >>> (8 * (i & 7)));
                }
                return bytes;
            };
        }
        int padding = type.kind() == TypeKind.CHAR ? type.precision() - length : 0;
        return (row, due) -> {
            StringBuilder text = new StringBuilder(length + padding);
            for (int i = 0; i < length; i++) {
                text.append(DIGITS.charAt((int) (random.bits(row, i >> 4) >>> (4 * (i & 15))) & 15));
            }
            return text.append(" ".repeat(padding)).toString();
        };
    }

    /** Milliseconds since the epoch. */
    private static Values times(FieldOptions options, SeededBits random) {
        long maxPast = options.get(FieldOptions.MAX_PAST);
        return (row, due) -> due - (maxPast == 0 ? 0 : random.between(row, 0, maxPast));
    }

    private static long timestamp(long millis, Type type) {
        return ValueText.timestamp(
                Math.floorDiv(millis, 1_000L), (int) (Math.floorMod(millis, 1_000L) * NANOS_PER_MILLI), type);
    }

    /** The milliseconds of the day that a TIME of this precision can tell. */
    private static long cutMillis(long millis, Type type) {
        long ofDay = Math.floorMod(millis, MILLIS_PER_DAY);
        long unit = switch (type.precision()) {
            case 0 -> 1_000;
            case 1 -> 100;
            case 2 -> 10;
            default -> 1;
        };
        return ofDay - ofDay % unit;
    }

    private static long largest(Type type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    private static EngineException refused(Field field, String why) {
        return new EngineException(
                ErrorCode.INVALID_OPTION,
                "column \"" + field.name() + "\" of type " + field.type().name() + " " + why);
    }
}
