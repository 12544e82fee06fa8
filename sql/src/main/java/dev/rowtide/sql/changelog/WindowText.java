// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Windows, and what is done by window, as {@link NodeText}s and {@link StateText}s. */
final class WindowText {

    private static final int MONTHS_PER_YEAR = 12;

    private WindowText() {}

    static NodeText of(AssignWindows node) {
        String time = node.input().schema().name(node.timeColumn());
        return new NodeText(
                "WindowTableFunction", List.of("window=[" + text(node.windows(), "time_col=[" + time + "], ") + "]"));
    }

    private static String text(WindowSpec windows, String before) {
        List<String> lengths = new ArrayList<>();
        lengths.add("size=[" + length(windows, windows.size()) + "]");
        switch (windows.kind()) {
            case HOP -> lengths.add("slide=[" + length(windows, windows.step()) + "]");
            case CUMULATE -> lengths.add("step=[" + length(windows, windows.step()) + "]");
            case TUMBLE -> {
                // Its size says it all.
            }
        }
        if (windows.offset() != 0) {
            lengths.add("offset=[" + length(windows, windows.offset()) + "]");
        }
        return windows.kind() + "(" + before + String.join(", ", lengths) + ")";
    }

    static NodeText of(AssignSessions node) {
        Schema input = node.input().schema();
        String partition = node.partitionKeys().isEmpty()
                ? ""
                : ", "
                        + NodeText.attribute(
                                "partition_keys",
                                node.partitionKeys().stream().map(input::name).toList());
        NodeText text = new NodeText(
                "SessionWindows",
                List.of("window=[SESSION(time_col=[" + input.name(node.timeColumn()) + "], gap=[" + duration(node.gap())
                        + "]" + partition + ")]"));
        return node.emission().revises() ? text.and("emit=[" + emission(node.emission(), node.clock()) + "]") : text;
    }

    static NodeText of(Windowed node) {
        NodeText body = NodeText.of(node.body());
        String name = body.name().equals("GroupAggregate") ? "WindowAggregate" : "Window" + body.name();
        NodeText text = new NodeText(name, body.attributes());
        WindowColumns windows = node.windows().get(0);
        Schema input = node.inputs().get(0).schema();
        if (node.mergesSessions()) {
            text = text.and("sessions_of_rows=[gap=" + duration(windows.sessionGap()) + "]");
        }
        if (node.sliced() != null) {
            text = text.and("slices_of=[" + text(node.sliced(), "") + "]");
        }
        return text.and(NodeText.attribute("window", List.of(input.name(windows.start()), input.name(windows.end()))))
                .and("emit=[" + emission(node.emission(), windows.clock()) + "]");
    }

    private static String emission(Emission emission, WindowColumns.Clock clock) {
        String text = emission.onChange()
                ? "on change"
                : switch (clock) {
                    case EVENT_TIME -> "on watermark";
                    case PROCESSING_TIME -> "on processing time";
                    case COMPLETE -> "with the window";
                };
        if (emission.every() > 0) {
            text += ", every " + duration(emission.every());
        }
        if (emission.allowedLateness() > 0) {
            text += ", allowed lateness " + duration(emission.allowedLateness());
        }
        return switch (emission.panes()) {
            case RETRACTING -> text;
            case ACCUMULATING -> text + ", accumulating panes";
            case DISCARDING -> text + ", discarding panes";
        };
    }

    static StateText state(AssignSessions node) {
        if (node.apart()) {
            return new StateText("", StateText.Growth.NONE);
        }
        long lateness = node.emission().allowedLateness();
        String until = lateness == 0
                ? "when the watermark closes their session"
                : duration(lateness) + " after the watermark closes their session";
        return new StateText("the rows of open sessions; they are given up " + until, StateText.Growth.NONE);
    }

    static StateText state(Windowed node) {
        if (node.windows().get(0).clock() == WindowColumns.Clock.COMPLETE) {
            return new StateText("", StateText.Growth.NONE);
        }
        StateText body = StateText.of(node.body());
        String kept = body.text().isEmpty() ? "the rows" : untilGrowth(body.text());
        long lateness = node.emission().allowedLateness();
        String until = lateness == 0
                ? "; given up when the window is complete"
                : "; given up " + duration(lateness) + " after the window is complete";
        return new StateText("of each open window " + kept + until, StateText.Growth.NONE);
    }

    private static String untilGrowth(String text) {
        int growth = text.indexOf(", grows");
        return growth < 0 ? text : text.substring(0, growth);
    }

    private static String length(WindowSpec windows, long length) {
        if (windows.unit() == WindowSpec.Unit.MICROS) {
            return duration(length);
        }
        return length % MONTHS_PER_YEAR == 0 ? length / MONTHS_PER_YEAR + " y" : length + " mon";
    }

    /** Microseconds in the largest unit that they are a whole number of. */
    static String duration(long micros) {
        Duration duration = Duration.of(micros, ChronoUnit.MICROS);
        if (micros == 0) {
            return "0 s";
        }
        for (ChronoUnit unit :
                List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS, ChronoUnit.MILLIS)) {
            long length = unit.getDuration().toNanos();
            if (duration.toNanos() % length == 0) {
                return duration.toNanos() / length + " " + symbol(unit);
            }
        }
        return micros + " us";
    }

    private static String symbol(ChronoUnit unit) {
        return switch (unit) {
            case DAYS -> "d";
            case HOURS -> "h";
            case MINUTES -> "min";
            case SECONDS -> "s";
            case MILLIS -> "ms";
            default -> unit.toString().toLowerCase(Locale.ROOT);
        };
    }
}
