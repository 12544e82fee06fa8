// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code SUM(x) FILTER (WHERE c) OVER w} as {@code SUM(CASE WHEN c THEN x END) OVER w}, the form that Calcite knows: these aggregates pass over NULLs. */
final class FilteredOver {

    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");

    private FilteredOver() {}

    static boolean is(SqlCall call) {
        return call.getKind() == SqlKind.OVER
                && call.operand(0).getKind() == SqlKind.FILTER
                && isAggregate(((SqlCall) call.operand(0)).operand(0));
    }

    private static boolean isAggregate(SqlNode node) {
        return node instanceof SqlCall aggregate
                && aggregate.operandCount() == 1
                && AGGREGATES.contains(aggregate.getOperator().getName().toUpperCase(Locale.ROOT));
    }

    static SqlCall resolved(SqlCall over) {
        SqlCall filter = over.operand(0);
        SqlCall aggregate = filter.operand(0);
        SqlNode counted = aggregate.operand(0);
        SqlParserPos position = aggregate.getParserPosition();
        boolean countsRows = counted instanceof SqlIdentifier star && star.isStar();
        SqlNode argument = SqlCase.createSwitched(
                filter.getParserPosition(),
                null,
                SqlNodeList.of(filter.operand(1)),
                SqlNodeList.of(countsRows ? SqlLiteral.createExactNumeric("1", position) : counted),
                SqlLiteral.createNull(position));
        SqlCall filtered = aggregate.getOperator().createCall(aggregate.getFunctionQuantifier(), position, argument);
        return over.getOperator().createCall(over.getParserPosition(), filtered, over.operand(1));
    }
}
