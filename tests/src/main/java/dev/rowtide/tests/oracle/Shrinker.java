// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.tests.oracle.InputChange.Row;
import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.HavingStyle;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.Union;
import dev.rowtide.tests.oracle.Relation.Unnest;
import dev.rowtide.tests.oracle.Relation.View;
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
            smallest = withFewerArrivals(withSimplerQuery(smallest));
            smaller = smallest != before;
        }
        return smallest;
    }

    private boolean fails(OracleCase candidate) {
        return ++trials < TRIALS_MAX && fails.test(candidate);
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
        } else if (relation instanceof Union union) {
            simpler.add(union.left());
            if (!union.all()) {
                simpler.add(new Union(union.left(), union.right(), true));
            }
            simplerParts(union.left()).forEach(left -> simpler.add(new Union(left, union.right(), union.all())));
            simplerParts(union.right()).forEach(right -> simpler.add(new Union(union.left(), right, union.all())));
        } else if (relation instanceof View view) {
            simpler.add(view.definition());
        } else if (relation instanceof Unnest unnest) {
            simplerUnnests(unnest, simpler);
        }
        return simpler;
    }

    private static void simplerUnnests(Unnest unnest, List<Relation> simpler) {
        if (unnest.distinct()) {
            simpler.add(with(unnest, unnest.input(), unnest.elements(), unnest.present(), false));
        }
        if (unnest.present() != null) {
            simpler.add(with(unnest, unnest.input(), unnest.elements(), null, unnest.distinct()));
        }
        if (unnest.elements().size() > 1) {
            for (Expression element : unnest.elements()) {
                simpler.add(with(unnest, unnest.input(), List.of(element), unnest.present(), unnest.distinct()));
            }
        }
        simplerParts(unnest.input())
                .forEach(input ->
                        simpler.add(with(unnest, input, unnest.elements(), unnest.present(), unnest.distinct())));
    }

    private static Unnest with(
            Unnest unnest, Relation input, List<Expression> elements, @Nullable Expression present, boolean distinct) {
        return new Unnest(input, elements, present, unnest.element(), unnest.number(), unnest.outer(), distinct);
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
        simplerParts(select.input())
                .forEach(input -> simpler.add(new Select(input, select.items(), select.where(), select.distinct())));
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
            } else if (call.distinct()) {
                calls.set(i, new Call(call.function(), call.argument(), false, null, call.column()));
                simpler.add(with(aggregate, aggregate.where(), calls, aggregate.having()));
            }
        }
        for (Relation input : simplerParts(aggregate.input())) {
            simpler.add(new Aggregate(
                    input,
                    aggregate.where(),
                    aggregate.groups(),
                    aggregate.style(),
                    aggregate.calls(),
                    aggregate.having(),
                    aggregate.havingStyle()));
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
