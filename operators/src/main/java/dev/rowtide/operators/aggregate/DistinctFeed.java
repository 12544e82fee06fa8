// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

/** A row counts when it brings the first copy of its value into the group, and takes back when it takes the last out. */
final class DistinctFeed implements Feed {

    private final DistinctValues values;
    private final int filter;

    /** @param filter the number of the filter in {@code values} */
    DistinctFeed(DistinctValues values, int filter) {
        this.values = values;
        this.filter = filter;
    }

    @Override
    public byte[] weights(Steps steps) {
        return values.weights(filter);
    }
}
