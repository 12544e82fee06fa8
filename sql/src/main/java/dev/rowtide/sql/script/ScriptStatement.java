// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.parser.Statement;

/** A parsed statement, opaque to the engine: {@link StatementRunner} knows what to do with it. */
public final class ScriptStatement {

    private final Statement statement;

    ScriptStatement(Statement statement) {
        this.statement = statement;
    }

    Statement statement() {
        return statement;
    }

    /** The statement as written, without its semicolon. */
    public String text() {
        return statement.text();
    }

    /** The line on which it starts, from 1. */
    public int line() {
        return statement.line();
    }

    /** Where it starts in that line, from 1. */
    public int column() {
        return statement.column();
    }
}
