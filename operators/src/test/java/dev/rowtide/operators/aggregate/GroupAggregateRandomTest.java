// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.testing.OperatorHarness;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random calls over random changes: the folded output is the aggregate of the rows that are left, computed here from scratch with BigDecimal and collections. */
class GroupAggregateRandomTest {

    private static final String INPUT = "k STRING, g INT, i INT, l BIGINT, d DECIMAL(10, 2), w DECIMAL(30, 3),"
            + " x DOUBLE, s STRING, y BOOLEAN, f BOOLEAN, h BOOLEAN, t TIMESTAMP(3)";
    private static final int FIRST_VALUE_COLUMN = 2;
    private static final int FIRST_FILTER = 9;
    private static final int[][] KEYS = {{}, {0}, {1}, {0, 1}, {9}, {1, 10}, {6}, {5, 0}};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void foldedOutputIsTheAggregateOfTheRowsLeft(int seed) {
        for (boolean append : new boolean[] {true, false}) {
            Random random = new Random(seed * 31L + (append ? 1 : 0));
            Aggregates aggregate = Aggregates.over(INPUT).by(KEYS[seed % KEYS.length]);
            if (append) {
                aggregate.append();
            }
            int calls = random.nextInt(10);
            for (int c = 0; c < calls; c++) {
                addCall(aggregate, random);
            }
            if (random.nextInt(3) == 0) {
                aggregate.emptyRow();
            }
            boolean upsert = random.nextInt(3) == 0 && calls > 0;
            if (upsert) {
                aggregate.withoutUpdateBefore();
            }
            List<String> rows = new ArrayList<>();
            String changes = changes(random, append, rows);
            OperatorHarness harness = aggregate.on(changes);
            if (upsert) {
                int[] key = new int[aggregate.node().keys().size()];
                for (int i = 0; i < key.length; i++) {
                    key[i] = i;
                }
                harness.outputKey(key);
            }
            harness.run();
            assertThat(harness.table())
                    .as("seed %d, %s", seed, aggregate.node())
                    .containsExactlyInAnyOrderElementsOf(expected(aggregate, rows));
        }
    }

    private static void addCall(Aggregates aggregate, Random random) {
        AggregateFunction function = AggregateFunction.values()[random.nextInt(6)];
        int filter = random.nextInt(3) == 0 ? FIRST_FILTER + random.nextInt(2) : -1;
        boolean distinct = random.nextInt(3) == 0;
        int column = FIRST_VALUE_COLUMN + random.nextInt(10);
        Schema input = aggregate.inputSchema();
        switch (function) {
            case COUNT -> {
                List<Integer> arguments = switch (random.nextInt(4)) {
                    case 0 -> List.of();
                    case 1 -> List.of(column, FIRST_VALUE_COLUMN);
                    default -> List.of(column);
                };
                aggregate.call(function, arguments, distinct && !arguments.isEmpty(), filter, Type.BIGINT);
            }
            case SUM, SUM0, AVG -> {
                int numeric = FIRST_VALUE_COLUMN + random.nextInt(5);
                Type argument = input.type(numeric);
                Type type = argument.kind() == TypeKind.DECIMAL ? Type.decimal(38, argument.scale()) : argument;
                aggregate.call(function, List.of(numeric), distinct, filter, type);
            }
            default -> aggregate.call(function, List.of(column), distinct, filter, input.type(column));
        }
    }

    /** Change text of about 150 changes; {@code rows} receives the rows that are left. */
    private static String changes(Random random, boolean append, List<String> rows) {
        StringBuilder text = new StringBuilder();
        long position = 0;
        int groups = 1 + random.nextInt(12);
        int removals = random.nextInt(3);
        for (int i = 0; i < 150; i++) {
            position += random.nextInt(4) == 0 ? 0 : 1;
            int kind = append || rows.isEmpty() ? 0 : random.nextInt(3 + removals);
            String row = row(random, groups);
            switch (kind) {
                case 0, 1 -> {
                    rows.add(row);
                    line(text, position, "+I", row);
                }
                case 2 -> {
                    line(text, position, "-U", rows.remove(random.nextInt(rows.size())));
                    rows.add(row);
                    line(text, position, "+U", row);
                }
                default -> line(text, position, "-D", rows.remove(random.nextInt(rows.size())));
            }
            if (random.nextInt(25) == 0) {
                text.append("-- tick\n");
                position++;
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, long position, String kind, String row) {
        text.append(position).append(": ").append(kind).append(' ').append(row).append('\n');
    }

    private static String row(Random random, int groups) {
        String[] values = {
            "key " + random.nextInt(groups),
            Integer.toString(random.nextInt(groups)),
            Integer.toString(random.nextInt(20) - 10),
            random.nextInt(4) + "00000000000",
            BigDecimal.valueOf(random.nextInt(2000) - 1000, 2).toString(),
            new BigDecimal("12345678901234567890.123")
                    .multiply(BigDecimal.valueOf(random.nextInt(9) - 4))
                    .toPlainString(),
            Double.toString((random.nextInt(40) - 20) / 4.0),
            "text" + "x".repeat(random.nextInt(5)),
            random.nextBoolean() ? "TRUE" : "FALSE",
            random.nextBoolean() ? "TRUE" : "FALSE",
            random.nextInt(3) > 0 ? "TRUE" : "FALSE",
            "2026-01-0" + (1 + random.nextInt(9)) + " 00:00:00.500"
        };
        for (int c = 0; c < values.length; c++) {
            if (random.nextInt(8) == 0) {
                values[c] = "NULL";
            }
        }
        return String.join(", ", values);
    }

    private static List<String> expected(Aggregates aggregate, List<String> rows) {
        GroupAggregate node = aggregate.node();
        Schema input = aggregate.inputSchema();
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append("+I ").append(row).append('\n'));
        ChangeBatch batch = ChangeText.parse(text.toString(), input, 0);
        Map<List<@Nullable Object>, List<Integer>> groups = new LinkedHashMap<>();
        if (node.emptyRow() && node.keys().isEmpty()) {
            groups.put(List.of(), new ArrayList<>());
        }
        for (int row = 0; row < batch.rows(); row++) {
            List<@Nullable Object> key = new ArrayList<>();
            for (int column : node.keys()) {
                Object value = Datum.get(batch.column(column), row, input.type(column));
                key.add(value instanceof Double number ? (Object) (number + 0.0) : value);
            }
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
        }
        BatchBuilder builder = new BatchBuilder(node.schema());
        groups.forEach((key, group) -> {
            int column = 0;
            for (Object value : key) {
                Datum.append(builder.column(column), value, node.schema().type(column));
                column++;
            }
            for (AggregateCall call : node.calls()) {
                Datum.append(builder.column(column++), value(call, batch, input, group), call.type());
            }
            builder.endRow(RowKind.PLUS_I, 0);
        });
        return ChangeText.print(builder.build(Watermarks.absent()), node.schema())
                .lines()
                .map(line -> line.substring(3))
                .toList();
    }

    private static @Nullable Object value(AggregateCall call, ChangeBatch batch, Schema input, List<Integer> rows) {
        List<Integer> passing = rows.stream()
                .filter(row -> call.filter() < 0
                        || Objects.equals(Datum.get(batch.column(call.filter()), row, Type.BOOLEAN), true))
                .toList();
        List<List<Object>> arguments = new ArrayList<>();
        for (int row : passing) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int column : call.arguments()) {
                values.add(Datum.get(batch.column(column), row, input.type(column)));
            }
            if (!values.contains(null)) {
                arguments.add(List.copyOf(values));
            }
        }
        if (call.distinct()) {
            arguments = new ArrayList<>(new LinkedHashSet<>(arguments));
        }
        if (call.function() == AggregateFunction.COUNT) {
            return (long) arguments.size();
        }
        List<Object> values = arguments.stream().map(a -> a.get(0)).toList();
        if (values.isEmpty()) {
            return call.function() == AggregateFunction.SUM0 ? datum(BigDecimal.ZERO, call.type()) : null;
        }
        return switch (call.function()) {
            case MIN -> values.stream().min(GroupAggregateRandomTest::compare).orElseThrow();
            case MAX -> values.stream().max(GroupAggregateRandomTest::compare).orElseThrow();
            case SUM, SUM0 -> datum(sum(values), call.type());
            case AVG -> average(sum(values), values.size(), call.type());
            default -> throw new IllegalArgumentException(call.toString());
        };
    }

    private static BigDecimal sum(List<Object> values) {
        return values.stream()
                .map(value ->
                        value instanceof Double number ? new BigDecimal(number) : new BigDecimal(value.toString()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static Object average(BigDecimal sum, int count, Type type) {
        if (type.kind() == TypeKind.DOUBLE) {
            return sum.doubleValue() / count;
        }
        boolean decimal = type.kind() == TypeKind.DECIMAL;
        RoundingMode rounding = decimal ? RoundingMode.HALF_UP : RoundingMode.DOWN;
        return datum(sum.divide(BigDecimal.valueOf(count), type.scale(), rounding), type);
    }

    private static Object datum(BigDecimal number, Type type) {
        return switch (type.kind()) {
            case DOUBLE -> number.doubleValue();
            case DECIMAL -> number.setScale(type.scale());
            default -> number.longValueExact();
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }
}
