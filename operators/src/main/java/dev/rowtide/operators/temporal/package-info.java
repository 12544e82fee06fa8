// SPDX-License-Identifier: Apache-2.0
/** Rows that are in the result for some time by the clock, and enter and leave it by themselves. */
@NullMarked
package dev.rowtide.operators.temporal;

import org.jspecify.annotations.NullMarked;
