// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;

/**
 * How a table's watermark follows from its rows: after each row it is the largest value of the expression so far.
 *
 * @param column the event-time column, among the scan's output columns
 * @param expression a TIMESTAMP or TIMESTAMP_LTZ over the scan's output columns
 */
public record WatermarkSpec(int column, Expression expression) {}
