// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark's runner. For each query it starts every program again and again, in turn, as a JVM of its own pinned
 * to one core or two, and compares what they say: speed, and whether they agree on the answer.
 *
 * <pre>
 * Bench ─► Peer: how a program is started ─► ChildProcess ─► RESULT lines ─► Series ─► Report
 * </pre>
 *
 * <p>It has none of the programs on its class path: their modules leave a {@code classpath.txt} for it.
 */
@NullMarked
package dev.rowtide.bench;

import org.jspecify.annotations.NullMarked;
