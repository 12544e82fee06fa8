// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** A function of one table in FROM; its other arguments are part of the function, so that each call has its own, which is in no table of functions. */
abstract class FunctionOfTable extends SqlFunction implements SqlTableFunction {

    FunctionOfTable(String name) {
        super(
                name,
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.CURSOR,
                null,
                OperandTypes.CURSOR,
                SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
    }

    /**
     * The columns that it gives.
     *
     * @param input those of its table
     */
    abstract RelDataType rowType(RelDataTypeFactory factory, RelDataType input);

    @Override
    public final RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        validator.pushFunctionCall();
        RelDataType cursor = validator.deriveType(scope, call.operand(0));
        validator.popFunctionCall();
        return cursor;
    }

    @Override
    public final SqlReturnTypeInference getRowTypeInference() {
        return binding ->
                rowType(binding.getTypeFactory(), Objects.requireNonNull(binding.getCursorOperand(0), "a table"));
    }
}
