// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import org.apache.calcite.sql.SqlNode;

/**
 * The declaration {@code WATERMARK FOR column AS expression}.
 *
 * @param column the event-time column
 * @param expression the watermark after a row, over the table's columns
 */
public record Watermark(String column, SqlNode expression) {}
