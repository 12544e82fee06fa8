// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import dev.rowtide.core.error.EngineException;

/** Errors as text, in the form that PostgreSQL's users know: fact, line with a caret, detail, hint. */
final class ErrorText {

    private ErrorText() {}

    /**
     * The lines for an error, each ended by a line feed.
     *
     * @param sql the text that the error's position counts in; empty if unknown
     */
    static String of(EngineException error, String sql) {
        StringBuilder text =
                new StringBuilder("ERROR: ").append(error.message()).append('\n');
        String[] lines = sql.split("\n", -1);
        if (error.line() >= 1 && error.line() <= lines.length) {
            String prefix = "LINE " + error.line() + ": ";
            String line = lines[error.line() - 1].stripTrailing();
            text.append(prefix).append(line.replace('\t', ' ')).append('\n');
            if (error.column() >= 1) {
                text.append(" ".repeat(prefix.length() + error.column() - 1)).append("^\n");
            }
        }
        if (error.detail() != null) {
            text.append("DETAIL: ").append(error.detail()).append('\n');
        }
        if (error.hint() != null) {
            text.append("HINT: ").append(error.hint()).append('\n');
        }
        return text.toString();
    }
}
