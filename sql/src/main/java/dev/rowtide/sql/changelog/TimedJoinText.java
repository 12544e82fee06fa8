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
        TimeBound.Interval interval = (TimeBound.Interval) node.bound();
        PlanNode right = node.body().right();
        PlanNode left = node.body().left();
        long unitsPerMicro = Math.max(
                1, right.schema().type(interval.rightTime()).unitsPerSecond() / 1_000_000);
        String leftTime = left.schema().name(interval.leftTime());
        return new NodeText("IntervalJoin", body.attributes())
                .and("interval=[right " + right.schema().name(interval.rightTime()) + " from left "
                        + shifted(leftTime, interval.lower(), unitsPerMicro) + " to left "
                        + shifted(leftTime, interval.upper(), unitsPerMicro) + "]")
                .and("time=[" + (isEventTime(interval) ? "event time" : "processing time") + "]");
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
        return new StateText(
                "the rows of both inputs until "
                        + (isEventTime(node.bound()) ? "the watermark" : "the time of processing")
                        + " is past the last row that they can meet",
                StateText.Growth.NONE);
    }

    private static boolean isEventTime(TimeBound bound) {
        return bound.clock() == WindowColumns.Clock.EVENT_TIME;
    }
}
