// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.TextColumn;

/** q3: what is sold, in one category, by people of three states. */
final class LocalItems extends PickedLoop {
    private static final int PERSON = 0;
    private static final int AUCTION = 1;
    private static final int CATEGORY = 10;

    private Chains sellers = new Chains();

    LocalItems(Events events) {
        super(events, 2);
        picked.text(PERSON, events.persons.name)
                .text(PERSON, events.persons.city)
                .text(PERSON, events.persons.state)
                .numbers(AUCTION, events.auctions.id);
    }

    @Override
    void clear() {
        sellers = new Chains(events.persons.id.length, events.auctions.count);
    }

    @Override
    void person(int row, Output output) {
        if (!isLocal(events.persons.state, row)) {
            return;
        }
        int slot = sellers.slotOf(events.persons.id[row]);
        sellers.add(slot, PERSON, row);
        for (int auction = sellers.head(slot, AUCTION);
                auction != Chains.NONE;
                auction = sellers.next(AUCTION, auction)) {
            picked.add(output, Output.INSERT, row, auction);
        }
    }

    private static boolean isLocal(TextColumn states, int row) {
        int at = states.offset[row];
        int name = states.bytes[at] << Byte.SIZE | states.bytes[at + 1];
        return name == ('O' << Byte.SIZE | 'R') || name == ('I' << Byte.SIZE | 'D') || name == ('C' << Byte.SIZE | 'A');
    }

    @Override
    void auction(int row, Output output) {
        if (events.auctions.category[row] != CATEGORY) {
            return;
        }
        int slot = sellers.slotOf(events.auctions.seller[row]);
        sellers.add(slot, AUCTION, row);
        for (int person = sellers.head(slot, PERSON); person != Chains.NONE; person = sellers.next(PERSON, person)) {
            picked.add(output, Output.INSERT, person, row);
        }
    }
}
