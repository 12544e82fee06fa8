// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.core.plan.RowOrdering;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** A query's plan without the order at its end, and that order; columns that only the order needs are behind the result's own. */
public final class OrderedResult {

    private final RelNode plan;
    private final List<SortKey> keys;

    private OrderedResult(RelNode plan, List<SortKey> keys) {
        this.plan = plan;
        this.keys = keys;
    }

    /** An optimised plan taken apart; null if it ends with no order. */
    public static @Nullable OrderedResult of(RelNode plan) {
        if (plan instanceof Sort sort && isOrder(sort)) {
            return of(sort, sort.getCluster().getRexBuilder().identityProjects(sort.getRowType()), plan);
        }
        return plan instanceof Project project && project.getInput() instanceof Sort sort && isOrder(sort)
                ? of(sort, project.getProjects(), plan)
                : null;
    }

    private static boolean isOrder(Sort sort) {
        return sort.fetch == null && sort.offset == null;
    }

    private static OrderedResult of(Sort sort, List<RexNode> results, RelNode plan) {
        List<RexNode> columns = new ArrayList<>(results);
        List<String> names = new ArrayList<>(plan.getRowType().getFieldNames());
        List<SortKey> keys = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            RexInputRef column = sort.getCluster().getRexBuilder().makeInputRef(sort, key.getFieldIndex());
            int known = columns.indexOf(column);
            if (known < 0) {
                columns.add(column);
                names.add("$" + names.size());
            }
            boolean descending = key.getDirection().isDescending();
            boolean nullsFirst = key.nullDirection == NullDirection.FIRST
                    || key.nullDirection == NullDirection.UNSPECIFIED && !descending;
            keys.add(new SortKey(known < 0 ? columns.size() - 1 : known, descending, nullsFirst));
        }
        return new OrderedResult(LogicalProject.create(sort.getInput(), List.of(), columns, names, Set.of()), keys);
    }

    /** The plan without the order. */
    public RelNode plan() {
        return plan;
    }

    /** The order of its rows. */
    public RowOrdering ordering(Schema result) {
        List<Field> fields = new ArrayList<>(result.fields());
        Schema all = TypeMapping.toCoreSchema(plan.getRowType());
        IntStream.range(result.size(), all.size()).forEach(i -> fields.add(new Field(all.name(i), all.type(i))));
        return new RowOrdering(new Schema(fields), keys);
    }
}
