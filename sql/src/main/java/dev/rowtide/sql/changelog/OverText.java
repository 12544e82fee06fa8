// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.changelog.StateText.Growth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An OVER aggregate in words. */
final class OverText {

    private OverText() {}

    static NodeText of(OverAggregate node) {
        Schema input = node.input().schema();
        List<String> attributes = new ArrayList<>();
        if (node.calls().isEmpty()) {
            NodeText.addOrder(node.order(), input, attributes);
            return new NodeText("TemporalSort", attributes);
        }
        if (!node.partitionKeys().isEmpty()) {
            attributes.add(NodeText.attribute(
                    "partitionBy",
                    node.partitionKeys().stream().map(input::name).toList()));
        }
        NodeText.addOrder(node.order(), input, attributes);
        List<String> select = new ArrayList<>(input.names());
        for (int i = 0; i < node.calls().size(); i++) {
            select.add(call(node.calls().get(i), node) + " AS " + node.schema().name(input.size() + i));
        }
        attributes.add(NodeText.attribute("select", select));
        if (node.inEventTime()) {
            attributes.add("emit=[when the watermark passes]");
        }
        return new NodeText("OverAggregate", attributes);
    }

    static StateText state(OverAggregate node) {
        Schema input = node.input().schema();
        String key = node.partitionKeys().isEmpty()
                ? ""
                : " under its "
                        + NodeText.tuple(
                                node.partitionKeys().stream().map(input::name).toList());
        if (node.inEventTime()) {
            return inEventTime(node, key);
        }
        return new StateText(
                "every live row" + key + " in order with its results, because rows that come may change them,"
                        + " grows with the live rows",
                Growth.WITH_ROWS);
    }

    private static StateText inEventTime(OverAggregate node, String key) {
        String waiting = "the rows that the watermark has not reached";
        if (node.calls().isEmpty()) {
            return new StateText(waiting + ", does not grow", Growth.NONE);
        }
        boolean bounded = node.calls().stream().allMatch(OverText::looksBackSoFar);
        return bounded
                ? new StateText(
                        waiting + " and, " + (key.isEmpty() ? "" : "each" + key + ", ")
                                + "those that frames reach back to, "
                                + (key.isEmpty() ? "does not grow" : "grows with the number of distinct keys"),
                        key.isEmpty() ? Growth.NONE : Growth.WITH_KEYS)
                : new StateText(
                        "every row" + key + " in order, since a frame begins with the first, grows with every row",
                        Growth.WITH_ROWS);
    }

    private static boolean looksBackSoFar(OverCall call) {
        return call.function() == OverFunction.LAG
                || call.function().readsFrame() && call.frame().lower() != null;
    }

    private static String call(OverCall call, OverAggregate node) {
        Schema input = node.input().schema();
        List<String> arguments =
                new ArrayList<>(call.arguments().stream().map(input::name).toList());
        switch (call.function()) {
            case COUNT -> {
                if (arguments.isEmpty()) {
                    arguments.add("*");
                }
            }
            case LAG, LEAD, NTH_VALUE -> arguments.add(1, String.valueOf(call.number()));
            case NTILE -> arguments.add(String.valueOf(call.number()));
            default -> {
                // Its arguments are all that it has.
            }
        }
        String text = call.function()
                + arguments.stream().collect(Collectors.joining(", ", "(", ")"))
                + (call.ignoreNulls() ? " IGNORE NULLS" : "");
        return call.function().readsFrame() && !call.frame().equals(Frame.ALL)
                ? text + " " + frame(call.frame(), node)
                : text;
    }

    private static String frame(Frame frame, OverAggregate node) {
        return frame.unit() + " BETWEEN " + bound(frame.lower(), "UNBOUNDED PRECEDING", frame, node) + " AND "
                + bound(frame.upper(), "UNBOUNDED FOLLOWING", frame, node);
    }

    private static String bound(@Nullable BigDecimal distance, String endless, Frame frame, OverAggregate node) {
        if (distance == null) {
            return endless;
        }
        if (distance.signum() == 0) {
            return "CURRENT ROW";
        }
        String number = frame.unit() == Frame.Unit.ROWS
                ? distance.abs().toPlainString()
                : written(
                        distance.abs(),
                        node.input().schema().type(node.order().get(0).column()));
        return number + (distance.signum() < 0 ? " PRECEDING" : " FOLLOWING");
    }

    private static String written(BigDecimal stored, Type type) {
        return switch (type.kind()) {
            case DECIMAL -> stored.movePointLeft(type.scale()).toPlainString();
            case DATE -> stored.toPlainString() + " DAY";
            case TIME -> seconds(stored, 1_000_000);
            case TIMESTAMP, TIMESTAMP_LTZ -> seconds(stored, type.unitsPerSecond());
            default -> stored.toPlainString();
        };
    }

    private static String seconds(BigDecimal stored, long unitsPerSecond) {
        return stored.divide(BigDecimal.valueOf(unitsPerSecond))
                        .stripTrailingZeros()
                        .toPlainString() + " SECOND";
    }
}
