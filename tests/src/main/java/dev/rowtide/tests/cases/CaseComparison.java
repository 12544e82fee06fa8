// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.cases.CaseConnector.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares what a sink got with what the case expects. */
final class CaseComparison {

    private final CaseFile file;
    private final Arrival arrival;
    private final List<Written> written;
    private final Schema schema;

    CaseComparison(CaseFile file, Arrival arrival, List<Written> written) {
        this.file = file;
        this.arrival = arrival;
        this.written = written;
        this.schema = SinkSchema.of(file.sink());
    }

    /**
     * @param stepsKnown whether each message is known to belong to the arrival that it was written under
     */
    @Nullable
    String firstDifference(boolean stepsKnown) {
        String difference = null;
        if (file.expect().changelog() != null && !file.ordering().equals("final-only")) {
            if (KnownDifferences.inLog(file.file())) {
                difference = stepsKnown ? foldedDifference() : null;
            } else if (file.ordering().equals("exact")) {
                difference = logDifference(stepsKnown);
            } else {
                difference = stepsKnown ? stepwiseDifference() : null;
            }
        }
        return difference == null ? tableDifference() : difference;
    }

    private List<Written> expected() {
        List<Integer> steps =
                arrival.merged(java.util.Objects.requireNonNull(file.expect().steps()));
        List<Written> expected = new ArrayList<>();
        int step = 0;
        int inStep = 0;
        for (CaseFile.ChangeJson change :
                java.util.Objects.requireNonNull(file.expect().changelog())) {
            while (inStep == steps.get(step)) {
                step++;
                inStep = 0;
            }
            inStep++;
            expected.add(new Written(step, change.kind(), CaseValues.texts(change.values(), schema)));
        }
        return expected;
    }

    private @Nullable String logDifference(boolean stepsKnown) {
        List<Written> expected = expected();
        for (int i = 0; i < Math.max(expected.size(), written.size()); i++) {
            String wanted = i < expected.size() ? line(expected.get(i), stepsKnown) : "nothing";
            String got = i < written.size() ? line(written.get(i), stepsKnown) : "nothing";
            if (!wanted.equals(got)) {
                return "message " + (i + 1) + ": expected " + wanted + " but got " + got;
            }
        }
        return null;
    }

    private static String line(Written message, boolean withStep) {
        return message.kind() + message.values() + (withStep ? " by arrival " + (message.arrival() + 1) : "");
    }

    private @Nullable String stepwiseDifference() {
        Map<Integer, List<String>> expected = byStep(expected());
        Map<Integer, List<String>> got = byStep(written);
        for (int step = 0; step <= lastStep(expected, got); step++) {
            List<String> wantedLines = expected.getOrDefault(step, List.of());
            List<String> gotLines = got.getOrDefault(step, List.of());
            if (!wantedLines.equals(gotLines)) {
                return "arrival " + (step + 1) + ": expected " + wantedLines + " but got " + gotLines;
            }
        }
        return null;
    }

    private static int lastStep(Map<Integer, ?> a, Map<Integer, ?> b) {
        return Math.max(
                a.keySet().stream().mapToInt(Integer::intValue).max().orElse(0),
                b.keySet().stream().mapToInt(Integer::intValue).max().orElse(0));
    }

    private static Map<Integer, List<String>> byStep(List<Written> messages) {
        Map<Integer, List<String>> byStep = new TreeMap<>();
        for (Written message : messages) {
            byStep.computeIfAbsent(message.arrival(), step -> new ArrayList<>()).add(line(message, false));
        }
        byStep.values().forEach(lines -> lines.sort(null));
        return byStep;
    }

    /** The table after every arrival, for cases in which an update that is one change here is several messages there. */
    private @Nullable String foldedDifference() {
        List<Written> expected = expected();
        int last = Math.max(last(expected), last(written));
        for (int step = 0; step <= last; step++) {
            List<String> wanted = fold(expected, step);
            List<String> got = fold(written, step);
            if (!wanted.equals(got)) {
                return "table after arrival " + (step + 1) + ": expected " + wanted + " but was " + got;
            }
        }
        return null;
    }

    private static int last(List<Written> messages) {
        return messages.stream().mapToInt(Written::arrival).max().orElse(0);
    }

    private @Nullable String tableDifference() {
        List<JsonNode> materialized = file.expect().materialized();
        if (materialized == null) {
            return null;
        }
        List<String> wanted = new ArrayList<>();
        materialized.forEach(row -> wanted.add(CaseValues.texts(row, schema).toString()));
        wanted.sort(null);
        List<String> got = fold(written, Integer.MAX_VALUE);
        return wanted.equals(got) ? null : "final table: expected " + wanted + " but was " + got;
    }

    private List<String> fold(List<Written> messages, int lastStep) {
        boolean upsert = file.sink().mode().equals("upsert");
        Map<String, String> byKey = new TreeMap<>();
        List<String> rows = new ArrayList<>();
        for (Written message : messages) {
            if (message.arrival() > lastStep) {
                break;
            }
            boolean put = message.kind().startsWith("+");
            String row = message.values().toString();
            if (upsert) {
                String key = key(message.values());
                if (put) {
                    byKey.put(key, row);
                } else {
                    byKey.remove(key);
                }
            } else if (put) {
                rows.add(row);
            } else {
                rows.remove(row);
            }
        }
        List<String> table = upsert ? new ArrayList<>(byKey.values()) : rows;
        table.sort(null);
        return table;
    }

    private String key(List<@Nullable String> values) {
        List<@Nullable String> key = new ArrayList<>();
        for (int c = 0; c < schema.size(); c++) {
            if (file.sink().primaryKey().contains(schema.name(c))) {
                key.add(values.get(c));
            }
        }
        return key.toString();
    }
}
