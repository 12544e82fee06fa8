// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Writes out in the ORDER BY of an aggregate where NULLs go, because Calcite takes NULL for the greatest value there, and it is the least. */
final class OrderWithinGroup {

    private OrderWithinGroup() {}

    /** Changes the call in place if it has an order. */
    static void complete(SqlCall call) {
        boolean ordered = call.getKind() == SqlKind.WITHIN_GROUP
                || (call instanceof SqlBasicCall && call.getOperator().getSyntax() == SqlSyntax.ORDERED_FUNCTION);
        for (SqlNode operand : call.getOperandList()) {
            if (ordered && operand instanceof SqlNodeList order) {
                order.replaceAll(OrderWithinGroup::complete);
            }
        }
    }

    private static SqlNode complete(SqlNode item) {
        return switch (item.getKind()) {
            case NULLS_FIRST, NULLS_LAST -> item;
            case DESCENDING -> SqlStdOperatorTable.NULLS_LAST.createCall(item.getParserPosition(), item);
            default -> SqlStdOperatorTable.NULLS_FIRST.createCall(item.getParserPosition(), item);
        };
    }
}
