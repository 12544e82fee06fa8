// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableList;
import dev.rowtide.parser.statement.SqlOrderWithTies;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** {@code ORDER BY … LIMIT}, and windows, of the rows for each key instead of all rows. */
final class FirstRows {

    private FirstRows() {}

    /**
     * The first rows for each key, by their numbers.
     *
     * @param input what is sorted; columns behind those of the sort are passed on
     */
    static RelNode of(Sort sort, RelNode input, List<RexNode> keys) {
        if (sort.fetch == null && sort.offset == null) {
            return input;
        }
        RexBuilder rexBuilder = input.getCluster().getRexBuilder();
        boolean withTies = sort.fetch instanceof RexCall call && call.getOperator() == SqlOrderWithTies.COUNT;
        RexNode fetch = withTies ? ((RexCall) sort.fetch).getOperands().get(0) : sort.fetch;
        RelNode kept = input;
        if (withTies) {
            kept = numbered(sort, kept, keys, SqlStdOperatorTable.RANK, null, plus(rexBuilder, sort.offset, fetch));
        }
        return withTies && sort.offset == null
                ? kept
                : numbered(
                        sort,
                        kept,
                        keys,
                        SqlStdOperatorTable.ROW_NUMBER,
                        sort.offset,
                        withTies ? null : plus(rexBuilder, sort.offset, fetch));
    }

    private static @Nullable RexNode plus(RexBuilder rexBuilder, @Nullable RexNode offset, @Nullable RexNode fetch) {
        if (offset == null || fetch == null) {
            return fetch;
        }
        BigDecimal first = ((RexLiteral) offset).getValueAs(BigDecimal.class);
        BigDecimal count = ((RexLiteral) fetch).getValueAs(BigDecimal.class);
        return rexBuilder.makeExactLiteral(first.add(count));
    }

    private static RelNode numbered(
            Sort sort,
            RelNode input,
            List<RexNode> keys,
            SqlAggFunction function,
            @Nullable RexNode above,
            @Nullable RexNode upTo) {
        RexBuilder rexBuilder = input.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>(rexBuilder.identityProjects(input.getRowType()));
        List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
        columns.add(rexBuilder.makeOver(
                input.getCluster().getTypeFactory().createSqlType(SqlTypeName.BIGINT),
                function,
                List.of(),
                keys,
                order(sort, input),
                RexWindowBounds.UNBOUNDED_PRECEDING,
                RexWindowBounds.CURRENT_ROW,
                RexWindowExclusion.EXCLUDE_NO_OTHER,
                true,
                true,
                false,
                false,
                false));
        names.add("$rank");
        RelNode ranked = LogicalProject.create(input, List.of(), columns, names, Set.of());
        RexNode rank = rexBuilder.makeInputRef(ranked, columns.size() - 1);
        List<RexNode> conditions = new ArrayList<>();
        if (above != null) {
            conditions.add(rexBuilder.makeCall(SqlStdOperatorTable.GREATER_THAN, rank, above));
        }
        if (upTo != null) {
            conditions.add(rexBuilder.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, rank, upTo));
        }
        RelNode first = LogicalFilter.create(ranked, RexUtil.composeConjunction(rexBuilder, conditions));
        return LogicalProject.create(
                first,
                List.of(),
                rexBuilder.identityProjects(first.getRowType()).subList(0, columns.size() - 1),
                names.subList(0, columns.size() - 1),
                Set.of());
    }

    private static ImmutableList<RexFieldCollation> order(Sort sort, RelNode input) {
        ImmutableList.Builder<RexFieldCollation> order = ImmutableList.builder();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            Set<SqlKind> directions = new HashSet<>();
            boolean descending = key.getDirection().isDescending();
            boolean nullsFirst = key.nullDirection == NullDirection.FIRST
                    || key.nullDirection == NullDirection.UNSPECIFIED && !descending;
            if (descending) {
                directions.add(SqlKind.DESCENDING);
            }
            directions.add(nullsFirst ? SqlKind.NULLS_FIRST : SqlKind.NULLS_LAST);
            order.add(new RexFieldCollation(
                    input.getCluster().getRexBuilder().makeInputRef(input, key.getFieldIndex()), directions));
        }
        return order.build();
    }

    /** Expressions whose windows are parted by the keys, too. */
    static List<RexNode> parted(List<RexNode> expressions, List<RexNode> keys, RexBuilder rexBuilder) {
        return parting(keys, rexBuilder).apply(expressions);
    }

    /** Adds keys to the PARTITION BY of windows. */
    static RexShuttle parting(Collection<? extends RexNode> keys, RexBuilder rexBuilder) {
        return new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                List<RexNode> partition = new ArrayList<>(over.getWindow().partitionKeys);
                partition.addAll(keys);
                return OverCalls.withPartition(over, partition, rexBuilder);
            }
        };
    }
}
