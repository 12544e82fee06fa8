// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

/**
 * Random bits that are a function of seed, column and row, so that any row can be made again without those before it: a counter, scrambled by the
 * finalizer of SplitMix64.
 */
final class SeededBits {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final long columnSeed;

    SeededBits(long seed, int column) {
        columnSeed = scramble(scramble(seed) + column);
    }

    /** Sixty-four bits. */
    long bits(long row) {
        return scramble(columnSeed + (row + 1) * GOLDEN_GAMMA);
    }

    /** Further bits of the same row. */
    long bits(long row, int more) {
        return scramble(bits(row) + more * GOLDEN_GAMMA);
    }

    /** A number of at least {@code min} and at most {@code max}. */
    long between(long row, long min, long max) {
        long choices = max - min + 1;
        return choices == 0 ? bits(row) : min + Long.remainderUnsigned(bits(row), choices);
    }

    /** A number of at least 0 and less than 1. */
    double fraction(long row) {
        return (bits(row) >>> 11) * 0x1p-53;
    }

    private static long scramble(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
