// SPDX-License-Identifier: Apache-2.0
/**
 * Functions that make and read arrays, maps and rows. Values are the bytes that {@code dev.rowtide.core.batch.ElementReader} and its siblings know; text within them is
 * handed out by reference.
 */
@NullMarked
package dev.rowtide.operators.function.nested;

import org.jspecify.annotations.NullMarked;
