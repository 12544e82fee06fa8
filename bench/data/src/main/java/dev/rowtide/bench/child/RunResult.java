// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run gave, a line of standard output:
 *
 * <pre>RESULT query=q1 users=0 config=flat kind=MEASURED events=6000000 wallNanos=… cpuNanos=… changes=1840000 rows=0 digest=-</pre>
 *
 * @param query as in {@link ChildOptions}
 * @param users as in {@link ChildOptions}
 * @param config as in {@link ChildOptions}
 * @param kind what the run was for
 * @param events the events taken in all passes of the run together
 * @param wallNanos the wall time of all passes together
 * @param cpuNanos the CPU time that the process used in them
 * @param changes the changes delivered by one pass
 * @param rows the number of rows of the final table; 0 unless the run is a check
 * @param digest the {@link TableDigest} of the final table; {@code -} unless the run is a check
 */
public record RunResult(
        String query,
        int users,
        String config,
        Kind kind,
        long events,
        long wallNanos,
        long cpuNanos,
        long changes,
        long rows,
        String digest) {

    /** What a run is for. */
    public enum Kind {
        WARMUP,
        MEASURED,
        CHECK
    }

    private static final String MARK = "RESULT ";

    public String toLine() {
        return MARK + "query=" + query + " users=" + users + " config=" + config + " kind=" + kind + " events=" + events
                + " wallNanos=" + wallNanos + " cpuNanos=" + cpuNanos + " changes=" + changes + " rows=" + rows
                + " digest=" + digest;
    }

    /**
     * The result that a line of output tells; null if the line is none.
     *
     * @throws IllegalArgumentException if the line begins as a result does but lacks a field or has a bad one
     */
    public static @Nullable RunResult fromLine(String line) {
        if (!line.startsWith(MARK)) {
            return null;
        }
        Map<String, String> fields = new HashMap<>();
        for (String field : line.substring(MARK.length()).split(" ", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        return new RunResult(
                text(fields, "query"),
                Math.toIntExact(number(fields, "users")),
                text(fields, "config"),
                Kind.valueOf(text(fields, "kind")),
                number(fields, "events"),
                number(fields, "wallNanos"),
                number(fields, "cpuNanos"),
                number(fields, "changes"),
                number(fields, "rows"),
                text(fields, "digest"));
    }

    private static String text(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a result line has no " + name);
        }
        return value;
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(text(fields, name));
    }
}
