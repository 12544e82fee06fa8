// SPDX-License-Identifier: Apache-2.0
/**
 * CAST and TRY_CAST between all pairs of types that have a meaning. To and from text a cast agrees with {@link dev.rowtide.core.type.ValueText}: plain forms have
 * a fast path here, all others, and all errors, are left to that class.
 */
@NullMarked
package dev.rowtide.operators.function.cast;

import org.jspecify.annotations.NullMarked;
