// SPDX-License-Identifier: Apache-2.0
/** Rowtide as a program of the benchmark: events in memory as a table, a sink that counts, the queries as SQL through the embedding API. */
@NullMarked
package dev.rowtide.bench.ours;

import org.jspecify.annotations.NullMarked;
