// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static dev.rowtide.sql.validate.Positions.notSupported;

import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the clauses that the grammar has and the engine does not, at the clause. A walk over the parsed query, before names are looked up, so that nobody
 * mends column names in a query that would be refused anyway.
 */
final class RefuseUnsupported {

    private RefuseUnsupported() {}

    /**
     * Checks a query.
     *
     * @throws dev.rowtide.core.error.EngineException {@code NOT_SUPPORTED} at the first such clause
     */
    static void in(SqlNode query) {
        switch (query.getKind()) {
            case SELECT -> inSelect((SqlSelect) query);
            case UNION -> ((SqlCall) query).getOperandList().forEach(RefuseUnsupported::in);
            case VALUES -> ((SqlCall) query).getOperandList().forEach(RefuseUnsupported::inRow);
            case WITH -> inWith((SqlWith) query);
            case ORDER_BY -> throw orderBy((SqlOrderBy) query);
            case INTERSECT -> throw notSupported(query, "INTERSECT is");
            case EXCEPT -> throw notSupported(query, "EXCEPT is");
            case EXPLICIT_TABLE -> {
                // TABLE t: a plain name.
            }
            default -> throw notSupported(query, query.getKind() + " as a query is");
        }
    }

    /** Checks an expression that stands alone. */
    static void inScalar(SqlNode expression) {
        inExpression(expression);
    }

    private static RuntimeException orderBy(SqlOrderBy query) {
        if (!query.orderList.isEmpty()) {
            return notSupported(query.orderList, "ORDER BY is");
        }
        return query.fetch != null
                ? notSupported(query.fetch, "LIMIT is")
                : notSupported(query.offset == null ? query : query.offset, "OFFSET is");
    }

    private static void inWith(SqlWith with) {
        for (SqlNode item : with.withList) {
            SqlWithItem named = (SqlWithItem) item;
            if (named.recursive.booleanValue()) {
                throw notSupported(named, "WITH RECURSIVE is");
            }
            in(named.query);
        }
        in(with.body);
    }

    private static void inSelect(SqlSelect select) {
        refuse(select.getWindowList(), "WINDOW is");
        refuse(select.getQualify(), "QUALIFY is");
        refuse(select.getOrderList(), "ORDER BY is");
        if (select.getFrom() != null) {
            inFrom(select.getFrom());
        }
        inExpression(select.getSelectList());
        inExpression(select.getWhere());
        inGroup(select.getGroup());
        inExpression(select.getHaving());
    }

    private static void refuse(@Nullable SqlNode clause, String what) {
        if (clause != null && !(clause instanceof SqlNodeList list && list.isEmpty())) {
            throw notSupported(clause, what);
        }
    }

    private static void inFrom(SqlNode from) {
        switch (from.getKind()) {
            case IDENTIFIER, EXPLICIT_TABLE -> {
                // A table, view or file.
            }
            case TABLE_REF -> inFrom(((SqlCall) from).operand(0));
            case AS -> inFrom(((SqlCall) from).operand(0));
            case JOIN -> inJoin((SqlJoin) from);
            case LATERAL -> {
                if (((SqlCall) from).operand(0).getKind() != SqlKind.UNNEST) {
                    throw notSupported(from, "LATERAL is");
                }
                inFrom(((SqlCall) from).operand(0));
            }
            case UNNEST -> {
                if (((SqlCall) from).operandCount() > 1) {
                    throw notSupported(((SqlCall) from).operand(1), "UNNEST of several collections at once is");
                }
                inExpression(((SqlCall) from).operand(0));
            }
            case COLLECTION_TABLE -> throw notSupported(from, "table functions are");
            case MATCH_RECOGNIZE -> throw notSupported(from, "MATCH_RECOGNIZE is");
            case PIVOT -> throw notSupported(from, "PIVOT is");
            case UNPIVOT -> throw notSupported(from, "UNPIVOT is");
            case TABLESAMPLE -> throw notSupported(from, "TABLESAMPLE is");
            case SNAPSHOT -> throw notSupported(from, "FOR SYSTEM_TIME AS OF is");
            case EXTEND -> throw notSupported(from, "EXTEND is");
            default -> in(from);
        }
    }

    private static void inJoin(SqlJoin join) {
        if (!isUnnest(join.getRight())) {
            throw join(join);
        }
        if (join.getJoinType() == JoinType.RIGHT || join.getJoinType() == JoinType.FULL) {
            throw notSupported(join.getJoinTypeNode(), "a " + join.getJoinType() + " JOIN with UNNEST is");
        }
        inFrom(join.getLeft());
        inFrom(join.getRight());
        inExpression(join.getCondition());
    }

    private static boolean isUnnest(SqlNode from) {
        return switch (from.getKind()) {
            case UNNEST -> true;
            case AS, LATERAL -> isUnnest(((SqlCall) from).operand(0));
            default -> false;
        };
    }

    private static RuntimeException join(SqlJoin join) {
        SqlNode at = join.getJoinType().name().equals("COMMA") ? join.getRight() : join.getJoinTypeNode();
        return notSupported(at, "joins are");
    }

    private static void inGroup(@Nullable SqlNodeList group) {
        if (group == null) {
            return;
        }
        for (SqlNode item : group) {
            switch (item.getKind()) {
                case ROLLUP -> throw notSupported(item, "ROLLUP is");
                case CUBE -> throw notSupported(item, "CUBE is");
                case GROUPING_SETS -> throw notSupported(item, "GROUPING SETS is");
                case GROUP_BY_DISTINCT -> throw notSupported(item, "GROUP BY DISTINCT is");
                case ROW -> inRow(item);
                default -> inExpression(item);
            }
        }
    }

    private static void inRow(SqlNode row) {
        if (row.getKind() == SqlKind.ROW) {
            ((SqlCall) row).getOperandList().forEach(RefuseUnsupported::inExpression);
        } else {
            inExpression(row);
        }
    }

    private static void inExpression(@Nullable SqlNode expression) {
        if (expression instanceof SqlNodeList list) {
            list.forEach(RefuseUnsupported::inExpression);
            return;
        }
        if (!(expression instanceof SqlCall call)) {
            return;
        }
        switch (call.getKind()) {
            case SELECT, UNION, VALUES, WITH, ORDER_BY, INTERSECT, EXCEPT, SCALAR_QUERY, EXISTS, UNIQUE, SOME, ALL ->
                throw notSupported(call, "subqueries in expressions are");
            case OVER -> throw notSupported(call, "OVER is");
            case WITHIN_GROUP -> throw notSupported(call, "WITHIN GROUP is");
            case WITHIN_DISTINCT -> throw notSupported(call, "WITHIN DISTINCT is");
            case RESPECT_NULLS, IGNORE_NULLS -> throw notSupported(call, call.getKind().sql + " is");
            case ARRAY_QUERY_CONSTRUCTOR -> throw notSupported(call, "ARRAY of a query is");
            case MAP_QUERY_CONSTRUCTOR -> throw notSupported(call, "MAP of a query is");
            case MULTISET_VALUE_CONSTRUCTOR, MULTISET_QUERY_CONSTRUCTOR -> throw notSupported(call, "MULTISET is");
            case CURSOR -> throw notSupported(call, "CURSOR is");
            default -> {
                for (SqlNode operand : call.getOperandList()) {
                    inExpression(operand);
                }
            }
        }
    }
}
