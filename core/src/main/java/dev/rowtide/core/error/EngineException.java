// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.error;

import org.jspecify.annotations.Nullable;

/**
 * An error that a user, a peer or a disk can cause. It has a code, a short fact as its message, and where known a detail, a hint on what
 * to do, and the position in the SQL text (line and column from 1; 0 where unknown). Bugs of the engine throw {@link IllegalStateException} or
 * {@link AssertionError} instead.
 */
public final class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final @Nullable String detail;
    private final @Nullable String hint;
    private final int line;
    private final int column;

    public EngineException(ErrorCode code, String message) {
        this(code, message, null, null, 0, 0, null);
    }

    private EngineException(
            ErrorCode code,
            String message,
            @Nullable String detail,
            @Nullable String hint,
            int line,
            int column,
            @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.detail = detail;
        this.hint = hint;
        this.line = line;
        this.column = column;
    }

    /** The same error with a detail: the facts that explain the message. */
    public EngineException withDetail(String detail) {
        return new EngineException(code, message(), detail, hint, line, column, getCause());
    }

    /** The same error with a hint: what the reader can do about it. */
    public EngineException withHint(String hint) {
        return new EngineException(code, message(), detail, hint, line, column, getCause());
    }

    /** The same error at a place in the SQL text; line and column count from 1. */
    public EngineException at(int line, int column) {
        return new EngineException(code, message(), detail, hint, line, column, getCause());
    }

    /** The same error with the exception that caused it. */
    public EngineException causedBy(Throwable cause) {
        return new EngineException(code, message(), detail, hint, line, column, cause);
    }

    public ErrorCode code() {
        return code;
    }

    /** The message, never null. */
    public String message() {
        return String.valueOf(getMessage());
    }

    public @Nullable String detail() {
        return detail;
    }

    public @Nullable String hint() {
        return hint;
    }

    /** The line in the SQL text, from 1, or 0 where the error has no place in it. */
    public int line() {
        return line;
    }

    /** The column in the line, from 1, or 0 where the error has no place in the text. */
    public int column() {
        return column;
    }
}
