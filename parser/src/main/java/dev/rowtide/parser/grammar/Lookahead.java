// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.grammar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.parser.SqlParserUtil;

/**
 * Decisions of the grammar that need to look at tokens before a production is chosen. A token is looked at only when the one before it
 * asks for it, so that nothing behind a semicolon is read early.
 */
final class Lookahead implements GeneratedParserConstants {
    private static final int[] QUERY_STARTS = {SELECT, WITH, VALUES, TABLE, LPAREN};
    private static final int[] STATEMENT_STARTS = {
        SELECT, WITH, VALUES, TABLE, LPAREN, CREATE, DROP, INSERT, EXPLAIN, BEGIN, EXECUTE, SET, RESET, SHOW, DESCRIBE,
        DESC
    };
    private static final int[] EXPLAINABLE_STARTS = {
        SELECT, WITH, VALUES, TABLE, LPAREN, CREATE, INSERT, BEGIN, EXECUTE, STATEMENT
    };
    private static final int[] SETTING_KEYS = {QUOTED_STRING, IDENTIFIER};

    private Lookahead() {}

    /** Whether the next word begins a clause, though it could be an alias. */
    static boolean nextClause(GeneratedParser parser) {
        return switch (parser.getToken(1).kind) {
            case OFFSET -> isOneOf(parser.getToken(2), UNSIGNED_INTEGER_LITERAL, HOOK);
            case EMIT -> isOneOf(parser.getToken(2), CHANGES) || emitClause(parser);
            case PARTITION -> isOneOf(parser.getToken(2), BY);
            default -> false;
        };
    }

    /** Whether the next word begins the clause that says when results go out. */
    static boolean emitClause(GeneratedParser parser) {
        return parser.getToken(1).kind == EMIT
                && (isOneOf(parser.getToken(2), STREAM, FINAL, AFTER, EVERY)
                        || parser.getToken(2).kind == ON && parser.getToken(3).kind == WINDOW);
    }

    /** Whether the next word begins a part of a window's definition, though it could be the name of another window. */
    static boolean windowClause(GeneratedParser parser) {
        return switch (parser.getToken(1).kind) {
            case ROWS, RANGE ->
                isOneOf(
                        parser.getToken(2),
                        BETWEEN,
                        UNBOUNDED,
                        CURRENT,
                        UNSIGNED_INTEGER_LITERAL,
                        DURATION_LITERAL,
                        INTERVAL,
                        HOOK);
            case PARTITION -> isOneOf(parser.getToken(2), BY);
            default -> false;
        };
    }

    static void requireStatement(GeneratedParser parser) throws ParseException {
        require(parser, STATEMENT_STARTS);
    }

    static void requireQuery(GeneratedParser parser) throws ParseException {
        require(parser, QUERY_STARTS);
    }

    static void requireExplainable(GeneratedParser parser) throws ParseException {
        require(parser, EXPLAINABLE_STARTS);
    }

    /** Whether the name of a setting follows. */
    static boolean settingKey(GeneratedParser parser) {
        Token token = parser.getToken(1);
        return token.kind == QUOTED_STRING || isWord(token);
    }

    /** Reads {@code 'some.key'}, {@code some.key} or {@code some.other-key}; any word may be part of it, reserved or not. */
    static String readSettingKey(GeneratedParser parser) throws ParseException {
        if (!settingKey(parser)) {
            throw expected(parser, SETTING_KEYS);
        }
        Token token = parser.getNextToken();
        if (token.kind == QUOTED_STRING) {
            return SqlParserUtil.parseString(token.image);
        }
        StringBuilder key = new StringBuilder(unquoted(token));
        while (isOneOf(parser.getToken(1), DOT, MINUS)) {
            key.append(parser.getNextToken().image);
            if (!isWord(parser.getToken(1)) && parser.getToken(1).kind != UNSIGNED_INTEGER_LITERAL) {
                throw expected(parser, IDENTIFIER);
            }
            key.append(unquoted(parser.getNextToken()));
        }
        return key.toString();
    }

    private static boolean isWord(Token token) {
        return token.kind == QUOTED_IDENTIFIER
                || token.kind == BACK_QUOTED_IDENTIFIER
                || (!token.image.isEmpty() && Character.isJavaIdentifierStart(token.image.charAt(0)));
    }

    private static String unquoted(Token token) {
        boolean quoted = token.kind == QUOTED_IDENTIFIER || token.kind == BACK_QUOTED_IDENTIFIER;
        return quoted ? token.image.substring(1, token.image.length() - 1) : token.image;
    }

    private static void require(GeneratedParser parser, int[] kinds) throws ParseException {
        if (!isOneOf(parser.getToken(1), kinds)) {
            throw expected(parser, kinds);
        }
    }

    private static ParseException expected(GeneratedParser parser, int... kinds) {
        List<int[]> sequences = new ArrayList<>();
        for (int kind : kinds) {
            sequences.add(new int[] {kind});
        }
        return new ParseException(parser.token, sequences.toArray(new int[0][]), tokenImage);
    }

    private static boolean isOneOf(Token token, int... kinds) {
        for (int kind : kinds) {
            if (token.kind == kind) {
                return true;
            }
        }
        return false;
    }
}
