// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Group aggregates for tests. */
final class Aggregates {

    private final Schema input;
    private final List<Integer> keys = new ArrayList<>();
    private final List<AggregateCall> calls = new ArrayList<>();
    private ChangelogMode inputMode = ChangelogMode.RETRACT;
    private ChangelogMode outputMode = ChangelogMode.RETRACT;
    private boolean emptyRow;

    private Aggregates(Schema input) {
        this.input = input;
    }

    /** An aggregate over an input with these columns ({@link SchemaText}) that may take rows back. */
    static Aggregates over(String input) {
        return new Aggregates(SchemaText.parse(input));
    }

    /** The input only appends. */
    Aggregates append() {
        inputMode = ChangelogMode.APPEND;
        return this;
    }

    /** The output has no {@code -U}. */
    Aggregates withoutUpdateBefore() {
        outputMode = ChangelogMode.UPSERT;
        return this;
    }

    Aggregates emptyRow() {
        emptyRow = true;
        return this;
    }

    Aggregates by(int... columns) {
        for (int column : columns) {
            keys.add(column);
        }
        return this;
    }

    Aggregates count() {
        return call(AggregateFunction.COUNT, List.of(), false, -1, Type.BIGINT);
    }

    /** A call of one column, of the column's type; BIGINT for COUNT. */
    Aggregates call(AggregateFunction function, int column) {
        return call(function, List.of(column), false, -1, type(function, column));
    }

    Aggregates distinct(AggregateFunction function, int column) {
        return call(function, List.of(column), true, -1, type(function, column));
    }

    Aggregates call(AggregateFunction function, List<Integer> columns, boolean distinct, int filter, Type type) {
        calls.add(new AggregateCall(function, columns, distinct, filter, type));
        return this;
    }

    /** A call of one of the user's functions. */
    Aggregates user(UserAggregate<?> body, List<Integer> columns, boolean distinct, int filter, Type type) {
        List<Object> user = List.of(new AggregateCall.User("f", body));
        return call(new AggregateCall(AggregateFunction.USER, columns, distinct, filter, List.of(), user, type));
    }

    Aggregates call(AggregateCall call) {
        calls.add(call);
        return this;
    }

    private Type type(AggregateFunction function, int column) {
        return function == AggregateFunction.COUNT ? Type.BIGINT : input.type(column);
    }

    Schema inputSchema() {
        return input;
    }

    GroupAggregate node() {
        List<Field> fields = new ArrayList<>();
        for (int key : keys) {
            fields.add(input.fields().get(key));
        }
        for (AggregateCall call : calls) {
            fields.add(new Field("c" + fields.size(), call.type()));
        }
        return new GroupAggregate(
                new Values(List.of(), new Traits(input, Set.of(), inputMode)),
                keys,
                calls,
                emptyRow,
                new Traits(new Schema(fields), Set.of(), outputMode));
    }

    /** A harness with this operator and its output, and this input. */
    OperatorHarness on(String changes) {
        GroupAggregate node = node();
        return OperatorHarness.of(settings -> new GroupAggregateOperator(node, settings))
                .input(input, changes)
                .output(node.schema());
    }
}
