// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** {@code MOD(a, b)} and {@code a % b} of any numbers, where Calcite takes exact ones only, and would make decimals of the others. */
public final class Remainder {

    /** Either of the two, once it is validated. */
    public static final SqlFunction FUNCTION = new SqlFunction(
            "MOD", SqlKind.MOD, Remainder::type, null, OperandTypes.NUMERIC_NUMERIC, SqlFunctionCategory.NUMERIC);

    static final SqlBinaryOperator OPERATOR = new SqlBinaryOperator(
            "%",
            SqlKind.MOD,
            SqlStdOperatorTable.PERCENT_REMAINDER.getLeftPrec(),
            true,
            Remainder::type,
            null,
            OperandTypes.NUMERIC_NUMERIC);

    private Remainder() {}

    /** Whether it is one of the two. */
    public static boolean is(SqlOperator operator) {
        return operator == FUNCTION || operator == OPERATOR;
    }

    private static RelDataType type(SqlOperatorBinding binding) {
        boolean floating = binding.collectOperandTypes().stream().anyMatch(SqlTypeUtil::isApproximateNumeric);
        return (floating ? ReturnTypes.LEAST_RESTRICTIVE : ReturnTypes.NULLABLE_MOD).inferReturnType(binding);
    }
}
