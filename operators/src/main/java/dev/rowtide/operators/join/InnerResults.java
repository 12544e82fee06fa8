// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

/** The results of an inner join: the pairs. */
final class InnerResults implements PairResults {

    private final JoinOutput output;
    private final Versions versions = new Versions();

    InnerResults(JoinOutput output) {
        this.output = output;
    }

    @Override
    public void put(StepLog log) {
        for (int step = 0; step < log.steps(); step++) {
            int end = log.changesEnd(step);
            long position = log.position(step);
            versions.begin(log, step);
            for (int change = log.firstChange(step); change < end; change++) {
                for (int pair = log.lost(change); pair < log.lostEnd(change); pair++) {
                    if (log.isMatch(pair)) {
                        putLost(log, change, pair, position);
                    }
                }
            }
            for (int change = log.firstChange(step); change < end; change++) {
                for (int pair = log.won(change); pair < log.wonEnd(change); pair++) {
                    if (log.isMatch(pair)) {
                        output.insert(log.left(pair), log.right(pair), position);
                    }
                }
            }
        }
    }

    private void putLost(StepLog log, int change, int pair, long position) {
        int left = log.left(pair);
        int right = log.right(pair);
        int version = versions.of(log, change, pair);
        if (version != Versions.NONE && output.isUpdate(left, right, log.left(version), log.right(version))) {
            output.update(left, right, log.left(version), log.right(version), position);
            log.setMatch(version, false);
        } else {
            output.delete(left, right, position);
        }
    }
}
