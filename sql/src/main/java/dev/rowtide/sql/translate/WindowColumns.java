// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.sql.validate.Positions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;

/** The columns that windows are made of: those of their input, and behind them what has to be computed first. */
final class WindowColumns {

    private final PlanNode input;
    private final TranslateExpression translate;
    private final List<Expression> columns = new ArrayList<>();

    WindowColumns(TranslateContext context, PlanNode input) {
        this.input = input;
        translate = new TranslateExpression(context, input.schema());
        for (int i = 0; i < input.schema().size(); i++) {
            columns.add(new InputRef(i, input.schema().type(i)));
        }
    }

    List<Integer> partition(RexWindow window) {
        return window.partitionKeys.stream().map(this::column).toList();
    }

    /** @throws EngineException for values that have no order, at the function's place */
    List<SortKey> order(RexOver over) {
        List<SortKey> order = new ArrayList<>();
        for (RexFieldCollation key : over.getWindow().orderKeys) {
            boolean descending = key.right.contains(SqlKind.DESCENDING);
            boolean nullsFirst =
                    key.right.contains(SqlKind.NULLS_FIRST) || (!key.right.contains(SqlKind.NULLS_LAST) && !descending);
            Expression by = translate.of(key.left);
            checkOrder(over, by);
            order.add(new SortKey(column(by), descending, nullsFirst));
        }
        return order;
    }

    private static void checkOrder(RexOver over, Expression by) {
        try {
            NestedExpressions.checkOrder(by.type());
        } catch (EngineException e) {
            throw Positions.at(over.getParserPosition(), e);
        }
    }

    /** The column that holds the value of an expression over the input, a new one if none does. */
    int column(RexNode expression) {
        return column(translate.of(expression));
    }

    int column(Expression value) {
        int known = columns.indexOf(value);
        if (known < 0) {
            columns.add(value);
        }
        return known < 0 ? columns.size() - 1 : known;
    }

    /** What a column holds, as an expression over the input. */
    Expression expression(int column) {
        return columns.get(column);
    }

    /** How many columns there are. */
    int size() {
        return columns.size();
    }

    /** The input with the columns that have to be computed. */
    PlanNode computed(PlanNodes nodes) {
        List<String> names = new ArrayList<>(input.schema().names());
        IntStream.range(names.size(), columns.size()).forEach(i -> names.add("$" + i));
        return nodes.project(input, columns, names);
    }
}
