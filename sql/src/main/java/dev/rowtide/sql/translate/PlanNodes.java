// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the nodes of a job's plans, with their traits. A node equal to one made before is that one, constant rows apart:
 * computed once, read by all who need it.
 */
final class PlanNodes {

    private final Map<PlanNode, PlanNode> made = new HashMap<>();

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

    /** A projection; the input itself where it would change nothing but names, constant rows where it makes such of such. */
    PlanNode project(PlanNode input, List<Expression> expressions, List<String> names) {
        if (isIdentity(expressions, input)) {
            return input;
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < expressions.size(); i++) {
            fields.add(new Field(names.get(i), expressions.get(i).type()));
        }
        Schema schema = new Schema(fields);
        if (input instanceof Values given && expressions.stream().allMatch(Literal.class::isInstance)) {
            List<@Nullable Object> row = new ArrayList<>();
            expressions.forEach(constant -> row.add(((Literal) constant).value()));
            return values(Collections.nCopies(given.rows().size(), row), schema);
        }
        return shared(new Project(input, expressions, traits(schema, UniqueKeys.ofProject(input, expressions))));
    }

    /** The columns at {@code indices} of a node, in that order. */
    PlanNode columns(PlanNode input, int[] indices) {
        return columns(
                input,
                indices,
                Arrays.stream(indices).mapToObj(input.schema()::name).toList());
    }

    /** The columns at {@code indices} of a node, in that order, with other names. */
    PlanNode columns(PlanNode input, int[] indices, List<String> names) {
        List<Expression> expressions = new ArrayList<>();
        for (int index : indices) {
            expressions.add(new InputRef(index, input.schema().type(index)));
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

    /** The rows of all; those of constant rows are constant rows. */
    PlanNode unionAll(List<PlanNode> inputs, Schema schema) {
        if (inputs.stream().allMatch(Values.class::isInstance)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            inputs.forEach(input -> rows.addAll(((Values) input).rows()));
            return values(rows, schema);
        }
        return inputs.size() == 1
                ? inputs.get(0)
                : shared(new UnionAll(inputs, traits(schema, UniqueKeys.ofUnionAll(inputs))));
    }

    /**
     * A grouping.
     *
     * @param emptyRow whether there is a row, if there are no keys, for no input as well
     */
    PlanNode aggregate(
            PlanNode input, List<Integer> keys, List<AggregateCall> calls, boolean emptyRow, List<String> names) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            fields.add(new Field(names.get(i), input.schema().type(keys.get(i))));
        }
        for (int i = 0; i < calls.size(); i++) {
            fields.add(new Field(names.get(keys.size() + i), calls.get(i).type()));
        }
        return shared(new GroupAggregate(
                input, keys, calls, emptyRow, traits(new Schema(fields), UniqueKeys.ofAggregate(input, keys))));
    }

    /** The same node that keeps what it keeps so long. */
    PlanNode withTtls(PlanNode node, List<StateTtl> ttls) {
        return node.ttls().equals(ttls) ? node : shared(node.withTtls(ttls));
    }

    /** A join; {@code names} are those of its output's columns. */
    PlanNode join(
            PlanNode left,
            PlanNode right,
            JoinType type,
            JoinCondition condition,
            boolean nullAware,
            List<String> names) {
        List<Field> fields = new ArrayList<>();
        addFields(fields, left.schema(), type.padsRight(), names);
        if (!type.leftOnly()) {
            addFields(fields, right.schema(), type.padsLeft(), names);
        }
        Set<ColumnSet> keys = UniqueKeys.ofJoin(left, right, type, condition.leftKeys(), condition.rightKeys());
        return shared(new Join(
                left,
                right,
                type,
                condition.leftKeys(),
                condition.rightKeys(),
                condition.nullsMatch(),
                condition.rest(),
                nullAware,
                traits(new Schema(fields), keys)));
    }

    private static void addFields(List<Field> fields, Schema schema, boolean padded, List<String> names) {
        for (int i = 0; i < schema.size(); i++) {
            Type type = schema.type(i);
            fields.add(new Field(names.get(fields.size()), padded ? type.withNullable(true) : type));
        }
    }

    /**
     * The rows of each partition whose rank is from {@code from} to {@code to}.
     *
     * @param rankName the name of the rank's column, or null for none
     * @throws EngineException {@code NOT_SUPPORTED} if values of a sort key have no order
     */
    PlanNode topN(
            PlanNode input,
            List<Integer> partition,
            List<SortKey> order,
            RankFunction function,
            long from,
            long to,
            @Nullable String rankName) {
        order.stream()
                .filter(key -> !key.isArrival())
                .forEach(key -> NestedExpressions.checkOrder(input.schema().type(key.column())));
        List<Field> fields = new ArrayList<>(input.schema().fields());
        int rank = rankName == null ? -1 : fields.size();
        if (rankName != null) {
            fields.add(new Field(rankName, Type.BIGINT.withNullable(false)));
        }
        Set<ColumnSet> keys = UniqueKeys.ofTopN(input, partition, function, from == to, rank);
        return shared(new TopN(
                input, partition, order, function, from, to, rankName != null, traits(new Schema(fields), keys)));
    }

    /** Functions of the rows around each row, as columns of the given names behind the input's. */
    PlanNode over(
            PlanNode input,
            List<Integer> partition,
            List<SortKey> order,
            List<OverCall> calls,
            boolean inEventTime,
            List<String> names) {
        List<Field> fields = new ArrayList<>(input.schema().fields());
        for (int i = 0; i < calls.size(); i++) {
            fields.add(new Field(names.get(i), calls.get(i).type()));
        }
        Traits traits = traits(new Schema(fields), input.traits().uniqueKeys());
        return shared(new OverAggregate(input, partition, order, calls, inEventTime, traits));
    }

    PlanNode setOperation(PlanNode left, PlanNode right, boolean except, boolean all, Schema schema) {
        return shared(new SetOperation(
                left, right, except, all, traits(schema, UniqueKeys.ofSetOperation(left, right, except, all))));
    }

    /** All changes of {@code input} as inserted rows; the first of the columns is the code of the kind. */
    PlanNode toChangelog(PlanNode input, List<@Nullable String> codes, Schema schema) {
        return shared(new ToChangelog(input, codes, traits(schema, Set.of())));
    }

    /** The rows of {@code input} as changes, without the column that says their kind. */
    PlanNode fromChangelog(PlanNode input, int operation, Map<String, Integer> kinds) {
        List<Field> fields = new ArrayList<>(input.schema().fields());
        fields.remove(operation);
        return shared(new FromChangelog(input, operation, kinds, traits(new Schema(fields), Set.of())));
    }

    /** A root; never shared. */
    SinkNode sink(PlanNode input, Table table) {
        int[] key = table.primaryKey().stream()
                .mapToInt(table.schema().names()::indexOf)
                .toArray();
        return new SinkNode(input, table, ColumnSet.of(key), traits(table.schema(), Set.of()));
    }

    private PlanNode shared(PlanNode node) {
        if (isConstant(node)) {
            return node;
        }
        PlanNode earlier = made.putIfAbsent(node, node);
        return earlier == null ? node : earlier;
    }

    /**
     * Constant rows: each that was written is a leaf of its own, so that their order, and their count, is the text's.
     */
    private static boolean isConstant(PlanNode node) {
        return node instanceof Values
                || (node instanceof Project || node instanceof Filter)
                        && isConstant(node.inputs().get(0));
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
