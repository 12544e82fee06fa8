// SPDX-License-Identifier: Apache-2.0
/**
 * Records as bytes to columns, and columns to bytes as text: JSON objects and CSV records.
 *
 * <pre>
 *   block of bytes ──▶ RecordDecoder (Json, Csv) ──▶ one ColumnDecoder per wanted column ──▶ Column[]
 *   ChangeBatch    ──▶ RowWriter (Json, Csv)     ──▶ one CellWriter per column           ──▶ TextBuffer
 * </pre>
 *
 * Knows neither files nor the kinds of change; what a record means for a table is {@code encoding}'s.
 */
@NullMarked
package dev.rowtide.connectors.format;

import org.jspecify.annotations.NullMarked;
