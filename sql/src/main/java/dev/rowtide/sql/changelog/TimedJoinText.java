// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.WindowColumns;

/** Joins by time in words: which rows meet, and how long they are kept. */
final class TimedJoinText {

    private TimedJoinText() {}

    static NodeText of(TimedJoin node) {
        NodeText body = NodeText.of(node.body());
        if (!(node.bound() instanceof TimeBound.Interval interval)) {
            return ofMoment(node, (TimeBound.AsOf) node.bound(), body);
        }
        PlanNode right = node.body().right();
        PlanNode left = node.body().left();
        long unitsPerMicro =
                Math.max(1, right.schema().type(interval.rightTime()).unitsPerSecond() / 1_000_000);
        String leftTime = left.schema().name(interval.leftTime());
        return new NodeText("IntervalJoin", body.attributes())
                .and("interval=[right " + right.schema().name(interval.rightTime()) + " from left "
                        + shifted(leftTime, interval.lower(), unitsPerMicro) + " to left "
                        + shifted(leftTime, interval.upper(), unitsPerMicro) + "]")
                .and("time=[" + (isEventTime(interval) ? "event time" : "processing time") + "]");
    }

    private static NodeText ofMoment(TimedJoin node, TimeBound.AsOf asOf, NodeText body) {
        NodeText text = new NodeText("TemporalJoin", body.attributes());
        if (!isEventTime(asOf)) {
            return text.and("asOf=[processing time]");
        }
        String left = node.body().left().schema().name(asOf.leftTime());
        String right = node.body().right().schema().name(asOf.rightTime());
        return text.and("asOf=[right " + right + (asOf.earlier() ? " < left " : " <= left ") + left + "]");
    }

    private static String shifted(String time, long distance, long unitsPerMicro) {
        if (distance == 0) {
            return time;
        }
        long micros = Math.abs(distance) / unitsPerMicro;
        String length = WindowText.duration(micros);
        long rest = Math.abs(distance) % unitsPerMicro;
        return time + (distance < 0 ? " - " : " + ") + length + (rest == 0 ? "" : " " + rest + " ns");
    }

    static StateText state(TimedJoin node) {
        if (node.bound() instanceof TimeBound.AsOf) {
            return ofMoment(node);
        }
        return new StateText(
                "the rows of both inputs until "
                        + (isEventTime(node.bound()) ? "the watermark" : "the time of processing")
                        + " is past the last row that they can meet",
                StateText.Growth.NONE);
    }

    private static StateText ofMoment(TimedJoin node) {
        String key = node.body().rightKeys().isEmpty()
                ? ""
                : " of each "
                        + NodeText.tuple(NodeText.names(
                                ColumnSets.of(node.body().rightKeys()),
                                node.body().right().schema()));
        String latest = "the latest right row" + key;
        return new StateText(
                (isEventTime(node.bound())
                                ? "the left rows until the right watermark reaches their time, " + latest
                                        + " at the watermark and those behind it"
                                : latest)
                        + ", grows with the number of distinct keys",
                StateText.Growth.WITH_KEYS);
    }

    private static boolean isEventTime(TimeBound bound) {
        return bound.clock() == WindowColumns.Clock.EVENT_TIME;
    }
}
