// SPDX-License-Identifier: Apache-2.0
/**
 * From a validated query to a relational plan, and a better one that means the same: names become scans and views' queries, filters move down, projections
 * merge. Ends in Calcite's relational nodes; what they become is the business of {@code translate}.
 *
 * <p>Start-up is a feature: rules are taken one by one (Calcite's list of all rules loads nine hundred classes), and metadata is reflective (the
 * other kind is compiled on first use).
 */
@NullMarked
package dev.rowtide.sql.optimize;

import org.jspecify.annotations.NullMarked;
