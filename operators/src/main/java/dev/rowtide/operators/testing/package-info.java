// SPDX-License-Identifier: Apache-2.0
/**
 * The harness for operators: a scenario as change text in, its changelog as change text out, and the same scenario again in every way in which a job
 * may run it.
 *
 * <pre>
 *   change text ──▶ Scenario ──▶ BatchLayout ──▶ operator ──▶ RecordingOutput ──▶ change text
 *                   rows by      the same rows       │        holds the output to the contract
 *                   position     in other bytes      └── snapshot, restore into a fresh one
 * </pre>
 *
 * For tests, of this project's operators and of others'; in the main jar so that authors of operators can use it, and free of test libraries. The
 * engine doesn't use it.
 */
@NullMarked
package dev.rowtide.operators.testing;

import org.jspecify.annotations.NullMarked;
