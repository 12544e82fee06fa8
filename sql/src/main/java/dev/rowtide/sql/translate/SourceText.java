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

    /** Deeper parts are left out: each call of a chain has a text, and together they would be as long as the chain is, squared. */
    private static final int DEPTH_MAX = 12;

    private static final String LEFT_OUT = "...";

    /** What the names of columns begin with that nobody gave a name. */
    private static final String UNNAMED = "EXPR$";

    private final List<String> columns;

    private SourceText(List<String> columns) {
        this.columns = columns;
    }

    /** The text of {@code expression} over columns of the given names. */
    static String of(RexNode expression, List<String> columns) {
        return new SourceText(columns).of(expression, 0);
    }

    private String of(RexNode expression, int depth) {
        if (expression instanceof RexInputRef ref) {
            String name = columns.get(ref.getIndex());
            return name.startsWith(UNNAMED) ? "column " + (ref.getIndex() + 1) : name;
        }
        if (expression instanceof RexLiteral literal) {
            return literal(literal);
        }
        if (depth == DEPTH_MAX) {
            return LEFT_OUT;
        }
        if (expression instanceof RexFieldAccess access) {
            return nested(access.getReferenceExpr(), depth + 1) + "."
                    + access.getField().getName();
        }
        return expression instanceof RexCall call ? call(call, depth + 1) : expression.toString();
    }

    private String call(RexCall call, int depth) {
        List<RexNode> operands = call.getOperands();
        String name = call.getOperator().getName();
        if (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST) {
            return name + "(" + of(operands.get(0), depth) + " AS " + typeName(call) + ")";
        }
        if (call.getKind() == SqlKind.CASE) {
            return caseText(operands, depth);
        }
        if (call.getKind() == SqlKind.ITEM) {
            return nested(operands.get(0), depth) + "[" + of(operands.get(1), depth) + "]";
        }
        if (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR || call.getKind() == SqlKind.MAP_VALUE_CONSTRUCTOR) {
            return name
                    + operands.stream().map(operand -> of(operand, depth)).collect(Collectors.joining(", ", "[", "]"));
        }
        SqlSyntax syntax = call.getOperator().getSyntax();
        if (syntax == SqlSyntax.BINARY && operands.size() >= 2) {
            return operands.stream()
                    .map(operand -> nested(operand, depth))
                    .collect(Collectors.joining(" " + name + " "));
        }
        boolean ofTimes = syntax == SqlSyntax.SPECIAL && operands.size() == 2 && !Character.isLetter(name.charAt(0));
        if (ofTimes) {
            return nested(operands.get(0), depth) + " " + name + " " + nested(operands.get(1), depth);
        }
        if (syntax == SqlSyntax.PREFIX) {
            return name + (Character.isLetter(name.charAt(0)) ? " " : "") + nested(operands.get(0), depth);
        }
        if (syntax == SqlSyntax.POSTFIX) {
            return nested(operands.get(0), depth) + " " + name;
        }
        return name + operands.stream().map(operand -> of(operand, depth)).collect(Collectors.joining(", ", "(", ")"));
    }

    private String caseText(List<RexNode> operands, int depth) {
        StringBuilder text = new StringBuilder("CASE");
        int pairs = operands.size() / 2;
        for (int i = 0; i < pairs; i++) {
            text.append(" WHEN ").append(of(operands.get(2 * i), depth));
            text.append(" THEN ").append(of(operands.get(2 * i + 1), depth));
        }
        return text.append(" ELSE ")
                .append(of(operands.get(operands.size() - 1), depth))
                .append(" END")
                .toString();
    }

    private String nested(RexNode operand, int depth) {
        String text = of(operand, depth);
        boolean composed = operand instanceof RexCall call
                && !text.equals(LEFT_OUT)
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
            case BINARY -> "x'" + value + "'";
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
