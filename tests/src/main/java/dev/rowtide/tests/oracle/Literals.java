// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Values and type names in both dialects. */
final class Literals {

    private Literals() {}

    /** The value as a person would write it for Rowtide, of exactly the given type. */
    static String rowtide(@Nullable Object datum, Type type) {
        if (datum == null) {
            return "CAST(NULL AS " + type.name() + ")";
        }
        String text = ValueText.format(datum, type, ZoneOffset.UTC);
        return switch (type.kind()) {
            case BOOLEAN, INTEGER -> text;
            case DOUBLE -> text.contains("E") ? text : text + "E0";
            case VARCHAR -> "'" + text.replace("'", "''") + "'";
            case DATE -> "DATE '" + text + "'";
            case TIMESTAMP -> "CAST(TIMESTAMP '" + text + "' AS " + type.name() + ")";
            default -> "CAST(" + text + " AS " + type.name() + ")";
        };
    }

    /** The value for DuckDB. */
    static String duckDb(@Nullable Object datum, Type type) {
        return "CAST(" + duckDbText(datum, type) + " AS " + duckDbType(type) + ")";
    }

    /** The value for DuckDB as a text or NULL, to be cast. */
    static String duckDbText(@Nullable Object datum, Type type) {
        return datum == null
                ? "NULL"
                : "'" + ValueText.format(datum, type, ZoneOffset.UTC).replace("'", "''") + "'";
    }

    /** The type's name in DuckDB. */
    static String duckDbType(Type type) {
        return switch (type.kind()) {
            case VARCHAR -> "VARCHAR";
            case TIMESTAMP -> "TIMESTAMP";
            default -> type.name();
        };
    }

    /** The size of a value, its sign aside; 0 for what is no number. */
    static double magnitude(@Nullable Object datum) {
        if (datum instanceof Long number) {
            return Math.abs((double) number);
        } else if (datum instanceof Double number) {
            return Math.abs(number);
        }
        return datum instanceof BigDecimal number ? number.abs().doubleValue() : 0;
    }

    /** A number as large as the type can hold; values stay well below it. */
    static double capacity(Type type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            case BIGINT -> 9.2e18;
            case DECIMAL -> Math.pow(10, type.precision() - type.scale()) * 0.99;
            case DOUBLE -> 1L << 40;
            default -> 0;
        };
    }
}
