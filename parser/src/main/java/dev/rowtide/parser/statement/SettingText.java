// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Locale;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;

/** The text that a setting's value stands for, whichever way it was written. */
final class SettingText {
    private SettingText() {}

    static String of(SqlNode value) {
        if (value instanceof SqlDurationLiteral duration) {
            return duration.text();
        }
        if (value instanceof SqlIntervalLiteral interval) {
            SqlIntervalLiteral.IntervalValue parts = interval.getValueAs(SqlIntervalLiteral.IntervalValue.class);
            String sign = parts.getSign() < 0 ? "-" : "";
            return sign + parts.getIntervalLiteral() + " " + parts.getIntervalQualifier();
        }
        if (value instanceof SqlIdentifier name) {
            return name.toString();
        }
        if (value instanceof SqlCharStringLiteral text) {
            return text.getValueAs(String.class);
        }
        return String.valueOf(((SqlLiteral) value).toValue()).toLowerCase(Locale.ROOT);
    }
}
