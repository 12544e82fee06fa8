// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import dev.rowtide.parser.grammar.GeneratedParser;
import dev.rowtide.parser.grammar.GeneratedParserConstants;
import dev.rowtide.parser.grammar.ParseException;
import dev.rowtide.parser.grammar.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A word that was meant to be another: a keyword with a typing mistake, or a name that is a reserved word. The parser often stops a word or two later, having taken {@code FORM} for an alias; so the last
 * words before the stop are tried as the keywords they resemble, and one is believed if the parser then gets further.
 *
 * @param word the word as written
 * @param hint what to write instead
 * @param offset where the word stands in the text
 */
record Misspelling(String word, String hint, int offset) {
    private static final int WORDS_TRIED = 3;

    /** Each guess costs a parse of the statement, so a very long one is not guessed about. */
    private static final int LENGTH_MAX = 20_000;

    private static final List<String> KEYWORDS = List.of(
            "ALL",
            "AND",
            "AS",
            "BEGIN",
            "BETWEEN",
            "BY",
            "CASE",
            "CAST",
            "CHANGELOG_MODE",
            "CHANGES",
            "COMMENT",
            "CONFLICT",
            "CONSTRAINT",
            "CREATE",
            "CROSS",
            "DEFAULT",
            "DESCRIBE",
            "DESCRIPTOR",
            "DISTINCT",
            "DROP",
            "ELSE",
            "EMIT",
            "END",
            "ENFORCED",
            "EXCEPT",
            "EXECUTE",
            "EXISTS",
            "EXPLAIN",
            "FILTER",
            "FOR",
            "FROM",
            "FULL",
            "FUNCTIONS",
            "GENERATED",
            "GROUP",
            "GROUPING",
            "HAVING",
            "INNER",
            "INSERT",
            "INTERSECT",
            "INTERVAL",
            "INTO",
            "JOIN",
            "LATERAL",
            "LEFT",
            "LIKE",
            "LIMIT",
            "MATCH_RECOGNIZE",
            "METADATA",
            "NOT",
            "NULL",
            "OFFSET",
            "ORDER",
            "OUTER",
            "OVER",
            "OVERWRITE",
            "PARTITION",
            "PRIMARY",
            "QUALIFY",
            "REPLACE",
            "RESET",
            "RIGHT",
            "SELECT",
            "SET",
            "SETTINGS",
            "SHOW",
            "STATEMENT",
            "SYSTEM_TIME",
            "TABLE",
            "TABLES",
            "TEMPORARY",
            "THEN",
            "UNION",
            "UNNEST",
            "USING",
            "VALUES",
            "VIEW",
            "VIEWS",
            "WATERMARK",
            "WHEN",
            "WHERE",
            "WINDOW",
            "WITH");

    /** Reserved words that nobody takes for names. */
    private static final Set<String> CLAUSES =
            Set.of("AND", "AS", "BY", "FROM", "HAVING", "IN", "JOIN", "NOT", "NULL", "ON", "OR", "SELECT", "WHERE");

    /**
     * Looks for a misspelled keyword near the place where the parser stopped.
     *
     * @param statementStart where the statement begins in the text
     * @param stop where in the text the parser stopped
     */
    static @Nullable Misspelling find(SourceText source, int statementStart, int stop) {
        int end = new ScriptScanner(source.text(), statementStart).statementEnd();
        if ((stop >= end && end < source.end()) || end - statementStart > LENGTH_MAX) {
            return null;
        }
        String statement = source.text().substring(statementStart, end);
        Misspelling best = null;
        int bestReach = stop;
        for (Token token : wordsUpTo(statement, stop - statementStart)) {
            int offset = new SourceText(statement).offset(token.beginLine, token.beginColumn);
            for (String keyword : similarTo(token.image)) {
                String corrected =
                        statement.substring(0, offset) + keyword + statement.substring(offset + token.image.length());
                int reach = statementStart + reachOf(corrected) - keyword.length() + token.image.length();
                if (reach > bestReach && reach > statementStart + offset + token.image.length()) {
                    bestReach = reach;
                    best = new Misspelling(token.image, "Did you mean " + keyword + "?", statementStart + offset);
                }
            }
        }
        return best == null ? unquotedName(statementStart, statement, stop) : best;
    }

    /** A reserved word at the very place where the parser stopped, if all is well once it is quoted. */
    private static @Nullable Misspelling unquotedName(int statementStart, String statement, int stop) {
        int begin = stop - statementStart;
        int end = begin;
        while (end < statement.length() && Character.isJavaIdentifierPart(statement.charAt(end))) {
            end++;
        }
        String word = statement.substring(Math.min(begin, end), end);
        if (word.isEmpty() || CLAUSES.contains(word.toUpperCase(Locale.ROOT))) {
            return null;
        }
        String quoted = "\"" + word + "\"";
        boolean parses =
                reachOf(statement.substring(0, begin) + quoted + statement.substring(end)) > statement.length();
        boolean reserved = !isName(word);
        return parses && reserved
                ? new Misspelling(
                        word,
                        "\"" + word + "\" is a reserved word: to use it as a name, write it in double quotes.",
                        stop)
                : null;
    }

    private static boolean isName(String word) {
        return reachOf("DESCRIBE " + word) > "DESCRIBE ".length() + word.length();
    }

    /** The last words up to the one that begins at the given offset. */
    private static List<Token> wordsUpTo(String statement, int stop) {
        SourceText source = new SourceText(statement);
        GeneratedParser parser = Grammar.parserFor(source);
        Deque<Token> words = new ArrayDeque<>();
        int offset = -1;
        while (offset < stop) {
            Token token = parser.getNextToken();
            offset = token.kind == GeneratedParserConstants.EOF
                    ? stop
                    : source.offset(token.beginLine, token.beginColumn);
            boolean word = !token.image.isEmpty() && Character.isLetter(token.image.charAt(0));
            if (word && token.image.indexOf('\'') < 0) {
                words.addLast(token);
            }
            if (words.size() > WORDS_TRIED) {
                words.removeFirst();
            }
        }
        return new ArrayList<>(words);
    }

    private static List<String> similarTo(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        if (KEYWORDS.contains(upper)) {
            return List.of();
        }
        int distanceMax = upper.length() <= 3 ? 1 : 2;
        List<String> similar = new ArrayList<>();
        for (int distance = 1; distance <= distanceMax; distance++) {
            for (String keyword : KEYWORDS) {
                if (keyword.length() > distance && distance(upper, keyword) == distance) {
                    similar.add(keyword);
                }
            }
        }
        return similar;
    }

    /** How far the parser gets in a statement: the offset where it stops, or beyond the end if it does not. */
    private static int reachOf(String statement) {
        SourceText source = new SourceText(statement);
        GeneratedParser parser = Grammar.parserFor(source);
        try {
            parser.NextStatement();
            return statement.length() + 1;
        } catch (ParseException e) {
            Token found = Expectation.of(e).found();
            return found.kind == GeneratedParserConstants.EOF
                    ? statement.length()
                    : source.offset(found.beginLine, found.beginColumn);
        } catch (RuntimeException | Error e) {
            return 0;
        }
    }

    /** The edit distance in which swapping two neighbours counts one. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                cost[i][j] =
                        Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
