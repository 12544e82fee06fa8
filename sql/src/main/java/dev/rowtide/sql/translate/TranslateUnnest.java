// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * UNNEST as a node of its own. Calcite plans it as a join with the elements of a collection that one row gives, perhaps of the row on the left:
 *
 * <pre>
 *   Correlate(t, Project(Uncollect(Project([t.tags], one row))))   ─▶   Project(Unnest(Project([..., tags], t)))
 * </pre>
 */
final class TranslateUnnest {

    private final PlanNodes nodes;
    private final TranslateContext context;
    private final Function<RelNode, PlanNode> translated;

    /** @param translated what other nodes of the plan become */
    TranslateUnnest(PlanNodes nodes, TranslateContext context, Function<RelNode, PlanNode> translated) {
        this.nodes = nodes;
        this.context = context;
        this.translated = translated;
    }

    /** The engine's form of an UNNEST, or null if the plan is none. */
    @Nullable
    PlanNode of(RelNode plan) {
        if (plan instanceof Uncollect uncollect) {
            return elements(uncollect, translated.apply(uncollect.getInput()));
        }
        if (plan instanceof Correlate correlate && isUnnest(correlate.getRight())) {
            return joined(
                    correlate.getLeft(), correlate.getRight(), correlate.getCorrelationId(), correlate.getJoinType());
        }
        boolean crossJoin = plan instanceof Join join
                && (join.getJoinType() == JoinRelType.INNER || join.getJoinType() == JoinRelType.LEFT)
                && join.getCondition().isAlwaysTrue()
                && isUnnest(join.getRight());
        return crossJoin ? joined(plan.getInput(0), plan.getInput(1), null, ((Join) plan).getJoinType()) : null;
    }

    /** Whether a plan is the elements of a collection that one row gives, projected and filtered. */
    private static boolean isUnnest(RelNode plan) {
        if (plan instanceof Uncollect uncollect) {
            return uncollect.getInput() instanceof Project project
                    && project.getInput() instanceof Values values
                    && values.getTuples().size() == 1;
        }
        return (plan instanceof Project || plan instanceof Filter) && isUnnest(plan.getInput(0));
    }

    /** UNNEST alone in FROM: the input has the collection as its only column. */
    private PlanNode elements(Uncollect uncollect, PlanNode input) {
        checkOneCollection(uncollect);
        return nodes.unnest(
                input, 0, List.of(), uncollect.getRowType().getFieldNames(), uncollect.withOrdinality, false);
    }

    private PlanNode joined(RelNode left, RelNode right, @Nullable CorrelationId row, JoinRelType type) {
        if (type != JoinRelType.INNER && type != JoinRelType.LEFT) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, "a " + type + " join with UNNEST is not supported")
                    .withHint("CROSS JOIN and LEFT JOIN ... ON TRUE are.");
        }
        return right(right, translated.apply(left), row, type == JoinRelType.LEFT);
    }

    /** The columns of the left side, then those of a part of the right side. */
    private PlanNode right(RelNode right, PlanNode left, @Nullable CorrelationId row, boolean outer) {
        int leftColumns = left.schema().size();
        if (right instanceof Uncollect uncollect) {
            return unnest(uncollect, left, row, outer);
        }
        PlanNode input = right(right.getInput(0), left, row, outer);
        ToOneInput references = new ToOneInput(row, leftColumns);
        TranslateExpression expressions = new TranslateExpression(context, input.schema());
        if (right instanceof Filter filter) {
            if (outer) {
                throw new EngineException(
                        ErrorCode.NOT_SUPPORTED,
                        "a LEFT JOIN with UNNEST on another condition than TRUE is not supported");
            }
            return nodes.filter(input, expressions.of(filter.getCondition().accept(references)));
        }
        Project project = (Project) right;
        List<Expression> columns = new ArrayList<>(columns(left));
        List<String> names = new ArrayList<>(left.schema().names());
        for (RexNode expression : project.getProjects()) {
            Expression column = expressions.of(expression.accept(references));
            if (outer && !(column instanceof InputRef)) {
                throw new EngineException(
                        ErrorCode.NOT_SUPPORTED, "a LEFT JOIN with expressions over UNNEST is not supported");
            }
            columns.add(column);
        }
        names.addAll(project.getRowType().getFieldNames());
        return nodes.project(input, columns, names);
    }

    private PlanNode unnest(Uncollect uncollect, PlanNode left, @Nullable CorrelationId row, boolean outer) {
        checkOneCollection(uncollect);
        RexNode written = ((Project) uncollect.getInput()).getProjects().get(0);
        Expression collection =
                new TranslateExpression(context, left.schema()).of(written.accept(new ToOneInput(row, 0)));
        int leftColumns = left.schema().size();
        PlanNode input = left;
        int column = leftColumns;
        if (collection instanceof InputRef ref) {
            column = ref.index();
        } else {
            List<Expression> columns = new ArrayList<>(columns(left));
            columns.add(collection);
            List<String> names = new ArrayList<>(left.schema().names());
            names.add("UNNEST");
            input = nodes.project(left, columns, names);
        }
        checkSpread(uncollect, collection.type());
        return nodes.unnest(
                input,
                column,
                IntStream.range(0, leftColumns).boxed().toList(),
                uncollect.getRowType().getFieldNames(),
                uncollect.withOrdinality,
                outer);
    }

    private static void checkOneCollection(Uncollect uncollect) {
        if (uncollect.getInput().getRowType().getFieldCount() != 1) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, "UNNEST of several collections at once is not supported")
                    .withHint("Write an UNNEST for each, WITH ORDINALITY, and compare the ordinalities.");
        }
    }

    private static void checkSpread(Uncollect uncollect, Type collection) {
        int columns = Unnest.elementFields(collection).size() + (uncollect.withOrdinality ? 1 : 0);
        if (columns != uncollect.getRowType().getFieldCount()) {
            throw new IllegalStateException("UNNEST of " + collection + " gives " + uncollect.getRowType());
        }
    }

    private static List<Expression> columns(PlanNode node) {
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < node.schema().size(); i++) {
            columns.add(new InputRef(i, node.schema().type(i)));
        }
        return columns;
    }

    /** References to the row on the left, and to columns of the right side, as references to one input that has both. */
    private static final class ToOneInput extends RexShuttle {

        private final @Nullable CorrelationId row;
        private final int leftColumns;

        ToOneInput(@Nullable CorrelationId row, int leftColumns) {
            this.row = row;
            this.leftColumns = leftColumns;
        }

        @Override
        public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() + leftColumns, ref.getType());
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            boolean ofRow = access.getReferenceExpr() instanceof RexCorrelVariable variable && variable.id.equals(row);
            return ofRow
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : super.visitFieldAccess(access);
        }
    }
}
