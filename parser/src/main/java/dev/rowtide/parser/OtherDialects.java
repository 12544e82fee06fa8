// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What people write that come from other systems, and how it is said here. */
final class OtherDialects {

    /**
     * @param before what the statement is up to the place where the parser stopped
     * @param at what stands there
     */
    private record Habit(Pattern before, Pattern at, String hint) {}

    private static final List<Habit> HABITS = List.of(
            habit("", "[\\\\.!]", "Commands are SQL here: SHOW TABLES, DESCRIBE t, SHOW FUNCTIONS, SHOW SETTINGS."),
            habit(
                    "SHOW",
                    "CATALOGS?\\b|DATABASES?\\b|SCHEMAS?\\b",
                    "There is one catalog: SHOW TABLES lists its tables."),
            habit("", "USE\\b", "There is one catalog, and nothing to choose."),
            habit(
                    "DESC(RIBE)?",
                    "'",
                    "CREATE TABLE t WITH ('connector' = 'filesystem', 'path' = '...') takes its columns from the file;"
                            + " DESCRIBE t shows them."),
            habit(
                    ".*\\bGROUP\\s+BY\\s+ALL",
                    ".*",
                    "List the columns to group by, or their numbers in the SELECT list."),
            habit("SELECT\\b((?!\\bFROM\\b).)*", "WHERE\\b", "WHERE needs a FROM in front of it."),
            habit(
                    "CREATE\\b.*[(,]\\s*(\\w+|\"[^\"]*\"|`[^`]*`)",
                    "INTERVAL\\b",
                    "No column can be declared as an INTERVAL: keep a number, and multiply: n * INTERVAL '1' SECOND."));

    private OtherDialects() {}

    /** A hint on the place where the parser stopped; null if there is none. */
    static @Nullable String hint(String before, String at) {
        for (Habit habit : HABITS) {
            if (habit.before.matcher(before.strip()).matches()
                    && habit.at.matcher(at).lookingAt()) {
                return habit.hint;
            }
        }
        return null;
    }

    private static Habit habit(String before, String at, String hint) {
        int flags = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
        return new Habit(Pattern.compile(before, flags), Pattern.compile(at, flags), hint);
    }
}
