// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Rows;
import dev.rowtide.tests.oracle.Relation.Scan;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.SetOperation;
import dev.rowtide.tests.oracle.Relation.SetOperator;
import dev.rowtide.tests.oracle.Relation.Unnest;
import dev.rowtide.tests.oracle.Relation.View;
import dev.rowtide.tests.oracle.Windowed.Emit;
import dev.rowtide.tests.oracle.Windowed.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Cases from seeds. */
final class CaseGenerator {

    /** How many cases have one query, with arrivals of their own. */
    static final int DATA_SETS = 10;

    private static final int DEPTH_MAX = 5;
    private static final int EXPRESSION_DEPTH = 2;
    private static final int WINDOWS_PERCENT = 30;
    private static final int IN_TIME_PERCENT = 12;
    private static final long JOINED_ROWS_MAX = 3_000;

    private final Dice dice;
    private final InputGenerator inputs;
    private final List<List<InputChange>> dataSets = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final List<Relation> made = new ArrayList<>();
    private final Names names = new Names();
    private final AggregateGenerator aggregates;
    private final JoinGenerator joins;
    private final SubqueryGenerator subqueries;
    private final RankingGenerator rankings;
    private final OverGenerator windows;

    private CaseGenerator(long seed, int index) {
        dice = new Dice(seed, index);
        inputs = new InputGenerator(dice);
        aggregates = new AggregateGenerator(dice, inputs, names);
        joins = new JoinGenerator(dice, inputs, names);
        rankings = new RankingGenerator(dice, names);
        windows = new OverGenerator(dice, inputs, names, aggregates, rankings);
        subqueries = new SubqueryGenerator(dice, inputs, names, joins, aggregates, rankings, windows);
        for (int i = 0; i < DATA_SETS; i++) {
            dataSets.add(inputs.arrivals(dice.percent(90) ? dice.between(3, 24) : dice.between(25, 80)));
        }
    }

    /** The case of that number in the sequence of a seed; so many at a time have one query. */
    static OracleCase generate(long seed, int index) {
        CaseGenerator generator = new CaseGenerator(seed, index / DATA_SETS);
        Relation query = generator.relation(generator.dice.between(1, DEPTH_MAX));
        return new OracleCase(
                generator.inputs.tables(),
                generator.dataSets.get(index % DATA_SETS),
                query,
                generator.dice.between(1, 12));
    }

    private Relation relation(int depth) {
        if (depth == 0) {
            return leaf();
        }
        Relation relation = operator(depth);
        made.add(relation);
        return relation;
    }

    private Relation operator(int depth) {
        if (inputs.tables().stream().anyMatch(table -> table.eventTime() != null) && dice.percent(IN_TIME_PERCENT)) {
            return inTime();
        }
        int choice = dice.between(0, 99);
        if (choice < 15) {
            return select(relation(depth - 1), false);
        } else if (choice < 31) {
            return aggregates.aggregate(relation(depth - 1));
        } else if (choice < 34) {
            return unnest(relation(depth - 1));
        } else if (choice < 38) {
            return select(relation(depth - 1), true);
        } else if (choice < 46) {
            return setOperation(depth);
        } else if (choice < 61) {
            return join(depth);
        } else if (choice < 66) {
            return lateral(depth);
        } else if (choice < 76) {
            return subqueries.over(relation(depth - 1), other(depth));
        } else if (choice < 82) {
            return rankings.topN(relation(depth - 1));
        } else if (choice < 90) {
            return windows.over(relation(depth - 1));
        } else if (choice < 93) {
            return rankings.limit(relation(depth - 1));
        } else if (choice < 95) {
            return new Replayed(relation(depth - 1));
        } else if (choice < 98) {
            View view = new View(names.view(), relation(depth - 1));
            views.add(view);
            return view;
        }
        return leaf();
    }

    /** A second input: not deeper than the first, and sometimes one that is there already, so that two ways lead from one source to one operator. */
    private Relation other(int depth) {
        return !made.isEmpty() && dice.percent(30) ? dice.pick(made) : relation(dice.between(0, depth - 1));
    }

    private Relation join(int depth) {
        Relation left = relation(depth - 1);
        Relation right = dice.percent(15) ? left : other(depth);
        if ((left.rowsMax() + 1L) * (right.rowsMax() + 1L) > JOINED_ROWS_MAX) {
            right = leaf();
        }
        return (left.rowsMax() + 1L) * (right.rowsMax() + 1L) > JOINED_ROWS_MAX
                ? select(left, false)
                : joins.join(left, right);
    }

    private Relation lateral(int depth) {
        Relation left = relation(depth - 1);
        Relation asked = other(depth);
        return (left.rowsMax() + 1L) * (asked.rowsMax() + 1L) > JOINED_ROWS_MAX
                ? select(left, false)
                : subqueries.lateral(left, asked);
    }

    private Relation leaf() {
        if (!views.isEmpty() && dice.percent(25)) {
            return dice.pick(views);
        }
        if (dice.percent(8)) {
            return rows();
        }
        Scan scan = scan(dice.between(0, inputs.tables().size() - 1));
        boolean windows = scan.table().eventTime() != null && dice.percent(WINDOWS_PERCENT);
        return windows || scan.table().isLate() ? windowed(scan, dice.pick(List.of(Span.values()))) : scan;
    }

    /** Rows with the windows that they are in, and mostly what there is in each of those. Of rows that are late nothing but windows sees the time. */
    private Relation windowed(Scan scan, Span span) {
        List<Column> partition = new ArrayList<>();
        if (span == Span.SESSION) {
            scan.columns().stream().filter(column -> dice.percent(25)).forEach(partition::add);
        }
        Emit emit = scan.table().isLate()
                ? dice.pick(Emit.OF_LATE_ROWS)
                : dice.percent(50) ? Emit.ON_WATERMARK : dice.pick(List.of(Emit.values()));
        Windowed windowed = new Windowed(scan, span, partition, emit, name(), name());
        List<Column> groups = new ArrayList<>(windowed.bounds());
        groups.addAll(partition);
        return scan.table().isLate() || dice.percent(70) ? aggregates.aggregate(windowed, groups) : windowed;
    }

    /**
     * Rows of two tables, or of one with itself, whose times are near to one another, or closest; or rows of windows that are the same; or the first ones of each window.
     */
    private Relation inTime() {
        List<Scan> timed = IntStream.range(0, inputs.tables().size())
                .mapToObj(this::scan)
                .filter(scan -> scan.table().eventTime() != null)
                .toList();
        List<Scan> inTime =
                timed.stream().filter(scan -> !scan.table().isLate()).toList();
        List<Scan> appended = inTime.stream()
                .filter(scan -> scan.table().kind() == InputTable.Kind.APPEND)
                .toList();
        if (!appended.isEmpty() && dice.percent(30)) {
            AsOf closest = joins.asOf(dice.pick(inTime), dice.pick(appended));
            if (closest != null) {
                return closest;
            }
        }
        if (!inTime.isEmpty() && dice.percent(40)) {
            Scan left = dice.pick(inTime);
            Scan right = dice.pick(inTime);
            return (left.rowsMax() + 1L) * (right.rowsMax() + 1L) > JOINED_ROWS_MAX
                    ? left
                    : joins.nearInTime(left, right);
        }
        Span span = dice.pick(List.of(Span.values()));
        Relation windows = windowed(dice.pick(timed), span);
        if (dice.percent(50)) {
            return rankings.topN(windows, bounds(windows));
        }
        Relation others = windowed(dice.pick(timed), span);
        return (windows.rowsMax() + 1L) * (others.rowsMax() + 1L) > JOINED_ROWS_MAX
                ? windows
                : joins.ofWindows(windows, bounds(windows), others, bounds(others));
    }

    private static List<Column> bounds(Relation windows) {
        return windows instanceof Windowed windowed
                ? windowed.bounds()
                : windows.columns().subList(0, 2);
    }

    private Scan scan(int index) {
        InputTable table = inputs.tables().get(index);
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < table.schema().size(); c++) {
            columns.add(new Column(
                    table.schema().name(c), table.schema().type(c).withNullable(true), inputs.bound(index, c), true));
        }
        int rows = dataSets.stream()
                .mapToInt(arrivals -> (int) arrivals.stream()
                        .filter(change -> change.table() == index)
                        .count())
                .max()
                .orElse(0);
        return new Scan(table, columns, rows);
    }

    private Rows rows() {
        List<Type> types = new ArrayList<>();
        for (int c = 0, n = dice.between(1, 3); c < n; c++) {
            types.add(dice.pick(InputGenerator.TYPES));
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int r = 0, n = dice.between(1, 4); r < n; r++) {
            List<@Nullable Object> row = new ArrayList<>();
            types.forEach(type -> row.add(dice.percent(10) ? null : inputs.value(type)));
            rows.add(row);
        }
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < types.size(); c++) {
            int column = c;
            double bound = rows.stream()
                    .mapToDouble(row -> Literals.magnitude(row.get(column)))
                    .max()
                    .orElse(0);
            columns.add(new Column(name(), types.get(c), bound, true));
        }
        return new Rows(columns, rows);
    }

    private Select select(Relation input, boolean distinct) {
        ExpressionGenerator expressions = over(input);
        List<Named> items = new ArrayList<>();
        for (int i = 0, n = dice.between(1, 4); i < n; i++) {
            items.add(named(dice.percent(50) ? expressions.column() : expressions.any(EXPRESSION_DEPTH)));
        }
        return new Select(input, items, where(expressions, distinct ? 20 : 50), distinct);
    }

    /** Of relations with columns of equal types: the second is asked for what the first has. */
    private SetOperation setOperation(int depth) {
        Relation left = relation(depth - 1);
        SetOperator operator =
                dice.percent(50) ? SetOperator.UNION : dice.pick(List.of(SetOperator.INTERSECT, SetOperator.EXCEPT));
        Relation input = dice.percent(operator == SetOperator.UNION ? 10 : 50) ? left : other(depth);
        ExpressionGenerator expressions = over(input);
        List<Named> items = new ArrayList<>();
        for (Column column : left.columns()) {
            Expression same = input == left && dice.percent(90)
                    ? Expression.column(column)
                    : expressions.ofType(column.type(), 1);
            items.add(named(same));
        }
        Select right = new Select(input, items, where(expressions, input == left ? 80 : 30), false);
        return new SetOperation(left, operator, dice.percent(50), right);
    }

    private Unnest unnest(Relation input) {
        ExpressionGenerator expressions = over(input);
        List<Expression> elements = new ArrayList<>();
        elements.add(dice.percent(50) ? expressions.column() : expressions.any(1));
        Type type = elements.get(0).type();
        for (int i = 0, n = dice.between(0, 2); i < n; i++) {
            elements.add(expressions.ofType(type, 1));
        }
        double bound = elements.stream().mapToDouble(Expression::bound).max().orElse(0);
        boolean exact = elements.stream().allMatch(Expression::exact);
        boolean ofMap = dice.percent(20);
        Column number = ofMap || dice.percent(40) ? new Column(name(), Type.INTEGER, elements.size(), true) : null;
        return new Unnest(
                input,
                elements,
                dice.percent(40) ? expressions.condition(1) : null,
                new Column(name(), type.withNullable(true), bound, exact),
                number,
                dice.percent(40),
                dice.percent(25),
                ofMap);
    }

    private @Nullable Expression where(ExpressionGenerator expressions, int percent) {
        return dice.percent(percent) ? expressions.condition(EXPRESSION_DEPTH) : null;
    }

    private ExpressionGenerator over(Relation input) {
        return new ExpressionGenerator(dice, inputs, input.columns());
    }

    private Named named(Expression expression) {
        return new Named(expression, name());
    }

    private String name() {
        return names.column();
    }
}
