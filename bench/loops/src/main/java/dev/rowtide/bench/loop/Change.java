// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

/** Writes what becomes of a row {@code (key, count)} that is there only while its count is above 0. */
final class Change {
    private Change() {}

    /** Adds the changes of a count from {@code before} to {@code now}, which differ; two rows at most. */
    static void emit(long key, long before, long now, Output output) {
        if (before > 0) {
            add(now > 0 ? Output.UPDATE_BEFORE : Output.DELETE, key, before, output);
        }
        if (now > 0) {
            add(before > 0 ? Output.UPDATE_AFTER : Output.INSERT, key, now, output);
        }
    }

    private static void add(byte kind, long key, long count, Output output) {
        int row = output.rows++;
        output.kinds[row] = kind;
        output.numbers(0).values[row] = key;
        output.numbers(1).values[row] = count;
    }
}
