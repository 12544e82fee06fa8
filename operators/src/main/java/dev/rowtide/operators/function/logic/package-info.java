// SPDX-License-Identifier: Apache-2.0
/** Truth values and NULL: NOT, IS TRUE, IS NULL and their like. AND, OR and CASE are lazy and live with the expressions. */
@NullMarked
package dev.rowtide.operators.function.logic;

import org.jspecify.annotations.NullMarked;
