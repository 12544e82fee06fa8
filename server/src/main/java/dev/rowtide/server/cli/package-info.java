// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: {@code rowtide run FILE}, {@code rowtide -c SQL}, SQL on standard input, and a plain shell. Prints results, summaries and errors; the
 * engine below knows nothing of terminals.
 */
@NullMarked
package dev.rowtide.server.cli;

import org.jspecify.annotations.NullMarked;
