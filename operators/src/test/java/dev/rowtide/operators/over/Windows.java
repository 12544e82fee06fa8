// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A window with functions under test, in words: {@code Windows.of("k STRING, v INT").by(0).ascending(1).sum(1, rows(-2, 0))}.
 *
 * @param schema the input's columns
 */
record Windows(
        Schema schema,
        ChangelogMode input,
        Set<ColumnSet> keys,
        List<Integer> partition,
        List<SortKey> order,
        List<OverCall> calls,
        boolean inEventTime,
        ChangelogMode output) {

    /** Of an insert-only input, without functions so far, with {@code -U} in the output. */
    static Windows of(String schema) {
        return new Windows(
                SchemaText.parse(schema),
                ChangelogMode.APPEND,
                Set.of(),
                List.of(),
                List.of(),
                List.of(),
                false,
                ChangelogMode.RETRACT);
    }

    static Frame rows(@Nullable Integer lower, @Nullable Integer upper) {
        return new Frame(
                Frame.Unit.ROWS,
                lower == null ? null : BigDecimal.valueOf(lower),
                upper == null ? null : BigDecimal.valueOf(upper));
    }

    static Frame range(@Nullable String lower, @Nullable String upper) {
        return new Frame(
                Frame.Unit.RANGE,
                lower == null ? null : new BigDecimal(lower),
                upper == null ? null : new BigDecimal(upper));
    }

    Windows retract() {
        return with(ChangelogMode.RETRACT, keys, partition, order, calls, inEventTime, output);
    }

    Windows upsert(int... key) {
        return with(ChangelogMode.UPSERT, Set.of(ColumnSet.of(key)), partition, order, calls, inEventTime, output);
    }

    Windows unique(int... key) {
        return with(input, Set.of(ColumnSet.of(key)), partition, order, calls, inEventTime, output);
    }

    Windows by(Integer... columns) {
        return with(input, keys, List.of(columns), order, calls, inEventTime, output);
    }

    Windows ascending(int column) {
        return order(new SortKey(column, false, true));
    }

    Windows descending(int column) {
        return order(new SortKey(column, true, false));
    }

    Windows order(SortKey key) {
        List<SortKey> longer = new ArrayList<>(order);
        longer.add(key);
        return with(input, keys, partition, longer, calls, inEventTime, output);
    }

    Windows inEventTimeOrder() {
        return with(input, keys, partition, order, calls, true, ChangelogMode.APPEND);
    }

    Windows withoutUpdateBefore() {
        return with(input, keys, partition, order, calls, inEventTime, ChangelogMode.UPSERT);
    }

    Windows call(OverFunction function, String type, Frame frame, Integer... arguments) {
        return call(new OverCall(function, List.of(arguments), false, 0, frame, type(type), null));
    }

    Windows numbered(OverFunction function, long number, String type, Frame frame, Integer... arguments) {
        return call(new OverCall(function, List.of(arguments), false, number, frame, type(type), null));
    }

    Windows call(OverCall call) {
        List<OverCall> longer = new ArrayList<>(calls);
        longer.add(call);
        return with(input, keys, partition, order, longer, inEventTime, output);
    }

    static Type type(String text) {
        return SchemaText.parse("c " + text).type(0);
    }

    private Windows with(
            ChangelogMode input,
            Set<ColumnSet> keys,
            List<Integer> partition,
            List<SortKey> order,
            List<OverCall> calls,
            boolean inEventTime,
            ChangelogMode output) {
        return new Windows(schema, input, keys, partition, order, calls, inEventTime, output);
    }

    Schema outputSchema() {
        List<Field> fields = new ArrayList<>(schema.fields());
        for (OverCall call : calls) {
            fields.add(new Field("r" + fields.size(), call.type()));
        }
        return new Schema(fields);
    }

    OverAggregate node() {
        return new OverAggregate(
                new Values(List.of(), new Traits(schema, keys, input)),
                partition,
                order,
                calls,
                inEventTime,
                new Traits(outputSchema(), Set.of(), output));
    }

    OperatorHarness harness(String changes) {
        OverAggregate node = node();
        return OperatorHarness.of(settings -> node.inEventTime()
                        ? new EventTimeOverOperator(node, settings)
                        : new OverAggregateOperator(node, settings))
                .input(schema, changes)
                .output(outputSchema());
    }
}
