// SPDX-License-Identifier: Apache-2.0
/** Windows over a table that changes, beside DuckDB. */
@NullMarked
package dev.rowtide.tests.over;

import org.jspecify.annotations.NullMarked;
