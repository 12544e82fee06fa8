// SPDX-License-Identifier: Apache-2.0
/**
 * Changelogs for people: the {@code print} connector, a line per change, and the {@link dev.rowtide.connectors.print.ResultPrinter}s by which a bare
 * SELECT is shown.
 */
@NullMarked
package dev.rowtide.connectors.print;

import org.jspecify.annotations.NullMarked;
