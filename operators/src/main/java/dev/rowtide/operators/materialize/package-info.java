// SPDX-License-Identifier: Apache-2.0
/**
 * One row per key of a sink out of a result that may have several. All rows that were put and not taken back are kept, in order; shown is the last.
 *
 * <pre>
 *   key   live rows, oldest first        shown
 *   s1    ann  bob  cat                  cat        -D cat: +U bob;  -D ann: nothing;  -D bob: -D
 * </pre>
 */
@NullMarked
package dev.rowtide.operators.materialize;

import org.jspecify.annotations.NullMarked;
