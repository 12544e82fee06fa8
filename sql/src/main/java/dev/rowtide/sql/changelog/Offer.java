// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;

/**
 * What a node can produce.
 *
 * @param mode the kinds, with {@code -U} wherever the node is able to send it
 * @param stable the columns that no update changes: equal in a {@code -U} and its {@code +U}, and filled in a delete that carries the key only; all columns
 *     where rows are never updated
 * @param complete whether a {@code -U} never comes without its {@code +U}, so that it can be dropped on a stream with a key
 */
record Offer(ChangelogMode mode, ColumnSet stable, boolean complete) {}
