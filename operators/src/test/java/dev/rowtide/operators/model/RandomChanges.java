// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Random changes of a table whose first column is an id, and the result of a model after each position. */
public final class RandomChanges {

    private static final int ID = 0;

    /** What changes there are. */
    public enum Input {
        APPEND,
        RETRACT,
        RETRACT_WITHOUT_KEY,
        UPSERT
    }

    private final Random random;
    private final Input input;
    private final Function<Integer, List<@Nullable Comparable<?>>> rows;
    private final List<List<@Nullable Comparable<?>>> live = new ArrayList<>();
    private final StringBuilder changes = new StringBuilder();
    private final List<List<String>> tables = new ArrayList<>();
    private int nextId;

    /** @param rows makes a row with an id */
    public RandomChanges(Random random, Input input, Function<Integer, List<@Nullable Comparable<?>>> rows) {
        this.random = random;
        this.input = input;
        this.rows = rows;
    }

    /** Makes changes at so many positions, of the model too. */
    public void make(int positions, ModelTable model) {
        for (int position = 0; position < positions; position++) {
            for (int steps = random.nextInt(4) == 0 ? 3 : 1; steps > 0; steps--) {
                step(position, model);
            }
            tables.add(model.table());
            if (random.nextInt(8) == 0) {
                changes.append("-- tick\n");
            }
        }
    }

    private void step(int position, ModelTable model) {
        int action = input == Input.APPEND || live.isEmpty() ? 0 : random.nextInt(4);
        switch (action) {
            case 0, 1 -> {
                List<@Nullable Comparable<?>> row =
                        rows.apply(input == Input.RETRACT_WITHOUT_KEY ? random.nextInt(3) : nextId++);
                live.add(row);
                model.insert(row);
                line(position, "+I", row);
            }
            case 2 -> {
                List<@Nullable Comparable<?>> row = live.remove(random.nextInt(live.size()));
                model.delete(row);
                line(position, "-D", row);
            }
            default -> {
                int index = random.nextInt(live.size());
                List<@Nullable Comparable<?>> before = live.remove(index);
                List<@Nullable Comparable<?>> after =
                        new ArrayList<>(rows.apply((Integer) Objects.requireNonNull(before.get(ID))));
                for (int c = 1; c < after.size(); c++) {
                    if (random.nextInt(3) > 0) {
                        after.set(c, before.get(c));
                    }
                }
                live.add(after);
                model.update(before, after);
                if (input != Input.UPSERT) {
                    line(position, "-U", before);
                }
                line(position, "+U", after);
            }
        }
    }

    private void line(int position, String kind, List<@Nullable Comparable<?>> row) {
        changes.append(position)
                .append(": ")
                .append(kind)
                .append(' ')
                .append(ModelRows.text(row))
                .append('\n');
    }

    /** The changes, as change text. */
    public String text() {
        return changes.toString();
    }

    /** A log stands for the model's result after every position. */
    public void expect(List<String> log) {
        expect(log, false);
    }

    /** A log stands for the model's result after every position, and says no more than what has changed. */
    public void expectEffects(List<String> log) {
        expect(log, true);
    }

    private void expect(List<String> log, boolean effectsOnly) {
        Map<String, Integer> table = new HashMap<>();
        int line = 0;
        for (int position = 0; position < tables.size(); position++) {
            Set<String> out = new HashSet<>();
            Set<String> in = new HashSet<>();
            while (line < log.size() && log.get(line).startsWith(position + ": ")) {
                String change = log.get(line++).substring((position + ": ").length());
                String row = change.substring(3);
                boolean retraction = change.startsWith("-");
                table.merge(row, retraction ? -1 : 1, Integer::sum);
                (retraction ? out : in).add(row);
            }
            assertThat(sorted(table)).as("after position %d", position).isEqualTo(tables.get(position));
            if (effectsOnly) {
                out.retainAll(in);
                assertThat(out)
                        .as("taken out and put in again at position %d", position)
                        .isEmpty();
            }
        }
        assertThat(line).isEqualTo(log.size());
    }

    private static List<String> sorted(Map<String, Integer> table) {
        List<String> rows = new ArrayList<>();
        table.forEach((row, count) -> {
            for (int i = 0; i < count; i++) {
                rows.add(row);
            }
        });
        rows.sort(null);
        return rows;
    }
}
