// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A mistake in SQL text: a short fact, perhaps a detail and a hint, and the place in the script. */
public final class ParseFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String detail;
    private final @Nullable String hint;
    private final int line;
    private final int column;

    ParseFailure(String message, @Nullable String detail, @Nullable String hint, int line, int column) {
        super(message);
        this.detail = detail;
        this.hint = hint;
        this.line = line;
        this.column = column;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What was expected instead. */
    public @Nullable String detail() {
        return detail;
    }

    /** What would probably help. */
    public @Nullable String hint() {
        return hint;
    }

    /** The line of the script, from 1. */
    public int line() {
        return line;
    }

    /** The column in that line, from 1, in UTF-16 units; a tab counts one. */
    public int column() {
        return column;
    }
}
