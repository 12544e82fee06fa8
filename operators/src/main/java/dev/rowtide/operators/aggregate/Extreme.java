// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.OrderedMultisets;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateWriter;

/**
 * How the values of MIN and MAX lie in records, the same for all accumulators that find them: a word that says whether there is a value, then the value in one or two
 * words. A DOUBLE is mapped to a {@code long} of the same order, in which NaN is greatest and 0.0 equals -0.0; a byte string's word is a handle.
 */
final class Extreme {

    static final int PRESENT = 0;
    static final int VALUE = 1;
    static final int LOW = 2;

    private Extreme() {}

    /** The words that a value takes. */
    static int valueWords(Storage storage) {
        return storage == Storage.WIDE ? 2 : 1;
    }

    /** The order of values of the storage. */
    static OrderedMultisets.Order order(Storage storage) {
        return switch (storage) {
            case LONG, DOUBLE, BOOLEAN -> OrderedMultisets.Order.LONG;
            case WIDE -> OrderedMultisets.Order.WIDE;
            case BYTES -> OrderedMultisets.Order.BYTES;
        };
    }

    /** The {@code long} that orders a DOUBLE, of its bits with one NaN and one zero; its own inverse. */
    static long ordered(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /**
     * An arena of just the byte strings that records refer to, which refer to those in it afterwards.
     *
     * @param offset the distance of the words from a record's address
     */
    static Arena compacted(Arena arena, RecordTable table, int offset) {
        Arena compact = new Arena();
        long[] records = table.records();
        for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            int word = at + offset + VALUE;
            records[word] = compact.addFrom(arena, records[word]);
        }
        return compact;
    }

    /** An accumulator whose values are byte strings. */
    interface OfBytes {

        /** The bytes that handles refer to, see {@link Arena}. */
        byte[] data();
    }
}
