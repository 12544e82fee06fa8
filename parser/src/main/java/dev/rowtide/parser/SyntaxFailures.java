// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import dev.rowtide.parser.grammar.GeneratedParserConstants;
import dev.rowtide.parser.grammar.ParseException;
import dev.rowtide.parser.grammar.Token;
import dev.rowtide.parser.grammar.TokenMgrError;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.jspecify.annotations.Nullable;

/** Makes a short, placed message of whatever the generated parser throws. */
final class SyntaxFailures {
    private static final Pattern LEXICAL_ERROR =
            Pattern.compile("line (\\d+), column (\\d+)\\..* after : \"(.*)\"", Pattern.DOTALL);

    /** What Calcite's grammar says, and what that means. */
    private static final Map<String, String> UNEXPECTED = Map.of(
            "ORDER BY unexpected", "ORDER BY can't stand here",
            "Non-query expression encountered in illegal context", "this can't stand where a query is expected",
            "Query expression encountered in illegal context", "a query can't stand here without parentheses",
            "Join expression encountered in illegal context", "a join can't stand here",
            "ROW expression encountered in illegal context", "several values in parentheses can't stand here",
            "ASOF JOIN missing MATCH_CONDITION", "an ASOF JOIN needs a MATCH_CONDITION",
            "MATCH_CONDITION only allowed with ASOF JOIN", "MATCH_CONDITION is for ASOF JOIN");

    /** What people write out of habit is short; a long text is not searched for it. */
    private static final int HABIT_LENGTH_MAX = 2_000;

    private SyntaxFailures() {}

    /**
     * Describes what stopped the parser. Errors that are no verdict on the text are thrown again.
     *
     * @param statementStart where in the text the statement begins
     */
    static ParseFailure from(Throwable thrown, SourceText source, int statementStart) {
        if (thrown instanceof ParseException e) {
            return fromToken(e, source, statementStart);
        }
        if (thrown instanceof TokenMgrError e) {
            return fromLexer(e, source, statementStart);
        }
        if (thrown instanceof CalciteContextException e) {
            String message =
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            int offset = source.offset(e.getPosLine(), e.getPosColumn());
            String text = UNEXPECTED.getOrDefault(String.valueOf(message), lowerFirst(message));
            return new ParseFailure(
                    text, null, habit(source, statementStart, offset), e.getPosLine(), e.getPosColumn());
        }
        if (thrown instanceof StackOverflowError) {
            return at("the statement is nested too deeply", source, statementStart);
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        ParseFailure failure = at(lowerFirst(thrown.getMessage()), source, statementStart);
        failure.initCause(thrown);
        return failure;
    }

    private static ParseFailure fromToken(ParseException e, SourceText source, int statementStart) {
        Expectation expectation = Expectation.of(e);
        Token found = expectation.found();
        boolean atEnd = found.kind == GeneratedParserConstants.EOF;
        // The lexer puts the end of the text on its last character.
        int offset = atEnd ? source.end() : source.offset(found.beginLine, found.beginColumn);
        ParseFailure unclosed = unclosed(source, statementStart, offset);
        if (unclosed != null) {
            return unclosed;
        }
        for (Token token = e.currentToken.next; token != null; token = token.next) {
            if (token.kind == GeneratedParserConstants.MALFORMED_NUMBER) {
                return malformedNumber(token);
            }
        }
        String habit = habit(source, statementStart, offset);
        Misspelling misspelling = habit == null ? Misspelling.find(source, statementStart, offset) : null;
        if (misspelling != null) {
            return new ParseFailure(
                    "syntax error at \"" + misspelling.word() + "\"",
                    null,
                    misspelling.hint(),
                    source.line(misspelling.offset()),
                    source.column(misspelling.offset()));
        }
        int shownAt = atEnd ? source.endOfContent() : offset;
        String where = atEnd ? "the end of the script" : "\"" + abbreviate(found.image) + "\"";
        return new ParseFailure(
                "syntax error at " + where,
                habit == null ? expectation.describe() : null,
                habit,
                source.line(shownAt),
                source.column(shownAt));
    }

    private static @Nullable String habit(SourceText source, int statementStart, int offset) {
        int start = Math.min(statementStart, offset);
        return offset - start > HABIT_LENGTH_MAX
                ? null
                : OtherDialects.hint(
                        source.text().substring(start, offset), source.text().substring(offset));
    }

    private static ParseFailure malformedNumber(Token token) {
        return new ParseFailure(
                "\"" + abbreviate(token.image) + "\" is neither a number nor a duration",
                null,
                "A duration is a number and one letter, such as 10s, 5m, 2h or 1d; a name that begins with a digit needs quotes.",
                token.beginLine,
                token.beginColumn);
    }

    private static ParseFailure fromLexer(TokenMgrError e, SourceText source, int statementStart) {
        ParseFailure unclosed = unclosed(source, statementStart == source.end() ? 0 : statementStart, source.end());
        if (unclosed != null) {
            return unclosed;
        }
        Matcher error = LEXICAL_ERROR.matcher(String.valueOf(e.getMessage()));
        if (!error.find()) {
            return at("the text cannot be read as SQL", source, statementStart);
        }
        int stopped = source.offset(Integer.parseInt(error.group(1)), Integer.parseInt(error.group(2)));
        // The lexer names the character after those it could make nothing of.
        int offset =
                Math.max(0, Math.min(stopped, source.end() - 1) - error.group(3).length());
        int character = source.text().codePointAt(offset);
        ParseFailure failure = at("unexpected character " + shown(character), source, offset);
        String habit = habit(source, statementStart, offset);
        return habit == null
                ? failure
                : new ParseFailure(failure.getMessage(), null, habit, failure.line(), failure.column());
    }

    private static @Nullable ParseFailure unclosed(SourceText source, int from, int upTo) {
        ScriptScanner.Unclosed unclosed = new ScriptScanner(source.text(), from).findUnclosed();
        if (unclosed == null || unclosed.offset() > upTo) {
            return null;
        }
        return new ParseFailure(
                "the " + unclosed.what() + " that begins here is not closed",
                "No " + unclosed.closing() + " follows up to the end of the script.",
                null,
                source.line(unclosed.offset()),
                source.column(unclosed.offset()));
    }

    private static ParseFailure at(String message, SourceText source, int offset) {
        int inText = Math.min(offset, source.end());
        return new ParseFailure(message, null, null, source.line(inText), source.column(inText));
    }

    private static String shown(int character) {
        boolean visible = character == ' '
                || !(Character.isISOControl(character)
                        || Character.getType(character) == Character.FORMAT
                        || Character.isSpaceChar(character));
        return !visible ? String.format("U+%04X", character) : "\"" + Character.toString(character) + "\"";
    }

    private static String abbreviate(String image) {
        int longest = 40;
        return image.length() <= longest ? image : image.substring(0, longest) + "…";
    }

    private static String lowerFirst(@Nullable String message) {
        String text = Objects.requireNonNullElse(message, "the text cannot be read as SQL");
        boolean acronym = text.length() > 1 && Character.isUpperCase(text.charAt(1));
        return text.isEmpty() || acronym ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
