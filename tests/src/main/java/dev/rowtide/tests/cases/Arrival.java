// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import dev.rowtide.tests.cases.CaseFile.ChangeJson;
import dev.rowtide.tests.cases.CaseFile.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order in which the rows of a case arrive, and the clock that {@code @wait} moves on. An adjacent {@code -U} and {@code +U} of one table arrive together, as
 * one change.
 */
final class Arrival {

    /** One arrival: rows of a table, or a wait. Covers {@code entries} entries of the case's list. */
    record Step(String table, List<ChangeJson> rows, long waitMillis, int entries) {}

    private final List<Step> steps = new ArrayList<>();
    private final CaseClock clock;
    private int next;
    private boolean endSeen;

    Arrival(CaseFile file, CaseClock clock) {
        this.clock = clock;
        Map<String, Integer> taken = new HashMap<>();
        List<Step> single = new ArrayList<>();
        for (String entry : file.arrival()) {
            if (entry.startsWith("@wait")) {
                single.add(new Step(
                        "", List.of(), Long.parseLong(entry.substring(5).strip()), 1));
            } else {
                int row = taken.merge(entry, 1, Integer::sum) - 1;
                single.add(new Step(entry, List.of(table(file, entry).rows().get(row)), 0, 1));
            }
        }
        for (Input table : file.tables()) {
            if (!table.mode().equals("lookup")) {
                for (int row = taken.getOrDefault(table.name(), 0);
                        row < table.rows().size();
                        row++) {
                    single.add(new Step(table.name(), List.of(table.rows().get(row)), 0, 1));
                }
            }
        }
        single.forEach(this::append);
    }

    private void append(Step step) {
        if (!steps.isEmpty()) {
            Step last = steps.get(steps.size() - 1);
            if (isHalf(last, "-U") && isHalf(step, "+U") && last.table().equals(step.table())) {
                steps.set(
                        steps.size() - 1,
                        new Step(
                                step.table(),
                                List.of(last.rows().get(0), step.rows().get(0)),
                                0,
                                2));
                return;
            }
        }
        steps.add(step);
    }

    private static boolean isHalf(Step step, String kind) {
        return step.rows().size() == 1 && step.rows().get(0).kind().equals(kind);
    }

    private static Input table(CaseFile file, String name) {
        return file.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("arrival names no table of the case: " + name));
    }

    /**
     * The next arrivals, at most {@code max}, if they belong to {@code table}; a wait that stands first moves the clock instead. Whoever asks at a time before that finds
     * nothing: what follows a wait is not there yet.
     */
    List<Step> take(String table, int max, long nowMillis) {
        List<Step> taken = new ArrayList<>();
        endSeen = next == steps.size();
        if (nowMillis < clock.nowMillis()) {
            return taken;
        }
        if (next < steps.size() && steps.get(next).waitMillis() > 0) {
            clock.advance(steps.get(next++).waitMillis());
            return taken;
        }
        while (taken.size() < max
                && next < steps.size()
                && steps.get(next).table().equals(table)) {
            taken.add(steps.get(next++));
        }
        return taken;
    }

    /** Whether somebody has asked for more than there is. Till then no table ends, so that none lets the event time go on before the end of all input. */
    boolean ended() {
        return endSeen;
    }

    /** The number of the arrival that was taken last; after the end of all input, the number of arrivals. */
    int current() {
        return endSeen ? steps.size() : Math.max(0, next - 1);
    }

    /** The expected messages per arrival, where the case counts them per entry of its list. */
    List<Integer> merged(List<Integer> perEntry) {
        List<Integer> merged = new ArrayList<>();
        int entry = 0;
        for (Step step : steps) {
            int messages = 0;
            for (int i = 0; i < step.entries(); i++) {
                messages += perEntry.get(entry++);
            }
            merged.add(messages);
        }
        merged.add(perEntry.get(entry));
        return merged;
    }
}
