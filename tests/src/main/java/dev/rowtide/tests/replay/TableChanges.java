// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import java.util.List;

/**
 * Changes of one table that are delivered together.
 *
 * @param table the table's name
 * @param changes its changes, in order
 */
public record TableChanges(String table, List<RowChange> changes) {}
