// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.plan.JoinType;

/**
 * The results of an interval join, once it is known which pairs match: the pairs as rows come, or the left rows as they find their first match; what there is to say of a row
 * without a match when it is given up.
 */
final class IntervalResults {

    private static final int NONE = JoinSide.NONE;

    private final JoinType type;
    private final boolean[] counts;
    private final boolean[] shows;
    private final IntervalSide[] sides;
    private final JoinOutput output;
    private final LateRow late;

    /** Is told of each row that came when all that it could have met were over, and that no match was left for. */
    interface LateRow {

        /** @param shown whether it is in the result, as a row without a match */
        void accept(int side, int row, long position, boolean shown);
    }

    IntervalResults(JoinType type, IntervalSide[] sides, JoinOutput output, LateRow late) {
        this.type = type;
        this.sides = sides;
        this.output = output;
        this.late = late;
        shows = new boolean[] {type.padsLeft() || type == JoinType.ANTI, type.padsRight()};
        counts = new boolean[] {shows[0] || type == JoinType.SEMI, shows[1]};
    }

    /** Whether rows of a side without a match are in the result. */
    boolean shows(int side) {
        return shows[side];
    }

    void put(StepLog log) {
        for (int step = 0; step < log.steps(); step++) {
            long position = log.position(step);
            for (int change = log.firstChange(step); change < log.changesEnd(step); change++) {
                for (int pair = log.won(change); pair < log.wonEnd(change); pair++) {
                    if (log.isMatch(pair)) {
                        match(log.left(pair), log.right(pair), position);
                    }
                }
                if (log.gone(change) != NONE) {
                    giveUp(log.side(change), log.gone(change), position);
                }
            }
        }
    }

    private void match(int left, int right, long position) {
        boolean first = !counts[0] || sides[0].isFirstMatch(left);
        if (counts[1]) {
            sides[1].isFirstMatch(right);
        }
        if (!type.leftOnly()) {
            output.insert(left, right, position);
        } else if (type == JoinType.SEMI && first) {
            output.insert(left, NONE, position);
        }
    }

    private void giveUp(int side, int row, long position) {
        boolean unmatched = !sides[side].hasMatch(row);
        if (shows[side] && unmatched) {
            output.insert(side == 0 ? row : NONE, side == 0 ? NONE : row, position);
        }
        if (sides[side].isLate(row) && unmatched) {
            late.accept(side, row, position, shows[side]);
        }
    }
}
