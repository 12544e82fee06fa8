// SPDX-License-Identifier: Apache-2.0
/**
 * SQL text in, statements out: the first step of every statement's way.
 *
 * <pre>
 *   script ── StatementReader ──► Statement(SqlNode, text, position) ──► validation in the sql module
 *                  │
 *                  └─ grammar.GeneratedParser (Calcite's template, patched, with our productions)
 * </pre>
 *
 * <p>Statements are read one at a time, so that what precedes a mistake can run. Nothing here knows a catalog, a type system or the
 * meaning of a setting; a statement is only known to be well formed.
 */
@NullMarked
package dev.rowtide.parser;

import org.jspecify.annotations.NullMarked;
