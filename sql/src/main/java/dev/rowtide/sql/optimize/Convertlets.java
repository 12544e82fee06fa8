// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.sql.validate.StreamFunctions;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/** Keeps the calls of functions that have a kernel as calls, where Calcite would spell them out as CASE expressions or by other functions. */
final class Convertlets implements SqlRexConvertletTable {

    private static final Set<SqlOperator> KEPT = Set.of(
            SqlStdOperatorTable.SQRT,
            SqlStdOperatorTable.IS_DISTINCT_FROM,
            SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
            SqlLibraryOperators.GREATEST,
            SqlLibraryOperators.LEAST,
            SqlLibraryOperators.LTRIM,
            SqlLibraryOperators.RTRIM);

    @Override
    public @Nullable SqlRexConvertlet get(SqlCall call) {
        if (call.getOperator().equals(StreamFunctions.DATE_TRUNC)) {
            return (context, truncated) -> context.convertExpression(StreamFunctions.asFloor(truncated));
        }
        return KEPT.contains(call.getOperator())
                ? StandardConvertletTable.INSTANCE::convertCall
                : StandardConvertletTable.INSTANCE.get(call);
    }
}
