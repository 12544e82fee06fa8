// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * A function that is not deterministic, where it is called once. {@code RAND() BETWEEN a AND b} becomes two comparisons: its copies are calls of the same instance, and
 * so have one value; another call that is written has another instance.
 */
public final class VolatileFunction extends SqlFunction {

    private final SqlFunction function;

    VolatileFunction(SqlFunction function) {
        super(
                function.getName(),
                function.getKind(),
                function.getReturnTypeInference(),
                function.getOperandTypeInference(),
                function.getOperandTypeChecker(),
                function.getFunctionType());
        this.function = function;
    }

    /** What is called. */
    public SqlFunction function() {
        return function;
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    @Override
    public SqlSyntax getSyntax() {
        return function.getSyntax();
    }

    /** Without looking the function up again by its name. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        for (SqlNode operand : call.getOperandList()) {
            validator.setValidatedNodeType(operand, validator.deriveType(scope, operand));
        }
        return validateOperands(validator, scope, call);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
