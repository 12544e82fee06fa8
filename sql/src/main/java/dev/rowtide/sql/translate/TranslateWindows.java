// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.validate.WindowFunction;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of TUMBLE, HOP, CUMULATE and SESSION in FROM. */
final class TranslateWindows {

    private static final int ADDED_COLUMNS = 3;

    private final TranslateContext context;
    private final PlanNodes nodes;

    TranslateWindows(TranslateContext context, PlanNodes nodes) {
        this.context = context;
        this.nodes = nodes;
    }

    /**
     * The rows of {@code input} in their windows.
     *
     * @param names of all columns of the result
     * @throws EngineException at its place if the column of event time is none
     */
    PlanNode of(WindowFunction function, PlanNode input, List<String> names) {
        int time = function.timeIn(names.subList(0, input.schema().size()));
        Type type = input.schema().type(time);
        checkTime(function, input, time);
        List<String> added = names.subList(names.size() - ADDED_COLUMNS, names.size());
        ZoneId zone = type.kind() == TypeKind.TIMESTAMP_LTZ ? context.zone() : null;
        WindowSpec.@Nullable Kind kind = function.kind();
        if (kind == null) {
            List<Integer> partition =
                    function.partitionIn(names.subList(0, input.schema().size()));
            return nodes.assignSessions(
                    input,
                    partition,
                    time,
                    function.size(),
                    zone,
                    !context.followsFlink(),
                    context.batch() ? Emission.ON_WATERMARK : function.emission(),
                    added);
        }
        if (kind == WindowSpec.Kind.HOP && function.size() % function.step() != 0 && context.followsFlink()) {
            throw function.unevenSteps();
        }
        WindowSpec windows =
                new WindowSpec(kind, function.unit(), function.size(), function.step(), function.offset(), zone);
        return nodes.assignWindows(input, time, windows, function.emission(), added);
    }

    private void checkTime(WindowFunction function, PlanNode input, int time) {
        InputRef column = new InputRef(time, input.schema().type(time));
        if (context.batch()
                || TimeAttributes.isEventTime(column, input)
                || TimeAttributes.isProcessingTime(time, input)) {
            return;
        }
        throw function.timeError(
                        ErrorCode.INVALID_QUERY,
                        function.getName() + " needs event time, but no watermark tells how far \""
                                + function.timeName() + "\" has come")
                .withDetail("A window goes out when the watermark has passed its end; without one it never would.")
                .withHint("Declare it in the table: WATERMARK FOR " + function.timeName() + " AS " + function.timeName()
                        + " - INTERVAL '5' SECOND; above a window, use window_time.");
    }
}
