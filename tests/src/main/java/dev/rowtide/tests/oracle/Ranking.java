// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The order of rows. NULL sorts lowest, unless said otherwise.
 *
 * @param keys the first decides, the next where rows agree in it
 */
record Ranking(List<SortKey> keys) {

    /** A column, its direction, and where its NULLs are. */
    record SortKey(Column column, boolean descending, Nulls nulls) {}

    /** Where NULLs are. */
    enum Nulls {
        UNSAID,
        FIRST,
        LAST
    }

    /** What a row is numbered by. */
    enum RankFunction {
        ROW_NUMBER,
        RANK,
        DENSE_RANK
    }

    /** How rows by their number are asked for. */
    enum Style {
        SUBQUERY,
        QUALIFY
    }

    /** As ORDER BY wants it; with NULLs {@code explicit} nothing is left to the engine's rule. */
    String text(boolean explicit) {
        return keys.stream()
                .map(key -> key.column().name() + (key.descending() ? " DESC" : "") + nulls(key, explicit))
                .collect(Collectors.joining(", "));
    }

    private static String nulls(SortKey key, boolean explicit) {
        if (key.nulls() == Nulls.UNSAID) {
            return explicit ? key.descending() ? " NULLS LAST" : " NULLS FIRST" : "";
        }
        return " NULLS " + key.nulls();
    }

    /** {@code SELECT columns [, number] FROM input}, the rows numbered {@code from} to {@code to} in their partition. */
    record TopN(
            Relation input,
            List<Column> partition,
            Ranking order,
            RankFunction function,
            int from,
            int to,
            String number,
            boolean withNumber,
            Style style)
            implements Relation {

        /** The partition, the number, the other columns. */
        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>(partition);
            if (withNumber) {
                columns.add(new Column(number, Type.BIGINT, to, true));
            }
            columns.addAll(others());
            return columns;
        }

        private List<Column> others() {
            return input.columns().stream()
                    .filter(column -> !partition.contains(column))
                    .toList();
        }

        @Override
        public int rowsMax() {
            return input.rowsMax();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }

        @Override
        public TopN withInputs(List<Relation> inputs) {
            return new TopN(inputs.get(0), partition, order, function, from, to, number, withNumber, style);
        }

        @Override
        public List<Column> key() {
            if (function != RankFunction.ROW_NUMBER || !withNumber && from < to) {
                return List.of();
            }
            return columns().subList(0, partition.size() + (from < to ? 1 : 0));
        }
    }

    /**
     * {@code SELECT * FROM input ORDER BY order LIMIT limit OFFSET offset}.
     *
     * @param ties whether rows that the order does not tell from the last one are in too; without offset then
     */
    record Limit(Relation input, Ranking order, int limit, int offset, boolean ties) implements Relation {
        @Override
        public List<Column> columns() {
            return input.columns();
        }

        @Override
        public int rowsMax() {
            return ties ? input.rowsMax() : Math.min(input.rowsMax(), limit);
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }

        @Override
        public Limit withInputs(List<Relation> inputs) {
            return new Limit(inputs.get(0), order, limit, offset, ties);
        }

        @Override
        public List<Column> key() {
            return input.key();
        }
    }
}
