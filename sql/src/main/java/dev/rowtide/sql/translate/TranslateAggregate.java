// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.Positions;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calcite's aggregate calls as the engine's. */
final class TranslateAggregate {

    private TranslateAggregate() {}

    /**
     * The engine's form of a call.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if there is none
     */
    static AggregateCall call(org.apache.calcite.rel.core.AggregateCall call) {
        AggregateFunction function = function(call.getAggregation().getKind());
        boolean ordered = !call.getCollation().getFieldCollations().isEmpty();
        if (function == null || ordered || call.distinctKeys != null) {
            throw refused(call, "the aggregate " + call.getAggregation().getName() + " is not supported yet");
        }
        if (call.getArgList().size() > 1) {
            throw refused(call, function + " of several arguments is not supported yet");
        }
        Type type = TypeMapping.toCore(call.getType());
        if (function == AggregateFunction.MIN || function == AggregateFunction.MAX) {
            checkOrder(call, type);
        }
        if (call.getAggregation().getKind() == SqlKind.COUNTIF) {
            if (call.hasFilter() || call.isDistinct()) {
                throw refused(call, "COUNTIF with FILTER or DISTINCT is not supported yet");
            }
            return new AggregateCall(
                    function, List.of(), false, call.getArgList().get(0), type);
        }
        boolean distinct = call.isDistinct() && function != AggregateFunction.MIN && function != AggregateFunction.MAX;
        int filter = call.hasFilter() ? call.filterArg : AggregateCall.NO_FILTER;
        return new AggregateCall(function, call.getArgList(), distinct, filter, type);
    }

    private static @Nullable AggregateFunction function(SqlKind kind) {
        return switch (kind) {
            case COUNT, COUNTIF -> AggregateFunction.COUNT;
            case SUM -> AggregateFunction.SUM;
            case SUM0 -> AggregateFunction.SUM0;
            case AVG -> AggregateFunction.AVG;
            case MIN -> AggregateFunction.MIN;
            case MAX -> AggregateFunction.MAX;
            case SINGLE_VALUE -> AggregateFunction.SINGLE_VALUE;
            default -> null;
        };
    }

    private static void checkOrder(org.apache.calcite.rel.core.AggregateCall call, Type type) {
        try {
            NestedExpressions.checkOrder(type);
        } catch (EngineException e) {
            throw at(call, e);
        }
    }

    private static EngineException refused(org.apache.calcite.rel.core.AggregateCall call, String message) {
        return at(call, new EngineException(ErrorCode.NOT_SUPPORTED, message));
    }

    private static EngineException at(org.apache.calcite.rel.core.AggregateCall call, EngineException error) {
        SqlParserPos position = call.getParserPosition();
        return position.equals(SqlParserPos.ZERO) ? error : Positions.at(position, error);
    }
}
