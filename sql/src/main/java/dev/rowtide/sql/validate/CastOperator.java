// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** CAST as Calcite has it, and of nested values to text besides. */
public final class CastOperator extends SqlCastFunction {

    static final CastOperator INSTANCE = new CastOperator();

    private CastOperator() {}

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        RelDataType from = binding.getOperandType(0);
        boolean toText = isNested(from) && SqlTypeUtil.isCharacter(SqlTypeUtil.deriveType(binding, binding.operand(1)));
        return toText || super.checkOperandTypes(binding, throwOnFailure);
    }

    /** A ROW that may be NULL keeps its fields as they are written. */
    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        RelDataType from = binding.getOperandType(0);
        RelDataType to = binding.getOperandType(1);
        if (!isNested(from) && !isNested(to)) {
            return super.inferReturnType(binding);
        }
        TypeFactory factory = (TypeFactory) binding.getTypeFactory();
        RelDataType type = TypeMapping.toCalcite(TypeMapping.toCore(to), factory);
        return factory.createTypeWithNullability(type, from.isNullable() || SqlTypeUtil.isNull(from));
    }

    /** Whether a type is an ARRAY, MAP or ROW. */
    public static boolean isNested(RelDataType type) {
        return type.isStruct() || type.getComponentType() != null || type.getKeyType() != null;
    }
}
