// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Join.Equality;
import dev.rowtide.tests.oracle.Join.Kind;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Scan;
import dev.rowtide.tests.oracle.Relation.Select;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Joins, and the conditions by which rows of two relations meet. */
final class JoinGenerator {

    private static final List<Kind> KINDS =
            List.of(Kind.INNER, Kind.INNER, Kind.INNER, Kind.COMMA, Kind.LEFT, Kind.LEFT, Kind.RIGHT, Kind.FULL);

    private final Dice dice;
    private final InputGenerator inputs;
    private final Names names;

    JoinGenerator(Dice dice, InputGenerator inputs, Names names) {
        this.dice = dice;
        this.inputs = inputs;
        this.names = names;
    }

    Join join(Relation left, Relation right) {
        Kind kind = dice.pick(KINDS);
        List<List<Column>> pairs = pairs(left.columns(), right.columns());
        if (kind != Kind.COMMA && !pairs.isEmpty() && dice.percent(15)) {
            return using(left, kind, right, dice.pick(pairs));
        }
        Aliased lefts = new Aliased(left, names.alias());
        Aliased rights = new Aliased(right, names.alias());
        List<Equality> equalities = dice.percent(20) ? List.of() : equalities(lefts.columns(), rights.columns());
        if (!equalities.isEmpty() && dice.percent(25)) {
            equalities = onKey(lefts, rights, equalities);
        }
        Expression rest = null;
        if (dice.percent(equalities.isEmpty() ? 75 : 30)) {
            rest = both(lefts.columns(), rights.columns()).condition(dice.between(1, 2));
        }
        return new Join(lefts, kind, rights, List.of(), false, equalities, rest, items(lefts, rights));
    }

    /** Of rows whose event times are no further apart than some hours, which an interval join need not keep for ever. */
    Join nearInTime(Scan left, Scan right) {
        Aliased lefts = new Aliased(left, names.alias());
        Aliased rights = new Aliased(right, names.alias());
        String leftTime = lefts.qualified(time(left)).name();
        String rightTime = rights.qualified(time(right)).name();
        int before = dice.between(-1, 4);
        String from = rightTime + " - INTERVAL '" + before + "' HOUR";
        String to = rightTime + " + INTERVAL '" + dice.between(Math.max(0, -before), 4) + "' HOUR";
        String bounds = dice.percent(50)
                ? leftTime + " BETWEEN " + from + " AND " + to
                : "(" + leftTime + " > " + from + " AND " + leftTime + " <= " + to + ")";
        Expression rest = Expression.condition(bounds, bounds);
        if (dice.percent(20)) {
            rest = rest.and(both(lefts.columns(), rights.columns()).condition(1));
        }
        List<Equality> equalities = dice.percent(30) ? List.of() : equalities(lefts.columns(), rights.columns());
        return new Join(lefts, dice.pick(KINDS), rights, List.of(), false, equalities, rest, items(lefts, rights));
    }

    private static Column time(Scan scan) {
        return scan.columns()
                .get(Objects.requireNonNull(scan.table().eventTime()).column());
    }

    /** Of each row with the last one before it that is equal; null if there are no columns that may be equal. */
    @Nullable
    AsOf asOf(Scan left, Scan right) {
        Aliased lefts = new Aliased(left, names.alias());
        Aliased rights = new Aliased(right, names.alias());
        List<List<Column>> pairs = pairs(lefts.columns(), rights.columns());
        if (pairs.isEmpty()) {
            return null;
        }
        List<Equality> equalities = new ArrayList<>();
        for (int i = 0, n = dice.pick(List.of(1, 1, 2)); i < n; i++) {
            List<Column> pair = dice.pick(pairs);
            equalities.add(new Equality(Expression.column(pair.get(0)), false, Expression.column(pair.get(1))));
        }
        return new AsOf(lefts, dice.percent(50), rights, dice.percent(25), equalities, items(lefts, rights));
    }

    /** Of rows of one window; each side's bounds are given. */
    Join ofWindows(Relation left, List<Column> leftBounds, Relation right, List<Column> rightBounds) {
        Aliased lefts = new Aliased(left, names.alias());
        Aliased rights = new Aliased(right, names.alias());
        List<Equality> equalities = new ArrayList<>();
        if (dice.percent(50)) {
            equalities.addAll(equalities(lefts.columns(), rights.columns()));
        }
        for (int i = 0; i < leftBounds.size(); i++) {
            equalities.add(new Equality(
                    Expression.column(lefts.qualified(leftBounds.get(i))),
                    false,
                    Expression.column(rights.qualified(rightBounds.get(i)))));
        }
        Expression rest =
                dice.percent(20) ? both(lefts.columns(), rights.columns()).condition(1) : null;
        return new Join(lefts, dice.pick(KINDS), rights, List.of(), false, equalities, rest, items(lefts, rights));
    }

    /** Renames the right side's columns: one as its partner on the left. */
    private Join using(Relation left, Kind kind, Relation right, List<Column> pair) {
        String name = pair.get(0).name();
        List<Named> renamed = new ArrayList<>();
        for (Column column : right.columns()) {
            boolean isPartner = column.name().equals(pair.get(1).name());
            renamed.add(new Named(Expression.column(column), isPartner ? name : names.column()));
        }
        Aliased lefts = new Aliased(left, names.alias());
        Aliased rights = new Aliased(new Select(right, renamed, null, false), names.alias());
        List<Named> items = new ArrayList<>();
        Column shared = pair.get(0);
        double bound = Math.max(shared.bound(), pair.get(1).bound());
        boolean exact = shared.exact() && pair.get(1).exact();
        items.add(named(new Column(name, shared.type(), bound, exact)));
        Stream.concat(lefts.columns().stream(), rights.columns().stream())
                .filter(column -> !column.name().endsWith('.' + name) && dice.percent(60))
                .forEach(column -> items.add(named(column)));
        return new Join(lefts, kind, rights, List.of(name), dice.percent(40), List.of(), null, items);
    }

    /** Columns of equal types, one of each side. */
    private static List<List<Column>> pairs(List<Column> lefts, List<Column> rights) {
        List<List<Column>> pairs = new ArrayList<>();
        for (Column left : lefts) {
            rights.stream()
                    .filter(right ->
                            right.type().withNullable(true).equals(left.type().withNullable(true)))
                    .forEach(right -> pairs.add(List.of(left, right)));
        }
        return pairs;
    }

    /** Equalities between what one side and what the other has, mostly of columns. */
    private List<Equality> equalities(List<Column> lefts, List<Column> rights) {
        List<List<Column>> pairs = pairs(lefts, rights);
        List<Equality> equalities = new ArrayList<>();
        for (int i = 0, n = dice.pick(List.of(1, 1, 1, 2)); i < n; i++) {
            boolean nullsAreEqual = dice.percent(20);
            if (!pairs.isEmpty() && dice.percent(80)) {
                List<Column> pair = dice.pick(pairs);
                equalities.add(
                        new Equality(Expression.column(pair.get(0)), nullsAreEqual, Expression.column(pair.get(1))));
            } else {
                Expression left = new ExpressionGenerator(dice, inputs, lefts).any(1);
                Expression right = new ExpressionGenerator(dice, inputs, rights).ofType(left.type(), 1);
                if (!left.constant() && !right.constant()) {
                    equalities.add(new Equality(left, nullsAreEqual, right));
                }
            }
        }
        return equalities;
    }

    /** Equalities with all of the right side's key, where the left has columns of its types. */
    private List<Equality> onKey(Aliased left, Aliased right, List<Equality> otherwise) {
        List<Equality> equalities = new ArrayList<>();
        for (Column key : right.relation().key()) {
            List<List<Column>> pairs = pairs(left.columns(), List.of(right.qualified(key)));
            if (pairs.isEmpty()) {
                return otherwise;
            }
            List<Column> pair = dice.pick(pairs);
            equalities.add(new Equality(Expression.column(pair.get(0)), false, Expression.column(pair.get(1))));
        }
        return equalities.isEmpty() ? otherwise : equalities;
    }

    private ExpressionGenerator both(List<Column> left, List<Column> right) {
        return new ExpressionGenerator(
                dice, inputs, Stream.concat(left.stream(), right.stream()).toList());
    }

    /** The keys of the sides, that of the left first, and what else is picked. */
    private List<Named> items(Aliased left, Aliased right) {
        Set<Column> columns = new LinkedHashSet<>();
        if (dice.percent(70)) {
            left.relation().key().forEach(column -> columns.add(left.qualified(column)));
            right.relation().key().forEach(column -> columns.add(right.qualified(column)));
        }
        Stream.concat(left.columns().stream(), right.columns().stream())
                .filter(column -> dice.percent(50))
                .forEach(columns::add);
        if (columns.isEmpty()) {
            columns.add(dice.pick(right.columns()));
        }
        return columns.stream().map(this::named).toList();
    }

    private Named named(Column column) {
        return new Named(Expression.column(column), names.column());
    }

    /** A condition by which rows belong to a row around them; null for any. */
    @Nullable
    Expression correlation(List<Column> outer, List<Column> inner) {
        List<Expression> parts = new ArrayList<>();
        if (dice.percent(80)) {
            for (Equality equality : equalities(outer, inner)) {
                parts.add(Expression.condition(equality.text(Expression::rowtide), equality.text(Expression::duckDb)));
            }
        }
        if (dice.percent(parts.isEmpty() ? 50 : 20)) {
            parts.add(both(outer, inner).condition(1));
        }
        return parts.stream().reduce(Expression::and).orElse(null);
    }
}
