// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns that nodes put out, under the names given. */
final class OutputSchemas {

    /** The fractional digits of a window's start and end. */
    private static final int BOUND_DIGITS_MIN = 3;

    private static final int BOUND_DIGITS_MAX = 6;

    private OutputSchemas() {}

    static Schema ofProject(List<Expression> expressions, List<String> names) {
        return schema(names, expressions.stream().map(Expression::type).toList());
    }

    /** @param names of the element's columns and of its number, where there is one */
    static Schema ofUnnest(
            Schema input, int collection, List<Integer> kept, List<String> names, boolean ordinality, boolean outer) {
        List<Field> fields = new ArrayList<>();
        kept.forEach(column -> fields.add(input.fields().get(column)));
        List<Type> elements = new ArrayList<>();
        Unnest.elementFields(input.type(collection)).forEach(field -> elements.add(field.type()));
        if (ordinality) {
            elements.add(Type.INTEGER.withNullable(false));
        }
        for (int i = 0; i < elements.size(); i++) {
            fields.add(new Field(names.get(i), padded(elements.get(i), outer)));
        }
        return new Schema(fields);
    }

    /** @param columns of the table */
    static Schema ofLookupJoin(Schema input, Schema table, List<Integer> columns, boolean outer, List<String> names) {
        List<Type> types = new ArrayList<>(input.types());
        columns.forEach(column -> types.add(padded(table.type(column), outer)));
        return schema(names, types);
    }

    /** The input's columns, and those of a window's start, end and last event time. */
    static Schema withWindow(Schema input, int time, List<String> added) {
        List<Field> fields = new ArrayList<>(input.fields());
        Type timeType = input.type(time);
        int digits = Math.min(BOUND_DIGITS_MAX, Math.max(BOUND_DIGITS_MIN, timeType.precision()));
        Type bound = Type.timestamp(digits).withNullable(false);
        fields.add(new Field(added.get(0), bound));
        fields.add(new Field(added.get(1), bound));
        fields.add(new Field(added.get(2), new Type(timeType.kind(), digits, 0, false)));
        return new Schema(fields);
    }

    /** The keys, then the results of the calls. */
    static Schema ofAggregate(Schema input, List<Integer> keys, List<AggregateCall> calls, List<String> names) {
        List<Type> types = new ArrayList<>();
        keys.forEach(key -> types.add(input.type(key)));
        calls.forEach(call -> types.add(call.type()));
        return schema(names, types);
    }

    static Schema ofJoin(Schema left, Schema right, JoinType type, List<String> names) {
        List<Type> types = new ArrayList<>();
        left.types().forEach(each -> types.add(padded(each, type.padsRight())));
        if (!type.leftOnly()) {
            right.types().forEach(each -> types.add(padded(each, type.padsLeft())));
        }
        return schema(names, types);
    }

    /** @param rankName the name of the rank's column, or null for none */
    static Schema ofTopN(Schema input, @Nullable String rankName) {
        List<Field> fields = new ArrayList<>(input.fields());
        if (rankName != null) {
            fields.add(new Field(rankName, Type.BIGINT.withNullable(false)));
        }
        return new Schema(fields);
    }

    /** @param names of the results */
    static Schema ofOver(Schema input, List<OverCall> calls, List<String> names) {
        List<Field> fields = new ArrayList<>(input.fields());
        for (int i = 0; i < calls.size(); i++) {
            fields.add(new Field(names.get(i), calls.get(i).type()));
        }
        return new Schema(fields);
    }

    private static Type padded(Type type, boolean padded) {
        return type.withNullable(type.nullable() || padded);
    }

    private static Schema schema(List<String> names, List<Type> types) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            fields.add(new Field(names.get(i), types.get(i)));
        }
        return new Schema(fields);
    }
}
