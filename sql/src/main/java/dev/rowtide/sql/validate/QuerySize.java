// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * How large a statement is once each name that WITH or a view gives is replaced by its query, which is how it is planned. A short text can double itself line by
 * line; it is refused, where planning would take all time and memory.
 */
final class QuerySize {

    private static final long PARTS_MAX = 1_000_000;
    private static final int CUBE_MAX = 12;
    private static final long GROUPING_SETS_MAX = 1L << CUBE_MAX;

    private long parts;

    /**
     * Adds a query, or that of a view.
     *
     * @throws EngineException {@code RESOURCE_LIMIT} if the statement is too large by now
     */
    void add(SqlNode query) {
        parts += size(query, Map.of());
        if (parts > PARTS_MAX) {
            throw Positions.at(
                    query,
                    new EngineException(
                                    ErrorCode.RESOURCE_LIMIT,
                                    "the query is too large: it has more than " + PARTS_MAX
                                            + " parts with its views and WITH queries in their places")
                            .withHint("Write what is used many times to a table first."));
        }
    }

    /** The parts of a tree, at most a little more than the limit. */
    private static long size(@Nullable SqlNode node, Map<String, Long> names) {
        if (node instanceof SqlIdentifier name) {
            return name.isSimple() ? names.getOrDefault(name.getSimple().toLowerCase(Locale.ROOT), 1L) : 1;
        }
        if (node instanceof SqlWith with) {
            return sizeOf(with, names);
        }
        if (node instanceof SqlNodeList list) {
            return 1 + sizeOf(list.getList(), names);
        }
        if (!(node instanceof SqlCall call)) {
            return 1;
        }
        if (call instanceof SqlSelect select && select.getGroup() != null) {
            checkGroupingSets(select.getGroup());
        }
        return 1 + sizeOf(call.getOperandList(), names);
    }

    private static long sizeOf(List<? extends @Nullable SqlNode> nodes, Map<String, Long> names) {
        long sum = 0;
        for (SqlNode node : nodes) {
            sum = Math.min(PARTS_MAX + 1, sum + size(node, names));
        }
        return sum;
    }

    private static long sizeOf(SqlWith with, Map<String, Long> outer) {
        Map<String, Long> names = new HashMap<>(outer);
        for (SqlNode item : with.withList) {
            SqlWithItem named = (SqlWithItem) item;
            names.put(named.name.getSimple().toLowerCase(Locale.ROOT), size(named.query, names));
        }
        return size(with.body, names);
    }

    private static void checkGroupingSets(SqlNodeList groups) {
        long sets = 1;
        for (SqlNode group : groups) {
            sets = Math.min(GROUPING_SETS_MAX + 1, sets * sets(group));
        }
        if (sets > GROUPING_SETS_MAX) {
            throw Positions.at(
                    groups,
                    new EngineException(
                            ErrorCode.RESOURCE_LIMIT,
                            "GROUP BY has more than " + GROUPING_SETS_MAX + " grouping sets"));
        }
    }

    private static long sets(SqlNode group) {
        List<SqlNode> parts = group instanceof SqlCall call ? call.getOperandList() : List.of();
        if (group.getKind() == SqlKind.CUBE) {
            return 1L << Math.min(CUBE_MAX + 1, parts.size());
        } else if (group.getKind() == SqlKind.ROLLUP) {
            return parts.size() + 1;
        } else if (group.getKind() == SqlKind.GROUPING_SETS) {
            return parts.stream()
                    .mapToLong(QuerySize::sets)
                    .reduce(0, (a, b) -> Math.min(GROUPING_SETS_MAX + 1, a + b));
        }
        return 1;
    }
}
