// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A file of the corpus: statements and queries in order, those left out that are for other engines.
 *
 * <p>Directives are read as PostgreSQL would, except where a record is kept from it for lack of {@code AS} before a column's alias, which we don't ask for.
 *
 * @param name its name in the corpus
 * @param records its records
 */
record TestFile(String name, List<TestRecord> records) {

    private static final String DIALECT = "postgresql";
    private static final String NOT_OUR_REASON = "requires AS";

    /** A record of a file. */
    sealed interface TestRecord {

        /** The line of its first word, from 1. */
        int line();

        /** The SQL text. */
        String sql();
    }

    /**
     * A statement.
     *
     * @param fails whether it must fail
     */
    record TestStatement(int line, String sql, boolean fails) implements TestRecord {}

    /**
     * A query with its result.
     *
     * @param types a letter per column: {@code I} integer, {@code R} with three digits after the point, {@code T} text
     * @param order how the result is put into order before it is compared
     * @param expected the lines of the result
     */
    record TestQuery(int line, String sql, String types, Order order, List<String> expected) implements TestRecord {}

    /** How a result is put into order before it is compared. */
    enum Order {
        NOSORT,
        ROWSORT,
        VALUESORT
    }

    /** Reads a file's text. */
    static TestFile parse(String name, String text) {
        return new TestFile(name, new Parser(text.split("\r?\n", -1)).records());
    }

    /** The queries among the records. */
    List<TestQuery> queries() {
        return records.stream()
                .filter(TestQuery.class::isInstance)
                .map(TestQuery.class::cast)
                .toList();
    }

    private static final class Parser {
        private final String[] lines;
        private final List<TestRecord> records = new ArrayList<>();
        private int at;
        private boolean skip;

        Parser(String[] lines) {
            this.lines = lines;
        }

        List<TestRecord> records() {
            while (at < lines.length) {
                String line = lines[at].strip();
                String word = line.split(" ", 2)[0];
                switch (word) {
                    case "skipif" -> skip |= line.split(" ")[1].equals(DIALECT) && !line.contains(NOT_OUR_REASON);
                    case "onlyif" -> skip |= !line.split(" ")[1].equals(DIALECT);
                    case "halt" -> {
                        if (!skip) {
                            return records;
                        }
                        skip = false;
                    }
                    case "statement" -> statement(line);
                    case "query" -> query(line);
                    default -> {
                        // a comment, an empty line, or the threshold above which results are given as hashes, which the
                        // results show
                    }
                }
                at++;
            }
            return records;
        }

        private void statement(String head) {
            int line = at + 1;
            String sql = sql();
            if (!skip) {
                records.add(new TestStatement(line, sql, head.contains("error")));
            }
            skip = false;
        }

        private void query(String head) {
            int line = at + 1;
            String[] words = head.split(" +");
            String sql = sql();
            List<String> expected = new ArrayList<>();
            if (at < lines.length && lines[at].equals("----")) {
                for (at++; at < lines.length && !lines[at].isEmpty(); at++) {
                    expected.add(lines[at]);
                }
            }
            if (!skip) {
                Order order = words.length > 2 ? Order.valueOf(words[2].toUpperCase(Locale.ROOT)) : Order.NOSORT;
                records.add(new TestQuery(line, sql, words[1], order, expected));
            }
            skip = false;
        }

        /** The lines up to an empty one or the dashes before a result; stands there afterwards. */
        private String sql() {
            List<String> text = new ArrayList<>();
            for (at++; at < lines.length && !lines[at].isBlank() && !lines[at].equals("----"); at++) {
                text.add(lines[at]);
            }
            return String.join("\n", text);
        }
    }
}
