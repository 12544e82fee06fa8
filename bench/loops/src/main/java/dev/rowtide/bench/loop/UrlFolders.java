// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.TextColumn;

/** q22: bids with the three folders of their address, which all have. */
final class UrlFolders extends PickedLoop {
    private static final int FIRST_COLUMN = 4;
    private static final int FIRST = 3;
    private static final int FOLDERS = 3;

    UrlFolders(Events events) {
        super(events, 1);
        Bids bids = events.bids;
        picked.numbers(0, bids.auction)
                .numbers(0, bids.bidder)
                .numbers(0, bids.price)
                .text(0, bids.channels, bids.channel)
                .computed(() -> new Output.Text(bids.urls.bytes))
                .computed(() -> new Output.Text(bids.urls.bytes))
                .computed(() -> new Output.Text(bids.urls.bytes));
    }

    @Override
    void clear() {}

    @Override
    void bid(int row, Output output) {
        TextColumn urls = events.bids.urls;
        int entry = events.bids.channel[row];
        int end = urls.offset[entry] + urls.length[entry];
        int at = urls.offset[entry];
        for (int part = 0; part < FIRST; part++) {
            at = slash(urls.bytes, at, end) + 1;
        }
        for (int folder = 0; folder < FOLDERS; folder++) {
            int slash = slash(urls.bytes, at, end);
            Output.Text column = output.text(FIRST_COLUMN + folder);
            column.offset[output.rows] = at;
            column.length[output.rows] = slash - at;
            at = slash + 1;
        }
        picked.add(output, Output.INSERT, row);
    }

    private static int slash(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '/') {
            at++;
        }
        return at;
    }
}
