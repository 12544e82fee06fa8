// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows that a job left out, counted by where and why, with the first of each kept as an example. Nothing is dropped without standing here. */
public final class Dropped {

    /** The cause of what an operator kept until its time to live was over: it was not left out of the result, but is forgotten, or taken out of it. */
    public static final String EXPIRED = "expired";

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * Rows left out for one cause in one place.
     *
     * @param where the table or operator
     * @param cause the kind of cause, such as {@code bad record}
     * @param rows how many
     * @param example the first one: its place and what was wrong
     */
    public record Entry(String where, String cause, long rows, String example) {}

    void add(String where, String cause, String example) {
        add(where, cause, 1, example);
    }

    void add(String where, String cause, long rows, String example) {
        entries.merge(
                where + '\n' + cause,
                new Entry(where, cause, rows, example),
                (old, added) -> new Entry(where, cause, old.rows() + added.rows(), old.example()));
    }

    /** The rows left out for one cause in one place are {@code rows} in all by now; none are no entry. */
    void set(String where, String cause, long rows, String example) {
        if (rows > 0) {
            entries.put(where + '\n' + cause, new Entry(where, cause, rows, example));
        }
    }

    /** All entries, in order of first occurrence. */
    public List<Entry> entries() {
        return new ArrayList<>(entries.values());
    }

    /** The number of rows left out. */
    public long rows() {
        return entries.values().stream().mapToLong(Entry::rows).sum();
    }
}
