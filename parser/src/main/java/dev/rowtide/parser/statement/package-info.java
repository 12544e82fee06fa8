// SPDX-License-Identifier: Apache-2.0
/**
 * The statements and expressions that Calcite has no nodes for.
 *
 * <p>Each is a Calcite node with typed accessors, built by the grammar only, immutable, and printed as SQL that parses to the same
 * node again. They hold what was written; what it means is decided in the sql module.
 */
@NullMarked
package dev.rowtide.parser.statement;

import org.jspecify.annotations.NullMarked;
