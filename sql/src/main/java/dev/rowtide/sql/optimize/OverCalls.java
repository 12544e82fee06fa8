// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Calls with OVER that are others but for something. */
public final class OverCalls {

    private OverCalls() {}

    /** The same call with another type. */
    public static RexNode withType(RexOver over, RelDataType type, RexBuilder builder) {
        return like(over, type, over.getWindow().partitionKeys, over.getParserPosition(), builder);
    }

    /** The same call over other partitions. */
    static RexNode withPartition(RexOver over, List<RexNode> partition, RexBuilder builder) {
        return like(over, over.getType(), partition, over.getParserPosition(), builder);
    }

    /** The same call without its place in the text. */
    static RexNode withoutPlace(RexOver over, RexBuilder builder) {
        return like(over, over.getType(), over.getWindow().partitionKeys, SqlParserPos.ZERO, builder);
    }

    private static RexNode like(
            RexOver over, RelDataType type, List<RexNode> partition, SqlParserPos place, RexBuilder builder) {
        RexWindow window = over.getWindow();
        return builder.makeOver(
                place,
                type,
                (SqlAggFunction) over.getOperator(),
                over.getOperands(),
                partition,
                window.orderKeys,
                window.getLowerBound(),
                window.getUpperBound(),
                window.getExclude(),
                window.isRows(),
                true,
                false,
                over.isDistinct(),
                over.ignoreNulls());
    }
}
