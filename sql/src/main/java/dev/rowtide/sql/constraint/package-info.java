// SPDX-License-Identifier: Apache-2.0
/**
 * What a table demands of the rows that are written to it: no NULL in some columns, texts of some length. Between {@code translate}, which puts the checks in front of a
 * sink, and {@code changelog}, which must know which of them leave rows out. Knows core's records only.
 */
@NullMarked
package dev.rowtide.sql.constraint;

import org.jspecify.annotations.NullMarked;
