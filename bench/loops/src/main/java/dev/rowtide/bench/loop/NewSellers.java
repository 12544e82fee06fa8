// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** q8: who has come and sold in the same ten seconds. */
final class NewSellers extends WindowedEvents {
    private static final long SIZE_MILLIS = 10_000;
    private static final int PERSON = 2;
    private static final int SELLS = 3;
    private static final int STARTS_COLUMN = 2;

    private final PickedRows picked;
    private Records[] people = {};

    NewSellers(Events events) {
        super(events, SIZE_MILLIS);
        picked = new PickedRows(1)
                .numbers(0, events.persons.id)
                .text(0, events.persons.name)
                .computed(Output.Numbers::new);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
    }

    @Override
    void clear() {
        super.clear();
        people = new Records[open()];
        for (int i = 0; i < people.length; i++) {
            people[i] = new Records(SELLS);
        }
    }

    @Override
    void person(int row, Output output) {
        Records window = people[placeOf(events.persons.dateTime[row], output)];
        int slot = window.slotOf(events.persons.id[row]);
        window.values[slot + PERSON] = row + 1;
    }

    @Override
    void auction(int row, Output output) {
        Records window = people[placeOf(events.auctions.dateTime[row], output)];
        int slot = window.slotOf(events.auctions.seller[row]);
        window.values[slot + SELLS] = 1;
    }

    @Override
    void end(long stretch, int place, Output output) {
        long[] values = people[place].values;
        for (int slot = 0; slot < values.length; slot += 1 + SELLS) {
            if (values[slot + 1] != 0 && values[slot + PERSON] != 0 && values[slot + SELLS] != 0) {
                output.numbers(STARTS_COLUMN).values[output.rows] = stretch * SIZE_MILLIS;
                picked.add(output, Output.INSERT, (int) values[slot + PERSON] - 1);
            }
        }
        people[place] = new Records(SELLS);
    }

    @Override
    void deliver(Output output) {
        picked.deliver(output);
    }
}
