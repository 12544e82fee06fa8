// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Of grouping sets that refer to rows around them, the one of all rows as an aggregate of its own: it has a row for each row around, also where there is none to aggregate,
 * and Calcite knows that of such aggregates alone.
 *
 * <pre>
 *   Aggregate(groups=[{0}, {}])   ─▶   Union(Aggregate(groups=[{0}]), Project(NULL, …, Aggregate(groups=[{}])))
 * </pre>
 */
final class AllRowsApart extends RelHomogeneousShuttle {

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        return visited instanceof LogicalAggregate aggregate
                        && aggregate.getGroupSets().size() > 1
                        && aggregate.getGroupSets().contains(ImmutableBitSet.of())
                        && !RelOptUtil.getVariablesUsed(aggregate).isEmpty()
                ? apart(aggregate)
                : visited;
    }

    private static RelNode apart(LogicalAggregate aggregate) {
        List<RelNode> parts = new ArrayList<>();
        List<ImmutableBitSet> others = new ArrayList<>();
        for (ImmutableBitSet set : aggregate.getGroupSets()) {
            if (set.isEmpty()) {
                parts.add(RelOptUtil.createCastRel(ofAllRows(aggregate), aggregate.getRowType(), true));
            } else {
                others.add(set);
            }
        }
        if (!others.isEmpty()) {
            List<AggregateCall> calls = aggregate.getAggCallList().stream()
                    .map(call -> adapted(call, aggregate, false))
                    .toList();
            RelNode rest = LogicalAggregate.create(
                    aggregate.getInput(), aggregate.getHints(), aggregate.getGroupSet(), others, calls);
            parts.add(0, RelOptUtil.createCastRel(rest, aggregate.getRowType(), true));
        }
        return LogicalUnion.create(parts, true);
    }

    /** Groups are NULL, and GROUPING has a bit for each of them. */
    private static RelNode ofAllRows(LogicalAggregate aggregate) {
        RexBuilder rexBuilder = aggregate.getCluster().getRexBuilder();
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (!isOfGroups(call)) {
                calls.add(adapted(call, aggregate, true));
            }
        }
        if (calls.isEmpty()) {
            calls.add(count(rexBuilder));
        }
        LogicalAggregate all = LogicalAggregate.create(
                aggregate.getInput(), aggregate.getHints(), ImmutableBitSet.of(), List.of(ImmutableBitSet.of()), calls);
        List<RexNode> columns = new ArrayList<>();
        for (int group = 0; group < aggregate.getGroupCount(); group++) {
            columns.add(rexBuilder.makeNullLiteral(
                    aggregate.getRowType().getFieldList().get(group).getType()));
        }
        int next = 0;
        for (AggregateCall call : aggregate.getAggCallList()) {
            columns.add(
                    isOfGroups(call)
                            ? rexBuilder.makeExactLiteral(
                                    BigDecimal.valueOf((1L << call.getArgList().size()) - 1), call.getType())
                            : rexBuilder.makeInputRef(all, next++));
        }
        return LogicalProject.create(
                all, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
    }

    /** So that there is a column. */
    private static AggregateCall count(RexBuilder rexBuilder) {
        return AggregateCall.create(
                SqlParserPos.ZERO,
                SqlStdOperatorTable.COUNT,
                false,
                false,
                false,
                List.of(),
                List.of(),
                -1,
                null,
                RelCollations.EMPTY,
                rexBuilder.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
                "n");
    }

    private static boolean isOfGroups(AggregateCall call) {
        SqlKind kind = call.getAggregation().getKind();
        return kind == SqlKind.GROUPING || kind == SqlKind.GROUPING_ID || kind == SqlKind.GROUP_ID;
    }

    /** A call with the type that it has in other grouping sets. */
    private static AggregateCall adapted(AggregateCall call, LogicalAggregate aggregate, boolean ofAllRows) {
        return call.adaptTo(aggregate.getInput(), call.getArgList(), call.filterArg, true, ofAllRows);
    }
}
