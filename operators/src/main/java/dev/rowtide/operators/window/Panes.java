// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

/** Makes the pane of a window. */
@FunctionalInterface
interface Panes {

    /**
     * A pane without rows.
     *
     * @param start where the window starts
     * @param end where it ends
     */
    Pane of(long start, long end);
}
