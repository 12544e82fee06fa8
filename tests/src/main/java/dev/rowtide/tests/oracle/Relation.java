// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query or a part of one. */
sealed interface Relation
        permits Relation.Scan,
                Relation.Select,
                Relation.Aggregate,
                Relation.SetOperation,
                Relation.Unnest,
                Relation.Rows,
                Relation.View,
                Join,
                AsOf,
                Lateral,
                Replayed,
                Windowed,
                Subquery.Filtered,
                Subquery.Extended,
                Ranking.TopN,
                Ranking.Limit,
                Over {

    /** Its columns. */
    List<Column> columns();

    /** It never has more rows. */
    int rowsMax();

    /** What it reads. */
    List<Relation> inputs();

    /** The same over other inputs, of the same columns. */
    Relation withInputs(List<Relation> inputs);

    /** Whether it is, or reads, an aggregate of all rows together: one without GROUP BY, or with grouping sets. */
    default boolean hasGlobalAggregate() {
        return this instanceof Aggregate aggregate && aggregate.ofAllRows()
                || inputs().stream().anyMatch(Relation::hasGlobalAggregate);
    }

    /**
     * Whether it has a row whatever there is to read, as far as that is easily seen. Whether such a relation has a row is no question to the planner, and so no join; on
     * that it depends whether an aggregate beside it has a row for no rows.
     */
    default boolean hasRowAlways() {
        if (this instanceof Aggregate aggregate && aggregate.having() == null && aggregate.ofAllRows()
                || this instanceof Rows) {
            return true;
        }
        boolean filters = this instanceof Scan
                || this instanceof Select select && select.where() != null
                || this instanceof Aggregate aggregate && aggregate.having() != null
                || this instanceof Subquery.Filtered;
        return !filters && inputs().stream().anyMatch(Relation::hasRowAlways);
    }

    /**
     * Whether one half of an update may go without the other, and so several may meet that are none of one update: where there are unions, or conditions on results of
     * which several change at one position.
     */
    default boolean partsUpdates() {
        boolean parts = this instanceof SetOperation
                || this instanceof Select select && select.where() != null
                || this instanceof Aggregate aggregate
                        && (aggregate.having() != null || aggregate.style().isSets())
                || this instanceof Subquery.Filtered
                || this instanceof Join
                || this instanceof AsOf
                || this instanceof Lateral;
        return parts || inputs().stream().anyMatch(Relation::partsUpdates);
    }

    /** The first of its columns, in which no two rows agree, as the last operator says; empty if none are known. */
    default List<Column> key() {
        return List.of();
    }

    /** An expression and the name of its column. */
    record Named(Expression expression, String name) {
        Column column() {
            return expression.named(name);
        }
    }

    /** A table. */
    record Scan(InputTable table, List<Column> columns, int rowsMax) implements Relation {
        @Override
        public List<Relation> inputs() {
            return List.of();
        }

        @Override
        public Relation withInputs(List<Relation> inputs) {
            return this;
        }

        @Override
        public List<Column> key() {
            return columns.subList(0, table.key().size());
        }
    }

    /** {@code SELECT [DISTINCT] items FROM input [WHERE where]}. */
    record Select(
            Relation input, List<Named> items, @Nullable Expression where, boolean distinct) implements Relation {
        @Override
        public List<Column> columns() {
            return items.stream().map(Named::column).toList();
        }

        @Override
        public int rowsMax() {
            return input.rowsMax();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }

        @Override
        public Select withInputs(List<Relation> inputs) {
            return new Select(inputs.get(0), items, where, distinct);
        }

        @Override
        public List<Column> key() {
            return distinct ? columns() : List.of();
        }
    }

    /** {@code SELECT groups, calls FROM input [WHERE where] GROUP BY groups [HAVING having]}; without groups a global aggregate. */
    record Aggregate(
            Relation input,
            @Nullable Expression where,
            List<Named> groups,
            GroupStyle style,
            List<Call> calls,
            @Nullable Expression having,
            HavingStyle havingStyle)
            implements Relation {

        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>();
            groups.forEach(group -> columns.add(group.column()));
            calls.forEach(call -> columns.add(call.column()));
            return columns;
        }

        @Override
        public int rowsMax() {
            return groups.isEmpty() ? 1 : style.isSets() ? (input.rowsMax() + 1) << groups.size() : input.rowsMax();
        }

        /** Whether one group, or one grouping set, is all rows. */
        boolean ofAllRows() {
            return groups.isEmpty() || style.isSets() && style != GroupStyle.SETS_OF_ONE;
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }

        @Override
        public Aggregate withInputs(List<Relation> inputs) {
            return new Aggregate(inputs.get(0), where, groups, style, calls, having, havingStyle);
        }

        /** With grouping sets a NULL of the input looks like one that stands for all. */
        @Override
        public List<Column> key() {
            return style.isSets() ? List.of() : columns().subList(0, groups.size());
        }
    }

    /** How GROUP BY names what it groups by. */
    enum GroupStyle {
        EXPRESSIONS,
        ALIASES,
        ORDINALS,
        ROLLUP,
        CUBE,
        /** All columns, the first, none. */
        SETS,
        /** Each column alone. */
        SETS_OF_ONE;

        /** Whether there are several grouping sets. */
        boolean isSets() {
            return this == ROLLUP || this == CUBE || this == SETS || this == SETS_OF_ONE;
        }

        /** What GROUP BY says, in either dialect. */
        String text(List<String> groups) {
            String list = String.join(", ", groups);
            return switch (this) {
                case EXPRESSIONS, ALIASES, ORDINALS -> list;
                case ROLLUP, CUBE -> this + " (" + list + ")";
                case SETS -> "GROUPING SETS ((" + list + "), (" + groups.get(0) + "), ())";
                case SETS_OF_ONE -> "GROUPING SETS ((" + String.join("), (", groups) + "))";
            };
        }
    }

    /** How HAVING names the aggregates of the SELECT list. */
    enum HavingStyle {
        CALLS,
        ALIASES
    }

    /** An aggregate function. */
    enum Function {
        COUNT_ROWS,
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX,
        /** Another one, see {@link Call#text}. */
        OTHER
    }

    /**
     * A call of an aggregate function.
     *
     * @param argument null for {@code COUNT(*)} and for those with a text of their own
     * @param column the result
     * @param text the whole call, where the function is {@code OTHER}
     */
    record Call(
            Function function,
            @Nullable Expression argument,
            boolean distinct,
            @Nullable Expression filter,
            Column column,
            @Nullable CallText text) {

        Call(
                Function function,
                @Nullable Expression argument,
                boolean distinct,
                @Nullable Expression filter,
                Column column) {
            this(function, argument, distinct, filter, column, null);
        }
    }

    /** What a set operation does. */
    enum SetOperator {
        UNION,
        INTERSECT,
        EXCEPT
    }

    /** {@code left UNION|INTERSECT|EXCEPT [ALL] right}, with the names of the left side. */
    record SetOperation(Relation left, SetOperator operator, boolean all, Relation right) implements Relation {
        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < left.columns().size(); i++) {
                Column a = left.columns().get(i);
                Column b = right.columns().get(i);
                columns.add(new Column(a.name(), a.type(), Math.max(a.bound(), b.bound()), a.exact() && b.exact()));
            }
            return columns;
        }

        @Override
        public int rowsMax() {
            return operator == SetOperator.UNION ? left.rowsMax() + right.rowsMax() : left.rowsMax();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(left, right);
        }

        @Override
        public SetOperation withInputs(List<Relation> inputs) {
            return new SetOperation(inputs.get(0), operator, all, inputs.get(1));
        }

        @Override
        public List<Column> key() {
            return all ? List.of() : columns();
        }
    }

    /**
     * A row for each element of an array: {@code SELECT *, element[, number] FROM input JOIN UNNEST(ARRAY[elements])}; or for each entry of a map from numbers to elements.
     *
     * @param present when the array is there, else it is NULL; null for always
     * @param element the column of the elements
     * @param number the column of their numbers, if they are numbered
     * @param outer whether a row without elements stays
     * @param distinct whether the rows, with their arrays, are made distinct before
     * @param ofMap whether it is a map
     */
    record Unnest(
            Relation input,
            List<Expression> elements,
            @Nullable Expression present,
            Column element,
            @Nullable Column number,
            boolean outer,
            boolean distinct,
            boolean ofMap)
            implements Relation {

        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>(input.columns());
            columns.add(element);
            if (number != null) {
                columns.add(number);
            }
            return columns;
        }

        @Override
        public int rowsMax() {
            return input.rowsMax() * elements.size();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }

        @Override
        public Unnest withInputs(List<Relation> inputs) {
            return new Unnest(inputs.get(0), elements, present, element, number, outer, distinct, ofMap);
        }
    }

    /** {@code VALUES}. */
    record Rows(List<Column> columns, List<List<@Nullable Object>> rows) implements Relation {
        @Override
        public int rowsMax() {
            return rows.size();
        }

        @Override
        public List<Relation> inputs() {
            return List.of();
        }

        @Override
        public Relation withInputs(List<Relation> inputs) {
            return this;
        }

        Type type(int column) {
            return columns.get(column).type();
        }
    }

    /** A view, used here and perhaps elsewhere. */
    record View(String name, Relation definition) implements Relation {
        @Override
        public List<Column> columns() {
            return definition.columns();
        }

        @Override
        public int rowsMax() {
            return definition.rowsMax();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(definition);
        }

        @Override
        public View withInputs(List<Relation> inputs) {
            return new View(name, inputs.get(0));
        }

        @Override
        public List<Column> key() {
            return definition.key();
        }
    }

    /**
     * A relation that is read under an alias.
     *
     * @param alias unique in the query
     */
    record Aliased(Relation relation, String alias) {

        /** Its columns as they are called from outside: {@code alias.name}. */
        List<Column> columns() {
            return relation.columns().stream().map(this::qualified).toList();
        }

        Column qualified(Column column) {
            return new Column(alias + '.' + column.name(), column.type(), column.bound(), column.exact());
        }

        /** Its columns, for a SELECT list. */
        List<Named> items() {
            return relation.columns().stream()
                    .map(column -> new Named(Expression.column(qualified(column)), column.name()))
                    .toList();
        }

        Aliased with(Relation other) {
            return new Aliased(other, alias);
        }
    }
}
