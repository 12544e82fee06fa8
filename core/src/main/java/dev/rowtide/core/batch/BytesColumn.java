// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of {@link Storage#BYTES} values: slices of one byte array, given by start and length in bytes. Slices may lie anywhere, overlap and
 * repeat, so that text is passed on by reference: a source's whole input buffer can stand beneath many batches.
 */
public final class BytesColumn extends Column {

    private final byte[] data;
    private final int[] starts;
    private final int[] lengths;

    public BytesColumn(byte[] data, int[] starts, int[] lengths, long @Nullable [] nulls) {
        super(nulls);
        this.data = data;
        this.starts = starts;
        this.lengths = lengths;
    }

    /** The bytes that the slices lie in. */
    public byte[] data() {
        return data;
    }

    /** The first byte of each row's slice, an index into {@link #data()}. */
    public int[] starts() {
        return starts;
    }

    /** The length of each row's slice, bytes. */
    public int[] lengths() {
        return lengths;
    }

    /** A copy of the bytes at {@code row}. */
    public byte[] bytes(int row) {
        return Arrays.copyOfRange(data, starts[row], starts[row] + lengths[row]);
    }

    /** The text at {@code row}. */
    public String text(int row) {
        return new String(data, starts[row], lengths[row], UTF_8);
    }

    @Override
    public Storage storage() {
        return Storage.BYTES;
    }
}
