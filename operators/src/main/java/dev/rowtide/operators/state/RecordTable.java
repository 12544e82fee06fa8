// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * A hash table whose records lie in one {@code long[]}, open addressing with linear probing. A record is
 *
 * <pre>
 *   meta | key words ... | live word | more value words ...
 * </pre>
 *
 * <ul>
 *   <li><em>meta</em>: the upper half is the record's mark ({@link DirtyList}), the lower the tag that a key is
 *       compared by first; 0 is an empty slot;
 *   <li>the <em>live word</em>, the first of the values, is 0 where the key is absent as far as the owner is concerned.
 *       Such a vacant record keeps its slot, to be used again by the same key, until the table is next rebuilt. So
 *       records only move when the table is rebuilt, and there are no tombstones.
 * </ul>
 *
 * <p>A record is known by its <em>address</em>, the index of its meta word. Addresses hold until the table is asked to
 * locate keys that it may have to insert (see {@link #generation()}).
 *
 * <p><b>Partitions.</b> A key's home slot is given by the topmost bits of its hash, so the homes of each of the
 * {@value StateWriter#PARTITIONS} virtual partitions are a contiguous range of slots. A table that was told by
 * {@link #readExtent} to hold some partitions only has slots for those, or all homes would lie in one part of it: it
 * must not be given keys of others. Probing goes past the range's end like past any other slot (and from the last slot
 * to the first): a record that was pushed out of its range lies in the unbroken run of slots behind it.
 * {@link #recordsIn} therefore reads the range and then on to the first empty slot, and takes what belongs to the
 * partitions by its hash. Separate overflow areas per partition would cost small tables more than these few slots cost
 * a snapshot.
 */
public abstract sealed class RecordTable permits LongTable, LongPairTable, BytesTable {

    static final int USED = 1;

    private static final long MARK_MASK = 0xFFFF_FFFF_0000_0000L;
    private static final int CAPACITY_MIN = 16;
    private static final double LOAD_MAX = 0.6;
    private static final double LOAD_AFTER_PURGE = 0.45;

    /**
     * From this size on a table does not fit into the second-level cache, and touching all records of a batch first
     * lets the misses overlap.
     */
    private static final int TOUCH_LONGS = 64 * 1024;

    /** The words of a cache line. */
    private static final int LINE_LONGS = 8;

    private final int keyWords;
    private final int width;

    long[] records;
    int mask;
    int shift;

    /** What is taken from a hash, so that those of the partitions held begin at 0. */
    long base;

    /** The topmost bits, then, that are 0 in all of them. */
    int skip;

    /** The partitions held, from the first on, and of them the block of {@code PARTITIONS >>> skip} that has slots. */
    private int firstHeld;

    private int held = StateWriter.PARTITIONS;
    private int firstOfBlock;
    private boolean isToldWhatItHolds;

    private int used;
    private int limit;
    private int live;
    private int generation;

    // Written and never read: so that what a touch pass reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private long touched;

    RecordTable(int keyWords, int valueWords) {
        this.keyWords = keyWords;
        this.width = 1 + keyWords + valueWords;
        records = new long[0];
        allocate(CAPACITY_MIN);
    }

    /** The words of a record. */
    public final int width() {
        return width;
    }

    /** Where the values begin in a record: the live word's distance from the meta word. */
    public final int valueOffset() {
        return 1 + keyWords;
    }

    /** All records. The array is another after each rebuild. */
    public final long[] records() {
        return records;
    }

    /** Changes whenever addresses have become invalid. */
    public final int generation() {
        return generation;
    }

    /** Tells the table that the live words of so many records (fewer, if negative) have become non-zero. */
    public final void addLive(int change) {
        live += change;
    }

    /** The records whose live word is not 0, as told by {@link #addLive}. */
    public final int live() {
        return live;
    }

    /**
     * Begins to write some partitions: which they are and how many live records they have. Their addresses, as
     * {@link #recordsIn} gives them; the caller writes each record.
     */
    public final int[] writeExtent(int first, int last, StateWriter writer) {
        int[] addresses = recordsIn(first, last);
        writer.writeLong(first);
        writer.writeLong(last);
        writer.writeLong(addresses.length);
        return addresses;
    }

    /**
     * Reads what {@link #writeExtent} wrote and makes room for the records; how many the caller has to read.
     *
     * <p>The room is needed at once: the keys come in the order of their hashes, and in a table that grew on the way
     * they would all have their homes at its front, or at that of their partitions, where each insertion would probe
     * past all before it.
     */
    public final long readExtent(StateReader reader) {
        int first = (int) reader.readLong();
        int last = (int) reader.readLong();
        long count = reader.readLong();
        int heldBefore = held;
        boolean moved = hold(first, last);
        long wantedByOld = (long) used * held / heldBefore;
        long wantedByNew = count * held / (last - first + 1);
        reserve(Math.max(used + count, Math.max(wantedByOld, wantedByNew)), moved);
        return count;
    }

    /** Makes room for so many records in all. */
    public final void reserve(long records) {
        reserve(records, false);
    }

    private void reserve(long records, boolean moved) {
        long capacity = mask + 1L;
        while (limit(capacity) < records) {
            capacity *= 2;
        }
        if (moved || capacity > mask + 1L) {
            rebuild(capacity, true);
        }
        limit = limit(mask + 1L);
    }

    /**
     * The records that so many slots have room for: of a block the partitions held use a part only, half of it at
     * least.
     */
    private int limit(long capacity) {
        return (int) (capacity * LOAD_MAX * held / blockSize());
    }

    private int blockSize() {
        return StateWriter.PARTITIONS >>> skip;
    }

    /** Extends the range of partitions that the table holds; whether homes change by that. */
    private boolean hold(int first, int last) {
        boolean fresh = used == 0 && !isToldWhatItHolds;
        isToldWhatItHolds = true;
        int lowest = fresh ? first : Math.min(first, firstHeld);
        int highest = fresh ? last : Math.max(last, firstHeld + held - 1);
        boolean downwards = !fresh && lowest < firstHeld;
        firstHeld = lowest;
        held = highest - lowest + 1;
        if (!fresh && lowest >= firstOfBlock && highest < firstOfBlock + blockSize()) {
            return false;
        }
        skip = Integer.numberOfLeadingZeros(held - 1) - Integer.numberOfLeadingZeros(StateWriter.PARTITIONS - 1);
        skip = Math.min(skip, Integer.numberOfTrailingZeros(StateWriter.PARTITIONS));
        // Room is left on the side on which more seem to come.
        firstOfBlock = downwards ? highest + 1 - blockSize() : lowest;
        base = (long) firstOfBlock << Hashing.PARTITION_SHIFT;
        return true;
    }

    /** The slot where a key with the hash is, if no other is in its way. */
    final int home(long hash) {
        return (int) (hash - base << skip >>> shift);
    }

    /** Whether the record with this meta word is marked. */
    public static boolean isMarked(long meta) {
        return (meta & MARK_MASK) != 0;
    }

    static int mark(long meta) {
        return (int) (meta >>> 32);
    }

    static long withMark(long meta, int mark) {
        return (meta & ~MARK_MASK) | ((long) mark << 32);
    }

    /**
     * The addresses of the live records of the partitions {@code first} to {@code last}, both included, by rising hash
     * as far as probing allows.
     */
    public final int[] recordsIn(int first, int last) {
        int[] found = new int[Math.min(live, 1024) + 1];
        int count = 0;
        int capacity = mask + 1;
        int block = blockSize();
        int from = Math.max(first - firstOfBlock, 0);
        int to = Math.min(last - firstOfBlock, block - 1);
        if (from > to) {
            return new int[0];
        }
        int start = (int) ((long) from * capacity / block);
        int end = (int) ((to + 1L) * capacity / block);
        for (int i = 0; i < capacity; i++) {
            int at = (start + i & mask) * width;
            if (records[at] == 0 && start + i >= end) {
                break;
            }
            if (records[at] != 0 && records[at + valueOffset()] != 0) {
                int partition = partition(at);
                if (partition >= first && partition <= last) {
                    found = count == found.length ? Arrays.copyOf(found, count * 2) : found;
                    found[count++] = at;
                }
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Writes the key of a record. */
    public abstract void writeKey(int at, StateWriter writer);

    /** Reads what {@link #writeKey} wrote and locates the key. */
    public abstract int readKey(StateReader reader);

    /** The virtual partition of a record. */
    public final int partition(int at) {
        return Hashing.partition(hash(records, at));
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) records.length * Long.BYTES;
    }

    /** The hash of the key of the record at {@code at} in {@code records}. */
    abstract long hash(long[] records, int at);

    /** Told that the record at {@code at} in {@code records} is dropped as vacant. */
    void dropped(long[] records, int at) {}

    /** Told after vacant records have been dropped. */
    void purged() {}

    /** To be called before {@code n} keys are located: this is where vacant records are dropped, when they are many. */
    final void prepare(int n) {
        int vacant = used - live;
        if (vacant > limit / 4 && used + n > limit) {
            purge();
        }
    }

    /** Whether the table has room for one record more. */
    final boolean isFull() {
        return used >= limit;
    }

    /** Takes an empty slot into use. */
    final void insert(int at, int tag) {
        records[at] = tag & 0xFFFF_FFFFL;
        used++;
    }

    /** Doubles the capacity. */
    final void grow() {
        rebuild((mask + 1) * 2L, true);
    }

    /**
     * Whether to read the home records of all keys of a batch before they are located, so that their cache misses
     * overlap.
     */
    final boolean isTouchWorthwhile() {
        return records.length > TOUCH_LONGS;
    }

    /** Reads the home record of a hash, a word of each cache line that it lies in. */
    final long touch(long hash) {
        int at = home(hash) * width;
        long sum = records[at + width - 1];
        for (int word = 0; word < width; word += LINE_LONGS) {
            sum += records[at + word];
        }
        return sum;
    }

    /** Keeps what a touch pass has read from being optimised away. */
    final void touched(long sum) {
        touched += sum;
    }

    /** Drops the vacant records that are not marked, unless they are too few to be worth it. */
    private void purge() {
        int kept = 0;
        for (int at = 0; at < records.length; at += width) {
            kept += records[at] != 0 && !isDroppable(records, at) ? 1 : 0;
        }
        if (kept > used - limit / 4) {
            return;
        }
        long capacity = CAPACITY_MIN;
        while (capacity * LOAD_AFTER_PURGE < kept) {
            capacity *= 2;
        }
        rebuild(capacity, false);
        purged();
    }

    private boolean isDroppable(long[] records, int at) {
        return records[at + 1 + keyWords] == 0 && !isMarked(records[at]);
    }

    private void rebuild(long capacity, boolean keepVacant) {
        long[] old = records;
        allocate(capacity);
        long[] records = this.records;
        int width = this.width;
        for (int at = 0; at < old.length; at += width) {
            if (old[at] == 0) {
                continue;
            }
            if (!keepVacant && isDroppable(old, at)) {
                dropped(old, at);
                continue;
            }
            int slot = home(hash(old, at));
            while (records[slot * width] != 0) {
                slot = slot + 1 & mask;
            }
            // Records are short: this is faster than a call that copies an array.
            int to = slot * width;
            for (int word = 0; word < width; word++) {
                records[to + word] = old[at + word];
            }
            used++;
        }
        generation++;
    }

    private void allocate(long capacity) {
        long length = capacity * width;
        records = new long[Capacity.grown(0, length, "a table of keys")];
        mask = (int) capacity - 1;
        shift = 64 - Long.numberOfTrailingZeros(capacity);
        limit = limit(capacity);
        used = 0;
    }
}
