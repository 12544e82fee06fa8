// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.testing.SchemaText;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Joins by time, for tests: both inputs have a key, a value and an event time. */
final class TimedJoins {

    static final Schema INPUT = SchemaText.parse("k INT, v INT, ts TIMESTAMP(3)");
    static final long SECOND = 1_000_000;

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private TimedJoins() {}

    /** The right row is from {@code lower} to {@code upper} seconds later than the left one, and {@code l.v <> r.v} if so wanted. */
    static TimedJoin interval(JoinType type, long lower, long upper, boolean condition) {
        TimeBound.Interval interval = new TimeBound.Interval(
                2,
                2,
                lower * SECOND,
                upper * SECOND,
                WindowColumns.Clock.EVENT_TIME,
                condition ? valuesDiffer() : null);
        return new TimedJoin(body(type, null), interval, body(type, null).traits());
    }

    /** The right row that holds at the left one's time, and {@code l.v <> r.v} if so wanted; the left rows are updated, and so are the right ones. */
    static TimedJoin asOf(JoinType type, boolean earlier, boolean condition) {
        TimeBound.AsOf asOf = new TimeBound.AsOf(2, 2, earlier, WindowColumns.Clock.EVENT_TIME);
        Join body = body(type, condition ? valuesDiffer() : null);
        Traits traits = new Traits(body.schema(), Set.of(), ChangelogMode.RETRACT);
        return new TimedJoin(body.with(body.inputs(), traits), asOf, traits);
    }

    static Expression valuesDiffer() {
        return new Call(
                BuiltinFunction.NOT_EQUAL,
                List.of(new InputRef(1, Type.INTEGER), new InputRef(4, Type.INTEGER)),
                Type.BOOLEAN);
    }

    static Join body(JoinType type, @Nullable Expression condition) {
        PlanNode input = new Values(List.of(), new Traits(INPUT, Set.of(), ChangelogMode.APPEND));
        List<Field> fields = new ArrayList<>(INPUT.fields());
        if (!type.leftOnly()) {
            fields.addAll(INPUT.fields());
        }
        return new Join(
                input,
                input,
                type,
                List.of(0),
                List.of(0),
                List.of(false),
                condition,
                false,
                new Traits(new Schema(fields), Set.of(), ChangelogMode.APPEND));
    }

    static String time(long second) {
        return LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(FORMAT);
    }
}
