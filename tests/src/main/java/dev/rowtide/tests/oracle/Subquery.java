// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Call;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subquery in an expression: {@code (SELECT members|call FROM from WHERE where)} and how it is asked.
 *
 * @param probes what is looked for in it, as many as members; one where a value is compared, or none
 * @param call the aggregate that makes one value of it; null if it is a set of rows, or if it has one row at most
 * @param operator how the first probe is compared with the value; null if the value stands alone
 * @param where may refer to the query around it
 */
record Subquery(
        Kind kind,
        List<Expression> probes,
        Aliased from,
        List<Expression> members,
        @Nullable Call call,
        @Nullable String operator,
        @Nullable Expression where) {

    /** How it is asked. */
    enum Kind {
        IN,
        NOT_IN,
        EXISTS,
        NOT_EXISTS,
        VALUE
    }

    /** The value of the subquery as a column. */
    Column column(String name) {
        if (kind != Kind.VALUE || operator != null) {
            return new Column(name, Type.BOOLEAN, 0, true);
        }
        Column value = call == null ? members.get(0).named(name) : call.column();
        return new Column(name, value.type().withNullable(true), value.bound(), value.exact());
    }

    Subquery over(Relation relation) {
        return new Subquery(kind, probes, from.with(relation), members, call, operator, where);
    }

    Subquery probing(List<Expression> others) {
        return new Subquery(kind, others, from, members, call, operator, where);
    }

    Subquery where(@Nullable Expression other) {
        return new Subquery(kind, probes, from, members, call, operator, other);
    }

    /** {@code SELECT * FROM input WHERE subquery [OR alternative]}. */
    record Filtered(
            Aliased input, Subquery subquery, @Nullable Expression alternative) implements Relation {
        @Override
        public List<Column> columns() {
            return input.relation().columns();
        }

        @Override
        public int rowsMax() {
            return input.relation().rowsMax();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input.relation(), subquery.from().relation());
        }

        @Override
        public Filtered withInputs(List<Relation> inputs) {
            return new Filtered(input.with(inputs.get(0)), subquery.over(inputs.get(1)), alternative);
        }

        @Override
        public List<Column> key() {
            return input.relation().key();
        }
    }

    /** {@code SELECT *, subquery AS name FROM input}. */
    record Extended(Aliased input, Subquery subquery, String name) implements Relation {
        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>(input.relation().columns());
            columns.add(subquery.column(name));
            return columns;
        }

        @Override
        public int rowsMax() {
            return input.relation().rowsMax();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input.relation(), subquery.from().relation());
        }

        @Override
        public Extended withInputs(List<Relation> inputs) {
            return new Extended(input.with(inputs.get(0)), subquery.over(inputs.get(1)), name);
        }

        @Override
        public List<Column> key() {
            return input.relation().key();
        }
    }
}
