// SPDX-License-Identifier: Apache-2.0
/**
 * SQLite's sqllogictest corpus, run incrementally: the tables of a test file become sources that deliver their rows in several ticks, some of them wrong at first
 * or gone for a while, and each sampled query runs over them as a continuous query. Its changelog, folded to the end, must be the result that the corpus
 * expects. {@link dev.rowtide.tests.sqllogictest.SqlLogicTestMain} runs a sample and tells what failed and how.
 *
 * <pre>
 *   Corpus ─▶ TestFile ─▶ statements ─▶ Database ─▶ TableHistory ─▶ ReplayConnector ──┐
 *                    └──▶ queries ────▶ CorpusSql ──────────────▶ FileRun  ◀──────────┘ ─▶ ExpectedResult: equal?
 * </pre>
 *
 * What fails though nothing is wrong: {@code IN ()}, which standard SQL has not; a column that is neither grouped by nor aggregated; arithmetic on literals beyond 32
 * bits, where SQLite has 64; and an aggregate without GROUP BY while it has no input, which in a continuous query has no row: it is counted by itself, once the
 * batch run of the same query has given the expected row.
 *
 * <p>The corpus is a library on the class path, not part of this project.
 */
@NullMarked
package dev.rowtide.tests.sqllogictest;

import org.jspecify.annotations.NullMarked;
