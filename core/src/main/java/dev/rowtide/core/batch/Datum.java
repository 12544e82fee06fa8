// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Single values as objects, for everything that is not the hot path: literals, functions of the long tail, tests. A datum of a type is
 *
 * <ul>
 *   <li>{@link Long} for integers, dates, times, timestamps and intervals, in the stored unit ({@link Type});
 *   <li>{@link BigDecimal} of the type's scale for DECIMAL;
 *   <li>{@link Double} for FLOAT and DOUBLE, {@link Boolean} for BOOLEAN;
 *   <li>{@link String} for CHAR and VARCHAR, {@code byte[]} for BINARY and VARBINARY;
 *   <li>a list of data for ARRAY (its elements) and ROW (its fields), a map of data, its keys rising, for MAP;
 *   <li>{@code null} for NULL.
 * </ul>
 */
public final class Datum {

    private Datum() {}

    /** The value of {@code column}, which has the given type, at {@code row}. */
    public static @Nullable Object get(Column column, int row, Type type) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (type.storage()) {
            case LONG -> {
                long value = ((LongColumn) column).values()[row];
                yield type.kind() == TypeKind.DECIMAL ? BigDecimal.valueOf(value, type.scale()) : (Object) value;
            }
            case DOUBLE -> ((DoubleColumn) column).values()[row];
            case BOOLEAN -> ((BooleanColumn) column).values()[row];
            case BYTES -> bytes((BytesColumn) column, row, type);
            case WIDE -> new BigDecimal(((WideColumn) column).value(row), type.scale());
        };
    }

    private static Object bytes(BytesColumn column, int row, Type type) {
        if (type.kind().isNested()) {
            return NestedDatum.get(column.data(), column.starts()[row], type);
        }
        return type.kind().isText() ? column.text(row) : column.bytes(row);
    }

    /** Appends a datum of {@code type} to a builder of the type's storage; the datum is trusted to lie in the type's range. */
    public static void append(ColumnBuilder builder, @Nullable Object datum, Type type) {
        if (datum == null) {
            builder.appendNull();
            return;
        }
        switch (type.storage()) {
            case LONG ->
                builder.appendLong(
                        datum instanceof BigDecimal decimal
                                ? unscaled(decimal, type).longValueExact()
                                : (Long) datum);
            case DOUBLE -> builder.appendDouble((Double) datum);
            case BOOLEAN -> builder.appendBoolean((Boolean) datum);
            case BYTES -> {
                byte[] bytes = toBytes(datum, type);
                builder.appendBytes(bytes, 0, bytes.length);
            }
            case WIDE -> builder.appendWide(unscaled((BigDecimal) datum, type));
        }
    }

    /**
     * The bytes of a datum, not null, of a type that is stored as bytes.
     *
     * @throws IllegalArgumentException if it is a text with half of a pair of surrogates, for which there are no bytes
     */
    public static byte[] toBytes(Object datum, Type type) {
        if (type.kind().isNested()) {
            NestedWriter writer = new NestedWriter(64);
            NestedDatum.write(datum, type, writer);
            return Arrays.copyOf(writer.data(), writer.used());
        }
        return datum instanceof String text ? checkCharacters(text).getBytes(UTF_8) : (byte[]) datum;
    }

    /**
     * The text itself.
     *
     * @throws IllegalArgumentException if half of a pair of surrogates stands alone in it
     */
    public static String checkCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    throw new IllegalArgumentException("half of a pair of surrogates is no character");
                }
                i++;
            }
        }
        return text;
    }

    /** A column of {@code rows} times the same datum. */
    public static Column constant(@Nullable Object datum, Type type, int rows) {
        if (type.storage() == Storage.BYTES) {
            byte[] bytes = datum == null ? new byte[0] : toBytes(datum, type);
            int[] lengths = new int[rows];
            Arrays.fill(lengths, bytes.length);
            return new BytesColumn(bytes, new int[rows], lengths, datum == null ? Nulls.all(rows) : null);
        }
        ColumnBuilder builder = ColumnBuilder.of(type.storage());
        for (int i = 0; i < rows; i++) {
            append(builder, datum, type);
        }
        return builder.build();
    }

    private static BigInteger unscaled(BigDecimal decimal, Type type) {
        return decimal.setScale(type.scale()).unscaledValue();
    }
}
