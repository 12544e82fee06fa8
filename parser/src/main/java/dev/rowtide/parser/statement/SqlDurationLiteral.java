// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * An interval that names its units itself: {@code 10s}, {@code INTERVAL '1 hour'}. To the validator it is the standard interval of the
 * largest unit that holds it exactly.
 */
public final class SqlDurationLiteral extends SqlIntervalLiteral {
    private final int sign;
    private final Duration duration;
    private final String text;
    private final boolean isShort;

    private SqlDurationLiteral(int sign, Duration duration, String text, boolean isShort, SqlParserPos pos) {
        super(sign * duration.sign(), duration.value(), duration.qualifier(), typeOf(duration.qualifier()), pos);
        this.sign = sign;
        this.duration = duration;
        this.text = text;
        this.isShort = isShort;
    }

    /** A number and the letter of its unit, {@code 10s}. */
    public static SqlDurationLiteral ofShort(String text, SqlParserPos pos) {
        return new SqlDurationLiteral(1, Duration.parseShort(text, pos), text, true, pos);
    }

    /** The string after INTERVAL, {@code 1 hour 30 minutes}. */
    public static SqlDurationLiteral ofInterval(int sign, String text, SqlParserPos pos) {
        return new SqlDurationLiteral(sign, Duration.parse(text, pos), text, false, pos);
    }

    /** What was written, without INTERVAL and the quotes; a minus before the quotes is put in front. */
    public String text() {
        return sign < 0 ? "-" + text : text;
    }

    @Override
    public SqlIntervalLiteral clone(SqlParserPos pos) {
        return new SqlDurationLiteral(sign, duration, text, isShort, pos);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        if (isShort) {
            writer.literal(text);
            return;
        }
        writer.keyword(sign < 0 ? "INTERVAL -" : "INTERVAL");
        StatementNode.unparseText(writer, text);
    }

    private static SqlTypeName typeOf(SqlIntervalQualifier qualifier) {
        return qualifier.typeName();
    }
}
