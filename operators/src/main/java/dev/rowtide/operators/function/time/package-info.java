// SPDX-License-Identifier: Apache-2.0
/**
 * Dates and times. All fields are computed by arithmetic on the stored numbers; the rules of a time zone are asked once per stretch between two
 * changes of its offset.
 */
@NullMarked
package dev.rowtide.operators.function.time;

import org.jspecify.annotations.NullMarked;
