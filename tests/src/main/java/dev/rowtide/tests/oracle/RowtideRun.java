// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.oracle.OracleConnector.ResultListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one run of a case wrote: its log, folded as it comes, and compared with the expected table at the end of every tick. */
final class RowtideRun implements ResultListener {

    private final Schema schema;
    private final int keySize;
    private final VersionedTables expected;
    private final boolean onlyFinal;
    private final boolean passesDeletes;
    private final boolean conflicts;
    private final List<String> log = new ArrayList<>();
    private final Map<String, Integer> table = new HashMap<>();
    private final Map<String, String> byKey = new HashMap<>();
    private final boolean[] nullSeen;
    private @Nullable String difference;

    /**
     * @param keySize how many columns, from the first, are the key by which the sink puts and deletes; 0 for a sink that takes whole retractions
     * @param onlyFinal whether ticks before the end don't count
     */
    RowtideRun(Schema schema, int keySize, VersionedTables expected, boolean onlyFinal) {
        this(schema, keySize, expected, onlyFinal, false, false);
    }

    /** @param passesDeletes whether a delete of a key that is not in is none of ours: an upsert source has sent it, and a sink that puts by key can take it */
    static RowtideRun keyed(
            Schema schema, int keySize, VersionedTables expected, boolean onlyFinal, boolean passesDeletes) {
        return new RowtideRun(schema, keySize, expected, onlyFinal, passesDeletes, false);
    }

    /** Into a sink whose key, the first column, is no key of the result: for each key it has one of the rows. */
    static RowtideRun conflicting(Schema schema, VersionedTables expected, boolean onlyFinal, boolean passesDeletes) {
        return new RowtideRun(schema, 1, expected, onlyFinal, passesDeletes, true);
    }

    private RowtideRun(
            Schema schema,
            int keySize,
            VersionedTables expected,
            boolean onlyFinal,
            boolean passesDeletes,
            boolean conflicts) {
        this.schema = schema;
        this.keySize = keySize;
        this.nullSeen = new boolean[schema.size()];
        this.expected = expected;
        this.onlyFinal = onlyFinal;
        this.passesDeletes = passesDeletes;
        this.conflicts = conflicts;
    }

    @Override
    public void batch(ChangeBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            String values = RowText.of(batch, row, schema.size(), schema);
            RowKind kind = RowKind.of(batch.kind(row));
            for (int c = 0; c < nullSeen.length; c++) {
                nullSeen[c] |= batch.column(c).isNull(row);
            }
            log.add(batch.position(row) + ": " + kind.symbol() + ' ' + values);
            if (keySize > 0) {
                String key = RowText.of(batch, row, keySize, schema);
                String old = kind.isRetraction() ? byKey.remove(key) : byKey.put(key, values);
                if (old != null) {
                    add(old, -1);
                } else if (kind.isRetraction() && !passesDeletes) {
                    note("deletes a key that is not in: " + log.get(log.size() - 1));
                }
                if (!kind.isRetraction()) {
                    add(values, 1);
                }
            } else {
                add(values, kind.isRetraction() ? -1 : 1);
            }
        }
    }

    private void add(String row, int step) {
        int copies = table.merge(row, step, Integer::sum);
        if (copies == 0) {
            table.remove(row);
        } else if (copies < 0) {
            note("takes out a row that is not in: " + log.get(log.size() - 1));
        }
    }

    /** Before the first arrival some constant rows of the query may still be to come. */
    @Override
    public void tickEnd(int version) {
        if (!onlyFinal && version > 0) {
            compare(version);
        }
    }

    /** The input has ended. */
    void end() {
        compare(expected.last());
    }

    private void compare(int version) {
        boolean agrees = conflicts ? isOneOfEachKey(expected.at(version).keySet()) : table.equals(expected.at(version));
        if (!agrees) {
            note("the table after " + version + " arrivals is\n" + VersionedTables.print(table) + "  expected\n"
                    + VersionedTables.print(expected.at(version)) + "  the last changes\n    "
                    + String.join("\n    ", log.subList(Math.max(0, log.size() - 6), log.size())));
        }
    }

    /** No value that is generated has a comma and a blank. */
    private boolean isOneOfEachKey(Set<String> rows) {
        Set<String> keys = rows.stream().map(row -> row.split(", ", 2)[0]).collect(Collectors.toSet());
        return byKey.keySet().equals(keys) && rows.containsAll(byKey.values());
    }

    private void note(String what) {
        if (difference == null) {
            difference = what;
        }
    }

    /** All changes, each with its position. */
    List<String> log() {
        return log;
    }

    /** For each position the rows that it has put in, less those that it has taken out, sorted. */
    List<String> effects() {
        Map<Long, Map<String, Integer>> byPosition = new TreeMap<>();
        for (String change : log) {
            int colon = change.indexOf(':');
            int step = change.charAt(colon + 2) == '+' ? 1 : -1;
            byPosition
                    .computeIfAbsent(Long.parseLong(change.substring(0, colon)), position -> new TreeMap<>())
                    .merge(change.substring(colon + 5), step, Integer::sum);
        }
        List<String> effects = new ArrayList<>();
        byPosition.forEach((position, rows) -> rows.forEach((row, copies) -> {
            if (copies != 0) {
                effects.add(position + ": " + copies + " " + row);
            }
        }));
        return effects;
    }

    /** Whether a NULL was ever in one of the first {@code columns} columns, which then can be no primary key. */
    boolean hasNull(int columns) {
        for (int c = 0; c < columns; c++) {
            if (nullSeen[c]) {
                return true;
            }
        }
        return false;
    }

    /** What was wrong first, or null. */
    @Nullable
    String difference() {
        return difference;
    }
}
