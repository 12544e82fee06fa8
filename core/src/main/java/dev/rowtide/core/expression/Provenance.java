// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.error.EngineException;

/**
 * Where an expression comes from, for the error about a row on which it fails.
 *
 * @param text the expression as the user wrote it, or near to that
 * @param line its line in the SQL text, from 1, or 0 where unknown
 * @param column its column in that line, from 1, or 0 where unknown
 */
public record Provenance(String text, int line, int column) {

    /** An expression whose place in the text is not known. */
    public Provenance(String text) {
        this(text, 0, 0);
    }

    /** The error with this expression as its detail, at its place in the text if that is known. */
    public EngineException of(EngineException error) {
        EngineException detailed = error.detail() == null ? error.withDetail("in " + text) : error;
        return line > 0 && detailed.line() == 0 ? detailed.at(line, column) : detailed;
    }
}
