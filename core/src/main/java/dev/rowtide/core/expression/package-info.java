// SPDX-License-Identifier: Apache-2.0
/**
 * Scalar expressions over the columns of one input, as immutable records. How they are evaluated is the business of the
 * operators; where they come from, of the SQL front.
 */
@NullMarked
package dev.rowtide.core.expression;

import org.jspecify.annotations.NullMarked;
