// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/** {@code JOIN versions FOR SYSTEM_TIME AS OF o.ts AS v ON o.k = v.k}: each left row with the version of a key that holds at its time; and {@code ASOF JOIN}. */
final class TranslateTemporalJoin {

    private TranslateTemporalJoin() {}

    /**
     * The join of two translated inputs.
     *
     * @param join of them, of type INNER or LEFT, on the condition
     * @param time over the columns of the left one
     * @throws EngineException if the time is not when left rows are from, or the right side has no versions of keys that the condition names
     */
    static PlanNode of(
            TranslateContext context, PlanNodes nodes, Join join, RexNode time, PlanNode left, PlanNode right) {
        TimeBound.AsOf asOf = asOf(new TranslateExpression(context, left.schema()).of(time), left, right);
        if (context.batch()) {
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED,
                            "FOR SYSTEM_TIME AS OF is not supported in batch mode, which sees the last version only")
                    .withHint("SET 'execution.runtime-mode' = 'streaming'.");
        }
        return TranslateJoin.asOf(
                context, nodes, join, left, right, new TranslateJoin.Moment(asOf, key(join, left, right)));
    }

    /**
     * {@code l ASOF JOIN r MATCH_CONDITION l.ts >= r.ts ON l.k = r.k}: each left row with the closest right one of its key.
     *
     * @param match compares a column of each side
     * @throws EngineException if these are not when rows are from, or the left one may be the earlier
     */
    static PlanNode closest(
            TranslateContext context, PlanNodes nodes, Join join, RexNode match, PlanNode left, PlanNode right) {
        int lefts = left.schema().size();
        RexCall comparison = (RexCall) match;
        RexNode first = comparison.getOperands().get(0);
        RexNode second = comparison.getOperands().get(1);
        boolean mirrored = RelOptUtil.InputFinder.bits(first).nth(0) >= lefts;
        SqlKind kind = mirrored ? comparison.getKind().reverse() : comparison.getKind();
        if (kind != SqlKind.GREATER_THAN && kind != SqlKind.GREATER_THAN_OR_EQUAL) {
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED,
                            "ASOF JOIN with the row on the right that comes next is not supported")
                    .withHint("MATCH_CONDITION l.ts >= r.ts finds the one before.");
        }
        Expression leftTime = new TranslateExpression(context, left.schema()).of(mirrored ? second : first);
        Expression rightTime =
                new TranslateExpression(context, right.schema()).of(RexUtil.shift(mirrored ? first : second, -lefts));
        boolean times = leftTime instanceof InputRef
                && rightTime instanceof InputRef
                && leftTime.type().kind() == rightTime.type().kind()
                && (context.batch()
                        ? leftTime.type().kind().isTimestamp()
                        : TimeAttributes.isEventTime(leftTime, left) && TimeAttributes.isEventTime(rightTime, right));
        if (!times) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY, "MATCH_CONDITION must compare the event times of both sides")
                    .withDetail("They are the columns of a WATERMARK, and must be of one type.");
        }
        TimeBound.AsOf asOf = new TimeBound.AsOf(
                ((InputRef) leftTime).index(),
                ((InputRef) rightTime).index(),
                kind == SqlKind.GREATER_THAN,
                WindowColumns.Clock.EVENT_TIME);
        return TranslateJoin.asOf(context, nodes, join, left, right, new TranslateJoin.Moment(asOf, null));
    }

    private static TimeBound.AsOf asOf(Expression time, PlanNode left, PlanNode right) {
        if (TimeAttributes.isProcessingTime(time, left)) {
            return new TimeBound.AsOf(-1, -1, false, WindowColumns.Clock.PROCESSING_TIME);
        }
        if (!(time instanceof InputRef ref) || !TimeAttributes.isEventTime(ref, left)) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "FOR SYSTEM_TIME AS OF needs the time at which the rows on the left are from")
                    .withDetail("That is the column of a WATERMARK, or PROCTIME().");
        }
        int rightTime = TimeAttributes.versionTime(right);
        if (rightTime < 0) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the table of FOR SYSTEM_TIME AS OF does not say from when on its rows hold")
                    .withHint(
                            "Declare it in the table, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND, and keep the column in the view.");
        }
        Type leftType = ref.type();
        Type rightType = right.schema().type(rightTime);
        if (leftType.kind() != rightType.kind()) {
            throw new EngineException(
                    ErrorCode.INVALID_QUERY,
                    "the times of both sides must be of one type, not " + leftType.name() + " and " + rightType.name());
        }
        return new TimeBound.AsOf(ref.index(), rightTime, false, WindowColumns.Clock.EVENT_TIME);
    }

    /** The unique key of the right side that the condition names. */
    private static ColumnSet key(Join join, PlanNode left, PlanNode right) {
        Set<ColumnSet> keys = right.traits().uniqueKeys();
        if (keys.isEmpty()) {
            throw new EngineException(ErrorCode.INVALID_QUERY, "a versioned table needs a primary key")
                    .withHint("Declare PRIMARY KEY (…) NOT ENFORCED, or make a view of the last row of each key:"
                            + " ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) = 1.");
        }
        ColumnSet compared = compared(join, left.schema().size());
        return keys.stream()
                .filter(compared::containsAll)
                .min(Comparator.comparing(ColumnSet::size).thenComparing(ColumnSet::toString))
                .orElseThrow(() -> new EngineException(
                                ErrorCode.INVALID_QUERY,
                                "the primary key of the versioned table must be in the join condition")
                        .withDetail("It is " + names(keys, right) + ".")
                        .withHint("Compare each of its columns with = in ON."));
    }

    private static String names(Set<ColumnSet> keys, PlanNode right) {
        return keys.stream()
                .map(key -> Arrays.stream(key.toArray())
                        .mapToObj(right.schema()::name)
                        .collect(Collectors.joining(", ", "(", ")")))
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    /** The right columns that are compared for equality with something of the left side. */
    private static ColumnSet compared(Join join, int lefts) {
        Set<Integer> columns = new HashSet<>();
        for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
            if (part.getKind() == SqlKind.EQUALS) {
                List<RexNode> sides = ((RexCall) part).getOperands();
                for (int side = 0; side < 2; side++) {
                    boolean ofLeft = RelOptUtil.InputFinder.bits(sides.get(1 - side)).asList().stream()
                            .allMatch(column -> column < lefts);
                    if (ofLeft && column(sides.get(side)) instanceof RexInputRef ref && ref.getIndex() >= lefts) {
                        columns.add(ref.getIndex() - lefts);
                    }
                }
            }
        }
        return ColumnSet.of(columns.stream().mapToInt(Integer::intValue).toArray());
    }

    /** What is cast, if it is. */
    private static RexNode column(RexNode expression) {
        return expression.getKind() == SqlKind.CAST
                ? ((RexCall) expression).getOperands().get(0)
                : expression;
    }
}
