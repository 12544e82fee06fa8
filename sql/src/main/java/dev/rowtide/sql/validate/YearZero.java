// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.Map;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** {@code DATE '0000-06-01'} as a cast of its text: Calcite's constants begin with the year 1. */
final class YearZero {

    private static final String YEAR = "0000-";
    private static final int FRACTION_START = "0000-01-01 00:00:00.".length();
    private static final int DIGITS_MAX = 9;

    private static final Map<String, SqlTypeName> TYPES =
            Map.of("DATE", SqlTypeName.DATE, "TIMESTAMP", SqlTypeName.TIMESTAMP);

    private YearZero() {}

    /** Whether {@code literal} is a date or timestamp of that year. */
    static boolean is(SqlLiteral literal) {
        return literal instanceof SqlUnknownLiteral time
                && TYPES.containsKey(time.tag)
                && time.getValue().startsWith(YEAR);
    }

    /** The same as a cast. */
    static SqlNode cast(SqlLiteral literal) {
        SqlUnknownLiteral time = (SqlUnknownLiteral) literal;
        SqlParserPos position = time.getParserPosition();
        SqlTypeName type = TYPES.get(time.tag);
        int digits = type == SqlTypeName.DATE
                ? -1
                : Math.max(0, Math.min(DIGITS_MAX, time.getValue().length() - FRACTION_START));
        return SqlStdOperatorTable.CAST.createCall(
                position,
                SqlLiteral.createCharString(time.getValue(), position),
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, digits, position), position));
    }
}
