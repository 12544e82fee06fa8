// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.parser.statement.SqlOrderWithTies;
import dev.rowtide.sql.validate.CastOperator;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.StreamFunctions;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the calls of functions that have a kernel as calls, where Calcite would spell them out as CASE expressions or by other functions; and comparisons as
 * comparisons of what they compare, where Calcite would cast it to a type that may have no room for it.
 */
final class Convertlets implements SqlRexConvertletTable {

    private static final Set<SqlOperator> KEPT = Set.of(
            SqlStdOperatorTable.SQRT,
            SqlLibraryOperators.GREATEST,
            SqlLibraryOperators.LEAST,
            SqlLibraryOperators.LTRIM,
            SqlLibraryOperators.RTRIM);

    private static final Set<SqlKind> COMPARISONS = EnumSet.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.IS_DISTINCT_FROM,
            SqlKind.IS_NOT_DISTINCT_FROM);

    private static final Set<String> SHIFTS = Set.of(
            "DATE_ADD",
            "DATE_SUB",
            "DATETIME_ADD",
            "DATETIME_SUB",
            "TIME_ADD",
            "TIME_SUB",
            "TIMESTAMP_ADD",
            "TIMESTAMP_SUB");

    @Override
    public @Nullable SqlRexConvertlet get(SqlCall call) {
        if (call.getOperator().equals(StreamFunctions.DATE_TRUNC)) {
            return (context, truncated) -> context.convertExpression(StreamFunctions.asFloor(truncated));
        }
        if (call.getOperator() == SqlOrderWithTies.COUNT) {
            return Convertlets::countWithTies;
        }
        if (call.getOperator() instanceof CastOperator) {
            return Convertlets::cast;
        }
        if (SHIFTS.contains(call.getOperator().getName())
                && call.operandCount() == 2
                && call.operand(1) instanceof SqlIntervalLiteral interval) {
            // In place: its type is known by the call's identity.
            call.setOperand(1, spelledOut(interval));
        }
        if (call.isA(COMPARISONS)) {
            return Convertlets::comparison;
        }
        return KEPT.contains(call.getOperator())
                ? StandardConvertletTable.INSTANCE::convertCall
                : StandardConvertletTable.INSTANCE.get(call);
    }

    private static RexNode countWithTies(SqlRexContext context, SqlCall call) {
        RexNode count = context.convertExpression(call.operand(0));
        return context.getRexBuilder().makeCall(count.getType(), call.getOperator(), List.of(count));
    }

    private static RexNode comparison(SqlRexContext context, SqlCall call) {
        return context.getRexBuilder()
                .makeCall(
                        call.getParserPosition(),
                        call.getOperator(),
                        call.getOperandList().stream()
                                .map(context::convertExpression)
                                .toList());
    }

    /** A cast of or to nested values to the type that is written; others as Calcite does it. */
    private static RexNode cast(SqlRexContext context, SqlCall cast) {
        RelDataType to =
                cast.operand(1) instanceof SqlDataTypeSpec written ? written.deriveType(context.getValidator()) : null;
        RexNode value = context.convertExpression(cast.operand(0));
        if (to != null && (CastOperator.isNested(to) || CastOperator.isNested(value.getType()))) {
            RelDataType type = context.getTypeFactory()
                    .createTypeWithNullability(to, value.getType().isNullable());
            return context.getRexBuilder().makeAbstractCast(cast.getParserPosition(), type, value, false);
        }
        SqlCall plain = SqlStdOperatorTable.CAST.createCall(cast.getParserPosition(), cast.getOperandList());
        return StandardConvertletTable.INSTANCE.get(plain).convertCall(context, cast);
    }

    /** {@code INTERVAL '1' DAY} as {@code INTERVAL 1 DAY}, the only form that Calcite's conversions of these functions know. */
    private static SqlNode spelledOut(SqlIntervalLiteral literal) {
        IntervalValue interval = literal.getValueAs(IntervalValue.class);
        SqlParserPos position = literal.getParserPosition();
        BigDecimal count;
        try {
            count = new BigDecimal(interval.getIntervalLiteral()).multiply(BigDecimal.valueOf(interval.getSign()));
        } catch (NumberFormatException e) {
            throw Positions.at(
                    position,
                    new EngineException(ErrorCode.NOT_SUPPORTED, "an interval of several units is not supported here")
                            .withHint("Write an addition: t + INTERVAL '1 2' DAY TO HOUR.")
                            .causedBy(e));
        }
        return SqlStdOperatorTable.INTERVAL.createCall(
                position,
                SqlLiteral.createExactNumeric(count.toPlainString(), position),
                interval.getIntervalQualifier());
    }
}
