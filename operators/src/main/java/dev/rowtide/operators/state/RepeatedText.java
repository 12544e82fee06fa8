// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Finds the texts of a column that came before, so that what comes again and again is kept once, in a shared segment of {@link StoredText}. Only as many are known as fit into
 * a segment, only in a column that has many texts, and only as long as that saves room worth the time: whether a text is found never matters for what is right.
 *
 * <p>Texts that lie in the same array as those before, as where a source has a dictionary or a row is joined many times, are first looked for by where they lie, without a
 * look at them.
 */
final class RepeatedText {

    /** The address of no text. */
    static final long NOT_FOUND = -1;

    /** So many texts of a column are not looked for. */
    private static final int TEXTS_MIN = 4096;

    /** After so many it is asked whether that pays off. */
    private static final int PERIOD = 4096;

    /** It does where so many bytes are saved per text that is looked for, those among them that come for the first time. */
    private static final int SAVED_MIN = 3;

    private static final int TEXTS_MAX = 32 * 1024;
    private static final int SLOTS_MIN = 1024;
    private static final int PROBES_MAX = 32;
    private static final int PLACE_PROBES_MAX = 4;
    private static final int LENGTH_BITS = Integer.SIZE - StoredText.SEGMENT_BITS;
    private static final long UPPER_HALF = 0xFFFF_FFFF_0000_0000L;
    private static final long[] NO_SLOTS = {};
    private static final int GOLDEN = 0x9E3779B9;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final StoredText text;
    private long segmentAddress;

    /** Open addressing. A text is 32 bits of its hash, its length, and where it lies in the segment; 0 for an empty slot. */
    private long[] slots = NO_SLOTS;

    /** The same, by where it lies in {@link #source} in place of its hash: some of the latest texts. */
    private long[] places = NO_SLOTS;

    private WeakReference<byte @Nullable []> source = new WeakReference<>(null);

    private int texts;
    private int passed;
    private int lookedFor;
    private long saved;
    private boolean isOver;

    RepeatedText(StoredText text) {
        this.text = text;
    }

    /** Whether so many texts more are to be looked for. */
    boolean isWorthwhile(int more) {
        if (isOver) {
            return false;
        }
        if (passed < TEXTS_MIN) {
            passed += more;
            return false;
        }
        if (slots == NO_SLOTS) {
            slots = new long[SLOTS_MIN];
            segmentAddress = (long) text.openShared() << StoredText.SEGMENT_BITS;
        }
        if (lookedFor >= PERIOD) {
            isOver = saved < (long) lookedFor * SAVED_MIN;
            lookedFor = 0;
            saved = 0;
        }
        if (isOver) {
            slots = NO_SLOTS;
            places = NO_SLOTS;
        }
        return !isOver;
    }

    /** The address of a text that came before or is known from now on, or {@link #NOT_FOUND}. */
    long find(byte[] data, int start, int length) {
        lookedFor++;
        if (isNewSource(data)) {
            return findEqual(data, start, length);
        }
        long address = findPlace(start, length);
        saved += address == NOT_FOUND ? 0 : length;
        return address == NOT_FOUND ? findElsewhere(data, start, length) : address;
    }

    /** The same, for a text that lies in an array with few others. */
    long findAnywhere(byte[] data, int start, int length) {
        lookedFor++;
        return findEqual(data, start, length);
    }

    /**
     * The addresses of many texts, as {@link #find(byte[], int, int)} has them; NULL is not found.
     *
     * @param rows the physical rows to take, of which the first {@code n} count
     * @param addresses receives them
     */
    void find(BytesColumn column, int[] rows, int n, long[] addresses) {
        byte[] data = column.data();
        int[] starts = column.starts();
        int[] lengths = column.lengths();
        lookedFor += n;
        if (isNewSource(data)) {
            for (int i = 0; i < n; i++) {
                int row = rows[i];
                addresses[i] = column.isNull(row) ? NOT_FOUND : findEqual(data, starts[row], lengths[row]);
            }
            return;
        }
        int missing = findPlaces(column, rows, n, addresses);
        for (int i = 0; missing > 0 && i < n; i++) {
            int row = rows[i];
            if (addresses[i] == NOT_FOUND && !column.isNull(row)) {
                addresses[i] = findElsewhere(data, starts[row], lengths[row]);
            }
        }
    }

    /** Whether texts lie in another array than the latest before them: then nothing is known of their places. */
    private boolean isNewSource(byte[] data) {
        if (source.get() != data) {
            source = new WeakReference<>(data);
            places = NO_SLOTS;
            return true;
        }
        if (places.length != slots.length) {
            places = new long[slots.length];
        }
        return false;
    }

    /** The addresses of texts by their places; how many are not known by them. */
    private int findPlaces(BytesColumn column, int[] rows, int n, long[] addresses) {
        int[] starts = column.starts();
        int[] lengths = column.lengths();
        boolean isNullable = column.nulls() != null;
        int missing = 0;
        for (int i = 0; i < n; i++) {
            int row = rows[i];
            long address = isNullable && column.isNull(row) ? NOT_FOUND : findPlace(starts[row], lengths[row]);
            addresses[i] = address;
            if (address == NOT_FOUND) {
                missing++;
            } else {
                saved += lengths[row];
            }
        }
        return missing;
    }

    private long findPlace(int start, int length) {
        if (length >>> LENGTH_BITS != 0) {
            return NOT_FOUND;
        }
        long wanted = place(start, length);
        int mask = places.length - 1;
        int slot = placeSlot(start);
        for (int probe = 0; probe < PLACE_PROBES_MAX; probe++) {
            long entry = places[slot + probe & mask];
            int at = StoredText.start(entry);
            if (entry - at == wanted && entry != 0) {
                return segmentAddress | at;
            }
        }
        return NOT_FOUND;
    }

    /** Finds a text that is not known by its place, and notes that. */
    private long findElsewhere(byte[] data, int start, int length) {
        long address = findEqual(data, start, length);
        if (address != NOT_FOUND) {
            int mask = places.length - 1;
            int slot = placeSlot(start) & mask;
            for (int probe = 1; probe < PLACE_PROBES_MAX && places[slot] != 0; probe++) {
                slot = slot + 1 & mask;
            }
            places[slot] = place(start, length) | StoredText.start(address);
        }
        return address;
    }

    private static long place(int start, int length) {
        return (long) start << Integer.SIZE | (long) length << StoredText.SEGMENT_BITS;
    }

    private static int placeSlot(int start) {
        return start * GOLDEN >>> Short.SIZE;
    }

    private long findEqual(byte[] data, int start, int length) {
        if (length >>> LENGTH_BITS != 0 || length == 0) {
            return NOT_FOUND;
        }
        long wanted = hash(data, start, length) & UPPER_HALF | (long) length << StoredText.SEGMENT_BITS;
        int mask = slots.length - 1;
        int slot = home(wanted, mask);
        byte[] known = text.data(segmentAddress);
        for (int probe = 0; probe < PROBES_MAX; probe++) {
            long entry = slots[slot];
            if (entry == 0) {
                return texts == TEXTS_MAX ? NOT_FOUND : add(slot, wanted, data, start, length);
            }
            int at = StoredText.start(entry);
            if (entry - at == wanted && Hashing.equal(known, at, data, start, length)) {
                saved += length;
                return segmentAddress | at;
            }
            slot = slot + 1 & mask;
        }
        return NOT_FOUND;
    }

    private long add(int slot, long wanted, byte[] data, int start, int length) {
        long address = text.addShared(StoredText.segment(segmentAddress), data, start, length);
        if (address == StoredText.NO_ROOM) {
            return NOT_FOUND;
        }
        slots[slot] = wanted | StoredText.start(address);
        if (++texts * 4 > slots.length * 3) {
            grow();
        }
        return address;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        int mask = slots.length - 1;
        for (long entry : old) {
            if (entry != 0) {
                int slot = home(entry, mask);
                while (slots[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = entry;
            }
        }
    }

    private static int home(long entry, int mask) {
        return (int) (entry >>> Integer.SIZE) & mask;
    }

    /** Of a long text by its ends and its middle only: of texts that are equal in all of those some few are known. */
    private static long hash(byte[] data, int start, int length) {
        int last = length - Long.BYTES;
        if (last < 0) {
            return Hashing.hash(data, start, length);
        }
        long ends = Hashing.hash((long) LONG.get(data, start), (long) LONG.get(data, start + last));
        return Hashing.hash(ends, (long) LONG.get(data, start + last / 2));
    }

    /** The heap occupied besides the segment, bytes. */
    long bytes() {
        return (long) (slots.length + places.length) * Long.BYTES;
    }
}
