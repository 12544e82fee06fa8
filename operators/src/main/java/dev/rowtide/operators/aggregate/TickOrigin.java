// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.state.Keys;
import java.util.Arrays;

/** Steps of a whole tick: all have one position, and keys come from the groups' records. */
final class TickOrigin implements Origin {

    private final Keys keys;
    private int[] addresses = {};
    private int first;
    private long position;
    private Watermarks watermarks = Watermarks.absent();
    private int[] chosen = {};

    TickOrigin(Keys keys) {
        this.keys = keys;
    }

    /** The steps of the next output: those of the records at {@code addresses} from {@code first} on. */
    void load(int[] addresses, int first, long position, Watermarks watermarks) {
        this.addresses = addresses;
        this.first = first;
        this.position = position;
        this.watermarks = watermarks;
    }

    @Override
    public long[] positions(int[] steps, int n) {
        long[] positions = new long[n];
        Arrays.fill(positions, position);
        return positions;
    }

    @Override
    public void keys(int[] steps, int n, Column[] columns) {
        if (chosen.length < n) {
            chosen = new int[Math.max(n, 2 * chosen.length)];
        }
        for (int i = 0; i < n; i++) {
            chosen[i] = addresses[first + steps[i]];
        }
        keys.columns(chosen, n, columns);
    }

    @Override
    public Watermarks watermarks() {
        return watermarks;
    }

    @Override
    public int firstOfPosition(int step) {
        return 0;
    }
}
