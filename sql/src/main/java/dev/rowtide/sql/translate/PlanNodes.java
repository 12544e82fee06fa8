// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the nodes of a job's plans, with their traits. A node equal to one made before is that one: computed once, read by all who need it. */
final class PlanNodes {

    private final boolean batch;
    private final Map<PlanNode, PlanNode> made = new HashMap<>();

    /** @param batch whether a global aggregate over no rows has SQL's one row, as in a batch run, or none */
    PlanNodes(boolean batch) {
        this.batch = batch;
    }

    PlanNode scan(Table table, List<Integer> columns, @Nullable WatermarkSpec watermark) {
        Schema schema = table.schema()
                .project(columns.stream().mapToInt(Integer::intValue).toArray());
        return shared(new Scan(table, columns, watermark, traits(schema, UniqueKeys.ofScan(table, columns))));
    }

    PlanNode values(List<List<@Nullable Object>> rows, Schema schema) {
        Set<ColumnSet> keys = rows.size() <= 1 ? Set.of(ColumnSet.of()) : Set.of();
        return shared(new Values(rows, traits(schema, keys)));
    }

    PlanNode filter(PlanNode input, Expression condition) {
        return shared(new Filter(
                input, condition, traits(input.schema(), input.traits().uniqueKeys())));
    }

    /** A projection; the input itself where it would change nothing but names. */
    PlanNode project(PlanNode input, List<Expression> expressions, List<String> names) {
        if (isIdentity(expressions, input)) {
            return input;
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < expressions.size(); i++) {
            fields.add(new Field(names.get(i), expressions.get(i).type()));
        }
        return shared(
                new Project(input, expressions, traits(new Schema(fields), UniqueKeys.ofProject(input, expressions))));
    }

    /** The columns at {@code indices} of a node, in that order. */
    PlanNode columns(PlanNode input, int[] indices) {
        List<Expression> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int index : indices) {
            expressions.add(new InputRef(index, input.schema().type(index)));
            names.add(input.schema().name(index));
        }
        return project(input, expressions, names);
    }

    /**
     * A row for each element.
     *
     * @param names of the element's columns and of its number, where there is one
     */
    PlanNode unnest(
            PlanNode input, int collection, List<Integer> kept, List<String> names, boolean ordinality, boolean outer) {
        List<Field> fields = new ArrayList<>();
        kept.forEach(column -> fields.add(input.schema().fields().get(column)));
        List<Field> elements =
                new ArrayList<>(Unnest.elementFields(input.schema().type(collection)));
        if (ordinality) {
            elements.add(new Field("ORDINALITY", Type.INTEGER.withNullable(false)));
        }
        for (int i = 0; i < elements.size(); i++) {
            Type type = elements.get(i).type();
            fields.add(new Field(names.get(i), type.withNullable(type.nullable() || outer)));
        }
        Unnest node = new Unnest(input, collection, kept, ordinality, outer, traits(new Schema(fields), Set.of()));
        return shared(node.with(List.of(input), traits(node.schema(), UniqueKeys.ofUnnest(node))));
    }

    PlanNode unionAll(List<PlanNode> inputs, Schema schema) {
        return inputs.size() == 1 ? inputs.get(0) : shared(new UnionAll(inputs, traits(schema, Set.of())));
    }

    PlanNode aggregate(PlanNode input, List<Integer> keys, List<AggregateCall> calls, List<String> names) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            fields.add(new Field(names.get(i), input.schema().type(keys.get(i))));
        }
        for (int i = 0; i < calls.size(); i++) {
            fields.add(new Field(names.get(keys.size() + i), calls.get(i).type()));
        }
        boolean emptyRow = batch && keys.isEmpty();
        return shared(new GroupAggregate(
                input, keys, calls, emptyRow, traits(new Schema(fields), UniqueKeys.ofAggregate(input, keys))));
    }

    /** A root; never shared. */
    SinkNode sink(PlanNode input, Table table) {
        int[] key = table.primaryKey().stream()
                .mapToInt(table.schema().names()::indexOf)
                .toArray();
        return new SinkNode(input, table, ColumnSet.of(key), traits(table.schema(), Set.of()));
    }

    private PlanNode shared(PlanNode node) {
        PlanNode earlier = made.putIfAbsent(node, node);
        return earlier == null ? node : earlier;
    }

    private static boolean isIdentity(List<Expression> expressions, PlanNode input) {
        return expressions.size() == input.schema().size()
                && IntStream.range(0, expressions.size())
                        .allMatch(i -> expressions.get(i) instanceof InputRef ref && ref.index() == i);
    }

    private static Traits traits(Schema schema, Set<ColumnSet> uniqueKeys) {
        return new Traits(schema, uniqueKeys, ChangelogMode.UNKNOWN);
    }
}
