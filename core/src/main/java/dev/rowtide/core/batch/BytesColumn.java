// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of {@link Storage#BYTES} values: slices of one byte array, given by start and length in bytes. Slices may lie anywhere, overlap and
 * repeat, so that text is passed on by reference: a source's whole input buffer can stand beneath many batches.
 *
 * <p>Slices of several arrays are copied into one when they are first read, and never where nobody reads them; {@link #array} reads one where it lies.
 */
public final class BytesColumn extends Column {

    private static final byte[][] NO_ARRAYS = {};

    /** Says which arrays somebody keeps as they are as long as the job goes on, so that others may refer to them in place of copying. */
    @FunctionalInterface
    public interface LastingArrays {

        /** Whether an array is one of them. */
        boolean isLasting(byte[] array);
    }

    /** Slices of one array. */
    private record Slices(byte[] data, int[] starts) {}

    private final int[] lengths;

    // Of slices of several arrays, by row: the array, and the first byte in it.
    private final byte[][] arrays;
    private final int[] startsInArrays;

    private @Nullable LastingArrays lasting;

    /** Null until slices of several arrays are read. Several threads that read them first copy them each, to the same effect. */
    private @Nullable Slices slices;

    /** Slices of one array. */
    public BytesColumn(byte[] data, int[] starts, int[] lengths, long @Nullable [] nulls) {
        super(nulls);
        this.lengths = lengths;
        arrays = NO_ARRAYS;
        startsInArrays = starts;
        slices = new Slices(data, starts);
    }

    /** Slices of several arrays, by row: the array, the first byte in it, and the length, which is 0 where the value is NULL. */
    public BytesColumn(byte[][] arrays, int[] starts, int[] lengths, long @Nullable [] nulls) {
        super(nulls);
        this.lengths = lengths;
        this.arrays = arrays;
        startsInArrays = starts;
    }

    /** This column, of which some arrays are lasting. */
    public BytesColumn withLasting(@Nullable LastingArrays arrays) {
        lasting = arrays;
        return this;
    }

    /** Which arrays of this column are lasting, if any is. */
    public @Nullable LastingArrays lasting() {
        return lasting;
    }

    /** Whether the slices lie in one array, so that reading {@link #data()} copies nothing. */
    public boolean isOfOneArray() {
        return arrays.length == 0;
    }

    /** The array that the slice at {@code row}, which is not NULL, lies in. */
    public byte[] array(int row) {
        return arrays.length == 0 ? data() : arrays[row];
    }

    /** The first byte of the slice at {@code row} in its {@link #array}. */
    public int startInArray(int row) {
        return startsInArrays[row];
    }

    /** The bytes that the slices lie in. */
    public byte[] data() {
        return slices().data;
    }

    /** The first byte of each row's slice, an index into {@link #data()}. */
    public int[] starts() {
        return slices().starts;
    }

    /** The length of each row's slice, bytes. */
    public int[] lengths() {
        return lengths;
    }

    /** A copy of the bytes at {@code row}. */
    public byte[] bytes(int row) {
        Slices all = slices();
        return Arrays.copyOfRange(all.data, all.starts[row], all.starts[row] + lengths[row]);
    }

    /** The text at {@code row}. */
    public String text(int row) {
        Slices all = slices();
        return new String(all.data, all.starts[row], lengths[row], UTF_8);
    }

    @Override
    public Storage storage() {
        return Storage.BYTES;
    }

    private Slices slices() {
        Slices known = slices;
        return known != null ? known : copied();
    }

    private Slices copied() {
        long total = 0;
        for (int row = 0; row < arrays.length; row++) {
            total += lengths[row];
        }
        byte[] data = new byte[Math.toIntExact(total)];
        int[] starts = new int[arrays.length];
        int used = 0;
        for (int row = 0; row < arrays.length; row++) {
            System.arraycopy(arrays[row], startsInArrays[row], data, used, lengths[row]);
            starts[row] = used;
            used += lengths[row];
        }
        Slices all = new Slices(data, starts);
        slices = all;
        return all;
    }
}
