// SPDX-License-Identifier: Apache-2.0
/**
 * What a measured program and the runner agree on. The runner starts a program as a JVM of its own, tells it by
 * {@link dev.rowtide.bench.child.ChildOptions arguments} what to run, and reads its
 * {@link dev.rowtide.bench.child.RunResult RESULT lines} from standard output; all else the program says goes to
 * standard error.
 *
 * <p>A program is written as a {@link dev.rowtide.bench.child.Program}, one pass over the input, and given to
 * {@link dev.rowtide.bench.child.Child#run}, which does the rest: warm-up, measured runs, the checking pass. When
 * checking, every change goes into a {@link dev.rowtide.bench.child.TableDigest}; digests of different programs are
 * equal when their final tables are.
 */
@NullMarked
package dev.rowtide.bench.child;

import org.jspecify.annotations.NullMarked;
