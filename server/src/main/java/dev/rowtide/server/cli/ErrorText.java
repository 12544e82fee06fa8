// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.setting.Secrets;

/** Errors as text, in the form that PostgreSQL's users know: fact, line with a caret, detail, hint. */
final class ErrorText {

    private static final int LINE_SHOWN_MAX = 160;

    private ErrorText() {}

    /**
     * The lines for an error, each ended by a line feed. The line of SQL is shown without its passwords.
     *
     * @param sql the text that the error's position counts in; empty if unknown
     */
    static String of(EngineException error, String sql) {
        StringBuilder text =
                new StringBuilder("ERROR: ").append(error.message()).append('\n');
        String[] lines = sql.split("\n", -1);
        if (error.line() >= 1 && error.line() <= lines.length) {
            addLine(
                    text,
                    error.line(),
                    error.column(),
                    Secrets.inSql(lines[error.line() - 1].stripTrailing().replace('\t', ' ')));
        }
        if (error.detail() != null) {
            text.append("DETAIL: ").append(error.detail()).append('\n');
        }
        if (error.hint() != null) {
            text.append("HINT: ").append(error.hint()).append('\n');
        }
        return text.toString();
    }

    /** The line, or what stands around the column of a long one, and the caret below it. */
    private static void addLine(StringBuilder text, int number, int column, String line) {
        int from = Math.max(0, Math.min(column - LINE_SHOWN_MAX / 2, line.length() - LINE_SHOWN_MAX));
        int to = Math.min(line.length(), from + LINE_SHOWN_MAX);
        String prefix = "LINE " + number + ": " + (from > 0 ? "..." : "");
        text.append(prefix)
                .append(line, from, to)
                .append(to < line.length() ? "..." : "")
                .append('\n');
        if (column >= 1) {
            text.append(" ".repeat(prefix.length() + column - 1 - from)).append("^\n");
        }
    }
}
