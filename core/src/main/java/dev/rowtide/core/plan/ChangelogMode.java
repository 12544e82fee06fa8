// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.StringJoiner;

/**
 * Which kinds of change a stream can carry. Updates come as a pair ({@code updateBefore} and {@code updateAfter}), or as the after image alone on a
 * stream with a key.
 *
 * @param insert {@code +I} can occur
 * @param updateBefore {@code -U} can occur
 * @param updateAfter {@code +U} can occur
 * @param delete {@code -D} can occur
 * @param keyOnlyDeletes a {@code -D} carries the key only, the other columns are NULL
 */
public record ChangelogMode(
        boolean insert, boolean updateBefore, boolean updateAfter, boolean delete, boolean keyOnlyDeletes) {

    /** Inserts only. */
    public static final ChangelogMode APPEND = new ChangelogMode(true, false, false, false, false);

    /** Everything, updates as pairs. */
    public static final ChangelogMode RETRACT = new ChangelogMode(true, true, true, true, false);

    /** Inserts, after images and deletes, by key. */
    public static final ChangelogMode UPSERT = new ChangelogMode(true, false, true, true, false);

    /** Before the passes that infer the modes: nothing. */
    public static final ChangelogMode UNKNOWN = new ChangelogMode(false, false, false, false, false);

    /** Whether only inserts can occur. */
    public boolean isAppendOnly() {
        return !updateBefore && !updateAfter && !delete;
    }

    /** Whether updates can occur, in either form. */
    public boolean hasUpdates() {
        return updateBefore || updateAfter;
    }

    /** The same without {@code -U}. */
    public ChangelogMode withoutUpdateBefore() {
        return new ChangelogMode(insert, false, updateAfter, delete, keyOnlyDeletes);
    }

    /** What either can carry. */
    public ChangelogMode union(ChangelogMode other) {
        return new ChangelogMode(
                insert || other.insert,
                updateBefore || other.updateBefore,
                updateAfter || other.updateAfter,
                delete || other.delete,
                keyOnlyDeletes || other.keyOnlyDeletes);
    }

    /** As in EXPLAIN: {@code [I,UB,UA,D]}, {@code PD} for deletes that carry the key only, {@code [NONE]} for nothing. */
    @Override
    public String toString() {
        StringJoiner kinds = new StringJoiner(",", "[", "]").setEmptyValue("[NONE]");
        if (insert) {
            kinds.add("I");
        }
        if (updateBefore) {
            kinds.add("UB");
        }
        if (updateAfter) {
            kinds.add("UA");
        }
        if (delete) {
            kinds.add(keyOnlyDeletes ? "PD" : "D");
        }
        return kinds.toString();
    }
}
