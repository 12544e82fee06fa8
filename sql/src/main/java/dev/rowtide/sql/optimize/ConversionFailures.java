// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.sql.validate.Positions;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** What Calcite's converter can't make a plan of and says so by an exception that is not for people. */
final class ConversionFailures extends SqlBasicVisitor<@Nullable Void> {

    private boolean hasHaving;
    private @Nullable SqlNode writtenNull;

    private ConversionFailures() {}

    /**
     * What is the matter with a valid query.
     *
     * @param failure an exception that the converter threw
     * @return null if it is not known
     */
    static @Nullable EngineException explained(SqlNode query, Throwable failure) {
        ConversionFailures parts = new ConversionFailures();
        query.accept(parts);
        if (failure instanceof ClassCastException && parts.hasHaving) {
            // Subqueries of HAVING are mistaken for those of SELECT when several of them refer to the groups.
            return Positions.at(
                    query,
                    new EngineException(
                                    ErrorCode.NOT_SUPPORTED,
                                    "several subqueries in HAVING, of which one refers to the groups, are not supported yet")
                            .withHint("Group in a query of its own in FROM, and write the conditions into WHERE.")
                            .causedBy(failure));
        }
        if (parts.writtenNull != null) {
            return Positions.at(
                    parts.writtenNull,
                    new EngineException(ErrorCode.INVALID_QUERY, "NULL has no type here")
                            .withHint("Say which: CAST(NULL AS DATE).")
                            .causedBy(failure));
        }
        return null;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        hasHaving |= call instanceof SqlSelect select && select.getHaving() != null;
        return super.visit(call);
    }

    @Override
    public @Nullable Void visit(SqlLiteral literal) {
        if (literal.getTypeName() == SqlTypeName.NULL) {
            writtenNull = literal;
        }
        return null;
    }
}
