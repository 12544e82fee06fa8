// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;

/** Reads SQL text. Stateless. */
public final class ScriptParser {
    private ScriptParser() {}

    /**
     * Reads a whole script. Statements end with a semicolon, which the last one may lack.
     *
     * @throws ParseFailure at the first mistake, wherever it is
     */
    public static List<Statement> parseScript(String sql) {
        List<Statement> statements = new ArrayList<>();
        read(sql).forEachRemaining(statements::add);
        return statements;
    }

    /** Starts to read a script, one statement at a time; what follows a statement is not looked at before it is asked for. */
    public static StatementReader read(String sql) {
        return new StatementReader(sql);
    }

    /**
     * Reads exactly one statement, with or without a semicolon.
     *
     * @throws ParseFailure if it is malformed, missing, or followed by another
     */
    public static SqlNode parseStatement(String sql) {
        StatementReader reader = read(sql);
        if (!reader.hasNext()) {
            throw new ParseFailure("a statement is missing", null, null, 1, 1);
        }
        Statement statement = reader.next();
        if (reader.hasNext()) {
            Statement second = reader.next();
            throw new ParseFailure("only one statement is expected here", null, null, second.line(), second.column());
        }
        return statement.node();
    }

    /**
     * Reads one expression.
     *
     * @throws ParseFailure if it is malformed, or something follows it
     */
    public static SqlNode parseExpression(String sql) {
        return Grammar.parseExpression(sql);
    }

    /**
     * Whether what was typed so far can be run: it ends with a semicolon outside of quotes and comments, and every BEGIN STATEMENT SET
     * has its END. A text of blanks and comments is not complete.
     */
    public static boolean isComplete(String sql) {
        return new ScriptScanner(sql).isComplete();
    }
}
