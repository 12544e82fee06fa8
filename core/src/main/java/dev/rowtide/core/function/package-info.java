// SPDX-License-Identifier: Apache-2.0
/**
 * Signatures of functions as data. Bodies of the built-in ones are kernels in the operators module; all others are reached
 * through {@link dev.rowtide.core.function.ScalarFunction}.
 */
@NullMarked
package dev.rowtide.core.function;

import org.jspecify.annotations.NullMarked;
