// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Over.Function;
import dev.rowtide.tests.oracle.Over.Window;
import dev.rowtide.tests.oracle.Relation.Call;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions over windows. What depends on the order of rows is asked for in a total order, so that there is one answer; in one such order alone unless all rows are
 * different.
 */
final class OverGenerator {

    private static final List<String> RANKS =
            List.of("ROW_NUMBER()", "RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()", "NTILE");
    private static final List<String> VALUES = List.of("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE", "LAG", "LEAD");
    private static final double DISTANCE_MAX = 1e12;

    private final Dice dice;
    private final InputGenerator inputs;
    private final Names names;
    private final AggregateGenerator aggregates;
    private final RankingGenerator rankings;

    OverGenerator(
            Dice dice, InputGenerator inputs, Names names, AggregateGenerator aggregates, RankingGenerator rankings) {
        this.dice = dice;
        this.inputs = inputs;
        this.names = names;
        this.aggregates = aggregates;
        this.rankings = rankings;
    }

    Over over(Relation input) {
        List<Window> windows = new ArrayList<>();
        List<Function> functions = new ArrayList<>();
        @Nullable Window inOrder = null;
        for (int w = 0, n = dice.pick(List.of(1, 1, 1, 2)); w < n; w++) {
            boolean total = dice.percent(60);
            Window window = window(input, total);
            if (total && inOrder != null && input.key().isEmpty()) {
                window = new Window(inOrder.partition(), inOrder.order(), window.frame());
            }
            inOrder = total && inOrder == null ? window : inOrder;
            windows.add(window);
            for (int f = 0, m = dice.between(1, 3); f < m; f++) {
                functions.add(function(input, w, windows.get(w), total));
            }
        }
        return new Over(input, windows, functions, dice.percent(30));
    }

    private Window window(Relation input, boolean total) {
        List<Column> columns = rankings.shuffled(input.columns());
        List<Column> partition = columns.subList(0, Math.min(columns.size() - 1, dice.pick(List.of(0, 1, 1, 1, 2))));
        List<Column> others = columns.subList(partition.size(), columns.size());
        if (total) {
            return new Window(partition, rankings.order(others), totalFrame());
        }
        if (dice.percent(20)) {
            return new Window(partition, null, "");
        }
        List<Column> keys = others.subList(0, dice.between(1, Math.min(2, others.size())));
        Ranking order = rankings.order(keys);
        return new Window(partition, order, keys.size() == 1 ? rangeFrame(keys.get(0)) : peerFrame());
    }

    private String totalFrame() {
        int choice = dice.between(0, 9);
        if (choice < 3) {
            return "";
        }
        int lower = dice.between(-3, 3);
        int upper = dice.between(lower, lower + 3);
        return "ROWS BETWEEN " + (choice < 5 ? "UNBOUNDED PRECEDING" : bound(lower, String.valueOf(Math.abs(lower))))
                + " AND "
                + (choice > 2 && choice < 7 ? bound(upper, String.valueOf(Math.abs(upper))) : "UNBOUNDED FOLLOWING");
    }

    private String peerFrame() {
        return dice.pick(List.of(
                "",
                "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
                "RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
                "RANGE BETWEEN CURRENT ROW AND CURRENT ROW",
                "RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"));
    }

    private String rangeFrame(Column key) {
        String unit = unit(key);
        if (unit == null || dice.percent(30)) {
            return peerFrame();
        }
        int lower = dice.between(-3, 2);
        int upper = dice.between(lower, lower + 3);
        String first = dice.percent(20) ? "UNBOUNDED PRECEDING" : bound(lower, distance(lower, unit));
        String last = dice.percent(20) ? "UNBOUNDED FOLLOWING" : bound(upper, distance(upper, unit));
        return "RANGE BETWEEN " + first + " AND " + last;
    }

    private static String bound(int distance, String text) {
        return distance == 0 ? "CURRENT ROW" : text + (distance < 0 ? " PRECEDING" : " FOLLOWING");
    }

    private static String distance(int distance, String unit) {
        return unit.replace("#", String.valueOf(Math.abs(distance)));
    }

    /** A distance of # steps in a column, or null if it has none that both engines know. */
    private @Nullable String unit(Column key) {
        boolean moderate = key.bound() < DISTANCE_MAX;
        return switch (key.type().kind()) {
            case INTEGER, BIGINT -> moderate ? "#" : null;
            case DOUBLE -> moderate ? "#.25" : null;
            case DECIMAL -> moderate && key.type().precision() <= Type.LONG_DECIMAL_DIGITS_MAX ? "#.5" : null;
            case DATE -> moderate ? "INTERVAL '#' DAY" : null;
            case TIMESTAMP -> moderate ? "INTERVAL '#' MINUTE" : null;
            default -> null;
        };
    }

    private Function function(Relation input, int number, Window window, boolean total) {
        int choice = dice.between(0, 9);
        boolean framed = !window.frame().isEmpty();
        if (choice < 3 && window.order() != null && !framed) {
            return rank(number, total);
        } else if (choice < 6 && total) {
            return value(input, number, framed);
        }
        ExpressionGenerator expressions = new ExpressionGenerator(dice, inputs, input.columns());
        Call call;
        do {
            call = aggregates.call(expressions, input.rowsMax());
        } while (isOfOneRow(call));
        return new Function(number, call.column(), call, null);
    }

    /** FIRST_VALUE and LAST_VALUE with an order of their own, which OVER does not take. */
    private static boolean isOfOneRow(Call call) {
        return call.text() != null && call.text().rowtide().matches("(FIRST|LAST)_VALUE.*");
    }

    private Function rank(int window, boolean total) {
        String function = dice.pick(total ? RANKS : RANKS.subList(1, 5));
        if (function.equals("NTILE")) {
            function = "NTILE(" + dice.between(1, 5) + ")";
        }
        boolean share = function.startsWith("PERCENT") || function.startsWith("CUME");
        Column column = new Column(names.column(), share ? Type.DOUBLE : Type.BIGINT, share ? 1 : 100_000, !share);
        return new Function(window, column, null, new CallText(function, function));
    }

    private Function value(Relation input, int window, boolean framed) {
        Column of = dice.pick(input.columns());
        String value = of.name();
        String nulls = dice.percent(30) ? " IGNORE NULLS" : "";
        String name = dice.pick(framed ? VALUES.subList(0, 3) : VALUES);
        String rest = switch (name) {
            case "NTH_VALUE" -> ", " + dice.between(1, 3);
            case "LAG", "LEAD" ->
                dice.percent(40)
                        ? ""
                        : ", " + dice.between(nulls.isEmpty() ? 0 : 1, 3) + (dice.percent(50) ? ", " + value : "");
            default -> "";
        };
        Column column = new Column(names.column(), of.type().withNullable(true), of.bound(), of.exact());
        return new Function(
                window,
                column,
                null,
                new CallText(name + "(" + value + rest + ")" + nulls, name + "(" + value + rest + nulls + ")"));
    }
}
