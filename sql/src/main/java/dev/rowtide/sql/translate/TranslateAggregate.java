// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.UserAggregateFunction;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calcite's aggregate calls as the engine's. */
final class TranslateAggregate {

    private TranslateAggregate() {}

    /**
     * The engine's form of a call.
     *
     * @param input the rows that are aggregated
     * @throws EngineException {@code NOT_SUPPORTED} if there is none
     */
    static AggregateCall call(org.apache.calcite.rel.core.AggregateCall call, RelDataType input) {
        if (call.getAggregation() instanceof UserAggregateFunction user) {
            return userCall(call, user.definition(), input);
        }
        AggregateFunction function = function(call.getAggregation().getKind());
        boolean ordered = !call.getCollation().getFieldCollations().isEmpty();
        if (function == null || ordered || call.distinctKeys != null) {
            throw refused(call, "the aggregate " + call.getAggregation().getName() + " is not supported yet");
        }
        if (call.getArgList().size() > 1) {
            throw refused(call, function + " of several arguments is not supported yet");
        }
        Type type = TypeMapping.toCore(call.getType());
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

    /** A call of the user's, of arguments that have the declared types: values are handed over as they are stored. */
    private static AggregateCall userCall(
            org.apache.calcite.rel.core.AggregateCall call, CatalogAggregate function, RelDataType input) {
        for (int i = 0; i < call.getArgList().size(); i++) {
            Type type = TypeMapping.toCore(
                    input.getFieldList().get(call.getArgList().get(i)).getType());
            Type parameter = function.parameters().get(i);
            if (!isStoredAs(type, parameter)) {
                throw refused(
                        call,
                        "argument " + (i + 1) + " of " + function.name() + " is " + type.name() + ", and not "
                                + parameter.name() + " as declared: cast it");
            }
        }
        int filter = call.hasFilter() ? call.filterArg : AggregateCall.NO_FILTER;
        return new AggregateCall(
                AggregateFunction.USER,
                call.getArgList(),
                call.isDistinct(),
                filter,
                new AggregateCall.User(function.name(), function.body()),
                TypeMapping.toCore(call.getType()));
    }

    private static boolean isStoredAs(Type type, Type parameter) {
        boolean sameDatum = switch (parameter.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> isInteger(type);
            case CHAR, VARCHAR -> type.kind().isText();
            case BINARY, VARBINARY -> type.kind() == TypeKind.BINARY || type.kind() == TypeKind.VARBINARY;
            case FLOAT, DOUBLE -> type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE;
            default -> type.kind() == parameter.kind();
        };
        boolean timed = type.kind() == TypeKind.TIMESTAMP || type.kind() == TypeKind.TIMESTAMP_LTZ;
        return sameDatum && (!timed || type.unitsPerSecond() == parameter.unitsPerSecond());
    }

    private static boolean isInteger(Type type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
            default -> false;
        };
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

    private static EngineException refused(org.apache.calcite.rel.core.AggregateCall call, String message) {
        EngineException error = new EngineException(ErrorCode.NOT_SUPPORTED, message);
        SqlParserPos position = call.getParserPosition();
        return position.equals(SqlParserPos.ZERO) ? error : Positions.at(position, error);
    }
}
