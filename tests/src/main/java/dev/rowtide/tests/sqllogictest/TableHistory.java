// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.replay.RowChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A table of a test file: what the file's statements did to it, one after the other. */
final class TableHistory {

    /** How many times a table is seen growing. */
    static final int TICKS = 3;

    private static final int DETOURS_MAX = 40;

    private record Placed(double place, RowChange change) {}

    private final Schema schema;
    private final Set<Integer> key;
    private final List<RowChange> changes = new ArrayList<>();
    private final Map<List<@Nullable Object>, Integer> rows = new LinkedHashMap<>();

    /**
     * An empty table.
     *
     * @param key the columns of its primary key; none if it has no key
     */
    TableHistory(Schema schema, Set<Integer> key) {
        this.schema = schema;
        this.key = key;
    }

    Schema schema() {
        return schema;
    }

    /** How many rows are in. */
    int size() {
        return rows.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The row with the same key as {@code row}, or null. */
    @Nullable
    List<@Nullable Object> sameKey(List<@Nullable Object> row) {
        for (List<@Nullable Object> candidate : rows.keySet()) {
            if (!key.isEmpty()
                    && key.stream()
                            .allMatch(c ->
                                    candidate.get(c) != null && candidate.get(c).equals(row.get(c)))) {
                return candidate;
            }
        }
        return null;
    }

    void insert(List<@Nullable Object> row) {
        changes.add(RowChange.insert(row));
        rows.merge(row, 1, Integer::sum);
    }

    void delete(List<@Nullable Object> row) {
        changes.add(RowChange.delete(row));
        remove(row);
    }

    void update(List<@Nullable Object> before, List<@Nullable Object> after) {
        changes.add(new RowChange(before, after));
        remove(before);
        rows.merge(after, 1, Integer::sum);
    }

    private void remove(List<@Nullable Object> row) {
        rows.computeIfPresent(row, (same, copies) -> copies == 1 ? null : copies - 1);
    }

    /**
     * The way to the table's present content in several ticks: what the file did, and detours that leave no trace at the end: rows that come with a wrong value
     * and are corrected, that go and come back, and that should not be there at all. At no time do two rows have one key.
     */
    List<List<RowChange>> ticks(SplittableRandom random) {
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            placed.add(new Placed(i, changes.get(i)));
        }
        Set<Integer> used = new HashSet<>();
        int detours = changes.isEmpty() ? 0 : random.nextInt(1, Math.min(DETOURS_MAX, 2 + changes.size() / 3));
        for (int d = 0; d < detours; d++) {
            int at = random.nextInt(changes.size());
            List<@Nullable Object> row = changes.get(at).after();
            if (changes.get(at).before() == null && row != null && used.add(at)) {
                placed.addAll(detour(at, row, placed, random));
            }
        }
        placed.sort((a, b) -> Double.compare(a.place(), b.place()));
        List<Integer> cuts = new ArrayList<>(List.of(0, placed.size()));
        while (cuts.size() <= TICKS) {
            cuts.add(random.nextInt(placed.size() + 1));
        }
        Collections.sort(cuts);
        List<List<RowChange>> ticks = new ArrayList<>();
        for (int t = 0; t < TICKS; t++) {
            ticks.add(placed.subList(cuts.get(t), cuts.get(t + 1)).stream()
                    .map(Placed::change)
                    .toList());
        }
        return ticks;
    }

    /** What one row does besides; may replace its insertion, at index {@code at}. */
    private List<Placed> detour(int at, List<@Nullable Object> row, List<Placed> placed, SplittableRandom random) {
        int end = at + 1;
        while (end < changes.size() && !row.equals(changes.get(end).before())) {
            end++;
        }
        double first = random.nextInt(at, end) + 0.5;
        double second = random.nextInt((int) first, end) + 0.5;
        List<@Nullable Object> wrong = wrong(row, random);
        int kind = random.nextInt(3);
        if (kind == 0 || wrong == null) {
            return List.of(new Placed(first, RowChange.delete(row)), new Placed(second, RowChange.insert(row)));
        } else if (kind == 1 || !key.isEmpty()) {
            placed.set(at, new Placed(at, RowChange.insert(wrong)));
            return List.of(new Placed(first, new RowChange(wrong, row)));
        }
        return List.of(new Placed(first, RowChange.insert(wrong)), new Placed(second, RowChange.delete(wrong)));
    }

    /** The row with another row's value, or NULL, in a column outside the key; null if all columns are in the key. */
    private @Nullable List<@Nullable Object> wrong(List<@Nullable Object> row, SplittableRandom random) {
        List<Integer> columns = new ArrayList<>();
        for (int c = 0; c < schema.size(); c++) {
            if (!key.contains(c)) {
                columns.add(c);
            }
        }
        if (columns.isEmpty()) {
            return null;
        }
        int column = columns.get(random.nextInt(columns.size()));
        List<@Nullable Object> other =
                changes.get(random.nextInt(changes.size())).after();
        List<@Nullable Object> wrong = new ArrayList<>(row);
        wrong.set(column, other == null ? null : other.get(column));
        return wrong;
    }
}
