// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * Counts for each of 64 bits how often it was set, so that the bits of a set of numbers are known after some are taken back. The 64 counters of a block stand upright:
 * its word {@code i} has bit {@code i} of each, so that one number is counted for all bits at once. Counters are signed, and a block gets more words before
 * one of them overflows. A block is known by its index, 0 being that of counters that are all 0.
 *
 * <pre>
 *   block: words (8, 16, 32 or 64) | bit 0 of all counters | bit 1 of all counters | ... | signs of all counters
 * </pre>
 */
public final class BitCounters {

    private static final int WORDS_MIN = 8;
    private static final int WORDS_MAX = 64;

    private final int[] firstFree = new int[Integer.numberOfTrailingZeros(WORDS_MAX) + 1];
    private long[] words = new long[64];
    private int end = 1;

    /** Counts the bits of a number in, or out if {@code sign} is -1. Returns the block, which may have moved. */
    public int add(int block, long number, int sign) {
        int at = block == 0 ? allocate(WORDS_MIN) : block;
        while (overflows(at, number, sign)) {
            overflows(at, number, -sign);
            at = widened(at);
        }
        return at;
    }

    /** The bits with counters above 0. */
    public long bits(int block) {
        if (block == 0) {
            return 0;
        }
        int last = block + (int) words[block];
        long set = 0;
        for (int at = block + 1; at < last; at++) {
            set |= words[at];
        }
        return set & ~words[last];
    }

    /** Frees a block. */
    public void free(int block) {
        if (block != 0) {
            int size = Long.numberOfTrailingZeros(words[block]);
            words[block] = firstFree[size];
            firstFree[size] = block;
        }
    }

    /** Writes a block. */
    public void write(int block, StateWriter writer) {
        writer.writeLong(block == 0 ? 0 : words[block]);
        if (block != 0) {
            writer.writeLongs(words, block + 1, (int) words[block]);
        }
    }

    /** Adds the block that {@link #write} wrote. */
    public int read(StateReader reader) {
        int size = (int) reader.readLong();
        if (size == 0) {
            return 0;
        }
        int block = allocate(size);
        reader.readLongs(words, block + 1, size);
        return block;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) words.length * Long.BYTES;
    }

    /** Counts, and whether a counter has overflowed, which counting with the other sign undoes. */
    private boolean overflows(int block, long number, int sign) {
        long carry = number;
        int last = block + (int) words[block];
        for (int at = block + 1; carry != 0; at++) {
            long old = words[at];
            words[at] = old ^ carry;
            long changed = sign > 0 ? carry & ~old : carry & old;
            if (at == last) {
                return changed != 0;
            }
            carry &= ~changed;
        }
        return false;
    }

    private int widened(int block) {
        int size = (int) words[block];
        int wide = allocate(2 * size);
        System.arraycopy(words, block + 1, words, wide + 1, size);
        Arrays.fill(words, wide + 1 + size, wide + 1 + 2 * size, words[block + size]);
        free(block);
        return wide;
    }

    private int allocate(int size) {
        int list = Integer.numberOfTrailingZeros(size);
        int block = firstFree[list];
        if (block != 0) {
            firstFree[list] = (int) words[block];
            Arrays.fill(words, block + 1, block + 1 + size, 0);
        } else {
            block = end;
            end += 1 + size;
            if (end > words.length) {
                words = Arrays.copyOf(words, Capacity.grown(words.length, end, "the counters of bits"));
            }
        }
        words[block] = size;
        return block;
    }
}
