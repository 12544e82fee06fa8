// SPDX-License-Identifier: Apache-2.0
/**
 * Arithmetic on integers, decimals, intervals and floating-point numbers. Exact types never wrap: a loop computes all rows and remembers whether any left the
 * range; only then a second loop looks for the rows to blame.
 */
@NullMarked
package dev.rowtide.operators.function.arithmetic;

import org.jspecify.annotations.NullMarked;
