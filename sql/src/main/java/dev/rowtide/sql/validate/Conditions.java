// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Conditions as Calcite plans them well.
 *
 * <ul>
 *   <li>{@code x IN (1, 2)} becomes {@code x = 1 OR x = 2}, which is what it means. Calcite treats IN as a subquery: it moves a NOT around it into the parts
 *       of the condition, which then are no longer the ones that were grouped by, and does not look for it everywhere.
 *   <li>So do {@code x = ANY (ARRAY[1, 2])} and the like, with OR, and with ALL, with AND.
 *   <li>A long chain of AND or OR becomes a tree of little depth with the same terms in the same order. The parser makes one as deep as it is long, and
 *       validation goes from each node of it to the leaves.
 * </ul>
 */
final class Conditions {

    /** Shorter chains stay as written, so that one can be a part of another that is grouped by. */
    private static final int LONG_CHAIN = 64;

    private static final List<SqlOperator> COMPARISONS = List.of(
            SqlStdOperatorTable.EQUALS,
            SqlStdOperatorTable.NOT_EQUALS,
            SqlStdOperatorTable.LESS_THAN,
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            SqlStdOperatorTable.GREATER_THAN,
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL);

    private Conditions() {}

    /** Whether {@code call} is IN or NOT IN over a list. */
    static boolean isMembership(SqlCall call) {
        return (call.getKind() == SqlKind.IN || call.getKind() == SqlKind.NOT_IN)
                && call.operand(1) instanceof SqlNodeList;
    }

    /** Whether {@code call} compares with ANY or ALL elements of an array that is written out. */
    static boolean isOfElements(SqlCall call) {
        return call.getOperator() instanceof SqlQuantifyOperator && elements(call) != null;
    }

    private static @Nullable SqlCall elements(SqlCall quantified) {
        SqlNode right = quantified.operand(1);
        SqlNode only = right instanceof SqlNodeList list && list.size() == 1 ? list.get(0) : right;
        return only.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR ? (SqlCall) only : null;
    }

    /** ANY or ALL of such an array as comparisons. */
    static SqlNode elementwise(SqlCall quantified, UnaryOperator<SqlNode> copy) {
        SqlKind kind = ((SqlQuantifyOperator) quantified.getOperator()).comparisonKind;
        SqlOperator comparison = COMPARISONS.stream()
                .filter(operator -> operator.getKind() == kind)
                .findFirst()
                .orElseThrow();
        List<SqlNode> comparisons = new ArrayList<>();
        for (SqlNode element : Objects.requireNonNull(elements(quantified)).getOperandList()) {
            comparisons.add(comparison.createCall(
                    quantified.getParserPosition(), copy.apply(quantified.operand(0)), copy.apply(element)));
        }
        boolean any = quantified.getKind() == SqlKind.SOME;
        return comparisons.isEmpty()
                ? SqlLiteral.createBoolean(!any, quantified.getParserPosition())
                : tree(any ? SqlStdOperatorTable.OR : SqlStdOperatorTable.AND, comparisons);
    }

    /** IN or NOT IN over a list as comparisons. */
    static SqlNode comparisons(SqlCall membership, UnaryOperator<SqlNode> copy) {
        List<SqlNode> comparisons = new ArrayList<>();
        for (SqlNode item : membership.<SqlNodeList>operand(1)) {
            comparisons.add(SqlStdOperatorTable.EQUALS.createCall(
                    item.getParserPosition(), copy.apply(membership.operand(0)), copy.apply(item)));
        }
        SqlNode any = tree(SqlStdOperatorTable.OR, comparisons);
        return membership.getKind() == SqlKind.IN
                ? any
                : SqlStdOperatorTable.NOT.createCall(membership.getParserPosition(), any);
    }

    /** Whether {@code call} is the top of a long chain of AND or of OR. */
    static boolean isLongChain(SqlCall call) {
        return (call.getKind() == SqlKind.AND || call.getKind() == SqlKind.OR)
                && terms(call).size() > LONG_CHAIN;
    }

    /** A chain of AND or of OR as a balanced tree. */
    static SqlNode balanced(SqlCall chain, UnaryOperator<SqlNode> copy) {
        return tree(chain.getOperator(), terms(chain).stream().map(copy).toList());
    }

    /** What a chain connects, from left to right. */
    private static List<SqlNode> terms(SqlCall chain) {
        List<SqlNode> terms = new ArrayList<>();
        Deque<SqlNode> open = new ArrayDeque<>(List.of(chain));
        while (!open.isEmpty()) {
            SqlNode next = open.pop();
            if (next.getKind() == chain.getKind()) {
                List<SqlNode> operands = ((SqlCall) next).getOperandList();
                for (int i = operands.size() - 1; i >= 0; i--) {
                    open.push(operands.get(i));
                }
            } else {
                terms.add(next);
            }
        }
        return terms;
    }

    private static SqlNode tree(SqlOperator operator, List<SqlNode> terms) {
        if (terms.size() == 1) {
            return terms.get(0);
        }
        int middle = terms.size() / 2;
        return operator.createCall(
                SqlParserPos.sum(terms),
                tree(operator, terms.subList(0, middle)),
                tree(operator, terms.subList(middle, terms.size())));
    }
}
