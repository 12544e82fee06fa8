// SPDX-License-Identifier: Apache-2.0
/** The operators that look at one change at a time and have no state: filter, projection, and the dropping of {@code -U}. */
@NullMarked
package dev.rowtide.operators.calc;

import org.jspecify.annotations.NullMarked;
