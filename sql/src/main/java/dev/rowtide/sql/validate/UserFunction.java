// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.CatalogFunction;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** A function of the session's as Calcite sees it. */
public final class UserFunction extends SqlFunction {

    private final CatalogFunction definition;

    UserFunction(CatalogFunction definition, TypeFactory factory) {
        super(
                definition.name(),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.explicit(TypeMapping.toCalcite(definition.result(), factory)),
                InferTypes.explicit(calciteTypes(definition.parameters(), factory)),
                OperandTypes.family(families(calciteTypes(definition.parameters(), factory))),
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.definition = definition;
    }

    /** What it computes. */
    public CatalogFunction definition() {
        return definition;
    }

    @Override
    public boolean isDeterministic() {
        return definition.body().deterministic();
    }

    static List<RelDataType> calciteTypes(List<Type> types, TypeFactory factory) {
        return types.stream().map(type -> TypeMapping.toCalcite(type, factory)).toList();
    }

    static List<SqlTypeFamily> families(List<RelDataType> types) {
        return types.stream()
                .map(type -> {
                    SqlTypeFamily family = type.getSqlTypeName().getFamily();
                    return family == null ? SqlTypeFamily.ANY : family;
                })
                .toList();
    }
}
