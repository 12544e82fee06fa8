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

    private static final String ONE_OF_EACH =
            "QUALIFY ROW_NUMBER() OVER (PARTITION BY its_columns ORDER BY other_columns) <= 1 keeps the first rows of each.";

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
            habit(".*\\bSELECT\\s+DISTINCT", "ON\\b", ONE_OF_EACH),
            habit(".*\\bLIMIT\\s+\\d+", "(BY|PER)\\b", ONE_OF_EACH),
            habit(
                    ".*\\b(LIMIT|FIRST|NEXT)\\s+\\d+",
                    "PERCENT\\b",
                    "QUALIFY PERCENT_RANK() OVER (ORDER BY its_columns) < 0.1 keeps a part of the rows."),
            habit(".*\\bSELECT\\s+TOP", "[\\d(]", "LIMIT stands at the end: SELECT ... ORDER BY its_columns LIMIT 3."),
            habit(
                    ".*\\*\\s*(EXCEPT|EXCLUDE|REPLACE|RENAME)\\s*\\(?",
                    ".*",
                    "List the columns that are wanted: * takes all of them."),
            habit(
                    ".*\\bNTH_VALUE\\s*\\(.*\\)\\s*FROM\\s+LAST",
                    "OVER\\b",
                    "Turn the order of the window around: NTH_VALUE(v, 2) OVER (ORDER BY its_columns DESC ...)."),
            habit(
                    ".*\\bNTH_VALUE\\s*\\(.*\\)\\s*FROM\\s+FIRST",
                    "OVER\\b",
                    "NTH_VALUE counts from the first: leave FROM FIRST out."),
            habit(
                    ".*",
                    "EMIT\\s+CHANGES\\b",
                    "EMIT CHANGES is the last word of a statement or of a view's query. Of a SELECT within one,"
                            + " SELECT /*+ EMIT('on' = 'change') */ ... says the same."),
            habit(
                    ".*[(,>]",
                    "TABLE\\s*\\(",
                    "A query stands without TABLE, in parentheses of its own: TO_CHANGELOG((SELECT ...)), and so in TUMBLE."),
            habit(
                    "",
                    "(MERGE|UPDATE|DELETE|TRUNCATE|UPSERT)\\b",
                    "Tables change as their sources say. INSERT INTO a table with a primary key puts rows by their key;"
                            + " a changelog brings deletes: FROM_CHANGELOG, 'changelog.encoding', 'format' = 'debezium-json'."),
            habit("", "ALTER\\b", "CREATE OR REPLACE TABLE defines it anew."),
            habit(
                    "CREATE(\\s+OR\\s+REPLACE)?",
                    "MATERIALIZED\\b",
                    "Every query is kept up to date: CREATE VIEW, or INSERT INTO a table."),
            habit(
                    "CREATE(\\s+UNIQUE)?",
                    "(UNIQUE\\s+)?INDEX\\b",
                    "There is nothing to index: a query keeps what it needs, by its keys."),
            habit(
                    "EXPLAIN",
                    "ANALYZE\\b",
                    "EXPLAIN CHANGELOG_MODE tells of a plan what it keeps; a run tells what it did."),
            habit(".*\\bOVER\\s*\\(.*", "GROUPS\\b", "Frames are of ROWS or of RANGE."),
            habit(
                    ".*",
                    "COLLATE\\b",
                    "Texts are compared by their characters' code points; UPPER and LOWER even out their case."),
            habit(
                    ".*",
                    "!?~",
                    "REGEXP_LIKE(text, pattern) looks for a regular expression; so does text RLIKE pattern."),
            habit(".*\\bREGEXP", "'", "Write text RLIKE pattern, or REGEXP_LIKE(text, pattern)."),
            habit(".*\\bFOR", "(UPDATE|SHARE)\\b", "Nothing is locked here: leave FOR UPDATE out."),
            habit(
                    "SELECT\\b((?!\\bFROM\\b).)*",
                    "INTO\\b",
                    "Write INSERT INTO its_name SELECT ..., or CREATE TABLE its_name WITH (...) AS SELECT ...."),
            habit(".*", "->>?", "JSON_VALUE(text, '$.field') takes a value out of JSON; there are no lambdas."),
            habit(".*\\bCOUNT\\s*\\(\\s*DISTINCT", "\\*", "List the columns: COUNT(DISTINCT a, b)."),
            habit(".*", "[:@]\\w", "There are no parameters: write the value itself."),
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
