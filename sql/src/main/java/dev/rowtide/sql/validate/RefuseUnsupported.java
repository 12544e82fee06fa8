// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static dev.rowtide.sql.validate.Positions.notSupported;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.parser.statement.SqlOrderWithTies;
import dev.rowtide.sql.catalog.Catalog;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlAsofJoin;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the clauses that the grammar has and the engine does not, at the clause. A walk over the parsed query, before names are looked up, so that nobody
 * mends column names in a query that would be refused anyway.
 */
final class RefuseUnsupported {

    /** Hints on how to join, of which the result does not depend. */
    private static final Set<String> ADVICE =
            Set.of("BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "MULTI_JOIN");

    /** Functions of any number of arguments, which Calcite asks of what type they all are, be there none. */
    private static final Set<String> OF_SOME = Set.of("COALESCE", "GREATEST", "LEAST");

    private final Catalog catalog;
    private final boolean refusesOrder;

    /** @param refusesOrder whether the result may have no order that is not that of event time */
    RefuseUnsupported(Catalog catalog, boolean refusesOrder) {
        this.catalog = catalog;
        this.refusesOrder = refusesOrder;
    }

    /**
     * Checks a query.
     *
     * @throws EngineException {@code NOT_SUPPORTED} at the first such clause; {@code INVALID_QUERY} for an order that no continuous query has
     */
    void in(SqlNode query) {
        if (refusesOrder && new ResultOrder(catalog).isAsked(query)) {
            throw Positions.at(
                    ((SqlOrderBy) query).orderList,
                    new EngineException(ErrorCode.INVALID_QUERY, "a continuous query can't be ordered without LIMIT")
                            .withDetail("Its rows come as they change, and those to come may stand before them."
                                    + " compatibility = 'flink' refuses what Flink refuses.")
                            .withHint(
                                    "Add a LIMIT, or SET 'execution.runtime-mode' = 'batch' for a query that runs once."));
        }
        inQuery(query);
    }

    /** Checks an expression that stands alone. */
    void inScalar(SqlNode expression) {
        inExpression(expression);
    }

    private void inQuery(SqlNode query) {
        switch (query.getKind()) {
            case SELECT -> inSelect((SqlSelect) query);
            case UNION, INTERSECT, EXCEPT -> ((SqlCall) query).getOperandList().forEach(this::inQuery);
            case VALUES -> ((SqlCall) query).getOperandList().forEach(this::inRow);
            case WITH -> inWith((SqlWith) query);
            case ORDER_BY -> inOrderBy((SqlOrderBy) query);
            case EXPLICIT_TABLE -> {
                // TABLE t: a plain name.
            }
            default -> throw notSupported(query, query.getKind() + " as a query is");
        }
    }

    private void inOrderBy(SqlOrderBy query) {
        inQuery(query.query);
        inExpression(query.orderList);
        if (query instanceof SqlOrderWithTies) {
            if (query.orderList.isEmpty()) {
                throw Positions.at(
                        query.fetch,
                        new EngineException(
                                ErrorCode.INVALID_QUERY, "WITH TIES needs an ORDER BY that says which rows tie"));
            }
            inCount(((SqlCall) query.fetch).operand(0), "FETCH");
        } else {
            inCount(query.fetch, "LIMIT");
        }
        inCount(query.offset, "OFFSET");
    }

    private static void inCount(@Nullable SqlNode count, String what) {
        if (count != null && !(count instanceof SqlLiteral)) {
            throw notSupported(count, what + " of anything but a number is");
        }
    }

    private void inWith(SqlWith with) {
        for (SqlNode item : with.withList) {
            SqlWithItem named = (SqlWithItem) item;
            if (named.recursive.booleanValue()) {
                throw notSupported(named, "WITH RECURSIVE is")
                        .withHint("A known number of steps can be joined one after the other.");
            }
            inQuery(named.query);
        }
        inQuery(with.body);
    }

    private void inSelect(SqlSelect select) {
        if (select.getModifierNode(SqlSelectKeyword.STREAM) != null) {
            throw notSupported(select, "SELECT STREAM is")
                    .withHint("Every query is kept up to date: leave STREAM out.");
        }
        inHints(select.getHints(), true);
        if (select.getFrom() != null) {
            inFrom(select.getFrom());
        }
        inExpression(select.getSelectList());
        inExpression(select.getWhere());
        inGroup(select.getGroup());
        inExpression(select.getHaving());
        select.getWindowList().forEach(this::inWindow);
        inExpression(select.getQualify());
        inExpression(select.getOrderList());
    }

    /** @param ofSelect whether they are behind SELECT, where {@link EmitHint} is one that counts */
    private static void inHints(@Nullable SqlNodeList hints, boolean ofSelect) {
        for (SqlNode hint : hints == null ? SqlNodeList.EMPTY : hints) {
            String name = ((SqlHint) hint).getName();
            boolean counts = ofSelect && name.equalsIgnoreCase(EmitHint.NAME) || StateTtlHints.isOne(hint);
            if (!counts && !ADVICE.contains(name.toUpperCase(Locale.ROOT))) {
                throw notSupported(hint, "the hint " + name + " is")
                        .withDetail("Without it the result would be another one than is asked for.");
            }
        }
    }

    private void inFrom(SqlNode from) {
        inFrom(from, false);
    }

    /** @param ofJoin whether it is the right side of a join */
    private void inFrom(SqlNode from, boolean ofJoin) {
        switch (from.getKind()) {
            case IDENTIFIER, EXPLICIT_TABLE -> {
                // A table, view or file.
            }
            case TABLE_REF -> {
                inFrom(((SqlCall) from).operand(0));
                inHints(((SqlCall) from).operand(1), false);
            }
            case AS -> inFrom(((SqlCall) from).operand(0), ofJoin);
            case JOIN -> inJoin((SqlJoin) from);
            case LATERAL -> inFrom(((SqlCall) from).operand(0), ofJoin);
            case UNNEST -> {
                if (((SqlCall) from).operandCount() > 1) {
                    throw notSupported(((SqlCall) from).operand(1), "UNNEST of several collections at once is");
                }
                inExpression(((SqlCall) from).operand(0));
            }
            case COLLECTION_TABLE -> inTableFunction(((SqlCall) from).operand(0));
            case MATCH_RECOGNIZE -> throw notSupported(from, "MATCH_RECOGNIZE is");
            case PIVOT ->
                throw notSupported(from, "PIVOT is")
                        .withHint("An aggregate for each value does it: SUM(v) FILTER (WHERE k = 'a') AS a.");
            case UNPIVOT ->
                throw notSupported(from, "UNPIVOT is")
                        .withHint("CROSS JOIN UNNEST(MAP['a', a, 'b', b]) AS u (name, v) makes rows of columns.");
            case TABLESAMPLE ->
                throw notSupported(from, "TABLESAMPLE is")
                        .withHint("A condition on a column keeps the same rows each time: WHERE MOD(id, 10) = 0.");
            case SNAPSHOT -> {
                if (!ofJoin) {
                    throw notSupported(from, "FOR SYSTEM_TIME AS OF outside of a join is")
                            .withHint(
                                    "JOIN its_name FOR SYSTEM_TIME AS OF l.ts ON ... finds what was there when a row of the left was made.");
                }
                inFrom(((SqlCall) from).operand(0));
                inExpression(((SqlCall) from).operand(1));
            }
            case EXTEND -> throw notSupported(from, "EXTEND is");
            default -> inQuery(from);
        }
    }

    private void inJoin(SqlJoin join) {
        boolean keepsRight = join.getJoinType() == JoinType.RIGHT || join.getJoinType() == JoinType.FULL;
        if (keepsRight && is(SqlKind.UNNEST, join.getRight())) {
            throw notSupported(join.getJoinTypeNode(), "a " + join.getJoinType() + " JOIN with UNNEST is");
        }
        if (keepsRight && is(SqlKind.SNAPSHOT, join.getRight())) {
            throw Positions.at(
                    join.getJoinTypeNode(),
                    new EngineException(
                                    ErrorCode.INVALID_QUERY,
                                    "a " + join.getJoinType() + " JOIN can't have FOR SYSTEM_TIME AS OF on its right")
                            .withDetail(
                                    "For a row that is only on the right there is no time as of which it is meant."));
        }
        if (keepsRight && is(SqlKind.LATERAL, join.getRight())) {
            throw Positions.at(
                    join.getJoinTypeNode(),
                    new EngineException(
                                    ErrorCode.INVALID_QUERY,
                                    "a " + join.getJoinType() + " JOIN can't have LATERAL on its right")
                            .withDetail(
                                    "For a row that is only on the right there is nothing LATERAL could refer to."));
        }
        switch (join.getJoinType()) {
            case INNER, LEFT, RIGHT, FULL, CROSS, COMMA -> {
                inFrom(join.getLeft());
                inFrom(join.getRight(), true);
                if (join.getConditionType() == JoinConditionType.ON) {
                    inExpression(join.getCondition());
                }
            }
            case ASOF, LEFT_ASOF -> {
                inFrom(join.getLeft());
                inFrom(join.getRight(), true);
                inExpression(join.getCondition());
                inExpression(((SqlAsofJoin) join).getMatchCondition());
            }
            default ->
                throw notSupported(
                        join.getJoinTypeNode(), join.getJoinType().name().replace('_', ' ') + " JOIN is");
        }
    }

    private static boolean is(SqlKind kind, SqlNode from) {
        boolean wrapped = from.getKind() == SqlKind.AS || from.getKind() == SqlKind.LATERAL;
        return from.getKind() == kind || wrapped && is(kind, ((SqlCall) from).operand(0));
    }

    private void inTableFunction(SqlNode function) {
        if (WindowCall.is(function)) {
            inQuery(WindowCall.inputOf((SqlCall) function));
            return;
        }
        if (!ChangelogCall.is(function)) {
            EngineException refusal = notSupported(
                            function,
                            "the table function "
                                    + ((SqlCall) function).getOperator().getName() + " is")
                    .withDetail("TUMBLE, HOP, CUMULATE, SESSION, TO_CHANGELOG and FROM_CHANGELOG are.");
            throw readsFile(function)
                    ? refusal.withHint("A file is read by its name: SELECT * FROM 'data.csv'.")
                    : refusal;
        }
        inQuery(ChangelogCall.inputOf((SqlCall) function));
    }

    /** Whether it is called as functions that read files are in other systems: {@code read_csv('data.csv')}. */
    private static boolean readsFile(SqlNode function) {
        return function instanceof SqlCall call
                && call.getOperator().getName().toLowerCase(Locale.ROOT).startsWith("read_");
    }

    private void inGroup(@Nullable SqlNodeList group) {
        if (group == null) {
            return;
        }
        for (SqlNode item : group) {
            if (item.getKind() == SqlKind.ROLLUP
                    || item.getKind() == SqlKind.CUBE
                    || item.getKind() == SqlKind.GROUPING_SETS) {
                item.accept(new SetsWithoutWindows());
            }
        }
        inItems(group);
    }

    /** Refuses windows inside of grouping sets. */
    private static final class SetsWithoutWindows extends SqlBasicVisitor<@Nullable Void> {

        @Override
        public @Nullable Void visit(SqlCall call) {
            if (GroupWindows.isWindow(call)) {
                throw notSupported(call, "a window inside of grouping sets is")
                        .withHint(
                                "Group by it beside them: GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE), ROLLUP (k); or put rows into"
                                        + " windows in FROM, and name window_start and window_end in the sets.");
            }
            return super.visit(call);
        }
    }

    private void inItems(SqlNodeList group) {
        for (SqlNode item : group) {
            switch (item.getKind()) {
                case ROLLUP, CUBE, GROUPING_SETS ->
                    inItems(new SqlNodeList(((SqlCall) item).getOperandList(), item.getParserPosition()));
                case GROUP_BY_DISTINCT -> throw notSupported(item, "GROUP BY DISTINCT is");
                case ROW -> inRow(item);
                default -> inExpression(item);
            }
        }
    }

    private void inRow(SqlNode row) {
        if (row.getKind() == SqlKind.ROW) {
            ((SqlCall) row).getOperandList().forEach(this::inExpression);
        } else {
            inExpression(row);
        }
    }

    private void inExpression(@Nullable SqlNode expression) {
        if (expression instanceof SqlNodeList list) {
            list.forEach(this::inExpression);
            return;
        }
        if (!(expression instanceof SqlCall call)) {
            refuseParameter(expression);
            return;
        }
        refuseNoArguments(call);
        switch (call.getKind()) {
            case SELECT, UNION, VALUES, WITH, ORDER_BY, INTERSECT, EXCEPT -> inQuery(call);
            case IN, NOT_IN, SOME, ALL -> inQuantified(call);
            case UNIQUE -> throw notSupported(call, "UNIQUE is");
            case OVER -> inOver(call);
            case WITHIN_DISTINCT -> throw notSupported(call, "WITHIN DISTINCT is");
            case RESPECT_NULLS, IGNORE_NULLS -> inNullTreatment(call);
            case ARRAY_AGG ->
                call.getOperandList()
                        .forEach(operand -> inExpression(
                                AggregateFunctions.isNullTreatment(operand)
                                        ? ((SqlCall) operand).operand(0)
                                        : operand));
            case ARRAY_QUERY_CONSTRUCTOR -> throw notSupported(call, "ARRAY of a query is");
            case MAP_QUERY_CONSTRUCTOR -> throw notSupported(call, "MAP of a query is");
            case MULTISET_VALUE_CONSTRUCTOR, MULTISET_QUERY_CONSTRUCTOR -> throw notSupported(call, "MULTISET is");
            case CURSOR -> throw notSupported(call, "CURSOR is");
            default -> call.getOperandList().forEach(this::inExpression);
        }
    }

    // On their own: the walk is as deep as the query, and its frames are to be small.

    private static void refuseParameter(@Nullable SqlNode expression) {
        if (expression instanceof SqlDynamicParam) {
            throw Positions.at(
                    expression,
                    new EngineException(ErrorCode.INVALID_QUERY, "there are no parameters")
                            .withHint("Write the value itself."));
        }
    }

    private static void refuseNoArguments(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (OF_SOME.contains(name) && call.operandCount() == 0) {
            throw Positions.at(call, new EngineException(ErrorCode.INVALID_QUERY, name + " needs an argument"));
        }
    }

    private void inNullTreatment(SqlCall call) {
        if (call.operand(0).getKind() != SqlKind.ARRAY_AGG) {
            throw notSupported(call, call.getKind().sql + " is")
                    .withHint("A FILTER (WHERE ... IS NOT NULL) leaves NULLs out.");
        }
        inExpression(call.operand(0));
    }

    /** {@code (a, b) IN (…)}: the row is not a value here. */
    private void inQuantified(SqlCall call) {
        inRow(call.operand(0));
        SqlNode right = call.operand(1);
        if (right instanceof SqlNodeList list) {
            list.forEach(this::inRow);
        } else {
            inExpression(right);
        }
    }

    private void inOver(SqlCall over) {
        SqlCall function = over.operand(0);
        boolean treatsNulls = function.getKind() == SqlKind.IGNORE_NULLS || function.getKind() == SqlKind.RESPECT_NULLS;
        inExpression(treatsNulls ? function.operand(0) : function);
        inWindow(over.operand(1));
    }

    private void inWindow(SqlNode window) {
        if (window instanceof SqlWindow written) {
            if (!written.isAllowPartial()) {
                throw notSupported(written, "DISALLOW PARTIAL is");
            }
            inExpression(written.getPartitionList());
            inExpression(written.getOrderList());
        }
    }
}
