// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;

/** Takes any number of arrays. Calcite's ARRAYS_ZIP takes all arguments of one kind and breaks on those that have no elements. */
record ArraysOnly() implements SqlOperandTypeChecker {

    static final SqlFunction ARRAYS_ZIP =
            ((SqlBasicFunction) SqlLibraryOperators.ARRAYS_ZIP).withOperandTypeChecker(new ArraysOnly());

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        boolean arrays = binding.collectOperandTypes().stream().allMatch(type -> type.getComponentType() != null);
        if (!arrays && throwOnFailure) {
            throw binding.newValidationSignatureError();
        }
        return arrays;
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.from(0);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
        return name + "(E ARRAY, ...)";
    }
}
