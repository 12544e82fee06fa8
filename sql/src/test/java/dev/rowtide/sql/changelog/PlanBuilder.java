// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans written by hand: tables as {@code "id INTEGER*, name STRING"} with a star at key columns, nodes over columns by name. Every node gets the unique
 * keys that the planner would know.
 */
final class PlanBuilder {

    static final ChangelogMode UPSERT_KEY_DELETES = new ChangelogMode(true, false, true, true, true);

    private final Map<Table, ChangelogMode> modes = new HashMap<>();
    private final Set<Table> endless = new HashSet<>();
    private final List<SinkRequest> requests = new ArrayList<>();
    private boolean batch;
    private Settings settings = Settings.empty();

    PlanBuilder set(String name, String value) {
        settings = settings.with(name, value);
        return this;
    }

    PlanBuilder flink() {
        return set("compatibility", "flink");
    }

    /** For a run that writes final rows only. */
    PlanBuilder batch() {
        batch = true;
        return this;
    }

    /** Says that the source of a scan has no end. */
    PlanBuilder endless(Scan scan) {
        endless.add(scan.table());
        return this;
    }

    /** A scan of all columns. */
    Scan scan(String name, String columns, ChangelogMode mode) {
        Table table = table(name, columns);
        return scan(table, mode, table.schema().names().toArray(String[]::new));
    }

    /** A scan of some columns. */
    Scan scan(Table table, ChangelogMode mode, String... columns) {
        modes.put(table, mode);
        List<Integer> indices =
                Arrays.stream(columns).map(table.schema().names()::indexOf).toList();
        Schema schema = table.schema().project(indices.stream().mapToInt(i -> i).toArray());
        boolean keyed = !table.primaryKey().isEmpty() && schema.names().containsAll(table.primaryKey());
        Set<ColumnSet> keys = keyed ? Set.of(columns(schema, table.primaryKey())) : Set.of();
        return new Scan(table, indices, null, new Traits(schema, keys, ChangelogMode.UNKNOWN));
    }

    static Table table(String name, String columns) {
        List<Field> fields = new ArrayList<>();
        List<String> key = new ArrayList<>();
        for (String column : columns.split(", ", -1)) {
            String[] words = column.replace("*", "").split(" ", 2);
            fields.add(new Field(words[0], type(words[1])));
            if (column.endsWith("*")) {
                key.add(words[0]);
            }
        }
        return new Table(name, new Schema(fields), key, "test", Map.of());
    }

    /** {@code column > number}. */
    static Filter greater(PlanNode input, String column, long number) {
        return new Filter(input, greater(ref(input, column), number), input.traits());
    }

    static Expression greater(Expression left, long number) {
        return new Call(BuiltinFunction.GREATER, List.of(left, literal(number)), Type.BOOLEAN);
    }

    static Expression literal(long number) {
        return new Literal(number, Type.INTEGER);
    }

    static InputRef ref(PlanNode input, String column) {
        int index = input.schema().names().indexOf(column);
        return new InputRef(index, input.schema().type(index));
    }

    /** The columns with the given names; keys that stay whole stay keys. */
    static Project project(PlanNode input, String... columns) {
        List<String> names = List.of(columns);
        Expression[] expressions = names.stream().map(name -> ref(input, name)).toArray(Expression[]::new);
        return project(input, names, expressions);
    }

    static Project project(PlanNode input, List<String> names, Expression... expressions) {
        List<Field> fields = IntStream.range(0, expressions.length)
                .mapToObj(i -> new Field(names.get(i), expressions[i].type()))
                .toList();
        Set<ColumnSet> keys = new java.util.HashSet<>();
        for (ColumnSet key : input.traits().uniqueKeys()) {
            int[] mapped = Arrays.stream(key.toArray())
                    .map(column -> IntStream.range(0, expressions.length)
                            .filter(i -> expressions[i] instanceof InputRef ref && ref.index() == column)
                            .findFirst()
                            .orElse(-1))
                    .toArray();
            if (Arrays.stream(mapped).allMatch(column -> column >= 0)) {
                keys.add(ColumnSet.of(mapped));
            }
        }
        return new Project(input, List.of(expressions), new Traits(new Schema(fields), keys, ChangelogMode.UNKNOWN));
    }

    static UnionAll union(PlanNode... inputs) {
        return new UnionAll(List.of(inputs), new Traits(inputs[0].schema(), Set.of(), ChangelogMode.UNKNOWN));
    }

    static GroupAggregate distinct(PlanNode input) {
        return aggregate(input, input.schema().names(), Map.of());
    }

    /** {@code COUNT(*)} per key, named {@code name}. */
    static GroupAggregate count(PlanNode input, String name, String... keys) {
        return aggregate(
                input,
                List.of(keys),
                Map.of(
                        name,
                        new AggregateCall(
                                AggregateFunction.COUNT, List.of(), false, AggregateCall.NO_FILTER, Type.BIGINT)));
    }

    static GroupAggregate aggregate(PlanNode input, List<String> keys, Map<String, AggregateCall> calls) {
        List<Integer> indices =
                keys.stream().map(input.schema().names()::indexOf).toList();
        List<Field> fields = new ArrayList<>();
        indices.forEach(index -> fields.add(input.schema().fields().get(index)));
        List<AggregateCall> list = new ArrayList<>();
        calls.forEach((name, call) -> {
            fields.add(new Field(name, call.type()));
            list.add(call);
        });
        ColumnSet key = ColumnSet.of(IntStream.range(0, keys.size()).toArray());
        Traits traits = new Traits(new Schema(fields), Set.of(key), ChangelogMode.UNKNOWN);
        return new GroupAggregate(input, indices, list, false, traits);
    }

    PlanBuilder append(String name, PlanNode input) {
        return sink(name, input, Sink.Encoding.APPEND, false, null);
    }

    PlanBuilder retract(String name, PlanNode input) {
        return sink(name, input, Sink.Encoding.RETRACT, false, null);
    }

    PlanBuilder upsert(String name, PlanNode input, String... key) {
        return sink(name, input, Sink.Encoding.UPSERT, false, null, key);
    }

    PlanBuilder sink(
            String name,
            PlanNode input,
            Sink.Encoding encoding,
            boolean keyOnlyDeletes,
            @Nullable ConflictAction action,
            String... key) {
        Table table = new Table(name, input.schema(), List.of(key), "test", Map.of());
        SinkNode node = new SinkNode(
                input,
                table,
                columns(input.schema(), List.of(key)),
                new Traits(input.schema(), Set.of(), ChangelogMode.UNKNOWN));
        requests.add(new SinkRequest(node, new DeclaredSink(encoding, keyOnlyDeletes), action));
        return this;
    }

    List<SinkNode> infer() {
        return InferChangelog.apply(
                requests,
                table -> new DeclaredSource(modes.getOrDefault(table, ChangelogMode.APPEND), !endless.contains(table)),
                settings,
                batch);
    }

    /** The mode of what reaches the first sink, or its materialisation. */
    String sinkInputMode() {
        PlanNode input = infer().get(0).input();
        PlanNode result = input instanceof dev.rowtide.core.plan.UpsertMaterialize node ? node.input() : input;
        return result.mode().toString();
    }

    /** The plan as EXPLAIN CHANGELOG_MODE shows it, without states. */
    String plan() {
        return explain()
                .lines()
                .filter(line -> !line.contains(" state: "))
                .reduce((a, b) -> a + "\n" + b)
                .orElse("");
    }

    String explain() {
        return ExplainPlan.of(infer(), true);
    }

    private static ColumnSet columns(Schema schema, List<String> names) {
        return ColumnSet.of(names.stream().mapToInt(schema.names()::indexOf).toArray());
    }

    private static Type type(String name) {
        return switch (name) {
            case "INTEGER" -> Type.INTEGER;
            case "BIGINT" -> Type.BIGINT;
            case "STRING" -> Type.STRING;
            case "BOOLEAN" -> Type.BOOLEAN;
            case "TIMESTAMP" -> Type.timestamp(3);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private record DeclaredSource(ChangelogMode mode, boolean bounded) implements Source {

        @Override
        public List<String> splits() {
            return List.of();
        }

        @Override
        public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
            throw new UnsupportedOperationException("plans only");
        }
    }

    private record DeclaredSink(Encoding encoding, boolean acceptsKeyOnlyDeletes) implements Sink {

        @Override
        public SinkWriter open(List<String> names, ChangelogMode mode) {
            throw new UnsupportedOperationException("plans only");
        }
    }
}
