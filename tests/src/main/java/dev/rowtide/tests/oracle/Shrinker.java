// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.InputChange.Row;
import dev.rowtide.tests.oracle.Ranking.Limit;
import dev.rowtide.tests.oracle.Ranking.TopN;
import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.HavingStyle;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.SetOperation;
import dev.rowtide.tests.oracle.Relation.SetOperator;
import dev.rowtide.tests.oracle.Relation.Unnest;
import dev.rowtide.tests.oracle.Relation.View;
import dev.rowtide.tests.oracle.Subquery.Extended;
import dev.rowtide.tests.oracle.Subquery.Filtered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes a failing case smaller while it fails: leaves out arrivals and parts of the query. */
final class Shrinker {

    private static final int TRIALS_MAX = 2_000;

    private final Predicate<OracleCase> fails;
    private int trials;

    /**
     * @param fails whether a case still shows the fault
     */
    Shrinker(Predicate<OracleCase> fails) {
        this.fails = fails;
    }

    OracleCase shrink(OracleCase failing) {
        OracleCase smallest = failing;
        boolean smaller = true;
        while (smaller && trials < TRIALS_MAX) {
            OracleCase before = smallest;
            smallest = withSimplerQuery(withFewerArrivals(smallest));
            smaller = smallest != before;
        }
        return smallest;
    }

    private boolean fails(OracleCase candidate) {
        return ++trials < TRIALS_MAX && hasOneAnswer(candidate.query()) && fails.test(candidate);
    }

    private static boolean hasOneAnswer(Relation relation) {
        return (!(relation instanceof Over over) || over.hasOneAnswer())
                && relation.inputs().stream().allMatch(Shrinker::hasOneAnswer);
    }

    private OracleCase withSimplerQuery(OracleCase failing) {
        for (Relation simpler : simplerRoots(failing.query())) {
            OracleCase candidate = failing.withQuery(simpler);
            if (fails(candidate)) {
                return withSimplerQuery(candidate);
            }
        }
        return failing;
    }

    private OracleCase withFewerArrivals(OracleCase failing) {
        OracleCase smallest = failing;
        for (int run = Math.max(1, failing.arrivals().size() / 2); run >= 1; run /= 2) {
            for (int at = 0; at + run <= smallest.arrivals().size(); ) {
                List<InputChange> fewer = new ArrayList<>(smallest.arrivals());
                fewer.subList(at, at + run).clear();
                OracleCase candidate = smallest.withArrivals(repaired(fewer, smallest.tables()));
                if (fails(candidate)) {
                    smallest = candidate;
                } else {
                    at += run;
                }
            }
        }
        return smallest;
    }

    /** The same without taking out what is no longer in: an update of such a row inserts, a delete of it goes. */
    static List<InputChange> repaired(List<InputChange> arrivals, List<InputTable> tables) {
        List<Map<Object, Integer>> copies = new ArrayList<>();
        tables.forEach(table -> copies.add(new HashMap<>()));
        List<InputChange> repaired = new ArrayList<>();
        for (InputChange change : arrivals) {
            List<Row> rows = new ArrayList<>();
            for (Row row : change.rows()) {
                if (tables.get(change.table()).kind().isUpsert()) {
                    rows.add(row);
                } else if (row.kind().isRetraction()) {
                    if (copies.get(change.table()).getOrDefault(row.values(), 0) > 0) {
                        copies.get(change.table()).merge(row.values(), -1, Integer::sum);
                        rows.add(row);
                    }
                } else {
                    copies.get(change.table()).merge(row.values(), 1, Integer::sum);
                    boolean alone = row.kind() == RowKind.UPDATE_AFTER && rows.isEmpty();
                    rows.add(alone ? new Row(RowKind.INSERT, row.values()) : row);
                }
            }
            if (!rows.isEmpty()) {
                repaired.add(new InputChange(change.table(), rows));
            }
        }
        return repaired;
    }

    /** Queries that are simpler; their columns may differ. */
    private static List<Relation> simplerRoots(Relation query) {
        List<Relation> simpler = new ArrayList<>(query.inputs());
        if (query instanceof Select select && select.items().size() > 1) {
            for (Named item : select.items()) {
                simpler.add(
                        new Select(select.input(), without(select.items(), item), select.where(), select.distinct()));
            }
        } else if (query instanceof Aggregate aggregate && aggregate.having() == null) {
            for (Call call : aggregate.calls()) {
                simpler.add(with(aggregate, aggregate.where(), without(aggregate.calls(), call), null));
            }
            for (Named group : aggregate.groups()) {
                simpler.add(new Aggregate(
                        aggregate.input(),
                        aggregate.where(),
                        without(aggregate.groups(), group),
                        aggregate.style(),
                        aggregate.calls(),
                        null,
                        HavingStyle.CALLS));
            }
            simpler.removeIf(candidate -> candidate.columns().isEmpty());
        } else if (query instanceof Over over && over.functions().size() > 1) {
            over.functions().forEach(function -> simpler.add(over.withFunctions(without(over.functions(), function))));
        } else if (query instanceof Join join && join.items().size() > 1) {
            join.items().forEach(item -> simpler.add(withItems(join, without(join.items(), item))));
        }
        simpler.addAll(simplerParts(query));
        return simpler;
    }

    /** Simpler relations with the same columns. */
    private static List<Relation> simplerParts(Relation relation) {
        List<Relation> simpler = new ArrayList<>();
        if (relation instanceof Select select) {
            simplerSelects(select, simpler);
        } else if (relation instanceof Aggregate aggregate) {
            simplerAggregates(aggregate, simpler);
        } else if (relation instanceof SetOperation operation) {
            simpler.add(operation.left());
            if (operation.operator() != SetOperator.UNION || !operation.all()) {
                simpler.add(new SetOperation(operation.left(), SetOperator.UNION, true, operation.right()));
            }
        } else if (relation instanceof Join join) {
            simplerJoins(join, simpler);
        } else if (relation instanceof Filtered filtered) {
            simpler.add(filtered.input().relation());
            if (filtered.alternative() != null) {
                simpler.add(new Filtered(filtered.input(), filtered.subquery(), null));
            }
            simplerSubqueries(filtered.subquery())
                    .forEach(subquery -> simpler.add(new Filtered(filtered.input(), subquery, filtered.alternative())));
        } else if (relation instanceof Extended extended) {
            simpler.add(padded(extended.columns(), extended.input()));
            simplerSubqueries(extended.subquery())
                    .forEach(subquery -> simpler.add(new Extended(extended.input(), subquery, extended.name())));
        } else if (relation instanceof Unnest unnest) {
            simplerUnnests(unnest, simpler);
        } else if (relation instanceof TopN topN) {
            simpler.add(padded(topN.columns(), new Aliased(topN.input(), "")));
        } else if (relation instanceof Limit limit) {
            simpler.add(limit.input());
        } else if (relation instanceof Windowed windowed) {
            simpler.add(padded(windowed.columns(), new Aliased(windowed.input(), "")));
        } else if (relation instanceof Replayed replayed) {
            simpler.add(replayed.input());
        } else if (relation instanceof AsOf join) {
            simpler.add(oneSide(join.items(), join.left()));
        } else if (relation instanceof Lateral lateral) {
            simpler.add(oneSide(lateral.items(), lateral.left()));
        }
        if (relation instanceof View view) {
            simpler.add(view.definition());
            return simpler;
        }
        for (int i = 0; i < relation.inputs().size(); i++) {
            List<Relation> inputs = new ArrayList<>(relation.inputs());
            for (Relation input : simplerParts(relation.inputs().get(i))) {
                inputs.set(i, input);
                simpler.add(relation.withInputs(inputs));
            }
        }
        return simpler;
    }

    private static void simplerUnnests(Unnest unnest, List<Relation> simpler) {
        simpler.add(padded(unnest.columns(), new Aliased(unnest.input(), "")));
        if (unnest.distinct()) {
            simpler.add(with(unnest, unnest.elements(), unnest.present(), false));
        }
        if (unnest.present() != null) {
            simpler.add(with(unnest, unnest.elements(), null, unnest.distinct()));
        }
        if (unnest.elements().size() > 1) {
            for (Expression element : unnest.elements()) {
                simpler.add(with(unnest, List.of(element), unnest.present(), unnest.distinct()));
            }
        }
    }

    private static Unnest with(
            Unnest unnest, List<Expression> elements, @Nullable Expression present, boolean distinct) {
        return new Unnest(
                unnest.input(),
                elements,
                present,
                unnest.element(),
                unnest.number(),
                unnest.outer(),
                distinct,
                unnest.ofMap());
    }

    private static void simplerJoins(Join join, List<Relation> simpler) {
        simpler.add(oneSide(join.items(), join.left()));
        simpler.add(oneSide(join.items(), join.right()));
        if (join.kind() != Join.Kind.INNER) {
            simpler.add(with(join, Join.Kind.INNER, join.equalities(), join.rest()));
        }
        if (join.rest() != null) {
            simpler.add(with(join, join.kind(), join.equalities(), null));
            join.rest().parts().forEach(part -> simpler.add(with(join, join.kind(), join.equalities(), part)));
        }
        for (Join.Equality equality : join.equalities()) {
            simpler.add(with(join, join.kind(), without(join.equalities(), equality), join.rest()));
        }
    }

    private static Join with(Join join, Join.Kind kind, List<Join.Equality> equalities, @Nullable Expression rest) {
        return new Join(join.left(), kind, join.right(), join.names(), join.natural(), equalities, rest, join.items());
    }

    private static Join withItems(Join join, List<Named> items) {
        return new Join(
                join.left(),
                join.kind(),
                join.right(),
                join.names(),
                join.natural(),
                join.equalities(),
                join.rest(),
                items);
    }

    /** A join's columns of one side; NULL in those of the other. */
    private static Relation oneSide(List<Named> joined, Aliased side) {
        List<Named> items = new ArrayList<>();
        for (Named item : joined) {
            String name = item.expression().rowtide().replaceFirst("^" + side.alias() + "\\.", "");
            boolean own = side.relation().columns().stream()
                    .anyMatch(column -> column.name().equals(name));
            items.add(new Named(own ? Expression.column(renamed(item, name)) : nothing(item.column()), item.name()));
        }
        return new Select(side.relation(), items, null, false);
    }

    private static Column renamed(Named item, String name) {
        return item.expression().named(name);
    }

    /** Columns of a relation, NULL in those that it lacks. */
    private static Relation padded(List<Column> columns, Aliased from) {
        List<Column> own = from.relation().columns();
        List<Named> items = new ArrayList<>();
        for (Column column : columns) {
            items.add(new Named(own.contains(column) ? Expression.column(column) : nothing(column), column.name()));
        }
        return new Select(from.relation(), items, null, false);
    }

    private static Expression nothing(Column column) {
        return new Expression(
                Literals.rowtide(null, column.type()),
                Literals.duckDb(null, column.type()),
                column.type(),
                column.bound(),
                column.exact(),
                true,
                List.of());
    }

    private static List<Subquery> simplerSubqueries(Subquery subquery) {
        List<Subquery> simpler = new ArrayList<>();
        if (subquery.where() != null) {
            simpler.add(subquery.where(null));
            subquery.where().parts().forEach(part -> simpler.add(subquery.where(part)));
        }
        return simpler;
    }

    private static void simplerSelects(Select select, List<Relation> simpler) {
        if (select.where() != null) {
            simpler.add(new Select(select.input(), select.items(), null, select.distinct()));
            for (Expression part : select.where().parts()) {
                simpler.add(new Select(select.input(), select.items(), part, select.distinct()));
            }
        }
        if (select.distinct()) {
            simpler.add(new Select(select.input(), select.items(), select.where(), false));
        }
        for (int i = 0; i < select.items().size(); i++) {
            Named item = select.items().get(i);
            for (Expression part : item.expression().parts()) {
                List<Named> items = new ArrayList<>(select.items());
                items.set(i, new Named(part, item.name()));
                simpler.add(new Select(select.input(), items, select.where(), select.distinct()));
            }
        }
    }

    private static void simplerAggregates(Aggregate aggregate, List<Relation> simpler) {
        if (aggregate.where() != null) {
            simpler.add(with(aggregate, null, aggregate.calls(), aggregate.having()));
        }
        if (aggregate.having() != null) {
            simpler.add(with(aggregate, aggregate.where(), aggregate.calls(), null));
        }
        for (int i = 0; i < aggregate.calls().size(); i++) {
            Call call = aggregate.calls().get(i);
            List<Call> calls = new ArrayList<>(aggregate.calls());
            if (call.filter() != null) {
                calls.set(
                        i,
                        new Call(call.function(), call.argument(), call.distinct(), null, call.column(), call.text()));
                simpler.add(with(aggregate, aggregate.where(), calls, aggregate.having()));
            } else if (call.distinct() && call.text() == null) {
                calls.set(i, new Call(call.function(), call.argument(), false, null, call.column()));
                simpler.add(with(aggregate, aggregate.where(), calls, aggregate.having()));
            }
        }
    }

    private static Aggregate with(
            Aggregate aggregate, @Nullable Expression where, List<Call> calls, @Nullable Expression having) {
        return new Aggregate(
                aggregate.input(),
                where,
                aggregate.groups(),
                aggregate.style(),
                calls,
                having,
                aggregate.havingStyle());
    }

    private static <T> List<T> without(List<T> list, T element) {
        List<T> rest = new ArrayList<>(list);
        rest.remove(element);
        return rest;
    }
}
