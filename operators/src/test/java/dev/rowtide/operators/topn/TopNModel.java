// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.operators.model.ModelRows;
import dev.rowtide.operators.model.ModelTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result of a ranking, computed from scratch: all rows sorted, numbered, cut. */
final class TopNModel implements ModelTable {

    /** A row as it came last, with the number of its arrival. */
    private record Row(List<@Nullable Comparable<?>> values, long arrival) {}

    private final Rankings ranking;
    private final List<Row> rows = new ArrayList<>();
    private long arrivals;

    TopNModel(Rankings ranking) {
        this.ranking = ranking;
    }

    @Override
    public void insert(List<@Nullable Comparable<?>> values) {
        rows.add(new Row(values, ++arrivals));
    }

    @Override
    public void delete(List<@Nullable Comparable<?>> values) {
        rows.remove(oldest(values));
    }

    @Override
    public void update(List<@Nullable Comparable<?>> before, List<@Nullable Comparable<?>> after) {
        Row old = oldest(before);
        if (before.equals(after)) {
            return;
        }
        boolean keepsPlace = ranking.order().stream().anyMatch(key -> !key.isArrival())
                && samePartition(before, after)
                && ranking.order().stream()
                        .allMatch(key ->
                                key.isArrival() || Objects.equals(before.get(key.column()), after.get(key.column())));
        rows.remove(old);
        rows.add(new Row(after, keepsPlace ? old.arrival : ++arrivals));
    }

    private Row oldest(List<@Nullable Comparable<?>> values) {
        return rows.stream()
                .filter(row -> row.values.equals(values))
                .min(Comparator.comparingLong(Row::arrival))
                .orElseThrow();
    }

    private boolean samePartition(List<@Nullable Comparable<?>> a, List<@Nullable Comparable<?>> b) {
        return ranking.partition().stream().allMatch(column -> Objects.equals(a.get(column), b.get(column)));
    }

    @Override
    public List<String> table() {
        List<String> table = new ArrayList<>();
        rows.stream()
                .collect(Collectors.groupingBy(row -> ranking.partition().stream()
                        .map(column -> String.valueOf(row.values.get(column)))
                        .toList()))
                .values()
                .forEach(partition -> cut(partition, table));
        return table.stream().sorted().toList();
    }

    private void cut(List<Row> partition, List<String> table) {
        List<Row> sorted = partition.stream().sorted(this::compare).toList();
        long rank = 0;
        for (int i = 0; i < sorted.size(); i++) {
            boolean isPeer = i > 0 && compareKeys(sorted.get(i - 1), sorted.get(i)) == 0;
            if (!isPeer || ranking.function() == RankFunction.ROW_NUMBER) {
                rank = ranking.function() == RankFunction.DENSE_RANK ? rank + 1 : i + 1;
            }
            if (rank >= ranking.from() && rank <= ranking.to()) {
                table.add(ModelRows.text(sorted.get(i).values) + (ranking.withRank() ? ", " + rank : ""));
            }
        }
    }

    private int compare(Row a, Row b) {
        int comparison = compareKeys(a, b);
        int byArrival = Long.compare(a.arrival, b.arrival);
        return comparison != 0 ? comparison : ranking.order().contains(SortKey.LATEST) ? -byArrival : byArrival;
    }

    private int compareKeys(Row a, Row b) {
        return ModelRows.compare(a.values, b.values, ranking.order());
    }
}
