// SPDX-License-Identifier: Apache-2.0
/**
 * Records as bytes to columns, and columns to bytes as text: JSON objects, CSV records, and messages about rows.
 *
 * <pre>
 *   block of bytes ──▶ RecordDecoder (Json, Csv, Debezium) ──▶ one ColumnDecoder per wanted column ──▶ Column[], and the kinds
 *   ChangeBatch    ──▶ RowWriter (Json, Csv)     ──▶ one CellWriter per column           ──▶ TextBuffer
 * </pre>
 *
 * Knows no files; what records and their kinds mean for a table is {@code encoding}'s.
 */
@NullMarked
package dev.rowtide.connectors.format;

import org.jspecify.annotations.NullMarked;
