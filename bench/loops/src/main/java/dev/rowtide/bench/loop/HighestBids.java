// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;
import java.util.Arrays;

/** q19: the ten highest bids on each auction, with their places. */
final class HighestBids extends PickedLoop {
    private static final int PLACES = 10;
    private static final int PLACE_COLUMN = 7;
    private static final int LIST = 2;

    private Records lists = new Records(2);
    private int listCount;
    /** For each list the rows of its bids, from the highest, and its length at the end. */
    private int[] places = {};

    HighestBids(Events events) {
        super(events, 1);
        picked.all(0, events.bids).computed(Output.Numbers::new);
    }

    @Override
    void clear() {
        lists = new Records(2);
        places = new int[PLACES + 1];
        listCount = 0;
    }

    @Override
    void bid(int row, Output output) {
        int list = listOf(events.bids.auction[row]);
        int count = places[list + PLACES];
        long price = events.bids.price[row];
        int place = count;
        while (place > 0 && events.bids.price[places[list + place - 1]] < price) {
            place--;
        }
        if (place == PLACES) {
            return;
        }
        int moving = row;
        for (int at = place; at < count; at++) {
            int before = places[list + at];
            add(Output.UPDATE_BEFORE, before, at, output);
            add(Output.UPDATE_AFTER, moving, at, output);
            places[list + at] = moving;
            moving = before;
        }
        if (count < PLACES) {
            add(Output.INSERT, moving, count, output);
            places[list + count] = moving;
            places[list + PLACES] = count + 1;
        }
    }

    private int listOf(long auction) {
        int slot = lists.slotOf(auction);
        int list = (int) lists.values[slot + LIST] - 1;
        if (list < 0) {
            list = listCount * (PLACES + 1);
            listCount++;
            lists.values[slot + LIST] = list + 1;
            if (listCount * (PLACES + 1) > places.length) {
                places = Arrays.copyOf(places, 2 * places.length);
            }
        }
        return list;
    }

    private void add(byte kind, int row, int place, Output output) {
        output.numbers(PLACE_COLUMN).values[output.rows] = place + 1;
        picked.add(output, kind, row);
    }
}
