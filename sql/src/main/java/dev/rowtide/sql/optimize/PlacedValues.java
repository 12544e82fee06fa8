// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableList;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable.ViewExpander;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's converter, which forgets where a subquery stood that is used as a value. One that may have several rows becomes an aggregate that knows, and says it if there
 * are: {@code SINGLE_VALUE(…)}, as Calcite makes later itself.
 */
final class PlacedValues extends SqlToRelConverter {

    private @Nullable SqlNode placed;

    PlacedValues(
            ViewExpander views,
            SqlValidator validator,
            Prepare.CatalogReader names,
            RelOptCluster cluster,
            SqlRexConvertletTable convertlets,
            Config config) {
        super(views, validator, names, cluster, convertlets, config);
    }

    @Override
    protected @Nullable RexNode convertExtendedExpression(SqlNode node, Blackboard board) {
        if (node.getKind() != SqlKind.SCALAR_QUERY || node == placed) {
            return null;
        }
        placed = node;
        RexNode value = board.convertExpression(node);
        return value instanceof RexSubQuery subQuery ? withPlace(subQuery, (SqlCall) node) : value;
    }

    private static RexNode withPlace(RexSubQuery subQuery, SqlCall written) {
        RelNode rows = subQuery.rel;
        if (Boolean.TRUE.equals(rows.getCluster().getMetadataQuery().areColumnsUnique(rows, ImmutableBitSet.of()))) {
            return subQuery;
        }
        AggregateCall only = AggregateCall.create(
                written.operand(0).getParserPosition(),
                SqlStdOperatorTable.SINGLE_VALUE,
                false,
                false,
                false,
                ImmutableList.of(),
                ImmutableList.of(0),
                -1,
                null,
                RelCollations.EMPTY,
                0,
                rows,
                null,
                null);
        return RexSubQuery.scalar(
                LogicalAggregate.create(rows, ImmutableList.of(), ImmutableBitSet.of(), null, ImmutableList.of(only)));
    }
}
