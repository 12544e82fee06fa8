// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.operators.model.RandomChanges;
import dev.rowtide.operators.model.RandomChanges.Input;
import dev.rowtide.operators.testing.OperatorHarness;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random windows over random changes: after every position the output stands for the result computed from scratch. */
class OverRandomTest {

    private static final String[] ORDER_TYPES = {"INT", "DOUBLE", "DECIMAL(6, 1)", "STRING", "DECIMAL(25, 1)"};
    private static final String[] VALUE_TYPES = {"INT", "DOUBLE", "DECIMAL(6, 1)", "STRING", "DECIMAL(25, 1)"};
    private static final int ID = 0;
    private static final int PARTITION = 1;
    private static final int ORDER = 2;
    private static final int OTHER_ORDER = 3;
    private static final int VALUE = 4;

    private Random random = new Random();
    private String orderType = "";
    private String valueType = "";

    @ParameterizedTest
    @EnumSource
    void everyRowHasItsResults(Input input) {
        for (int seed = 0; seed < Integer.getInteger("over.seeds", 60); seed++) {
            random = new Random(seed * 31L + input.ordinal());
            orderType = ORDER_TYPES[random.nextInt(ORDER_TYPES.length)];
            valueType = VALUE_TYPES[random.nextInt(VALUE_TYPES.length)];
            Windows windows = windows(input);
            run(windows, input, 40, input + ", seed " + seed + ": " + windows);
        }
    }

    private Windows windows(Input input) {
        Windows windows = Windows.of("id INT, k STRING, o " + orderType + ", p INT, v " + valueType);
        windows = switch (input) {
            case APPEND -> windows;
            case RETRACT -> windows.retract().unique(ID);
            case RETRACT_WITHOUT_KEY -> windows.retract();
            case UPSERT -> windows.upsert(ID);
        };
        if (random.nextInt(3) > 0) {
            windows = windows.by(PARTITION);
        }
        int keys = random.nextInt(4);
        if (keys > 0) {
            windows = windows.order(new SortKey(ORDER, random.nextBoolean(), random.nextBoolean()));
        }
        if (keys > 2) {
            windows = windows.order(new SortKey(OTHER_ORDER, random.nextBoolean(), random.nextBoolean()));
        }
        for (int calls = 1 + random.nextInt(3); calls > 0; calls--) {
            windows = call(windows);
        }
        return windows;
    }

    private Windows call(Windows windows) {
        boolean isNumber = !valueType.equals("STRING");
        OverFunction function;
        do {
            function = OverFunction.values()[random.nextInt(OverFunction.values().length)];
        } while (!isNumber && (function == OverFunction.SUM || function == OverFunction.AVG)
                || windows.order().isEmpty() && !function.readsFrame() && function != OverFunction.ROW_NUMBER);
        Frame frame = function.readsFrame() ? frame(windows) : Frame.ALL;
        boolean ignoreNulls = random.nextInt(3) == 0;
        return switch (function) {
            case COUNT ->
                random.nextBoolean()
                        ? windows.call(function, "BIGINT", frame)
                        : windows.call(function, "BIGINT", frame, VALUE);
            case SUM -> windows.call(function, sumType(), frame, VALUE);
            case AVG -> windows.call(function, valueType, frame, VALUE);
            case MIN, MAX -> windows.call(function, valueType, frame, VALUE);
            case AGGREGATE -> windows.call(OverCall.of(aggregate(), frame));
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
                windows.call(new OverCall(
                        function,
                        List.of(VALUE),
                        ignoreNulls,
                        1 + random.nextInt(4),
                        frame,
                        Windows.type(valueType),
                        null));
            case LAG, LEAD ->
                random.nextBoolean()
                        ? windows.call(new OverCall(
                                function,
                                List.of(VALUE),
                                ignoreNulls,
                                random.nextInt(4),
                                frame,
                                Windows.type(valueType),
                                null))
                        : windows.numbered(function, random.nextInt(4), "INT", frame, OTHER_ORDER, ID);
            case ROW_NUMBER, RANK, DENSE_RANK -> windows.call(function, "BIGINT", frame);
            case PERCENT_RANK, CUME_DIST -> windows.call(function, "DOUBLE", frame);
            case NTILE -> windows.numbered(function, 1 + random.nextInt(5), "BIGINT", frame);
        };
    }

    /** One that depends on the order of rows where values are texts. */
    private AggregateCall aggregate() {
        if (valueType.equals("STRING") && random.nextBoolean()) {
            return new AggregateCall(
                    AggregateFunction.LISTAGG,
                    List.of(VALUE),
                    false,
                    AggregateCall.NO_FILTER,
                    List.of(),
                    List.of("/"),
                    Windows.type(valueType));
        }
        if (random.nextBoolean()) {
            return new AggregateCall(
                    random.nextBoolean() ? AggregateFunction.MIN_BY : AggregateFunction.MAX_BY,
                    List.of(VALUE, OTHER_ORDER),
                    false,
                    AggregateCall.NO_FILTER,
                    Windows.type(valueType));
        }
        return random.nextBoolean()
                ? new AggregateCall(
                        AggregateFunction.COUNT, List.of(VALUE), true, AggregateCall.NO_FILTER, Windows.type("BIGINT"))
                : new AggregateCall(
                        AggregateFunction.MODE,
                        List.of(VALUE),
                        false,
                        AggregateCall.NO_FILTER,
                        Windows.type(valueType));
    }

    private String sumType() {
        return switch (valueType) {
            case "DECIMAL(6, 1)" -> "DECIMAL(12, 1)";
            case "DECIMAL(25, 1)" -> "DECIMAL(38, 1)";
            default -> valueType;
        };
    }

    private Frame frame(Windows windows) {
        boolean hasDistance = windows.order().size() == 1 && !orderType.equals("STRING") && !orderType.contains("25");
        boolean rows = windows.order().isEmpty() || random.nextBoolean();
        if (random.nextInt(8) == 0) {
            return Frame.ALL;
        }
        int lower = rows || hasDistance ? random.nextInt(7) - 3 : 0;
        int upper = rows || hasDistance ? lower + random.nextInt(4) : 0;
        BigDecimal unit = rows || orderType.equals("INT")
                ? BigDecimal.ONE
                : orderType.equals("DOUBLE") ? new BigDecimal("0.5") : BigDecimal.valueOf(10);
        return new Frame(
                rows ? Frame.Unit.ROWS : Frame.Unit.RANGE,
                random.nextInt(3) == 0 ? null : unit.multiply(BigDecimal.valueOf(lower)),
                random.nextInt(3) == 0 ? null : unit.multiply(BigDecimal.valueOf(upper)));
    }

    private void run(Windows windows, Input input, int positions, String what) {
        RandomChanges changes = new RandomChanges(random, input, this::row);
        changes.make(positions, new OverModel(windows));
        OperatorHarness harness = windows.harness(changes.text());
        try {
            changes.expect(harness.run());
        } catch (AssertionError error) {
            throw new AssertionError(what + "\n" + changes.text() + "\n" + error.getMessage(), error);
        }
        if (input == Input.UPSERT) {
            windows.withoutUpdateBefore().harness(changes.text()).outputKey(ID).run();
        }
    }

    private List<@Nullable Comparable<?>> row(@Nullable Integer id) {
        String partition = random.nextInt(6) == 0 ? null : random.nextBoolean() ? "a" : "b";
        return Arrays.asList(
                id,
                partition,
                random.nextInt(6) == 0 ? null : value(orderType),
                random.nextInt(3),
                random.nextInt(5) == 0 ? null : value(valueType));
    }

    private Comparable<?> value(String type) {
        int value = random.nextInt(7) - 3;
        return switch (type) {
            case "INT" -> value;
            case "DOUBLE" -> value / 2.0;
            case "STRING" ->
                List.of("a", "abcdefgh", "abcdefghi", "b", "\u00e9", "c", "z").get(value + 3);
            case "DECIMAL(6, 1)" -> new BigDecimal(value + ".5");
            default ->
                new BigDecimal(List.of(
                                "-100000000000000000000.0",
                                "-0.5",
                                "0.0",
                                "0.5",
                                "100000000000000000000.5",
                                "1.0",
                                "7.5")
                        .get(value + 3));
        };
    }
}
