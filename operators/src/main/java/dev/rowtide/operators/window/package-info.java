// SPDX-License-Identifier: Apache-2.0
/**
 * Windows: which ones a row lies in, and what is done with the rows of each alone once it is complete.
 *
 * <pre>
 *   rows ──▶ AssignWindows ──▶ rows with window_start, window_end ──▶ Windowed ──▶ one pane per open window ──▶ result
 *                                                                                  (groups, or the rows)      at its end
 * </pre>
 *
 * <p>Sessions are found by operators of their own, of which rows come out when results of theirs are due, and which say the session: {@code Sessions}, once each session is complete,
 * {@code RevisedSessions}, whenever it changes. {@code MergedSessions} counts rows as they come instead, and {@code SlicedWindows} those of windows that overlap once.
 *
 * <p>A window is complete at the position at which the watermark reaches its last event time; its result goes out there, and its pane is dropped whole. A row whose window
 * was complete before the row's own position is late: it is counted and left out. Both depend on positions only, so that neither depends on how the input was cut.
 *
 * <p>Knows the aggregate's groups; joins and rankings it is handed as operators, which see the rows of one window as one tick.
 */
@NullMarked
package dev.rowtide.operators.window;

import org.jspecify.annotations.NullMarked;
