// SPDX-License-Identifier: Apache-2.0
/**
 * The oracle: random tables, inputs and queries from a seed; the changelog folded at every tick must equal what DuckDB answers to the same query on the input so
 * far. {@link dev.rowtide.tests.oracle.OracleMain} runs as many cases as wanted.
 *
 * <pre>
 *   seed ─▶ CaseGenerator ─▶ OracleCase ─┬─▶ RowtideSql ─▶ RowtideRun (in several modes) ─▶ tables by version ─┐
 *                                        └─▶ DuckDbSql  ─▶ DuckDb                        ─▶ tables by version ─┴─▶ Oracle: equal?
 * </pre>
 *
 * Queries are compositions of selections, joins, subqueries, set operations, aggregates, rankings, windows, changelogs as rows, and views, over tables that append, retract or put by key; one relation
 * may be read at several places, so that ways that part meet again. What depends on the order of rows is asked for in a total order.
 *
 * <p>A query is written once, as a tree of {@link dev.rowtide.tests.oracle.Relation}s, and said in both dialects. Where the engines mean different things by one
 * text, the DuckDB text says what ours means.
 */
@NullMarked
package dev.rowtide.tests.oracle;

import org.jspecify.annotations.NullMarked;
