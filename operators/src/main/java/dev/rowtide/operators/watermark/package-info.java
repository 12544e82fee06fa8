// SPDX-License-Identifier: Apache-2.0
/**
 * Event time: where it begins (the watermark that a table declares, computed row by row behind its scan), and how operators that hold changes back tell it on:
 * along the positions of a round, or once per tick. Knows expressions, no source.
 */
@NullMarked
package dev.rowtide.operators.watermark;

import org.jspecify.annotations.NullMarked;
