// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.plan.JoinType;

/**
 * The results of an outer join: the pairs, and padded the rows without a match. A row that gets its first matches is first taken out padded; one that loses its
 * last is put in padded behind that.
 */
final class OuterResults implements PairResults {

    private static final int NONE = JoinSide.NONE;

    private final boolean[] pads;
    private final MatchCounts[] counts;
    private final JoinOutput output;
    private final Versions versions = new Versions();

    OuterResults(JoinType type, JoinSide[] sides, JoinOutput output) {
        pads = new boolean[] {type.padsLeft(), type.padsRight()};
        counts = new MatchCounts[] {new MatchCounts(sides[0]), new MatchCounts(sides[1])};
        this.output = output;
    }

    @Override
    public void put(StepLog log) {
        for (int step = 0; step < log.steps(); step++) {
            int first = log.firstChange(step);
            int end = log.changesEnd(step);
            long position = log.position(step);
            count(log, first, end);
            versions.begin(log, step);
            for (int change = first; change < end; change++) {
                putLost(log, change, position);
            }
            for (int change = first; change < end; change++) {
                putWon(log, change, position);
            }
            counts[0].clear();
            counts[1].clear();
        }
    }

    private void count(StepLog log, int first, int end) {
        for (int change = first; change < end; change++) {
            int side = log.side(change);
            if (pads[side] && log.gone(change) != NONE) {
                counts[side].touchGone(log.gone(change), change);
            }
            if (pads[side] && log.fresh(change) != NONE) {
                counts[side].touchNew(log.fresh(change));
            }
        }
        for (int change = first; change < end; change++) {
            count(log, log.lost(change), log.lostEnd(change), -1);
            count(log, log.won(change), log.wonEnd(change), 1);
        }
    }

    private void count(StepLog log, int from, int to, int more) {
        for (int pair = from; pair < to; pair++) {
            if (log.isMatch(pair)) {
                if (pads[0]) {
                    counts[0].add(log.left(pair), more);
                }
                if (pads[1]) {
                    counts[1].add(log.right(pair), more);
                }
            }
        }
    }

    private void putLost(StepLog log, int change, long position) {
        for (int pair = log.lost(change); pair < log.lostEnd(change); pair++) {
            if (!log.isMatch(pair)) {
                continue;
            }
            int left = log.left(pair);
            int right = log.right(pair);
            int version = versions.of(log, change, pair);
            if (version != Versions.NONE && output.isUpdate(left, right, log.left(version), log.right(version))) {
                output.update(left, right, log.left(version), log.right(version), position);
                log.setMatch(version, false);
            } else {
                output.delete(left, right, position);
            }
            padIfLast(0, left, position);
            padIfLast(1, right, position);
        }
        if (log.gone(change) != NONE && pads[log.side(change)]) {
            putGone(log, change, position);
        }
    }

    private void padIfLast(int side, int row, long position) {
        if (!pads[side]) {
            return;
        }
        int place = counts[side].touch(row);
        if (counts[side].isKept(place) && counts[side].after(place) == 0 && counts[side].isLastLost(place)) {
            insertPadded(side, row, position);
        }
    }

    /** A row that had no match was shown padded. */
    private void putGone(StepLog log, int change, long position) {
        int side = log.side(change);
        int gone = log.gone(change);
        MatchCounts matches = counts[side];
        if (matches.before(matches.touch(gone)) != 0) {
            return;
        }
        int fresh = log.fresh(change);
        if (log.isUpdate(change) && matches.after(matches.touch(fresh)) == 0) {
            int oldLeft = side == 0 ? gone : NONE;
            int oldRight = side == 0 ? NONE : gone;
            int newLeft = side == 0 ? fresh : NONE;
            int newRight = side == 0 ? NONE : fresh;
            if (output.isUpdate(oldLeft, oldRight, newLeft, newRight)) {
                output.update(oldLeft, oldRight, newLeft, newRight, position);
                matches.settle(matches.touch(fresh));
                return;
            }
        }
        deletePadded(side, gone, position);
    }

    private void putWon(StepLog log, int change, long position) {
        for (int pair = log.won(change); pair < log.wonEnd(change); pair++) {
            if (log.isMatch(pair)) {
                unpadIfFirst(0, log.left(pair), position);
                unpadIfFirst(1, log.right(pair), position);
                output.insert(log.left(pair), log.right(pair), position);
            }
        }
        int side = log.side(change);
        int fresh = log.fresh(change);
        if (fresh != NONE && pads[side]) {
            int place = counts[side].touch(fresh);
            if (counts[side].after(place) == 0 && !counts[side].isSettled(place)) {
                insertPadded(side, fresh, position);
            }
        }
    }

    private void unpadIfFirst(int side, int row, long position) {
        if (!pads[side]) {
            return;
        }
        int place = counts[side].touch(row);
        if (counts[side].isKept(place) && counts[side].before(place) == 0 && !counts[side].isSettled(place)) {
            deletePadded(side, row, position);
            counts[side].settle(place);
        }
    }

    private void insertPadded(int side, int row, long position) {
        output.insert(side == 0 ? row : NONE, side == 0 ? NONE : row, position);
    }

    private void deletePadded(int side, int row, long position) {
        output.delete(side == 0 ? row : NONE, side == 0 ? NONE : row, position);
    }
}
