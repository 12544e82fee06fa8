// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.data.TextColumn;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;

/** A column of text as Flink's strings, which point into its bytes. */
final class TextView {
    private final TextColumn column;
    private final MemorySegment[] segments;

    TextView(TextColumn column) {
        this.column = column;
        segments = new MemorySegment[] {MemorySegmentFactory.wrap(column.bytes)};
    }

    StringData get(int row) {
        return BinaryStringData.fromAddress(segments, column.offset[row], column.length[row]);
    }
}
