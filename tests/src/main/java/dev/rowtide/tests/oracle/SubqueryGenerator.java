// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.GroupStyle;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.SetOperation;
import dev.rowtide.tests.oracle.Relation.SetOperator;
import dev.rowtide.tests.oracle.Subquery.Extended;
import dev.rowtide.tests.oracle.Subquery.Filtered;
import dev.rowtide.tests.oracle.Subquery.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Subqueries in WHERE, in SELECT lists, and in FROM where they refer to what stands before them. */
final class SubqueryGenerator {

    private static final int CORRELATED_PERCENT = 60;
    private static final int REFERS_DEEPER_PERCENT = 15;
    private static final int SELF_JOINED_ROWS_MAX = 40;
    private static final int ONE_ROW_PERCENT = 12;
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    private final Dice dice;
    private final InputGenerator inputs;
    private final Names names;
    private final JoinGenerator joins;
    private final AggregateGenerator aggregates;
    private final RankingGenerator rankings;
    private final OverGenerator windows;

    SubqueryGenerator(
            Dice dice,
            InputGenerator inputs,
            Names names,
            JoinGenerator joins,
            AggregateGenerator aggregates,
            RankingGenerator rankings,
            OverGenerator windows) {
        this.dice = dice;
        this.inputs = inputs;
        this.names = names;
        this.joins = joins;
        this.aggregates = aggregates;
        this.rankings = rankings;
        this.windows = windows;
    }

    /** A relation whose rows are chosen, or told more of, by a subquery over another one. */
    Relation over(Relation input, Relation asked) {
        Aliased outer = new Aliased(input, names.alias());
        boolean inSelect = dice.percent(30);
        boolean ofOneRow = dice.percent(ONE_ROW_PERCENT);
        Relation read = dice.percent(REFERS_DEEPER_PERCENT) ? referring(outer, asked) : asked;
        Subquery subquery = ofOneRow
                ? ofOneRow(outer, asked, inSelect)
                : subquery(outer, new Aliased(read, names.alias()), inSelect);
        if (inSelect) {
            return new Extended(outer, subquery, names.column());
        }
        Expression alternative =
                dice.percent(20) ? new ExpressionGenerator(dice, inputs, outer.columns()).condition(1) : null;
        return new Filtered(outer, subquery, alternative);
    }

    /** Two relations, the second asked for each row of the first. */
    Lateral lateral(Relation input, Relation asked) {
        Aliased left = new Aliased(input, names.alias());
        Aliased right = new Aliased(referring(left, asked), names.alias());
        List<Named> items = new ArrayList<>();
        for (Column column : left.columns()) {
            if (dice.percent(70)) {
                items.add(new Named(Expression.column(column), names.column()));
            }
        }
        right.columns().forEach(column -> items.add(new Named(Expression.column(column), names.column())));
        return new Lateral(left, dice.pick(List.of(Lateral.Kind.values())), right, items);
    }

    /** The value of a column in the first row. */
    private Subquery ofOneRow(Aliased outer, Relation asked, boolean inSelect) {
        Relation read = dice.percent(CORRELATED_PERCENT) ? belonging(outer, asked) : asked;
        Aliased from = new Aliased(rankings.first(read), names.alias());
        Expression member = Expression.column(dice.pick(from.columns()));
        if (inSelect) {
            return new Subquery(Kind.VALUE, List.of(), from, List.of(member), null, null, null);
        }
        Expression probe = new ExpressionGenerator(dice, inputs, outer.columns()).ofType(member.type(), 1);
        return new Subquery(Kind.VALUE, List.of(probe), from, List.of(member), null, dice.pick(OPERATORS), null);
    }

    /** What a subquery reads, and refers to the row around it already below the subquery's own WHERE. */
    private Relation referring(Aliased outer, Relation asked) {
        Relation one = belonging(outer, asked);
        return switch (dice.between(0, 9)) {
            case 0 -> one;
            case 1 -> new Select(one, items(one), null, true);
            case 2 -> rankings.limit(one);
            case 3 -> rankings.topN(one);
            case 4 -> grouped(one);
            case 5 -> twiceReferring(outer, asked);
            case 6 -> windows.over(one);
            case 7 ->
                new SetOperation(
                        one, dice.pick(List.of(SetOperator.values())), dice.percent(50), belonging(outer, asked));
            default -> asked.rowsMax() > SELF_JOINED_ROWS_MAX ? one : joins.join(one, belonging(outer, asked));
        };
    }

    /** An aggregate, but none of equal grouping sets, which is refused here. */
    private Relation grouped(Relation input) {
        Aggregate aggregate = aggregates.aggregate(input);
        return aggregate.style() == GroupStyle.SETS && aggregate.groups().size() == 1 ? input : aggregate;
    }

    /** Has a subquery of its own, which refers to the rows of both queries around it. */
    private Relation twiceReferring(Aliased outer, Relation asked) {
        Aliased middle = new Aliased(asked, names.alias());
        Aliased inner = new Aliased(asked, names.alias());
        List<Column> around = new ArrayList<>(outer.columns());
        around.addAll(middle.columns());
        Expression correlation = joins.correlation(around, inner.columns());
        Subquery plain = subquery(middle, inner, false);
        return new Filtered(middle, plain.where(correlation), null);
    }

    private Select belonging(Aliased outer, Relation asked) {
        return new Select(asked, items(asked), joins.correlation(outer.columns(), asked.columns()), false);
    }

    private List<Named> items(Relation relation) {
        return relation.columns().stream()
                .map(column -> new Named(Expression.column(column), names.column()))
                .toList();
    }

    private Subquery subquery(Aliased outer, Aliased from, boolean inSelect) {
        ExpressionGenerator outers = new ExpressionGenerator(dice, inputs, outer.columns());
        ExpressionGenerator inners = new ExpressionGenerator(dice, inputs, from.columns());
        Kind kind = inSelect && dice.percent(70) ? Kind.VALUE : dice.pick(List.of(Kind.values()));
        List<Expression> probes = new ArrayList<>();
        List<Expression> members = new ArrayList<>();
        Call call = null;
        String operator = null;
        if (kind == Kind.VALUE) {
            call = aggregates.call(inners, from.relation().rowsMax());
            if (!inSelect) {
                operator = dice.pick(OPERATORS);
                probes.add(outers.ofType(call.column().type(), 1));
            }
        } else if (kind == Kind.IN || kind == Kind.NOT_IN) {
            for (int i = 0, n = dice.percent(80) ? 1 : 2; i < n; i++) {
                Expression member = dice.percent(70) ? inners.column() : inners.any(1);
                members.add(member);
                probes.add(outers.ofType(member.type(), dice.percent(70) ? 0 : 1));
            }
        }
        Expression where = where(outer, from, inners);
        if ((kind == Kind.EXISTS || kind == Kind.NOT_EXISTS) && from.relation().hasRowAlways()) {
            where = where == null ? inners.condition(1) : where;
        }
        return new Subquery(kind, probes, from, members, call, operator, where);
    }

    private @Nullable Expression where(Aliased outer, Aliased from, ExpressionGenerator inners) {
        Expression own = dice.percent(25) ? inners.condition(1) : null;
        Expression correlation =
                dice.percent(CORRELATED_PERCENT) ? joins.correlation(outer.columns(), from.columns()) : null;
        return own == null ? correlation : correlation == null ? own : correlation.and(own);
    }
}
