// SPDX-License-Identifier: Apache-2.0
/**
 * The peer: the benchmark's queries through Flink SQL, its whole cluster in this process.
 *
 * <pre>
 * input in memory ─► MemorySource ─► Flink's plan ─► CountingSink
 *                        └─ starts the stopwatch          └─ stops it; digests when checking
 * </pre>
 *
 * <p>The rows of the source are views of the columns, one object moved from row to row; nothing is parsed, and nothing
 * allocated but what a field that is asked for needs. Flink is run as the public benchmark runs it, and in whatever
 * configuration is better for it besides: see {@link dev.rowtide.bench.flink.FlinkConfig}.
 *
 * <p>It knows nothing of our engine and may not: Flink's planner brings a Calcite of its own.
 */
@NullMarked
package dev.rowtide.bench.flink;

import org.jspecify.annotations.NullMarked;
