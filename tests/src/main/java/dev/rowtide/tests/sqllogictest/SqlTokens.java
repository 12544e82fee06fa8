// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement of the corpus as tokens: as much of SQL's form as is needed to say it in our dialect. */
final class SqlTokens {

    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\\.[0-9]+|\\w+|<>|<=|>=|!=|\\|\\||\\S");

    private final List<String> tokens;

    SqlTokens(List<String> tokens) {
        this.tokens = List.copyOf(tokens);
    }

    static SqlTokens of(String sql) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return new SqlTokens(tokens);
    }

    int size() {
        return tokens.size();
    }

    String get(int index) {
        return index < tokens.size() ? tokens.get(index) : "";
    }

    /** Whether the tokens at {@code index} are these words, in any case. */
    boolean isAt(int index, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!get(index + i).equalsIgnoreCase(words[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether the word is among the tokens, in any case. */
    boolean contains(String word) {
        return tokens.stream().anyMatch(word::equalsIgnoreCase);
    }

    /** The index of a word outside parentheses, from {@code from} on, or the number of tokens. */
    int indexOf(String word, int from) {
        int depth = 0;
        for (int i = from; i < size(); i++) {
            if (depth == 0 && isAt(i, word)) {
                return i;
            }
            depth += get(i).equals("(") ? 1 : get(i).equals(")") ? -1 : 0;
        }
        return size();
    }

    /** The index of the parenthesis that closes the one at {@code open}. */
    int closing(int open) {
        int end = indexOf(")", open + 1);
        if (end == size()) {
            throw new IllegalArgumentException("a parenthesis is not closed: " + this);
        }
        return end;
    }

    SqlTokens part(int from, int to) {
        return new SqlTokens(tokens.subList(from, to));
    }

    /** The parts between commas outside parentheses. */
    List<SqlTokens> list() {
        List<SqlTokens> parts = new ArrayList<>();
        int from = 0;
        while (from < size()) {
            int to = indexOf(",", from);
            parts.add(part(from, to));
            from = to + 1;
        }
        return parts;
    }

    /** The text, tokens parted by blanks. */
    @Override
    public String toString() {
        return String.join(" ", tokens);
    }
}
