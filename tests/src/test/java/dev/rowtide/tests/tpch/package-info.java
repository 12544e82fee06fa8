// SPDX-License-Identifier: Apache-2.0
/** The 22 queries of TPC-H as continuous queries over tables that grow, change and shrink, compared with DuckDB at every step. */
@NullMarked
package dev.rowtide.tests.tpch;

import org.jspecify.annotations.NullMarked;
