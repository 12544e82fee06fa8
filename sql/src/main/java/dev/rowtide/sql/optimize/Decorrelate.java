// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;
import org.apache.calcite.tools.RelBuilder;

/**
 * Makes joins of the parts of a plan that refer to rows around them. Calcite does the work, but is shown no more than those parts: what refers to nothing outside stands
 * in them as if it were a table. Of ranks, set operations and joins of whole plans it loses track.
 */
final class Decorrelate extends RelHomogeneousShuttle {

    private final RelBuilder builder;
    private final List<Opaque> hidden = new ArrayList<>();

    private Decorrelate(RelBuilder builder) {
        this.builder = builder;
    }

    /** The plan without references to the rows around. */
    static RelNode apply(RelNode plan, RelBuilder builder) {
        return plan.accept(new Decorrelate(builder));
    }

    @Override
    public RelNode visit(RelNode node) {
        return node instanceof Correlate correlate && !isUnnest(correlate.getRight())
                ? joined(correlate)
                : super.visit(node);
    }

    /** Whether a plan is the elements of a collection: such a join refers to the row on its left and stays. */
    static boolean isUnnest(RelNode plan) {
        return plan instanceof Uncollect
                || (plan instanceof Project || plan instanceof Filter) && isUnnest(plan.getInput(0));
    }

    private RelNode joined(Correlate correlate) {
        refuseOrders(correlate.getRight());
        RelNode right = opaqueWhereClosed(correlate.getRight());
        RelNode part = correlate.copy(correlate.getTraitSet(), List.of(hide(correlate.getLeft()), right));
        RelNode joined = decorrelated(allColumns(part), builder).accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                return node instanceof Opaque opaque ? hidden.get(opaque.number).plan : super.visit(node);
            }
        });
        return RelOptUtil.createCastRel(joined, correlate.getRowType(), true);
    }

    /** Of rows that each row around has of its own Calcite knows only the first ones. */
    private static void refuseOrders(RelNode plan) {
        if (RelOptUtil.getVariablesUsed(plan).isEmpty()) {
            return;
        }
        String what = plan instanceof Project project && project.containsOver()
                ? "OVER"
                : plan instanceof Sort sort && sort.fetch instanceof RexCall ? "FETCH … WITH TIES" : null;
        if (what != null) {
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED,
                            what + " in a query that refers to the rows around it by other conditions than = is not supported"
                                    + " yet")
                    .withHint("Join first, and rank or number the rows of the join.");
        }
        plan.getInputs().forEach(Decorrelate::refuseOrders);
    }

    private static RelNode allColumns(RelNode node) {
        List<RexNode> columns = IntStream.range(0, node.getRowType().getFieldCount())
                .<RexNode>mapToObj(i -> node.getCluster().getRexBuilder().makeInputRef(node, i))
                .toList();
        return LogicalProject.create(node, List.of(), columns, node.getRowType().getFieldNames(), Set.of());
    }

    /** The plan, with those parts hidden that refer to nothing outside of them. */
    private RelNode opaqueWhereClosed(RelNode node) {
        if (RelOptUtil.getVariablesUsed(node).isEmpty()) {
            return hide(node);
        }
        return node.copy(
                node.getTraitSet(),
                node.getInputs().stream().map(this::opaqueWhereClosed).toList());
    }

    private RelNode hide(RelNode plan) {
        Opaque opaque = new Opaque(plan.accept(this), hidden.size());
        hidden.add(opaque);
        return opaque;
    }

    /**
     * Calcite's usual way needs the least state; it is wrong where several nodes refer to rows around them or compute something of those alone, and gives up on some
     * others. Its general way first finds out for which values it needs a subquery.
     */
    private static RelNode decorrelated(RelNode plan, RelBuilder builder) {
        References references = new References();
        plan.accept(references);
        if (references.nodes == 1 && !references.computed) {
            RelNode usual = RelDecorrelator.decorrelateQuery(plan, builder);
            if (!hasCorrelate(usual)) {
                return usual;
            }
        }
        return TopDownGeneralDecorrelator.decorrelateQuery(plan, builder);
    }

    /** Looks for expressions over rows around. */
    private static final class References extends RelHomogeneousShuttle {

        private int nodes;
        private boolean computed;
        private boolean found;

        private final RexShuttle expressions = new RexShuttle() {
            @Override
            public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                found = true;
                return variable;
            }

            @Override
            public RexNode visitCall(RexCall call) {
                computed |= RexUtil.containsCorrelation(call)
                        && RelOptUtil.InputFinder.bits(call).isEmpty();
                return super.visitCall(call);
            }
        };

        @Override
        public RelNode visit(RelNode node) {
            found = false;
            node.accept(expressions);
            nodes += found ? 1 : 0;
            return super.visit(node);
        }
    }

    private static boolean hasCorrelate(RelNode plan) {
        boolean[] found = new boolean[1];
        plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                found[0] |= node instanceof Correlate;
                return super.visit(node);
            }
        });
        return found[0];
    }

    /** A plan that nobody looks into. */
    private static final class Opaque extends AbstractRelNode {

        private final RelNode plan;
        private final int number;

        Opaque(RelNode plan, int number) {
            super(plan.getCluster(), plan.getTraitSet());
            this.plan = plan;
            this.number = number;
        }

        @Override
        protected RelDataType deriveRowType() {
            return Objects.requireNonNull(plan).getRowType();
        }

        @Override
        public RelWriter explainTerms(RelWriter writer) {
            return super.explainTerms(writer).item("number", number);
        }
    }
}
