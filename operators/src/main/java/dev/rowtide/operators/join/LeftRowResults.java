// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

/** The results of a semi or anti join: the left rows with a match, or without. */
final class LeftRowResults implements PairResults {

    private static final int NONE = JoinSide.NONE;

    private final boolean anti;
    private final MatchCounts counts;
    private final JoinOutput output;

    LeftRowResults(boolean anti, JoinSide left, JoinOutput output) {
        this.anti = anti;
        counts = new MatchCounts(left);
        this.output = output;
    }

    @Override
    public void put(StepLog log) {
        for (int step = 0; step < log.steps(); step++) {
            count(log, log.firstChange(step), log.changesEnd(step));
            for (int place = 0; place < counts.size(); place++) {
                put(log, place, log.position(step));
            }
            counts.clear();
        }
    }

    private void count(StepLog log, int first, int end) {
        for (int change = first; change < end; change++) {
            if (log.side(change) == 0 && log.gone(change) != NONE) {
                counts.touchGone(log.gone(change), change);
            }
            count(log, log.lost(change), log.lostEnd(change), -1);
        }
        for (int change = first; change < end; change++) {
            if (log.side(change) == 0 && log.fresh(change) != NONE) {
                counts.touchNew(log.fresh(change));
            }
            count(log, log.won(change), log.wonEnd(change), 1);
        }
    }

    private void count(StepLog log, int from, int to, int more) {
        for (int pair = from; pair < to; pair++) {
            if (log.isMatch(pair)) {
                counts.add(log.left(pair), more);
            }
        }
    }

    private void put(StepLog log, int place, long position) {
        boolean wasShown = counts.before(place) != MatchCounts.NEW && isShown(counts.before(place));
        boolean isShown = !counts.isGone(place) && isShown(counts.after(place));
        int row = counts.row(place);
        if (wasShown && !isShown) {
            int fresh =
                    counts.isGone(place) && log.isUpdate(counts.change(place)) ? log.fresh(counts.change(place)) : NONE;
            if (fresh != NONE
                    && isShown(counts.after(counts.touch(fresh)))
                    && output.isUpdate(row, NONE, fresh, NONE)) {
                output.update(row, NONE, fresh, NONE, position);
                counts.settle(counts.touch(fresh));
            } else {
                output.delete(row, NONE, position);
            }
        } else if (!wasShown && isShown && !counts.isSettled(place)) {
            output.insert(row, NONE, position);
        }
    }

    private boolean isShown(int matches) {
        return anti == (matches == 0);
    }
}
