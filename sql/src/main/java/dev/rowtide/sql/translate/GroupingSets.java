// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * GROUPING SETS, ROLLUP and CUBE: an aggregate for each set over the same input, and all of their rows. So each set has keys as narrow as it can, the empty set is a global
 * aggregate with the rule for no rows, and a NULL that was grouped by is told from one that stands for all by the aggregate it comes from. GROUPING is a constant of
 * each.
 */
final class GroupingSets {

    private final PlanNodes nodes;
    private final Aggregate aggregate;
    private final Schema schema;
    private final List<AggregateCall> calls;
    private final boolean emptyRow;

    /**
     * @param calls those of the aggregate that are neither GROUPING nor constants
     * @param emptyRow whether the empty set has a row for no input
     */
    GroupingSets(PlanNodes nodes, Aggregate aggregate, List<AggregateCall> calls, boolean emptyRow) {
        this.nodes = nodes;
        this.aggregate = aggregate;
        this.schema = TypeMapping.toCoreSchema(aggregate.getRowType());
        this.calls = calls;
        this.emptyRow = emptyRow;
    }

    /** Whether a call only tells the grouping set of a row. */
    static boolean tellsSet(org.apache.calcite.rel.core.AggregateCall call) {
        return switch (call.getAggregation().getKind()) {
            case GROUPING, GROUPING_ID, GROUP_ID -> true;
            default -> false;
        };
    }

    PlanNode over(PlanNode input) {
        List<PlanNode> sets = aggregate.getGroupSets().stream()
                .map(set -> grouped(input, set))
                .toList();
        return nodes.unionAll(sets, schema);
    }

    private PlanNode grouped(PlanNode input, ImmutableBitSet set) {
        List<Integer> keys = set.asList();
        List<String> names = new ArrayList<>();
        keys.forEach(key -> names.add(input.schema().name(key)));
        for (int i = 0; i < calls.size(); i++) {
            names.add("a" + i);
        }
        PlanNode group = nodes.withTtls(
                nodes.aggregate(input, keys, calls, emptyRow && keys.isEmpty(), names),
                List.of(HintedTtl.of(aggregate.getInput())));
        List<Expression> columns = new ArrayList<>();
        for (int key : aggregate.getGroupSet()) {
            Type type = schema.type(columns.size());
            int column = keys.indexOf(key);
            columns.add(column < 0 ? new Literal(null, type) : column(group, column, type));
        }
        int next = keys.size();
        for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
            Type type = schema.type(columns.size());
            if (tellsSet(call)) {
                columns.add(new Literal(grouping(call, set), type));
            } else {
                columns.add(
                        TranslateAggregate.isConstant(call)
                                ? TranslateAggregate.constant(call)
                                : column(group, next++, type));
            }
        }
        return nodes.project(group, columns, schema.names());
    }

    private static Expression column(PlanNode node, int column, Type type) {
        return Conversions.to(new InputRef(column, node.schema().type(column)), type);
    }

    /** A bit per argument, the last one lowest: 1 where the set has all values of it together. */
    private static long grouping(org.apache.calcite.rel.core.AggregateCall call, ImmutableBitSet set) {
        if (call.getAggregation().getKind() == SqlKind.GROUP_ID) {
            return 0;
        }
        long bits = 0;
        for (int argument : call.getArgList()) {
            bits = bits << 1 | (set.get(argument) ? 0 : 1);
        }
        return bits;
    }
}
