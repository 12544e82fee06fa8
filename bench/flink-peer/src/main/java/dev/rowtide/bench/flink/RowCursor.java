// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import org.apache.flink.table.data.RowData;

/** Rows by number. */
interface RowCursor {
    int size();

    /** The row, valid until the next call: it may be the same object, moved on. */
    RowData at(int row) throws Exception;
}
