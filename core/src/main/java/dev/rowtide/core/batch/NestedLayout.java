// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How the value of a nested type lies in the bytes of a column. Two values of a type are equal to SQL exactly where their bytes are, NULLs within counting as equal;
 * so everything that groups, joins and stores byte strings works on nested values as it is.
 *
 * <p>The core is a <em>sequence</em> of n values: a bitmap of {@code (n + 7) / 8} bytes that is set where a value is NULL; then n slots; then the heap. A slot has eight
 * bytes for a {@code long} or {@code double}, one for a {@code boolean}, sixteen for a wide number (upper half first), and for a byte string the four bytes of its end,
 * counted from the start of the heap, where the strings lie in order. The slot of a NULL is zero, that of a NULL byte string the end of the one before. Little endian;
 * -0.0 is stored as 0.0 and all NaN as one.
 *
 * <ul>
 *   <li>ROW: a sequence of its fields, so that the place of a field's slot depends on the type alone;
 *   <li>ARRAY: four bytes of n, a sequence of its elements, so that an element is found without reading those before it;
 *   <li>MAP: four bytes of n, a sequence of its keys, rising and each once, and a sequence of its values.
 * </ul>
 */
final class NestedLayout {

    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private NestedLayout() {}

    /** The bytes of a slot. */
    static int slotBytes(Storage storage) {
        return switch (storage) {
            case LONG, DOUBLE -> Long.BYTES;
            case BOOLEAN -> 1;
            case BYTES -> Integer.BYTES;
            case WIDE -> 2 * Long.BYTES;
        };
    }

    /** The bytes of the bitmap of {@code n} values. */
    static int bitmapBytes(int n) {
        return (n + 7) >>> 3;
    }

    static int readInt(byte[] data, int at) {
        return (int) INT.get(data, at);
    }

    /** Whether value {@code i} of the sequence at {@code at} is NULL. */
    static boolean isNull(byte[] data, int at, int i) {
        return (data[at + (i >>> 3)] >>> (i & 7) & 1) != 0;
    }

    /** Appends the value whose slot is at {@code slot}, and not a byte string's, to a column. */
    static void appendSlot(byte[] data, int slot, Storage storage, ColumnBuilder target) {
        switch (storage) {
            case LONG -> target.appendLong((long) LONG.get(data, slot));
            case DOUBLE -> target.appendDouble(Double.longBitsToDouble((long) LONG.get(data, slot)));
            case BOOLEAN -> target.appendBoolean(data[slot] != 0);
            case WIDE -> target.appendWide((long) LONG.get(data, slot), (long) LONG.get(data, slot + Long.BYTES));
            case BYTES -> throw new IllegalArgumentException("a byte string is not in its slot");
        }
    }
}
