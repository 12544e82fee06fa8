// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.sql.catalog.Catalog;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/** Turns Calcite's complaints into ours: one short fact, its place, what there is instead. */
final class ValidationErrors {

    private static final Pattern MISSING_COLUMN =
            Pattern.compile("(?:Column|Unknown identifier) '([^']*)'(?: not found in any table.*)?");

    private ValidationErrors() {}

    /**
     * What {@code thrown} says, for people.
     *
     * @param columns what an expression that stands alone may use; empty for a query
     */
    static EngineException translate(
            CalciteContextException thrown,
            Catalog catalog,
            SqlValidator validator,
            SqlNode query,
            List<String> columns) {
        SqlParserPos place = new SqlParserPos(
                thrown.getPosLine(), thrown.getPosColumn(), thrown.getEndPosLine(), thrown.getEndPosColumn());
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        String message = String.valueOf(cause.getMessage());
        MissingNames names = new MissingNames(catalog, validator, query, columns, place);
        return Positions.at(place, CalciteMessages.translate(message, names)).causedBy(thrown);
    }

    /** The column that {@code thrown} says there is not, or null if it says something else. */
    static @Nullable String missingColumn(CalciteContextException thrown) {
        String message = thrown.getCause() == null ? null : thrown.getCause().getMessage();
        Matcher matcher = MISSING_COLUMN.matcher(String.valueOf(message));
        return matcher.matches() ? matcher.group(1) : null;
    }
}
