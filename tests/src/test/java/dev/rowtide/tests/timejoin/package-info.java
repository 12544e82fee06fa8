// SPDX-License-Identifier: Apache-2.0
/** Joins by time, whole jobs over files, beside DuckDB and batch runs. */
@NullMarked
package dev.rowtide.tests.timejoin;

import org.jspecify.annotations.NullMarked;
