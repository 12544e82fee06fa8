// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.parser.statement.SqlCreateFunction;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;

/**
 * The types that a CREATE FUNCTION says.
 *
 * @param parameters those of the arguments
 * @param result that of the value
 */
public record DefineFunction(List<Type> parameters, Type result) {

    /**
     * Reads them.
     *
     * @throws EngineException if it says none, or one that is not supported
     */
    public static DefineFunction of(SqlCreateFunction statement, QueryValidation validation) {
        SqlDataTypeSpec result = statement.result();
        if (result == null) {
            throw Positions.at(
                            statement.name(),
                            new EngineException(
                                    ErrorCode.INVALID_QUERY,
                                    "the types of function " + statement.name() + " are not said"))
                    .withHint("CREATE FUNCTION " + statement.name() + "(BIGINT, STRING) RETURNS BIGINT AS '"
                            + statement.className() + "'");
        }
        List<Type> parameters = new ArrayList<>();
        for (SqlDataTypeSpec parameter : statement.parameters()) {
            parameters.add(type(parameter, validation));
        }
        return new DefineFunction(parameters, type(result, validation));
    }

    private static Type type(SqlDataTypeSpec written, QueryValidation validation) {
        try {
            return TypeMapping.toCore(validation.type(WrittenTypes.checked(written)))
                    .withNullable(true);
        } catch (EngineException e) {
            throw e.line() > 0 ? e : Positions.at(written, e);
        }
    }
}
