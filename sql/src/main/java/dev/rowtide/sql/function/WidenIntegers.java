// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Makes all whole numbers of an expression BIGINT: the types for which Calcite's library has an overload that its code generator is sure to find. For narrower
 * ones the generator takes the first that fits in the order in which the JVM lists the methods, and its code may then not compile (BITXOR).
 */
final class WidenIntegers extends RexShuttle {

    private final RexBuilder rexBuilder;

    WidenIntegers(RexBuilder rexBuilder) {
        this.rexBuilder = rexBuilder;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(ref.getIndex(), widened(ref.getType()));
    }

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
        return isNarrow(literal.getType()) && !literal.isNull()
                ? rexBuilder.makeExactLiteral(literal.getValueAs(BigDecimal.class), widened(literal.getType()))
                : literal;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        return call.clone(
                widened(call.getType()),
                call.getOperands().stream().map(operand -> operand.accept(this)).toList());
    }

    RelDataType widened(RelDataType type) {
        RelDataTypeFactory types = rexBuilder.getTypeFactory();
        return isNarrow(type)
                ? types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), type.isNullable())
                : type;
    }

    private static boolean isNarrow(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> true;
            default -> false;
        };
    }
}
