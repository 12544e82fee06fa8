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
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random calls that depend on an order or on single values, over random changes: the folded output is what a list per group gives to which each change is applied in turn.
 */
class OrderedAggregatesRandomTest {

    private static final String INPUT =
            "k STRING, s STRING, i INT, x DOUBLE, w DECIMAL(30, 3), b BOOLEAN, f BOOLEAN, n DECIMAL(9, 2)";
    private static final int FILTER = 6;
    private static final int[] VALUES = {1, 2, 3, 4, 5, 7};
    private static final int[] NUMBERS = {2, 3, 4, 7};
    private static final List<AggregateFunction> FUNCTIONS = List.of(
            AggregateFunction.ANY_VALUE,
            AggregateFunction.FIRST_VALUE,
            AggregateFunction.LAST_VALUE,
            AggregateFunction.MIN_BY,
            AggregateFunction.MAX_BY,
            AggregateFunction.BIT_AND,
            AggregateFunction.BIT_OR,
            AggregateFunction.BIT_XOR,
            AggregateFunction.LISTAGG,
            AggregateFunction.ARRAY_AGG,
            AggregateFunction.MODE,
            AggregateFunction.PERCENTILE_DISC,
            AggregateFunction.PERCENTILE_CONT);

    private record Change(boolean in, List<@Nullable Object> row) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void foldedOutputIsThatOfListsOfTheRowsLeft(int seed) {
        for (boolean append : new boolean[] {true, false}) {
            Random random = new Random(seed * 37L + (append ? 1 : 0));
            Aggregates aggregate = seed % 5 == 0
                    ? Aggregates.over(INPUT)
                    : Aggregates.over(INPUT).by(0);
            if (append) {
                aggregate.append();
            }
            aggregate.count();
            for (int c = 0, n = 1 + random.nextInt(6); c < n; c++) {
                aggregate.call(call(random, aggregate.inputSchema()));
            }
            String changes = changes(random, append);
            assertThat(aggregate.on(changes).table())
                    .as("seed %d, %s", seed, aggregate.node())
                    .containsExactlyInAnyOrderElementsOf(expected(aggregate.node(), changes));
        }
    }

    private static AggregateCall call(Random random, Schema input) {
        AggregateFunction function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        int filter = random.nextInt(3) == 0 ? FILTER : AggregateCall.NO_FILTER;
        boolean distinct = random.nextInt(3) == 0;
        int column = VALUES[random.nextInt(VALUES.length)];
        int key = VALUES[random.nextInt(VALUES.length)];
        return switch (function) {
            case MIN_BY, MAX_BY -> new AggregateCall(function, List.of(column, key), false, filter, input.type(column));
            case BIT_AND, BIT_OR, BIT_XOR -> new AggregateCall(function, List.of(2), distinct, filter, input.type(2));
            case LISTAGG ->
                new AggregateCall(
                        function, List.of(1), distinct, filter, order(random, distinct, 1), List.of("; "), Type.STRING);
            case FIRST_VALUE, LAST_VALUE ->
                new AggregateCall(
                        function,
                        List.of(column),
                        distinct,
                        filter,
                        order(random, distinct, column),
                        List.of(),
                        input.type(column));
            case ARRAY_AGG ->
                new AggregateCall(
                        function,
                        List.of(column),
                        distinct,
                        filter,
                        order(random, distinct, column),
                        List.of(random.nextBoolean()),
                        Type.array(input.type(column)));
            case PERCENTILE_DISC -> percentile(random, function, column, distinct, filter, input.type(column));
            case PERCENTILE_CONT ->
                percentile(random, function, NUMBERS[random.nextInt(NUMBERS.length)], distinct, filter, Type.DOUBLE);
            default -> new AggregateCall(function, List.of(column), false, filter, input.type(column));
        };
    }

    private static AggregateCall percentile(
            Random random, AggregateFunction function, int column, boolean distinct, int filter, Type type) {
        return new AggregateCall(
                function,
                List.of(column),
                distinct,
                filter,
                List.of(new SortKey(column, random.nextBoolean(), true)),
                List.of(BigDecimal.valueOf(random.nextInt(9) * 125L, 3)),
                type);
    }

    private static List<SortKey> order(Random random, boolean distinct, int column) {
        List<SortKey> order = new ArrayList<>();
        for (int i = 0, n = random.nextInt(3); i < n; i++) {
            int by = distinct ? column : VALUES[random.nextInt(VALUES.length)];
            order.add(new SortKey(by, random.nextBoolean(), random.nextBoolean()));
        }
        return order;
    }

    private static String changes(Random random, boolean append) {
        StringBuilder text = new StringBuilder();
        List<String> rows = new ArrayList<>();
        long position = 0;
        for (int i = 0; i < 120; i++) {
            position += random.nextInt(4) == 0 ? 0 : 1;
            String row = row(random);
            switch (append || rows.isEmpty() ? 0 : random.nextInt(5)) {
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

    private static String row(Random random) {
        String[] values = {
            "key " + random.nextInt(4),
            "t" + "ab".substring(random.nextInt(3) % 2).repeat(random.nextInt(3)),
            Integer.toString(random.nextInt(9) - 4),
            Double.toString((random.nextInt(10) - 5) / 4.0),
            (random.nextInt(5) - 2) + "2345678901234567890.123",
            random.nextBoolean() ? "TRUE" : "FALSE",
            random.nextInt(3) > 0 ? "TRUE" : "FALSE",
            (random.nextInt(7) - 3) + ".25"
        };
        for (int c = 1; c < values.length; c++) {
            if (random.nextInt(8) == 0) {
                values[c] = "NULL";
            }
        }
        return String.join(", ", values);
    }

    private static List<String> expected(GroupAggregate node, String text) {
        Schema input = node.input().schema();
        Map<List<@Nullable Object>, List<Change>> groups = new LinkedHashMap<>();
        for (String line : text.lines().filter(line -> !line.startsWith("--")).toList()) {
            String change = line.substring(line.indexOf(' ') + 1);
            ChangeBatch batch = ChangeText.parse("+I" + change.substring(2), input, 0);
            List<@Nullable Object> row = new ArrayList<>();
            for (int c = 0; c < input.size(); c++) {
                Object value = Datum.get(batch.column(c), 0, input.type(c));
                row.add(value instanceof Double number ? (Object) (number + 0.0) : value);
            }
            List<@Nullable Object> key = new ArrayList<>();
            node.keys().forEach(k -> key.add(row.get(k)));
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(new Change(change.charAt(0) == '+', row));
        }
        BatchBuilder builder = new BatchBuilder(node.schema());
        groups.forEach((key, changes) -> {
            long rows =
                    changes.stream().mapToInt(change -> change.in() ? 1 : -1).sum();
            if (rows == 0) {
                return;
            }
            int column = 0;
            for (Object value : key) {
                Datum.append(builder.column(column), value, node.schema().type(column));
                column++;
            }
            for (AggregateCall call : node.calls()) {
                Object value = call.function() == AggregateFunction.COUNT ? (Object) rows : value(call, changes);
                Datum.append(builder.column(column++), value, call.type());
            }
            builder.endRow(RowKind.PLUS_I, 0);
        });
        return ChangeText.print(builder.build(Watermarks.absent()), node.schema())
                .lines()
                .map(line -> line.substring(3))
                .toList();
    }

    private static @Nullable Object value(AggregateCall call, List<Change> changes) {
        List<List<@Nullable Object>> rows = left(call, changes);
        int column = call.arguments().get(0);
        if (rows.isEmpty()) {
            return null;
        }
        List<SortKey> order = switch (call.function()) {
            case MIN_BY -> List.of(new SortKey(call.arguments().get(1), false, true));
            case MAX_BY -> List.of(new SortKey(call.arguments().get(1), true, false));
            case ANY_VALUE, MODE -> List.of(new SortKey(column, false, true));
            default -> call.order();
        };
        if (!order.isEmpty()) {
            Comparator<List<@Nullable Object>> by = comparator(new SortKey(column, false, false));
            for (int i = order.size() - 1; i >= 0; i--) {
                by = comparator(order.get(i)).thenComparing(by);
            }
            rows.sort(by);
        }
        List<@Nullable Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.get(column)));
        return switch (call.function()) {
            case ANY_VALUE, FIRST_VALUE, MIN_BY, MAX_BY -> values.get(0);
            case LAST_VALUE -> values.get(values.size() - 1);
            case MODE -> commonest(values);
            case PERCENTILE_DISC -> {
                BigDecimal reached =
                        ((BigDecimal) call.parameters().get(0)).multiply(BigDecimal.valueOf(values.size()));
                yield values.get(
                        Math.max(0, reached.setScale(0, RoundingMode.CEILING).intValue() - 1));
            }
            case PERCENTILE_CONT ->
                between(values, (BigDecimal) call.parameters().get(0));
            case BIT_AND ->
                values.stream().mapToLong(OrderedAggregatesRandomTest::number).reduce(-1, (a, b) -> a & b);
            case BIT_OR ->
                values.stream().mapToLong(OrderedAggregatesRandomTest::number).reduce(0, (a, b) -> a | b);
            case BIT_XOR ->
                values.stream().mapToLong(OrderedAggregatesRandomTest::number).reduce(0, (a, b) -> a ^ b);
            case LISTAGG ->
                String.join(
                        (String) call.parameters().get(0),
                        values.stream().map(String::valueOf).toList());
            case ARRAY_AGG -> values;
            default -> throw new IllegalArgumentException(call.toString());
        };
    }

    private static Object commonest(List<@Nullable Object> values) {
        Map<Object, Integer> counts = new LinkedHashMap<>();
        values.forEach(value -> counts.merge(Objects.requireNonNull(value), 1, Integer::sum));
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() == most)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static double between(List<@Nullable Object> values, BigDecimal fraction) {
        BigDecimal place = fraction.multiply(BigDecimal.valueOf(values.size() - 1));
        int before = place.intValue();
        double share = place.subtract(BigDecimal.valueOf(before)).doubleValue();
        double first = new BigDecimal(String.valueOf(values.get(before))).doubleValue();
        if (share == 0) {
            return first;
        }
        double next = new BigDecimal(String.valueOf(values.get(before + 1))).doubleValue();
        return first + (next - first) * share + 0.0;
    }

    /** The rows that count, in the order in which they came; of equal ones the oldest goes first. */
    private static List<List<@Nullable Object>> left(AggregateCall call, List<Change> changes) {
        boolean byKey = call.function() == AggregateFunction.MIN_BY || call.function() == AggregateFunction.MAX_BY;
        boolean keepsNulls = call.function() == AggregateFunction.ARRAY_AGG
                && (Boolean) call.parameters().get(0);
        List<Integer> required = byKey ? call.arguments().subList(1, 2) : keepsNulls ? List.of() : call.arguments();
        List<Integer> read = new ArrayList<>(call.arguments());
        call.order().forEach(key -> read.add(key.column()));
        Map<List<@Nullable Object>, Integer> copies = new LinkedHashMap<>();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Change change : changes) {
            boolean passes =
                    call.filter() < 0 || Boolean.TRUE.equals(change.row().get(call.filter()));
            if (!passes || required.stream().anyMatch(c -> change.row().get(c) == null)) {
                continue;
            }
            List<@Nullable Object> content = new ArrayList<>();
            read.forEach(c -> content.add(change.row().get(c)));
            int count = copies.merge(content, change.in() ? 1 : -1, Integer::sum);
            if (change.in() && (!call.distinct() || count == 1)) {
                rows.add(change.row());
            } else if (!change.in() && (!call.distinct() || count == 0)) {
                rows.remove(rows.stream()
                        .filter(row -> read.stream()
                                .allMatch(c ->
                                        Objects.equals(row.get(c), change.row().get(c))))
                        .findFirst()
                        .orElseThrow());
            }
        }
        return rows;
    }

    private static Comparator<List<@Nullable Object>> comparator(SortKey key) {
        return (a, b) -> {
            Object left = a.get(key.column());
            Object right = b.get(key.column());
            if (left == null || right == null) {
                int nullIsLess = left == right ? 0 : left == null ? -1 : 1;
                return key.nullsFirst() ? nullIsLess : -nullIsLess;
            }
            int comparison = left instanceof String x && right instanceof String y
                    ? Arrays.compareUnsigned(x.getBytes(), y.getBytes())
                    : compare(left, right);
            return key.descending() ? -comparison : comparison;
        };
    }

    private static long number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).longValue();
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }
}
