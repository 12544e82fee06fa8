// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static dev.rowtide.parser.grammar.GeneratedParserConstants.AND;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.BIGINT;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.COMMA;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.CONCAT;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.CREATE;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.EOF;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.EQ;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.EXISTS;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.GE;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.GT;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.IDENTIFIER;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.ILIKE;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.IN;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.LATERAL;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.LE;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.LIKE;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.LPAREN;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.LT;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.MINUS;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.NE;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.NE2;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.OR;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.PERCENT_REMAINDER;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.PLUS;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.QUOTED_STRING;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.SEMICOLON;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.SET;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.SLASH;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.STAR;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.UNSIGNED_INTEGER_LITERAL;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.VALUES;
import static dev.rowtide.parser.grammar.GeneratedParserConstants.tokenImage;

import dev.rowtide.parser.grammar.ParseException;
import dev.rowtide.parser.grammar.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where the parser got stuck, and what it would have accepted there.
 *
 * @param found the token at which no reading of the text goes on
 * @param kinds the kinds of tokens that could have stood there; incomplete, since the parser forgets what it only looked ahead for
 */
record Expectation(Token found, Set<Integer> kinds) {
    private static final int SHOWN_MAX = 7;

    /** The keywords worth naming when there are many, in this order. */
    private static final List<String> PROBABLE = List.of(
            ")", ",", "=", "SELECT", "INSERT", "CREATE", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "BY",
            "AS", "ON", "JOIN", "INTO", "TABLE", "VALUES", "SET", "THEN", "WHEN", "WITH", "NULL", "NOT", "FOR", "UNION",
            "AND", "OVER", "(");

    private static final Set<Integer> OPERATORS = Set.of(
            AND, OR, PLUS, MINUS, STAR, SLASH, PERCENT_REMAINDER, CONCAT, EQ, NE, NE2, LT, LE, GT, GE, LIKE, ILIKE);

    /** What a plain word such as "an expression", or common sense, covers. */
    private static final Set<String> IMPLIED = Set.of(
            "(", "+", "-", "?", "NULL", "NOT", "SELECT", "TABLE", "VALUES", "WITH", "SET", "DECIMAL", "/*+", "STREAM",
            ";");

    /**
     * Finds the place. Where the parser looked ahead and matched some tokens before it gave up, the last of these tells more than the
     * first.
     */
    static Expectation of(ParseException e) {
        int depth = 1;
        for (int[] sequence : e.expectedTokenSequences) {
            if (sequence.length > depth && isFollowed(e.currentToken, sequence)) {
                depth = sequence.length;
            }
        }
        Set<Integer> kinds = new TreeSet<>();
        for (int[] sequence : e.expectedTokenSequences) {
            if (sequence.length == depth && isFollowed(e.currentToken, sequence)) {
                kinds.add(sequence[depth - 1]);
            }
        }
        Token found = e.currentToken;
        for (int i = 0; i < depth; i++) {
            found = found.next;
        }
        return new Expectation(found, kinds).behindOperator();
    }

    /**
     * An operator is taken only together with what follows it, so the parser stops at it when its right side is wrong. The fault is
     * then one further.
     */
    private Expectation behindOperator() {
        if (found.next == null || takesExpression()) {
            return this;
        }
        if (found.kind == IN) {
            return new Expectation(found.next, Set.of(LPAREN));
        }
        return OPERATORS.contains(found.kind) ? new Expectation(found.next, Set.of(EXISTS)) : this;
    }

    private boolean takesExpression() {
        return kinds.contains(EXISTS) || (kinds.contains(STAR) && !kinds.contains(COMMA));
    }

    /** Whether the text goes on with all but the last of the given tokens. */
    private static boolean isFollowed(Token current, int[] sequence) {
        Token token = current.next;
        for (int i = 0; i < sequence.length - 1; i++) {
            if (token.kind != sequence[i] || token.next == null) {
                return false;
            }
            token = token.next;
        }
        return true;
    }

    /** A sentence such as {@code Expected a name or ")".}; null if the parser gives no clue. */
    @Nullable
    String describe() {
        List<String> words = new ArrayList<>(words());
        if (words.isEmpty()) {
            return null;
        }
        String last = words.remove(words.size() - 1);
        return words.isEmpty()
                ? "Expected " + last + "."
                : "Expected " + String.join(", ", words) + " or " + last + ".";
    }

    private Set<String> words() {
        if (kinds.contains(CREATE) && kinds.contains(SET)) {
            return Set.of("a statement such as SELECT, INSERT, CREATE, SHOW or SET");
        }
        Set<String> words = new LinkedHashSet<>();
        boolean table = kinds.contains(LATERAL);
        boolean expression = !table && takesExpression();
        boolean type = !table && !expression && kinds.contains(BIGINT);
        boolean name = !table && !expression && !type && kinds.contains(IDENTIFIER);
        boolean query = kinds.contains(VALUES) && !kinds.contains(CREATE) && !expression && !table;
        addIf(words, table, "a table");
        addIf(words, expression, "an expression");
        addIf(words, type, "a type");
        addIf(words, name, "a name");
        addIf(words, query, "a query");
        addIf(words, !expression && !table && kinds.contains(QUOTED_STRING), "a string");
        addIf(words, !expression && kinds.contains(UNSIGNED_INTEGER_LITERAL), "a number");
        addKeywords(words, table || expression || type || name);
        addIf(words, kinds.contains(SEMICOLON) || kinds.contains(EOF), "the end of the statement");
        return words;
    }

    /** With a name come all words that can be one, so only the probable ones are shown. */
    private void addKeywords(Set<String> words, boolean selective) {
        Set<String> keywords = new LinkedHashSet<>();
        for (int kind : kinds) {
            if (tokenImage[kind].startsWith("\"")) {
                keywords.add(tokenImage[kind].substring(1, tokenImage[kind].length() - 1));
            }
        }
        if (!words.isEmpty()) {
            keywords.removeAll(IMPLIED);
        }
        if (selective || keywords.size() + words.size() > SHOWN_MAX) {
            keywords.retainAll(PROBABLE);
        }
        List<String> shown = new ArrayList<>(keywords);
        shown.sort((a, b) -> Integer.compare(rank(a), rank(b)));
        shown.stream().limit(SHOWN_MAX - words.size()).map(Expectation::shown).forEach(words::add);
    }

    private static int rank(String keyword) {
        int index = PROBABLE.indexOf(keyword);
        return index < 0 ? PROBABLE.size() : index;
    }

    private static void addIf(Set<String> words, boolean condition, String word) {
        if (condition) {
            words.add(word);
        }
    }

    private static String shown(String image) {
        return Character.isLetter(image.charAt(0)) ? image.toUpperCase(Locale.ROOT) : "\"" + image + "\"";
    }
}
