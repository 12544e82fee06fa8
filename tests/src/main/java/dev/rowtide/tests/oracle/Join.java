// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Named;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT items FROM left … JOIN right ON equalities AND rest}, or {@code USING (names)}.
 *
 * @param names the columns of USING, called the same on both sides; without equalities and rest then
 * @param natural whether NATURAL says that instead
 * @param rest what else must hold, over the qualified columns of both sides
 * @param items columns of either side
 */
record Join(
        Aliased left,
        Kind kind,
        Aliased right,
        List<String> names,
        boolean natural,
        List<Equality> equalities,
        @Nullable Expression rest,
        List<Named> items)
        implements Relation {

    /** Which rows without a partner are kept. COMMA is an inner join whose condition stands in WHERE. */
    enum Kind {
        INNER,
        COMMA,
        LEFT,
        RIGHT,
        FULL;

        boolean isInner() {
            return this == INNER || this == COMMA;
        }
    }

    /** {@code left = right}, or with {@code IS NOT DISTINCT FROM}. */
    record Equality(Expression left, boolean nullsAreEqual, Expression right) {
        String text(Expression.Dialect dialect) {
            return dialect.text(left) + (nullsAreEqual ? " IS NOT DISTINCT FROM " : " = ") + dialect.text(right);
        }
    }

    /** The condition in a dialect; empty if there is none. */
    String condition(Expression.Dialect dialect) {
        List<String> parts = new ArrayList<>();
        equalities.forEach(equality -> parts.add(equality.text(dialect)));
        if (rest != null) {
            parts.add(dialect.text(rest));
        }
        return String.join(" AND ", parts);
    }

    @Override
    public List<Column> columns() {
        return items.stream().map(Named::column).toList();
    }

    @Override
    public int rowsMax() {
        int lefts = left.relation().rowsMax();
        int rights = right.relation().rowsMax();
        return kind.isInner() ? lefts * rights : (lefts + 1) * (rights + 1);
    }

    @Override
    public List<Relation> inputs() {
        return List.of(left.relation(), right.relation());
    }

    @Override
    public Join withInputs(List<Relation> inputs) {
        return new Join(
                left.with(inputs.get(0)), kind, right.with(inputs.get(1)), names, natural, equalities, rest, items);
    }

    /** Of an inner or left join: the keys of both sides, or the left one alone if that finds at most one row on the right. */
    @Override
    public List<Column> key() {
        Set<String> lefts = qualified(left);
        Set<String> rights = qualified(right);
        if (kind == Kind.RIGHT || kind == Kind.FULL || lefts.isEmpty() || rights.isEmpty()) {
            return List.of();
        }
        Set<String> found = new HashSet<>();
        equalities.forEach(equality -> found.add(equality.right().rowtide()));
        Set<String> key = new HashSet<>(lefts);
        if (!found.containsAll(rights)) {
            key.addAll(rights);
        }
        Set<String> first = new HashSet<>();
        items.stream()
                .limit(key.size())
                .forEach(item -> first.add(item.expression().rowtide()));
        return first.equals(key) ? columns().subList(0, key.size()) : List.of();
    }

    private static Set<String> qualified(Aliased side) {
        Set<String> names = new HashSet<>();
        side.relation().key().forEach(column -> names.add(side.qualified(column).name()));
        return names;
    }
}
