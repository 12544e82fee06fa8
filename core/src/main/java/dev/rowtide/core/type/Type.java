// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A SQL type. Values are stored as follows ({@link #storage()}):
 *
 * <ul>
 *   <li>TINYINT to BIGINT: the number;
 *   <li>DECIMAL(p, s): the unscaled number, a {@code long} for p &le; 18, else 128 bits; p is 1 to 38;
 *   <li>FLOAT (4 bytes) and DOUBLE (8 bytes): a {@code double};
 *   <li>CHAR, VARCHAR: UTF-8; {@code precision} is the length in characters, {@link #UNBOUNDED} for STRING; CHAR is padded with blanks;
 *   <li>DATE: days since 1970-01-01; TIME(p): nanoseconds of the day;
 *   <li>TIMESTAMP(p), TIMESTAMP_LTZ(p): microseconds since 1970-01-01T00:00 (without zone, resp. UTC) for p &le; 6, nanoseconds for p of 7
 *       to 9 (which limits the latter to the years 1677 to 2262);
 *   <li>INTERVAL_YEAR_MONTH: months; INTERVAL_DAY_TIME: microseconds;
 *   <li>ARRAY, MAP, ROW: bytes that are equal exactly where the values are ({@code dev.rowtide.core.batch.NestedLayout}).
 * </ul>
 *
 * @param kind the type without its parameters
 * @param precision digits, length or fractional digits, where the kind has them, else 0
 * @param scale digits after the point of a DECIMAL, else 0
 * @param nullable whether NULL is a value of the type
 * @param fields the types that a nested type is made of: the element of an ARRAY, the key and the value of a MAP, the fields of a ROW
 */
public record Type(TypeKind kind, int precision, int scale, boolean nullable, List<Field> fields) {

    /** The length of a STRING or BYTES, as in {@code VARCHAR(2147483647)}. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** The digits of the widest DECIMAL. */
    public static final int DECIMAL_DIGITS_MAX = 38;

    /** The digits of the widest DECIMAL that is stored in one {@code long}. */
    public static final int LONG_DECIMAL_DIGITS_MAX = 18;

    public static final Type BOOLEAN = of(TypeKind.BOOLEAN);
    public static final Type TINYINT = of(TypeKind.TINYINT);
    public static final Type SMALLINT = of(TypeKind.SMALLINT);
    public static final Type INTEGER = of(TypeKind.INTEGER);
    public static final Type BIGINT = of(TypeKind.BIGINT);
    public static final Type FLOAT = of(TypeKind.FLOAT);
    public static final Type DOUBLE = of(TypeKind.DOUBLE);
    public static final Type STRING = varchar(UNBOUNDED);
    public static final Type BYTES = new Type(TypeKind.VARBINARY, UNBOUNDED, 0, true);
    public static final Type DATE = of(TypeKind.DATE);
    public static final Type NULL = of(TypeKind.NULL);

    public Type {
        fields = List.copyOf(fields);
    }

    /** A type that is not nested. */
    public Type(TypeKind kind, int precision, int scale, boolean nullable) {
        this(kind, precision, scale, nullable, List.of());
    }

    /** A nullable type without parameters. */
    public static Type of(TypeKind kind) {
        return new Type(kind, 0, 0, true);
    }

    /** A nullable DECIMAL of {@code precision} digits, {@code scale} of them after the point. */
    public static Type decimal(int precision, int scale) {
        return new Type(TypeKind.DECIMAL, precision, scale, true);
    }

    /** A nullable VARCHAR of up to {@code length} characters. */
    public static Type varchar(int length) {
        return new Type(TypeKind.VARCHAR, length, 0, true);
    }

    /** A nullable TIMESTAMP with {@code precision} fractional digits, 0 to 9. */
    public static Type timestamp(int precision) {
        return new Type(TypeKind.TIMESTAMP, precision, 0, true);
    }

    /** A nullable TIMESTAMP_LTZ with {@code precision} fractional digits, 0 to 9. */
    public static Type timestampLtz(int precision) {
        return new Type(TypeKind.TIMESTAMP_LTZ, precision, 0, true);
    }

    /** A nullable TIME with {@code precision} fractional digits, 0 to 9. */
    public static Type time(int precision) {
        return new Type(TypeKind.TIME, precision, 0, true);
    }

    /** A nullable ARRAY. */
    public static Type array(Type element) {
        return new Type(TypeKind.ARRAY, 0, 0, true, List.of(new Field("element", element)));
    }

    /** A nullable MAP; its keys are never NULL. */
    public static Type map(Type key, Type value) {
        return new Type(
                TypeKind.MAP,
                0,
                0,
                true,
                List.of(new Field("key", key.withNullable(false)), new Field("value", value)));
    }

    /** A nullable ROW. */
    public static Type row(List<Field> fields) {
        return new Type(TypeKind.ROW, 0, 0, true, fields);
    }

    /** The type of an ARRAY's elements. */
    public Type element() {
        return fields.get(0).type();
    }

    /** The type of a MAP's keys. */
    public Type key() {
        return fields.get(0).type();
    }

    /** The type of a MAP's values. */
    public Type value() {
        return fields.get(1).type();
    }

    /** This type with the given nullability. */
    public Type withNullable(boolean nullable) {
        return nullable == this.nullable ? this : new Type(kind, precision, scale, nullable, fields);
    }

    /** Whether values of both types are the same bytes: nested types with names, nullabilities and lengths of their own may be. */
    public boolean isStoredAs(Type other) {
        if (kind != other.kind || fields.size() != other.fields.size()) {
            return false;
        }
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).type().isStoredAs(other.fields.get(i).type())) {
                return false;
            }
        }
        return switch (kind) {
            case DECIMAL -> scale == other.scale && storage() == other.storage();
            case TIMESTAMP, TIMESTAMP_LTZ -> unitsPerSecond() == other.unitsPerSecond();
            default -> true;
        };
    }

    /** How values of this type lie in a column. */
    public Storage storage() {
        return switch (kind) {
            case BOOLEAN -> Storage.BOOLEAN;
            case FLOAT, DOUBLE -> Storage.DOUBLE;
            case CHAR, VARCHAR, BINARY, VARBINARY, ARRAY, MAP, ROW -> Storage.BYTES;
            case DECIMAL -> precision <= LONG_DECIMAL_DIGITS_MAX ? Storage.LONG : Storage.WIDE;
            case TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_LTZ,
                    INTERVAL_YEAR_MONTH,
                    INTERVAL_DAY_TIME,
                    NULL -> Storage.LONG;
        };
    }

    /** Stored units per second of a TIMESTAMP or TIMESTAMP_LTZ: a million, or a billion from seven fractional digits on. */
    public long unitsPerSecond() {
        return precision <= 6 ? 1_000_000L : 1_000_000_000L;
    }

    /** The type as SQL, for instance {@code DECIMAL(10, 2)} or {@code BIGINT NOT NULL}. */
    @Override
    public String toString() {
        return nullable ? name() : name() + " NOT NULL";
    }

    /** The type as SQL without its nullability, for instance {@code VARCHAR(20)}, {@code STRING} or {@code TIMESTAMP(3)}. */
    public String name() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case CHAR, BINARY -> kind + "(" + precision + ")";
            case VARCHAR -> precision == UNBOUNDED ? "STRING" : "VARCHAR(" + precision + ")";
            case VARBINARY -> precision == UNBOUNDED ? "BYTES" : "VARBINARY(" + precision + ")";
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> kind + "(" + precision + ")";
            case INTERVAL_YEAR_MONTH -> "INTERVAL YEAR TO MONTH";
            case INTERVAL_DAY_TIME -> "INTERVAL DAY TO SECOND";
            case ARRAY -> "ARRAY<" + element() + ">";
            case MAP -> "MAP<" + key().name() + ", " + value() + ">";
            case ROW ->
                fields.stream()
                        .map(field -> field.name() + " " + field.type())
                        .collect(Collectors.joining(", ", "ROW<", ">"));
            default -> kind.name();
        };
    }
}
