// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.WindowSpec;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/**
 * A length of time that a window function is given.
 *
 * @param unit what it is counted in
 * @param length how many of them
 * @param position where it is written
 */
record WindowLength(WindowSpec.Unit unit, long length, SqlParserPos position) {

    private static final long MICROS_PER_MILLI = 1_000;

    /**
     * The length that an interval says.
     *
     * @param what names it in errors
     * @throws EngineException at its place if it is no constant interval
     */
    static WindowLength of(SqlNode written, String what) {
        if (written.getKind() == SqlKind.MINUS_PREFIX) {
            WindowLength positive = of(((SqlCall) written).operand(0), what);
            return new WindowLength(positive.unit, -positive.length, written.getParserPosition());
        }
        if (!(written instanceof SqlIntervalLiteral literal)) {
            throw invalid(written.getParserPosition(), what + " must be a constant interval")
                    .withHint("Write INTERVAL '10' SECOND, or 10s.");
        }
        IntervalValue value = literal.getValueAs(IntervalValue.class);
        boolean months = value.getIntervalQualifier().isYearMonth();
        try {
            value.getIntervalQualifier()
                    .evaluateIntervalLiteral(
                            value.getIntervalLiteral(), written.getParserPosition(), RelDataTypeSystem.DEFAULT);
        } catch (RuntimeException e) {
            throw invalid(written.getParserPosition(), what + " is no interval: " + written)
                    .causedBy(e);
        }
        return months
                ? new WindowLength(
                        WindowSpec.Unit.MONTHS, SqlParserUtil.intervalToMonths(value), written.getParserPosition())
                : new WindowLength(
                        WindowSpec.Unit.MICROS,
                        SqlParserUtil.intervalToMillis(value) * MICROS_PER_MILLI,
                        written.getParserPosition());
    }

    /** The same for a length that must not be nothing. */
    static WindowLength positive(SqlNode written, String what) {
        WindowLength length = of(written, what);
        if (length.length <= 0) {
            throw invalid(written.getParserPosition(), what + " must be longer than nothing");
        }
        return length;
    }

    /** Whether it is a whole number of {@code step}s. */
    boolean isMultipleOf(WindowLength step) {
        return unit == step.unit && length % step.length == 0;
    }

    private static EngineException invalid(SqlParserPos position, String message) {
        return Positions.at(position, new EngineException(ErrorCode.INVALID_QUERY, message));
    }
}
