// SPDX-License-Identifier: Apache-2.0
/**
 * The parser that is generated at build time from Calcite's template and {@code src/main/codegen}, and what its productions call.
 *
 * <p>Only {@code dev.rowtide.parser} uses it. It is not null-marked, since most of it is generated.
 */
package dev.rowtide.parser.grammar;
