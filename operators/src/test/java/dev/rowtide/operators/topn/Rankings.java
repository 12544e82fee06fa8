// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.TopN;
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

/**
 * A ranking under test, in words: {@code Rankings.of("k STRING, v INT").by(0).descending(1).top(3)}.
 *
 * @param schema the input's columns
 */
record Rankings(
        Schema schema,
        ChangelogMode input,
        Set<ColumnSet> keys,
        List<Integer> partition,
        List<SortKey> order,
        RankFunction function,
        long from,
        long to,
        boolean withRank,
        ChangelogMode output) {

    /** Of an insert-only input, all rows, with {@code -U} in the output. */
    static Rankings of(String schema) {
        return new Rankings(
                SchemaText.parse(schema),
                ChangelogMode.APPEND,
                Set.of(),
                List.of(),
                List.of(),
                RankFunction.ROW_NUMBER,
                1,
                Long.MAX_VALUE,
                false,
                ChangelogMode.RETRACT);
    }

    Rankings retract() {
        return with(ChangelogMode.RETRACT, keys, partition, order, function, from, to, withRank, output);
    }

    Rankings upsert(int... key) {
        return with(
                ChangelogMode.UPSERT,
                Set.of(ColumnSet.of(key)),
                partition,
                order,
                function,
                from,
                to,
                withRank,
                output);
    }

    Rankings unique(int... key) {
        return with(input, Set.of(ColumnSet.of(key)), partition, order, function, from, to, withRank, output);
    }

    Rankings by(Integer... columns) {
        return with(input, keys, List.of(columns), order, function, from, to, withRank, output);
    }

    Rankings ascending(int column) {
        return order(new SortKey(column, false, true));
    }

    Rankings descending(int column) {
        return order(new SortKey(column, true, false));
    }

    /** The latest arrival first, of those that are equal otherwise. */
    Rankings latest() {
        return order(SortKey.LATEST);
    }

    Rankings order(SortKey key) {
        List<SortKey> longer = new ArrayList<>(order);
        longer.add(key);
        return with(input, keys, partition, longer, function, from, to, withRank, output);
    }

    Rankings function(RankFunction function) {
        return with(input, keys, partition, order, function, from, to, withRank, output);
    }

    Rankings top(long to) {
        return between(1, to);
    }

    Rankings between(long from, long to) {
        return with(input, keys, partition, order, function, from, to, withRank, output);
    }

    Rankings ranked() {
        return with(input, keys, partition, order, function, from, to, true, output);
    }

    Rankings withoutUpdateBefore() {
        return with(input, keys, partition, order, function, from, to, withRank, ChangelogMode.UPSERT);
    }

    private Rankings with(
            ChangelogMode input,
            Set<ColumnSet> keys,
            List<Integer> partition,
            List<SortKey> order,
            RankFunction function,
            long from,
            long to,
            boolean withRank,
            ChangelogMode output) {
        return new Rankings(schema, input, keys, partition, order, function, from, to, withRank, output);
    }

    Schema outputSchema() {
        List<Field> fields = new ArrayList<>(schema.fields());
        if (withRank) {
            fields.add(new Field("rn", Type.BIGINT));
        }
        return new Schema(fields);
    }

    TopN node() {
        return new TopN(
                new Values(List.of(), new Traits(schema, keys, input)),
                partition,
                order,
                function,
                from,
                to,
                withRank,
                new Traits(outputSchema(), Set.of(), output));
    }

    OperatorHarness harness(String changes) {
        TopN node = node();
        return OperatorHarness.of(settings -> new TopNOperator(node, settings))
                .input(schema, changes)
                .output(outputSchema());
    }
}
