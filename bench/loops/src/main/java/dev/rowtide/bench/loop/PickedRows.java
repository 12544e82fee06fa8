// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.TextColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The columns of an output whose rows are made of rows of some input tables. A row is added as the numbers of those; the columns are
 * filled when an output is full, one after the other. Text goes out as references to the input's bytes.
 */
final class PickedRows {
    private final List<Supplier<Output.Column>> columns = new ArrayList<>();
    private final List<Fill> fills = new ArrayList<>();
    private final Set<Integer> undetermined = new HashSet<>();
    private final int[][] rows;

    /** Fills column {@code column} of an output from the rows picked. */
    @FunctionalInterface
    private interface Fill {
        void fill(Output output, int column);
    }

    /** @param tables how many tables there are */
    PickedRows(int tables) {
        rows = new int[tables][Output.CAPACITY];
    }

    PickedRows numbers(int table, long[] values) {
        return column(Output.Numbers::new, (output, column) -> {
            long[] to = output.numbers(column).values;
            int[] picked = rows[table];
            for (int i = 0; i < output.rows; i++) {
                to[i] = values[picked[i]];
            }
        });
    }

    /** All columns of bids. */
    PickedRows all(int table, Bids bids) {
        return numbers(table, bids.auction)
                .numbers(table, bids.bidder)
                .numbers(table, bids.price)
                .text(table, bids.channels, bids.channel)
                .text(table, bids.urls, bids.channel)
                .numbers(table, bids.dateTime)
                .text(table, bids.extra);
    }

    /** All columns of auctions but the id. */
    PickedRows details(int table, Auctions auctions) {
        return text(table, auctions.itemName)
                .text(table, auctions.description)
                .numbers(table, auctions.initialBid)
                .numbers(table, auctions.reserve)
                .numbers(table, auctions.dateTime)
                .numbers(table, auctions.expires)
                .numbers(table, auctions.seller)
                .numbers(table, auctions.category)
                .text(table, auctions.extra);
    }

    PickedRows text(int table, TextColumn text) {
        return column(() -> new Output.Text(text.bytes), (output, column) -> {
            Output.Text to = output.text(column);
            int[] picked = rows[table];
            for (int i = 0; i < output.rows; i++) {
                to.offset[i] = text.offset[picked[i]];
                to.length[i] = text.length[picked[i]];
            }
        });
    }

    /** @param entries the row of the dictionary that is each row's text */
    PickedRows text(int table, TextColumn dictionary, int[] entries) {
        return column(() -> new Output.Text(dictionary.bytes), (output, column) -> {
            Output.Text to = output.text(column);
            int[] picked = rows[table];
            for (int i = 0; i < output.rows; i++) {
                int entry = entries[picked[i]];
                to.offset[i] = dictionary.offset[entry];
                to.length[i] = dictionary.length[entry];
            }
        });
    }

    /** A column that the loop fills for row {@link Output#rows}, before it adds the row. */
    PickedRows computed(Supplier<Output.Column> column) {
        return column(column, (output, number) -> {});
    }

    /** The column added last is one that the input leaves open. */
    PickedRows undetermined() {
        undetermined.add(columns.size() - 1);
        return this;
    }

    private PickedRows column(Supplier<Output.Column> column, Fill fill) {
        columns.add(column);
        fills.add(fill);
        return this;
    }

    Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest, undetermined, columns.stream().map(Supplier::get).toArray(Output.Column[]::new));
    }

    void add(Output output, byte kind, int first) {
        rows[0][output.rows] = first;
        end(output, kind);
    }

    void add(Output output, byte kind, int first, int second) {
        rows[1][output.rows] = second;
        add(output, kind, first);
    }

    void add(Output output, byte kind, int first, int second, int third) {
        rows[2][output.rows] = third;
        add(output, kind, first, second);
    }

    private void end(Output output, byte kind) {
        output.kinds[output.rows++] = kind;
        if (output.rows == Output.CAPACITY) {
            deliver(output);
        }
    }

    /** Delivers the rows added so far. */
    void deliver(Output output) {
        for (int column = 0; column < fills.size(); column++) {
            fills.get(column).fill(output, column);
        }
        output.deliver();
    }
}
