// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out of a join's condition between which times of the right row those of the left one lie: comparisons of a time of one side, plus or minus a constant, with one of the
 * other. Both must say when their rows are from, and both ends must be there.
 */
final class IntervalBounds {

    /** So that sums of a time and a distance can be told from those that are out of range. */
    private static final long DISTANCE_MAX = Long.MAX_VALUE / 4;

    private final Join join;
    private final int lefts;
    private final int leftTime;
    private final int rightTime;
    private final long unitsPerMicro;
    private final List<Expression> rest = new ArrayList<>();
    private long lower = Long.MIN_VALUE;
    private long upper = Long.MAX_VALUE;

    /** A time and what is added to it, in its stored unit. */
    private record Shifted(int column, long distance) {}

    private IntervalBounds(Join join, int leftTime, int rightTime) {
        this.join = join;
        this.leftTime = leftTime;
        this.rightTime = rightTime;
        lefts = join.left().schema().size();
        unitsPerMicro = Math.max(1, join.left().schema().type(leftTime).unitsPerSecond() / 1_000_000);
    }

    /** The interval of a join, or null if it has none. */
    static TimeBound.@Nullable Interval of(Join join) {
        for (int left : times(join.left())) {
            for (int right : times(join.right())) {
                WindowColumns.Clock clock = clock(join, left, right);
                TimeBound.Interval found = clock == null ? null : new IntervalBounds(join, left, right).interval(clock);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** The columns that say when a row is from. */
    private static List<Integer> times(PlanNode input) {
        List<Integer> times = new ArrayList<>();
        for (int column = 0; column < input.schema().size(); column++) {
            if (isEventTime(input, column) || TimeAttributes.isProcessingTime(column, input)) {
                times.add(column);
            }
        }
        return times;
    }

    private static boolean isEventTime(PlanNode input, int column) {
        return TimeAttributes.isEventTime(new InputRef(column, input.schema().type(column)), input)
                || isEndOfWindow(input, column);
    }

    /** The end of a window is as good as its time where its result goes out once: no result is expected any more of a window that ended before the watermark. */
    private static boolean isEndOfWindow(PlanNode input, int column) {
        WindowOrigin window = WindowOrigin.of(input, column);
        return window != null
                && window.role() == WindowOrigin.Role.END
                && window.clock() != WindowColumns.Clock.PROCESSING_TIME
                && !isRevised(input);
    }

    private static boolean isRevised(PlanNode node) {
        return node instanceof Windowed windowed && windowed.emission().revises()
                || node.inputs().stream().anyMatch(IntervalBounds::isRevised);
    }

    private static WindowColumns.@Nullable Clock clock(Join join, int left, int right) {
        Type ofLeft = join.left().schema().type(left);
        Type ofRight = join.right().schema().type(right);
        if (ofLeft.kind() != ofRight.kind() || ofLeft.unitsPerSecond() != ofRight.unitsPerSecond()) {
            return null;
        }
        if (isEventTime(join.left(), left) && isEventTime(join.right(), right)) {
            return WindowColumns.Clock.EVENT_TIME;
        }
        return TimeAttributes.isProcessingTime(left, join.left())
                        && TimeAttributes.isProcessingTime(right, join.right())
                ? WindowColumns.Clock.PROCESSING_TIME
                : null;
    }

    private TimeBound.@Nullable Interval interval(WindowColumns.Clock clock) {
        for (int key = 0; key < join.leftKeys().size(); key++) {
            if (join.leftKeys().get(key) == leftTime && join.rightKeys().get(key) == rightTime) {
                narrow(0, 0);
            }
        }
        if (join.condition() != null) {
            take(join.condition());
        }
        boolean bounded = lower >= -DISTANCE_MAX && upper <= DISTANCE_MAX && lower <= upper;
        return bounded ? new TimeBound.Interval(leftTime, rightTime, lower, upper, clock, conjunction()) : null;
    }

    private @Nullable Expression conjunction() {
        if (rest.size() <= 1) {
            return rest.isEmpty() ? null : rest.get(0);
        }
        boolean nullable = rest.stream().anyMatch(part -> part.type().nullable());
        return new Call(BuiltinFunction.AND, rest, Type.BOOLEAN.withNullable(nullable));
    }

    private void narrow(long from, long to) {
        lower = Math.max(lower, from);
        upper = Math.min(upper, to);
    }

    private void take(Expression condition) {
        if (condition instanceof Call call && call.function() == BuiltinFunction.AND) {
            call.arguments().forEach(this::take);
        } else if (!(condition instanceof Call call)
                || call.arguments().size() != 2
                || !compares(
                        call.function(),
                        call.arguments().get(0),
                        call.arguments().get(1))) {
            rest.add(condition);
        }
    }

    /** Whether a comparison says something of the interval, which it then is narrowed by. */
    private boolean compares(BuiltinFunction comparison, Expression first, Expression second) {
        Shifted one = shifted(first);
        Shifted other = shifted(second);
        if (one == null || other == null) {
            return false;
        }
        if (one.column == leftTime && other.column == lefts + rightTime) {
            return compares(mirrored(comparison), one.distance - other.distance);
        }
        return one.column == lefts + rightTime
                && other.column == leftTime
                && compares(comparison, other.distance - one.distance);
    }

    /** The right row's time is compared with the left row's plus a distance. */
    private boolean compares(BuiltinFunction comparison, long distance) {
        switch (comparison) {
            case GREATER_OR_EQUAL -> narrow(distance, Long.MAX_VALUE);
            case GREATER -> narrow(distance + 1, Long.MAX_VALUE);
            case LESS_OR_EQUAL -> narrow(Long.MIN_VALUE, distance);
            case LESS -> narrow(Long.MIN_VALUE, distance - 1);
            case EQUAL -> narrow(distance, distance);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static BuiltinFunction mirrored(BuiltinFunction comparison) {
        return switch (comparison) {
            case GREATER_OR_EQUAL -> BuiltinFunction.LESS_OR_EQUAL;
            case GREATER -> BuiltinFunction.LESS;
            case LESS_OR_EQUAL -> BuiltinFunction.GREATER_OR_EQUAL;
            case LESS -> BuiltinFunction.GREATER;
            default -> comparison;
        };
    }

    /** A column plus constants. */
    private @Nullable Shifted shifted(Expression expression) {
        Expression time = Conversions.withoutWidening(expression);
        if (time instanceof InputRef ref) {
            return new Shifted(ref.index(), 0);
        }
        if (!(time instanceof Call call)
                || call.function() != BuiltinFunction.TIME_ADD && call.function() != BuiltinFunction.TIME_SUBTRACT
                || !(call.arguments().get(1) instanceof Literal interval)
                || interval.type().kind() != TypeKind.INTERVAL_DAY_TIME
                || !(interval.value() instanceof Long micros)
                || Math.abs(micros) > DISTANCE_MAX / unitsPerMicro / 4) {
            return null;
        }
        Shifted before = shifted(call.arguments().get(0));
        long distance = (call.function() == BuiltinFunction.TIME_ADD ? micros : -micros) * unitsPerMicro;
        return before == null || Math.abs(before.distance) > DISTANCE_MAX
                ? null
                : new Shifted(before.column, before.distance + distance);
    }
}
