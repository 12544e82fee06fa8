// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.RecordTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows that are being applied, and the steps that they form: the rows of one group that share a position are one step. Rows are numbered from 0 here; see
 * {@link #row} for their place in the batch. Steps are numbered in the order of their first rows.
 */
final class Steps {

    private final DirtyList seen;

    private ChangeBatch batch;
    private int size;
    private int @Nullable [] rows;
    private byte @Nullable [] signs;
    private int[] at = {};
    private long[] groupIds = {};
    private int count;
    private boolean single;
    private int[] stepOf = {};
    private int[] first = {};
    private int[] last = {};
    private int[] rowBuffer = {};
    private byte[] signBuffer = {};

    Steps(RecordTable table, ChangeBatch nothing) {
        seen = new DirtyList(table);
        batch = nothing;
    }

    /** Takes the rows {@code from} to {@code to - 1} of the batch, counted along its selection. */
    void load(ChangeBatch batch, int from, int to) {
        this.batch = batch;
        size = to - from;
        if (at.length < size) {
            int length = Math.max(size, 2 * at.length);
            at = new int[length];
            groupIds = new long[length];
            stepOf = new int[length];
            first = new int[length];
            last = new int[length];
            rowBuffer = new int[length];
            signBuffer = new byte[length];
        }
        int[] selection = batch.selection();
        if (from == 0) {
            rows = selection;
        } else {
            rows = rowBuffer;
            for (int i = 0; i < size; i++) {
                rowBuffer[i] = batch.row(from + i);
            }
        }
        loadSigns(batch.kinds());
    }

    private void loadSigns(byte @Nullable [] kinds) {
        signs = null;
        if (kinds == null) {
            return;
        }
        int retractions = 0;
        for (int i = 0; i < size; i++) {
            int retraction = kinds[row(i)] & 1;
            signBuffer[i] = (byte) (1 - 2 * retraction);
            retractions += retraction;
        }
        if (retractions > 0) {
            signs = signBuffer;
        }
    }

    /** Forms the steps, once the addresses are known. */
    void cut() {
        long[] positions = batch.positions();
        single = positions == null;
        if (positions == null) {
            count = size;
            return;
        }
        int steps = 0;
        for (int i = 0; i < size; ) {
            long position = positions[row(i)];
            int end = i + 1;
            while (end < size && positions[row(end)] == position) {
                end++;
            }
            if (end - i == 1 || (end - i == 2 && at[i] == at[i + 1])) {
                steps = step(steps, i, end - 1);
            } else if (end - i == 2) {
                steps = step(step(steps, i, i), i + 1, i + 1);
            } else {
                steps = cutPosition(steps, i, end);
            }
            i = end;
        }
        count = steps;
    }

    /** One step of the rows from {@code i} to {@code j}; the number of the next step. */
    private int step(int step, int i, int j) {
        first[step] = i;
        last[step] = j;
        stepOf[i] = step;
        stepOf[j] = step;
        return step + 1;
    }

    /** The steps of a position of many rows, from {@code i} to {@code end - 1}; the number of the next step. */
    private int cutPosition(int step, int i, int end) {
        long[] records = seen.table().records();
        for (int j = i; j < end; j++) {
            int of;
            if (RecordTable.isMarked(records[at[j]])) {
                of = step + seen.number(at[j]);
            } else {
                of = step + seen.add(at[j]);
                first[of] = j;
            }
            stepOf[j] = of;
            last[of] = j;
        }
        int next = step + seen.size();
        seen.clear();
        return next;
    }

    ChangeBatch batch() {
        return batch;
    }

    /** The rows. */
    int size() {
        return size;
    }

    /** The physical row of the batch that row {@code i} is. */
    int row(int i) {
        return rows == null ? i : rows[i];
    }

    /** The physical rows, or null for rows 0 on. */
    int @Nullable [] rows() {
        return rows;
    }

    /** By row: 1 to add it, -1 to take it back, 0 to ignore it; null when all are added. */
    byte @Nullable [] signs() {
        return signs;
    }

    /** By row: the address of its group's record. */
    int[] at() {
        return at;
    }

    /** By row: the number of its group; only kept where something is DISTINCT. */
    long[] groupIds() {
        return groupIds;
    }

    /** The steps. */
    int count() {
        return count;
    }

    /** Whether each row is a step of its own, of the same number. */
    boolean isSingle() {
        return single;
    }

    /** The step of a row. */
    int stepOf(int i) {
        return single ? i : stepOf[i];
    }

    /** The first row of a step. */
    int first(int step) {
        return single ? step : first[step];
    }

    /** The last row of a step. */
    int last(int step) {
        return single ? step : last[step];
    }

    /** The position of a step. */
    long position(int step) {
        return batch.position(row(first(step)));
    }
}
