// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.sql.validate.StateTtlHints;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Carries the hint on how long the rows of a view or subquery are kept from its top down to what they come from: a table, aggregate, join and so on, through filters and
 * projections, which rules merge and move.
 */
final class TtlOfRows extends RelHomogeneousShuttle {

    private final RexShuttle ofSubQueries = new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            RelNode inner = subQuery.rel.accept(TtlOfRows.this);
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            return inner == subQuery.rel ? visited : visited.clone(inner);
        }
    };

    private TtlOfRows() {}

    /** A converted plan with its hints where they belong. */
    static RelNode apply(RelNode plan) {
        return plan.accept(new TtlOfRows());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node).accept(ofSubQueries);
        if (!(visited instanceof Hintable hintable) || !(visited instanceof Project || visited instanceof Filter)) {
            return visited;
        }
        List<RelHint> hints =
                hintable.getHints().stream().filter(StateTtlHints::isOfRows).toList();
        if (hints.isEmpty()) {
            return visited;
        }
        List<RelHint> others = new ArrayList<>(hintable.getHints());
        others.removeAll(hints);
        return on(hintable.withHints(others), hints);
    }

    /** What {@code node} becomes with these hints on what its rows come from. */
    private static RelNode on(RelNode node, List<RelHint> hints) {
        if (hints.isEmpty()) {
            return node;
        }
        if (node instanceof Project || node instanceof Filter) {
            return node.copy(node.getTraitSet(), List.of(on(node.getInput(0), hints)));
        }
        if (!(node instanceof Hintable hintable)) {
            return node;
        }
        List<RelHint> all = new ArrayList<>(hintable.getHints());
        all.removeIf(StateTtlHints::isOfRows);
        all.addAll(hints);
        return hintable.withHints(all);
    }
}
