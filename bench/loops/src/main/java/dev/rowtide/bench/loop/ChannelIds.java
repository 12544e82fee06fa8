// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.TextColumn;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/** q21: bids with the number of their channel, by its name or as their address has it. */
final class ChannelIds extends PickedLoop {
    private static final int ID_COLUMN = 4;
    private static final byte[][] NAMES = Stream.of("apple", "google", "facebook", "baidu")
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    private static final byte[] PARAMETER = "channel_id=".getBytes(StandardCharsets.US_ASCII);
    private static final int ID_BYTES_MAX = 16;

    ChannelIds(Events events) {
        super(events, 1);
        Bids bids = events.bids;
        picked.numbers(0, bids.auction)
                .numbers(0, bids.bidder)
                .numbers(0, bids.price)
                .text(0, bids.channels, bids.channel)
                .computed(() -> new Output.Text(new byte[Output.CAPACITY * ID_BYTES_MAX]));
    }

    @Override
    void clear() {}

    @Override
    void bid(int row, Output output) {
        Output.Text ids = output.text(ID_COLUMN);
        int at = output.rows * ID_BYTES_MAX;
        int length = id(events.bids.channel[row], ids.bytes, at);
        if (length >= 0) {
            ids.offset[output.rows] = at;
            ids.length[output.rows] = length;
            picked.add(output, Output.INSERT, row);
        }
    }

    /** Puts the id where it belongs; its length, -1 for none. */
    private int id(int entry, byte[] to, int at) {
        TextColumn channels = events.bids.channels;
        for (int name = 0; name < NAMES.length; name++) {
            if (isIgnoringCase(NAMES[name], channels.bytes, channels.offset[entry], channels.length[entry])) {
                to[at] = (byte) ('0' + name);
                return 1;
            }
        }
        TextColumn urls = events.bids.urls;
        int from = parameter(urls.bytes, urls.offset[entry], urls.offset[entry] + urls.length[entry]);
        if (from < 0) {
            return -1;
        }
        int end = from;
        while (end < urls.offset[entry] + urls.length[entry] && urls.bytes[end] != '&') {
            end++;
        }
        System.arraycopy(urls.bytes, from, to, at, end - from);
        return end - from;
    }

    private static boolean isIgnoringCase(byte[] lower, byte[] bytes, int offset, int length) {
        if (length != lower.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte letter = bytes[offset + i];
            if (lower[i] != (letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter)) {
                return false;
            }
        }
        return true;
    }

    /** Where the value of the parameter begins, or -1. */
    private static int parameter(byte[] bytes, int from, int to) {
        for (int at = from; at + PARAMETER.length <= to; at++) {
            if ((at == from || bytes[at - 1] == '&')
                    && Arrays.equals(bytes, at, at + PARAMETER.length, PARAMETER, 0, PARAMETER.length)) {
                return at + PARAMETER.length;
            }
        }
        return -1;
    }
}
