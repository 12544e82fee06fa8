// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Field;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The decoders of text and binary strings. Values are slices of the block itself, until the first that the block does not hold as it is (it had
 * escapes): from then on the batch's values are copied to bytes of their own.
 */
abstract class SliceDecoder extends ColumnDecoder {

    private static final byte[] NONE = {};

    private byte[] block = NONE;
    private byte @Nullable [] copied;
    private int used;
    private int[] starts = {};
    private int[] lengths = {};

    SliceDecoder(Field field) {
        super(field);
    }

    @Override
    final void beginValues(byte[] block, int capacity) {
        this.block = block;
        copied = null;
        used = 0;
        starts = new int[capacity];
        lengths = new int[capacity];
    }

    @Override
    final void growValues(int capacity) {
        starts = Arrays.copyOf(starts, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
    }

    /** Writes a slice of {@code data}: by reference if that is the block, else by copy. */
    final void writeSlice(byte[] data, int start, int length, int row) {
        if (data == block && copied == null) {
            starts[row] = start;
            lengths[row] = length;
        } else {
            copy(data, start, length, row);
        }
    }

    private void copy(byte[] data, int start, int length, int row) {
        byte[] bytes = copied;
        if (bytes == null) {
            bytes = new byte[Math.max(4096, 2 * length)];
            copied = bytes;
            for (int i = 0; i < row; i++) {
                append(block, starts[i], lengths[i], i);
            }
        }
        append(data, start, length, row);
    }

    private void append(byte[] data, int start, int length, int row) {
        byte[] bytes = copied;
        if (bytes == null || bytes.length - used < length) {
            bytes = Arrays.copyOf(bytes == null ? NONE : bytes, Math.max(used + length, 2 * used));
            copied = bytes;
        }
        System.arraycopy(data, start, bytes, used, length);
        starts[row] = used;
        lengths[row] = length;
        used += length;
    }

    @Override
    final boolean holds(byte[] text, int row) {
        int start = starts[row];
        return lengths[row] == text.length
                && !isNull(row)
                && Arrays.equals(copied == null ? block : copied, start, start + text.length, text, 0, text.length);
    }

    @Override
    final boolean isSameValue(int row, int other) {
        byte[] text = copied == null ? block : copied;
        int start = starts[row];
        int otherStart = starts[other];
        return Arrays.equals(text, start, start + lengths[row], text, otherStart, otherStart + lengths[other]);
    }

    @Override
    final Column column(long @Nullable [] nulls) {
        return new BytesColumn(copied == null ? block : copied, starts, lengths, nulls);
    }
}
