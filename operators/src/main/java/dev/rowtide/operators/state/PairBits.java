// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.function.LongPredicate;

/**
 * Some bits for each pair of a group's number and a {@code long}, which are only ever set: open addressing with linear probing. A record is two words, so that four fit
 * into a cache line, and none lies in two:
 *
 * <pre>
 *   word | group, bits
 * </pre>
 *
 * <p>A record without bits is an empty slot. A group's number is that of its virtual partition in the topmost byte, and below it a counter that has no more than
 * {@value #COUNTER_BITS} bits.
 */
public final class PairBits {

    /** The bits that a pair has. */
    public static final int BITS = 12;

    private static final int COUNTER_BITS = Long.SIZE - Byte.SIZE - BITS;
    private static final long BITS_MASK = (1L << BITS) - 1;

    private static final int WIDTH_SHIFT = 1;
    private static final int CAPACITY_MIN = 16;
    private static final double LOAD_MAX = 0.6;

    /** From this length on it does not fit into the second-level cache, and reading all records of a batch first lets the misses overlap. */
    private static final int TOUCH_LONGS = 32 * 1024;

    private long[] records = {};
    private int shift;
    private int size;
    private int limit;
    private int[] homes = {};

    // Written and never read: so that what a touch pass reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** None. */
    public PairBits() {
        allocate(CAPACITY_MIN);
    }

    /** The pairs that have any bit. */
    public int size() {
        return size;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) records.length * Long.BYTES;
    }

    /**
     * Sets bits of many pairs.
     *
     * @param groups the groups
     * @param words the words
     * @param n how many pairs
     * @param bits the bits to set, at least one for each pair; receives those that were not set before
     */
    public void set(long[] groups, long[] words, int n, long[] bits) {
        if (homes.length < n) {
            homes = new int[Math.max(n, 2 * homes.length)];
        }
        int done = 0;
        while (done < n) {
            findHomes(groups, words, done, n);
            done = set(groups, words, done, n, bits);
            if (done < n) {
                rebuild(records.length, group -> true);
            }
        }
    }

    private void findHomes(long[] groups, long[] words, int from, int n) {
        int shift = this.shift;
        int[] homes = this.homes;
        for (int i = from; i < n; i++) {
            homes[i] = (int) (Hashing.hash(groups[i], words[i]) >>> shift);
        }
        long[] records = this.records;
        if (records.length > TOUCH_LONGS) {
            long sum = 0;
            for (int i = from; i < n; i++) {
                sum += records[homes[i] << WIDTH_SHIFT];
            }
            touched += sum;
        }
    }

    /** Sets bits until the table is full; of how many pairs by then. */
    private int set(long[] groups, long[] words, int from, int n, long[] bits) {
        long[] records = this.records;
        int[] homes = this.homes;
        int last = records.length - 1;
        for (int i = from; i < n; i++) {
            long word = words[i];
            long group = keyed(groups[i]);
            int at = homes[i] << WIDTH_SHIFT;
            while (true) {
                long found = records[at + 1];
                if (records[at] == word && (found & ~BITS_MASK) == group && found != 0) {
                    records[at + 1] = found | bits[i];
                    bits[i] &= ~found;
                    break;
                }
                if (found == 0) {
                    if (size >= limit) {
                        return i;
                    }
                    size++;
                    records[at] = word;
                    records[at + 1] = group | bits[i];
                    break;
                }
                at = at + 2 & last;
            }
        }
        return n;
    }

    /** Takes all pairs of some groups out. */
    public void removeGroups(LongPredicate which) {
        long capacity = CAPACITY_MIN;
        while (limit(capacity) < size) {
            capacity *= 2;
        }
        rebuild(capacity, group -> !which.test(group));
    }

    /** Writes the pairs of some groups. */
    public void write(LongPredicate which, StateWriter writer) {
        long count = 0;
        for (int at = 0; at < records.length; at += 2) {
            count += records[at + 1] != 0 && which.test(group(records[at + 1])) ? 1 : 0;
        }
        writer.writeLong(count);
        for (int at = 0; at < records.length; at += 2) {
            if (records[at + 1] != 0 && which.test(group(records[at + 1]))) {
                writer.writeLong(group(records[at + 1]));
                writer.writeLong(records[at]);
                writer.writeLong(records[at + 1] & BITS_MASK);
            }
        }
    }

    /** Adds what {@link #write} wrote. */
    public void read(StateReader reader) {
        long count = reader.readLong();
        long capacity = records.length >> WIDTH_SHIFT;
        // The pairs come by rising hash: in a table that grew on the way they would all have their homes at its front.
        while (limit(capacity) < size + count) {
            capacity *= 2;
        }
        rebuild(capacity, group -> true);
        long[] group = new long[1];
        long[] word = new long[1];
        long[] bits = new long[1];
        for (long left = count; left > 0; left--) {
            group[0] = reader.readLong();
            word[0] = reader.readLong();
            bits[0] = reader.readLong();
            set(group, word, 1, bits);
        }
    }

    /** A group's number as it stands in a record: the counter, then the partition, then room for the bits. */
    private static long keyed(long group) {
        return Long.rotateLeft(group, Byte.SIZE) << BITS;
    }

    private static long group(long keyed) {
        return Long.rotateRight(keyed >>> BITS, Byte.SIZE);
    }

    private void rebuild(long capacity, LongPredicate kept) {
        long[] old = records;
        allocate(capacity);
        int last = records.length - 1;
        for (int from = 0; from < old.length; from += 2) {
            long keyed = old[from + 1];
            if (keyed == 0 || !kept.test(group(keyed))) {
                continue;
            }
            int at = (int) (Hashing.hash(group(keyed), old[from]) >>> shift) << WIDTH_SHIFT;
            while (records[at + 1] != 0) {
                at = at + 2 & last;
            }
            records[at] = old[from];
            records[at + 1] = keyed;
            size++;
        }
    }

    private void allocate(long capacity) {
        records = new long[Capacity.grown(0, capacity << WIDTH_SHIFT, "a table of distinct values")];
        shift = Long.SIZE - Long.numberOfTrailingZeros(capacity);
        limit = limit(capacity);
        size = 0;
    }

    private static int limit(long capacity) {
        return (int) (capacity * LOAD_MAX);
    }
}
