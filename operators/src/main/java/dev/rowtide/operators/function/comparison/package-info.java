// SPDX-License-Identifier: Apache-2.0
/**
 * Comparisons. A comparison with a literal is a test whether the value lies in an interval, so that one loop serves six operators, and a chain of them on one
 * value ({@code BETWEEN}) is one test.
 */
@NullMarked
package dev.rowtide.operators.function.comparison;

import org.jspecify.annotations.NullMarked;
