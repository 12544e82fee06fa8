// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Functions over windows. A condition on the number of a row by {@code ROW_NUMBER() OVER (…)} or its like becomes the range of ranks that are kept, which is what makes a
 * Top-N of it; all other functions are columns of an OVER aggregate below.
 */
final class TranslateRanking {

    private final TranslateContext context;
    private final PlanNodes nodes;
    private final Project project;
    private final List<RexNode> expressions;
    private final List<RexOver> functions;

    /** The only ranking, as long as it may make a Top-N; null if there are none or several. */
    private final @Nullable RexOver ranking;

    private TranslateRanking(TranslateContext context, PlanNodes nodes, Project project) {
        this.context = context;
        this.nodes = nodes;
        this.project = project;
        expressions = new PlainSums(context.rexBuilder()).apply(project.getProjects());
        functions = functions(expressions);
        List<RexOver> rankings =
                functions.stream().filter(TranslateRanking::isRanking).toList();
        ranking = rankings.size() == 1 ? rankings.get(0) : null;
    }

    /**
     * A projection with functions over windows.
     *
     * @param input its translated input
     * @param condition over the projection's columns, which the rows kept fulfil; null for none
     */
    static PlanNode of(
            TranslateContext context, PlanNodes nodes, Project project, PlanNode input, @Nullable RexNode condition) {
        return new TranslateRanking(context, nodes, project).node(input, condition);
    }

    private PlanNode node(PlanNode input, @Nullable RexNode condition) {
        Condition said = new Condition(condition, ranking);
        if (said.ranks.isEmpty()) {
            return nodes.values(List.of(), TypeMapping.toCoreSchema(project.getRowType()));
        }
        RexOver bounded = functions.size() == 1 || said.ranks.isBounded() ? ranking : null;
        List<RexOver> inOrder = new ArrayList<>(functions);
        if (bounded == null) {
            said = new Condition(condition, null);
        } else {
            inOrder.remove(bounded);
        }
        PlanNode computed = inOrder.isEmpty() ? input : TranslateOver.of(context, nodes, input, inOrder, this::nameOf);
        if (bounded != null) {
            checkSupported(bounded, said.ranks);
            computed = ranked(computed, bounded, said.ranks);
            inOrder.add(bounded);
        }
        RexShuttle columns = columns(inOrder);
        computed = filtered(computed, columns.apply(said.below));
        PlanNode projected = nodes.project(
                computed,
                new TranslateExpression(context, computed.schema()).all(columns.apply(expressions)),
                project.getRowType().getFieldNames());
        return filtered(projected, said.above);
    }

    /** Puts the columns behind the input's, which hold the functions' results, in the place of the functions. */
    private RexShuttle columns(List<RexOver> inOrder) {
        int inputWidth = project.getInput().getRowType().getFieldCount();
        return new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                return new RexInputRef(inputWidth + inOrder.indexOf(over), over.getType());
            }
        };
    }

    private PlanNode filtered(PlanNode input, List<RexNode> conditions) {
        if (conditions.isEmpty()) {
            return input;
        }
        RexNode all = RexUtil.composeConjunction(context.rexBuilder(), conditions);
        return nodes.filter(input, new TranslateExpression(context, input.schema()).of(all));
    }

    /** What a condition on the projection's columns says: the ranks that it leaves, and what is left to ask. */
    private final class Condition {

        private final @Nullable RexOver ranking;
        private Ranks ranks = new Ranks(1, Long.MAX_VALUE, true);

        /** Of the columns that are projected, with rankings among them. */
        private final List<RexNode> below = new ArrayList<>();

        /** Of the projection's columns. */
        private final List<RexNode> above = new ArrayList<>();

        /** @param ranking whose ranks are taken out of the condition; null for none */
        Condition(@Nullable RexNode condition, @Nullable RexOver ranking) {
            this.ranking = ranking;
            List<RexNode> parts = condition == null ? List.of() : parts(condition);
            for (RexNode part : parts) {
                RexNode pushed = new PlainSums(context.rexBuilder()).apply(RelOptUtil.pushPastProject(part, project));
                if (part instanceof RexInputRef) {
                    // QUALIFY: the whole condition is a column.
                    RelOptUtil.conjunctions(pushed).forEach(inner -> add(inner, below, inner));
                } else {
                    add(part, above, pushed);
                }
            }
        }

        private List<RexNode> parts(RexNode condition) {
            return RelOptUtil.conjunctions(RexUtil.expandSearch(context.rexBuilder(), null, condition));
        }

        private void add(RexNode part, List<RexNode> rest, RexNode overRankings) {
            Ranks said = ranking == null ? Ranks.UNKNOWN : Ranks.of(overRankings, ranking);
            ranks = ranks.and(said);
            if (!said.exact()) {
                rest.add(part);
            }
        }
    }

    private void checkSupported(RexOver ranking, Ranks ranks) {
        if (!context.followsFlink()) {
            return;
        }
        if (ranking.getAggOperator().getKind() != SqlKind.ROW_NUMBER) {
            throw TranslateOver.refused(ranking, ranking.getAggOperator().getName() + " is not supported in a Top-N");
        }
        if (!ranks.isBounded()) {
            throw TranslateOver.refused(ranking, "a Top-N needs an upper bound of its rank");
        }
    }

    private PlanNode ranked(PlanNode input, RexOver ranking, Ranks ranks) {
        WindowColumns columns = new WindowColumns(context, input);
        List<Integer> partition = columns.partition(ranking.getWindow());
        List<SortKey> order = columns.order(ranking);
        boolean oneRow = function(ranking) == RankFunction.ROW_NUMBER && ranks.from() == 1 && ranks.to() == 1;
        if (oneRow
                && order.size() == 1
                && order.get(0).descending()
                && TimeAttributes.isTime(columns.expression(order.get(0).column()), input)) {
            // The last row by time is the one that came last of those with the same time.
            order.add(SortKey.LATEST);
        }
        if (order.size() == 1
                && !order.get(0).descending()
                && function(ranking) == RankFunction.ROW_NUMBER
                && TimeAttributes.isProcessingTime(
                        columns.expression(order.get(0).column()), input)) {
            // That is the order of arrival, in which rows stand without being sorted.
            order.clear();
        }
        PlanNode ranked = nodes.topN(
                columns.computed(nodes),
                partition,
                order,
                function(ranking),
                ranks.from(),
                ranks.to(),
                nameOf(ranking));
        return nodes.columns(
                ranked,
                IntStream.concat(IntStream.range(0, input.schema().size()), IntStream.of(columns.size()))
                        .toArray());
    }

    private String nameOf(RexOver ranking) {
        int column = expressions.indexOf(ranking);
        if (column < 0) {
            return isRanking(ranking) ? "$rank" : "$over" + functions.indexOf(ranking);
        }
        return project.getRowType().getFieldNames().get(column);
    }

    private static RankFunction function(RexOver ranking) {
        return switch (ranking.getAggOperator().getKind()) {
            case ROW_NUMBER -> RankFunction.ROW_NUMBER;
            case RANK -> RankFunction.RANK;
            default -> RankFunction.DENSE_RANK;
        };
    }

    private static boolean isRanking(RexOver over) {
        return switch (over.getAggOperator().getKind()) {
            case ROW_NUMBER, RANK, DENSE_RANK -> true;
            default -> false;
        };
    }

    private static List<RexOver> functions(List<RexNode> expressions) {
        Set<RexOver> found = new LinkedHashSet<>();
        RexVisitorImpl<@Nullable Void> finder = new RexVisitorImpl<>(true) {
            @Override
            public @Nullable Void visitOver(RexOver over) {
                found.add(over);
                return null;
            }
        };
        expressions.forEach(expression -> expression.accept(finder));
        return List.copyOf(found);
    }
}
