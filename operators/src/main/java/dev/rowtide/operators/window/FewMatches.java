// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Kernel;
import dev.rowtide.operators.merge.ColumnGather;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves rows out of an inner join in a window, of a side with many, that match none of the few on the other: such as all bids but those of the highest price. So they are looked at once, in bulk, and never
 * kept by the join.
 */
final class FewMatches {

    /** So many rows are few. */
    static final int FEW = 4;

    /** What may be computed twice: cheap, and the same each time. */
    private static final Set<BuiltinFunction> PLAIN = EnumSet.of(
            BuiltinFunction.AND,
            BuiltinFunction.OR,
            BuiltinFunction.NOT,
            BuiltinFunction.IS_NULL,
            BuiltinFunction.IS_NOT_NULL,
            BuiltinFunction.EQUAL,
            BuiltinFunction.NOT_EQUAL,
            BuiltinFunction.LESS,
            BuiltinFunction.LESS_OR_EQUAL,
            BuiltinFunction.GREATER,
            BuiltinFunction.GREATER_OR_EQUAL,
            BuiltinFunction.ADD,
            BuiltinFunction.SUBTRACT,
            BuiltinFunction.MULTIPLY,
            BuiltinFunction.CAST);

    private final Kernel condition;
    private final int lefts;

    private FewMatches(Kernel condition, int lefts) {
        this.condition = condition;
        this.lefts = lefts;
    }

    /** That for a node; null if it is no inner join, or compares nothing in a plain way but windows. */
    static @Nullable FewMatches of(PlanNode body, List<WindowColumns> windows, ZoneId zone) {
        if (!(body instanceof Join join)
                || join.type() != JoinType.INNER
                || join.nullsMatch().contains(true)) {
            return null;
        }
        Schema left = join.left().schema();
        List<Expression> conditions = new ArrayList<>();
        for (int k = 0; k < join.leftKeys().size(); k++) {
            int leftKey = join.leftKeys().get(k);
            int rightKey = join.rightKeys().get(k);
            boolean isWindow = leftKey == windows.get(0).start()
                    || leftKey == windows.get(0).end();
            Type leftType = left.type(leftKey);
            Type rightType = join.right().schema().type(rightKey);
            if (!isWindow && leftType.withNullable(true).equals(rightType.withNullable(true))) {
                conditions.add(new Call(
                        BuiltinFunction.EQUAL,
                        List.of(new InputRef(leftKey, leftType), new InputRef(left.size() + rightKey, rightType)),
                        Type.BOOLEAN));
            }
        }
        if (join.condition() != null && isPlain(join.condition())) {
            conditions.add(join.condition());
        }
        if (conditions.isEmpty()) {
            return null;
        }
        Expression all =
                conditions.size() == 1 ? conditions.get(0) : new Call(BuiltinFunction.AND, conditions, Type.BOOLEAN);
        return new FewMatches(ExpressionCompiler.compile(all, zone), left.size());
    }

    private static boolean isPlain(Expression expression) {
        return expression instanceof InputRef
                || expression instanceof Literal
                || expression instanceof Call call
                        && PLAIN.contains(call.function())
                        && call.arguments().stream().allMatch(FewMatches::isPlain);
    }

    /**
     * The rows that match some of the few; also those of which that can't be told without an error, which is the join's to find.
     *
     * @param input the number of the side with many
     * @param few all rows of the other side
     */
    ChangeBatch matching(int input, ChangeBatch many, ChangeBatch few, Tick tick) {
        boolean[] matches = new boolean[many.rows()];
        for (int i = 0; i < few.size(); i++) {
            ChangeBatch pairs = many.withColumns(pairs(input, many, few, few.row(i)));
            Evaluation evaluation = new Evaluation(tick);
            BooleanColumn holds = (BooleanColumn) condition.evaluate(pairs, many.selection(), many.size(), evaluation);
            for (int r = 0; r < many.size(); r++) {
                int row = many.row(r);
                matches[row] |= evaluation.failure(row) != null || !holds.isNull(row) && holds.values()[row];
            }
        }
        int[] selection = new int[many.size()];
        int n = 0;
        for (int r = 0; r < many.size(); r++) {
            int row = many.row(r);
            if (matches[row]) {
                selection[n++] = row;
            }
        }
        return many.withSelection(selection, n);
    }

    /** The columns of both sides, of the one with few the same row again and again. */
    private Column[] pairs(int input, ChangeBatch many, ChangeBatch few, int row) {
        int[] again = new int[many.rows()];
        Arrays.fill(again, row);
        int lefts = this.lefts;
        Column[] all = new Column[many.columnCount() + few.columnCount()];
        for (int c = 0; c < all.length; c++) {
            boolean ofMany = c < lefts == (input == 0);
            int column = c < lefts ? c : c - lefts;
            all[c] = ofMany ? many.column(column) : ColumnGather.gather(few.column(column), again, again.length);
        }
        return all;
    }
}
