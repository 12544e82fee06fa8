// SPDX-License-Identifier: Apache-2.0
/**
 * What names mean: the tables, views and functions of a session, and how their types read in Calcite's terms. The first stop of a
 * statement; knows neither queries nor plans.
 */
@NullMarked
package dev.rowtide.sql.catalog;

import org.jspecify.annotations.NullMarked;
