// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.Positions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Rows numbered by {@code ROW_NUMBER() OVER (…)} or its like. A condition on the number becomes the range of ranks that are kept, which is what makes a Top-N of
 * it; without one all rows keep their number.
 */
final class TranslateRanking {

    private final TranslateContext context;
    private final PlanNodes nodes;
    private final Project project;
    private final List<RexOver> rankings;

    /** Puts the columns behind the input's, which hold the ranks, in the place of the rankings. */
    private final RexShuttle rankColumns;

    private TranslateRanking(TranslateContext context, PlanNodes nodes, Project project) {
        this.context = context;
        this.nodes = nodes;
        this.project = project;
        this.rankings = rankings(project);
        int inputWidth = project.getInput().getRowType().getFieldCount();
        this.rankColumns = new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                return new RexInputRef(inputWidth + rankings.indexOf(over), over.getType());
            }
        };
    }

    /**
     * A projection that numbers rows.
     *
     * @param input its translated input
     * @param condition over the projection's columns, which the rows kept fulfil; null for none
     */
    static PlanNode of(
            TranslateContext context, PlanNodes nodes, Project project, PlanNode input, @Nullable RexNode condition) {
        return new TranslateRanking(context, nodes, project).node(input, condition);
    }

    private PlanNode node(PlanNode input, @Nullable RexNode condition) {
        Condition said = new Condition(condition);
        if (said.ranks.isEmpty()) {
            return nodes.values(List.of(), TypeMapping.toCoreSchema(project.getRowType()));
        }
        PlanNode ranked = input;
        for (RexOver ranking : rankings) {
            checkSupported(ranking, said.ranks);
            ranked = ranked(ranked, ranking, said.ranks);
        }
        ranked = filtered(ranked, rankColumns.apply(said.below));
        PlanNode projected = nodes.project(
                ranked,
                new TranslateExpression(context, ranked.schema()).all(rankColumns.apply(project.getProjects())),
                project.getRowType().getFieldNames());
        return filtered(projected, said.above);
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

        private Ranks ranks = new Ranks(1, Long.MAX_VALUE, true);

        /** Of the columns that are projected, with rankings among them. */
        private final List<RexNode> below = new ArrayList<>();

        /** Of the projection's columns. */
        private final List<RexNode> above = new ArrayList<>();

        Condition(@Nullable RexNode condition) {
            List<RexNode> parts = condition == null ? List.of() : parts(condition);
            for (RexNode part : parts) {
                RexNode pushed = RelOptUtil.pushPastProject(part, project);
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
            Ranks said = rankings.size() == 1 ? Ranks.of(overRankings, rankings.get(0)) : Ranks.UNKNOWN;
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
            throw refused(ranking, ranking.getAggOperator().getName() + " is not supported in a Top-N");
        }
        if (!ranks.isBounded()) {
            throw refused(ranking, "a Top-N needs an upper bound of its rank");
        }
    }

    private static EngineException refused(RexOver ranking, String message) {
        EngineException error = new EngineException(ErrorCode.NOT_SUPPORTED, message)
                .withDetail("compatibility = 'flink' refuses what Flink refuses.")
                .withHint("SET compatibility = 'native' allows it.");
        return ranking.getParserPosition().equals(org.apache.calcite.sql.parser.SqlParserPos.ZERO)
                ? error
                : Positions.at(ranking.getParserPosition(), error);
    }

    private PlanNode ranked(PlanNode input, RexOver ranking, Ranks ranks) {
        RexWindow window = ranking.getWindow();
        TranslateExpression expressions = new TranslateExpression(context, input.schema());
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < input.schema().size(); i++) {
            columns.add(new InputRef(i, input.schema().type(i)));
        }
        List<Integer> partition = window.partitionKeys.stream()
                .map(key -> columnOf(expressions.of(key), columns))
                .toList();
        List<SortKey> order = new ArrayList<>();
        for (RexFieldCollation key : window.orderKeys) {
            boolean descending = key.right.contains(SqlKind.DESCENDING);
            boolean nullsFirst =
                    key.right.contains(SqlKind.NULLS_FIRST) || (!key.right.contains(SqlKind.NULLS_LAST) && !descending);
            order.add(new SortKey(columnOf(expressions.of(key.left), columns), descending, nullsFirst));
        }
        boolean oneRow = function(ranking) == RankFunction.ROW_NUMBER && ranks.from() == 1 && ranks.to() == 1;
        if (oneRow && order.size() == 1 && order.get(0).descending() && isTime(order.get(0), columns, input)) {
            // The last row by time is the one that came last of those with the same time.
            order.add(SortKey.LATEST);
        }
        if (order.size() == 1
                && !order.get(0).descending()
                && function(ranking) == RankFunction.ROW_NUMBER
                && TimeAttributes.isProcessingTime(columns.get(order.get(0).column()), input)) {
            // That is the order of arrival, in which rows stand without being sorted.
            order.clear();
        }
        List<String> names = new ArrayList<>(input.schema().names());
        IntStream.range(names.size(), columns.size()).forEach(i -> names.add("$" + i));
        PlanNode computed = nodes.project(input, columns, names);
        PlanNode ranked =
                nodes.topN(computed, partition, order, function(ranking), ranks.from(), ranks.to(), nameOf(ranking));
        return nodes.columns(
                ranked,
                IntStream.concat(IntStream.range(0, input.schema().size()), IntStream.of(columns.size()))
                        .toArray());
    }

    private static boolean isTime(SortKey key, List<Expression> columns, PlanNode input) {
        return TimeAttributes.isTime(columns.get(key.column()), input);
    }

    /** The column that holds the value, a new one if none does. */
    private static int columnOf(Expression value, List<Expression> columns) {
        int known = columns.indexOf(value);
        if (known < 0) {
            columns.add(value);
        }
        return known < 0 ? columns.size() - 1 : known;
    }

    private String nameOf(RexOver ranking) {
        int column = project.getProjects().indexOf(ranking);
        return column < 0 ? "$rank" : project.getRowType().getFieldNames().get(column);
    }

    private static RankFunction function(RexOver ranking) {
        return switch (ranking.getAggOperator().getKind()) {
            case ROW_NUMBER -> RankFunction.ROW_NUMBER;
            case RANK -> RankFunction.RANK;
            case DENSE_RANK -> RankFunction.DENSE_RANK;
            default ->
                throw Positions.at(
                        ranking.getParserPosition(),
                        new EngineException(
                                ErrorCode.NOT_SUPPORTED,
                                ranking.getAggOperator().getName() + " OVER is not supported yet"));
        };
    }

    private static List<RexOver> rankings(Project project) {
        Set<RexOver> found = new LinkedHashSet<>();
        RexVisitorImpl<@Nullable Void> finder = new RexVisitorImpl<>(true) {
            @Override
            public @Nullable Void visitOver(RexOver over) {
                found.add(over);
                return null;
            }
        };
        project.getProjects().forEach(expression -> expression.accept(finder));
        return List.copyOf(found);
    }
}
