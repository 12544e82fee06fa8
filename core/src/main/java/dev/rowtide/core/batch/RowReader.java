// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static dev.rowtide.core.batch.NestedLayout.bitmapBytes;
import static dev.rowtide.core.batch.NestedLayout.readInt;
import static dev.rowtide.core.batch.NestedLayout.slotBytes;

import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;

/** Reads one field of ROW values ({@link NestedLayout}) where they lie: its place is known from the type. */
public final class RowReader {

    private final int field;
    private final Storage storage;
    private final int slot;
    private final int slotOfStringBefore;
    private final int heap;

    /**
     * A reader of a field.
     *
     * @param type the ROW
     * @param field the field, from 0
     */
    public RowReader(Type type, int field) {
        this.field = field;
        storage = type.fields().get(field).type().storage();
        int at = bitmapBytes(type.fields().size());
        int own = at;
        int before = -1;
        for (int i = 0; i < type.fields().size(); i++) {
            Storage other = type.fields().get(i).type().storage();
            if (i < field && other == Storage.BYTES) {
                before = at;
            }
            own = i == field ? at : own;
            at += slotBytes(other);
        }
        slot = own;
        slotOfStringBefore = before;
        heap = at;
    }

    /** Appends the field of the value that starts at {@code start} to a column. */
    public void append(byte[] data, int start, ColumnBuilder target) {
        if (NestedLayout.isNull(data, start, field)) {
            target.appendNull();
        } else if (storage == Storage.BYTES) {
            int from = start(data, start);
            target.appendBytes(data, from, end(data, start) - from);
        } else {
            NestedLayout.appendSlot(data, start + slot, storage, target);
        }
    }

    /** Whether the field of the value that starts at {@code start} is NULL. */
    public boolean isNull(byte[] data, int start) {
        return NestedLayout.isNull(data, start, field);
    }

    /** Where the byte string of the field starts, which is not NULL. */
    public int start(byte[] data, int start) {
        return start + heap + (slotOfStringBefore < 0 ? 0 : readInt(data, start + slotOfStringBefore));
    }

    /** Where the byte string of the field ends, which is not NULL. */
    public int end(byte[] data, int start) {
        return start + heap + readInt(data, start + slot);
    }
}
