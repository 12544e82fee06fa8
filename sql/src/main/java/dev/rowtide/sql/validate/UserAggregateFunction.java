// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;

/** An aggregate of the session's as Calcite sees it. */
public final class UserAggregateFunction extends SqlAggFunction {

    private final CatalogAggregate definition;

    UserAggregateFunction(CatalogAggregate definition, TypeFactory factory) {
        super(
                definition.name(),
                null,
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.explicit(TypeMapping.toCalcite(definition.result().withNullable(true), factory)),
                InferTypes.explicit(UserFunction.calciteTypes(definition.parameters(), factory)),
                OperandTypes.family(UserFunction.families(UserFunction.calciteTypes(definition.parameters(), factory))),
                SqlFunctionCategory.USER_DEFINED_FUNCTION,
                false,
                false,
                Optionality.FORBIDDEN);
        this.definition = definition;
    }

    /** What it computes. */
    public CatalogAggregate definition() {
        return definition;
    }
}
