// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.function.NumericDatePattern;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets an aggregation have the numbers of dates that its input formats, in the place of their texts, and write the texts of its result only:
 *
 * <pre>
 *   GROUP BY DATE_FORMAT(t, 'yyyy-MM-dd')
 *   DATE_TEXT(day, 'yyyy-MM-dd')  above  GROUP BY day  above  DATE_FIELDS(t, 'yyyy-MM-dd') AS day
 * </pre>
 *
 * Keys, counts, and where texts are in the order of their numbers the least and the greatest, are the same for both.
 */
final class DatesAsNumbers {

    private final PlanNodes nodes;
    private final PlanNode input;
    private final List<Expression> columns = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    /** By text column of the input, the column of its numbers. */
    private final Map<Integer, Integer> numbers = new HashMap<>();

    DatesAsNumbers(PlanNodes nodes, PlanNode input) {
        this.nodes = nodes;
        this.input = input;
        if (input instanceof Project project) {
            columns.addAll(project.expressions());
            names.addAll(project.schema().names());
        }
    }

    /** The column to group by in the place of one that may hold texts of dates. */
    int key(int column) {
        return pattern(column) == null ? column : number(column);
    }

    /** The aggregate to compute in the place of one that may read texts of dates. */
    AggregateCall call(AggregateCall call) {
        if (call.arguments().size() != 1) {
            return call;
        }
        int argument = call.arguments().get(0);
        NumericDatePattern pattern = pattern(argument);
        boolean isExtreme = call.function() == AggregateFunction.MIN || call.function() == AggregateFunction.MAX;
        boolean sameOfNumbers = isExtreme || call.function() == AggregateFunction.COUNT;
        if (pattern == null || !sameOfNumbers || (isExtreme && !pattern.isOrdered())) {
            return call;
        }
        Type type = isExtreme ? Type.BIGINT.withNullable(call.type().nullable()) : call.type();
        return new AggregateCall(
                call.function(),
                List.of(number(argument)),
                call.distinct(),
                call.filter(),
                call.order(),
                call.parameters(),
                type,
                call.source());
    }

    /** The input with the numbers asked for. */
    PlanNode input() {
        return numbers.isEmpty() ? input : nodes.project(((Project) input).input(), columns, names);
    }

    /**
     * The aggregation's result with texts where it has numbers.
     *
     * @param grouped the aggregation of {@link #input}
     * @param keys the columns of the input asked for as keys
     * @param calls the aggregates asked for
     */
    PlanNode withTexts(PlanNode grouped, List<Integer> keys, List<AggregateCall> calls) {
        List<Expression> result = new ArrayList<>();
        for (int i = 0; i < grouped.schema().size(); i++) {
            int call = i - keys.size();
            Type asked = call < 0
                    ? input.schema().type(keys.get(i))
                    : calls.get(call).type();
            int column = call < 0 ? keys.get(i) : text(calls.get(call));
            InputRef ref = new InputRef(i, grouped.schema().type(i));
            result.add(ref.type().storage() == asked.storage() ? ref : text(ref, column, asked));
        }
        return nodes.project(grouped, result, grouped.schema().names());
    }

    private static int text(AggregateCall call) {
        return call.arguments().isEmpty() ? -1 : call.arguments().get(0);
    }

    private Expression text(InputRef number, int column, Type type) {
        Expression pattern = ((Call) columns.get(column)).arguments().get(1);
        return new Call(BuiltinFunction.DATE_TEXT, List.of(number, pattern), type);
    }

    private int number(int column) {
        return numbers.computeIfAbsent(column, unseen -> {
            Call text = (Call) columns.get(column);
            Type type = Type.BIGINT.withNullable(text.type().nullable());
            columns.add(new Call(BuiltinFunction.DATE_FIELDS, text.arguments(), type));
            names.add(names.get(column));
            return columns.size() - 1;
        });
    }

    /** The pattern of the texts in a column, if they are dates that can be kept as numbers. */
    private @Nullable NumericDatePattern pattern(int column) {
        if (!(input instanceof Project)
                || !(columns.get(column) instanceof Call call)
                || call.function() != BuiltinFunction.DATE_FORMAT
                || !(call.arguments().get(1) instanceof Literal literal)
                || !(literal.value() instanceof String text)) {
            return null;
        }
        NumericDatePattern pattern = NumericDatePattern.of(text);
        return pattern == null || !pattern.isPackable() ? null : pattern;
    }
}
