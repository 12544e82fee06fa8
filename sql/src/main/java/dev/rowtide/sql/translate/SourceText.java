// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.sql.catalog.TypeMapping;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** An expression as a person would write it, for the error about the row on which it fails. */
final class SourceText {

    private SourceText() {}

    /** The text of {@code expression} over columns of the given names. */
    static String of(RexNode expression, List<String> columns) {
        if (expression instanceof RexInputRef ref) {
            return columns.get(ref.getIndex());
        }
        if (expression instanceof RexLiteral literal) {
            return literal(literal);
        }
        if (expression instanceof RexFieldAccess access) {
            return nested(access.getReferenceExpr(), columns) + "."
                    + access.getField().getName();
        }
        return expression instanceof RexCall call ? call(call, columns) : expression.toString();
    }

    private static String call(RexCall call, List<String> columns) {
        List<RexNode> operands = call.getOperands();
        String name = call.getOperator().getName();
        if (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST) {
            return name + "(" + of(operands.get(0), columns) + " AS " + typeName(call) + ")";
        }
        if (call.getKind() == SqlKind.CASE) {
            return caseText(operands, columns);
        }
        if (call.getKind() == SqlKind.ITEM) {
            return nested(operands.get(0), columns) + "[" + of(operands.get(1), columns) + "]";
        }
        if (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR || call.getKind() == SqlKind.MAP_VALUE_CONSTRUCTOR) {
            return name
                    + operands.stream()
                            .map(operand -> of(operand, columns))
                            .collect(Collectors.joining(", ", "[", "]"));
        }
        SqlSyntax syntax = call.getOperator().getSyntax();
        if (syntax == SqlSyntax.BINARY && operands.size() >= 2) {
            return operands.stream()
                    .map(operand -> nested(operand, columns))
                    .collect(Collectors.joining(" " + name + " "));
        }
        if (syntax == SqlSyntax.PREFIX) {
            return name + (Character.isLetter(name.charAt(0)) ? " " : "") + nested(operands.get(0), columns);
        }
        if (syntax == SqlSyntax.POSTFIX) {
            return nested(operands.get(0), columns) + " " + name;
        }
        return name
                + operands.stream().map(operand -> of(operand, columns)).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String caseText(List<RexNode> operands, List<String> columns) {
        StringBuilder text = new StringBuilder("CASE");
        int pairs = operands.size() / 2;
        for (int i = 0; i < pairs; i++) {
            text.append(" WHEN ").append(of(operands.get(2 * i), columns));
            text.append(" THEN ").append(of(operands.get(2 * i + 1), columns));
        }
        return text.append(" ELSE ")
                .append(of(operands.get(operands.size() - 1), columns))
                .append(" END")
                .toString();
    }

    private static String nested(RexNode operand, List<String> columns) {
        String text = of(operand, columns);
        boolean composed = operand instanceof RexCall call
                && (call.getOperator().getSyntax() == SqlSyntax.BINARY
                        || call.getOperator().getSyntax() == SqlSyntax.POSTFIX);
        return composed ? "(" + text + ")" : text;
    }

    private static String literal(RexLiteral literal) {
        Comparable<?> value = literal.getValue();
        if (value == null) {
            return "NULL";
        }
        SqlIntervalQualifier interval = literal.getType().getIntervalQualifier();
        if (interval != null) {
            BigDecimal units = ((BigDecimal) value)
                    .divide(interval.getStartUnit().multiplier, MathContext.DECIMAL32)
                    .stripTrailingZeros();
            return "INTERVAL '" + units.toPlainString() + "' " + interval.getStartUnit();
        }
        return switch (literal.getTypeName()) {
            case CHAR -> "'" + ((NlsString) value).getValue().replace("'", "''") + "'";
            case DATE -> "DATE '" + literal.getValueAs(DateString.class) + "'";
            case TIME -> "TIME '" + literal.getValueAs(TimeString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + literal.getValueAs(TimestampString.class) + "'";
            default -> String.valueOf(value);
        };
    }

    private static String typeName(RexCall call) {
        return TypeMapping.toCore(call.getType()).name();
    }
}
