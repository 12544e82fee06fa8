// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.Child;
import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.child.Program;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.query.Queries;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;

/** Runs one query as a loop. */
public final class LoopMain {
    private LoopMain() {}

    public static void main(String[] arguments) {
        Child.run(arguments, LoopMain::open);
    }

    static Program open(ChildOptions options) throws IOException {
        Loop loop = loop(options);
        return (stopwatch, digest) -> {
            Output output = loop.newOutput(digest);
            stopwatch.start();
            loop.run(output);
            output.deliver();
            stopwatch.stop();
            return output.delivered();
        };
    }

    /** Configurations: text passed on {@code by-reference} or {@code copied}; {@code every-change} or by {@code flush}. */
    private static Loop loop(ChildOptions options) throws IOException {
        String query = options.query();
        if (query.equals("q1-json")) {
            return new JsonCurrencyConversion(
                    Files.readAllBytes(Objects.requireNonNull(options.input(), "no --input")));
        }
        if (Queries.readsClicks(query)) {
            Clicks clicks = Clicks.generate(options.events(), options.users());
            return switch (query) {
                case "count" -> new CountEveryChange(clicks);
                case "count-flush" -> new CountPerFlush(clicks);
                case "countcount" -> new CountOfCountsEveryChange(clicks);
                case "countcount-flush" -> new CountOfCountsPerFlush(clicks);
                case "tumble" -> new VisitsPerWindow(clicks);
                case "leftjoin" -> new ClicksOfUsers(clicks, true);
                case "leftjoin-flush" -> new ClicksOfUsers(clicks, false);
                default -> throw noLoop(options);
            };
        }
        Events events = Events.generate(options.events());
        Bids bids = events.bids;
        return switch (query + " " + options.config()) {
            case "q0 by-reference" -> new PassThrough(bids, false);
            case "q0 copied" -> new PassThrough(bids, true);
            case "q1 by-reference" -> new CurrencyConversion(bids, false);
            case "q1 copied" -> new CurrencyConversion(bids, true);
            case "q2 plain" -> new Selection(bids);
            case "q14 by-reference" -> new Calculation(bids, false);
            case "q14 copied" -> new Calculation(bids, true);
            case "q15 every-change" -> new BiddingStatistics(bids, 1);
            case "q15 flush" -> new BiddingStatistics(bids, Queries.FLUSH_ROWS);
            case "q3 plain" -> new LocalItems(events);
            case "q4 every-change" -> new AveragePrices(events, true);
            case "q4 flush" -> new AveragePrices(events, false);
            case "q5 plain" -> new HotItems(events);
            case "q7 plain" -> new HighestOfWindow(events);
            case "q8 plain" -> new NewSellers(events);
            case "q10 plain" -> new BidsWithMinutes(events);
            case "q11 plain" -> new BidderSessions(events);
            case "q12 plain" -> new BidsSeen(bids, System::currentTimeMillis);
            case "q13 plain" -> new BidsWithSideInput(events);
            case "q9 every-change" -> new WinningBids(events);
            case "q16 every-change" -> new ChannelStatistics(events, true);
            case "q16 flush" -> new ChannelStatistics(events, false);
            case "q17 every-change" -> new AuctionStatistics(events, true);
            case "q17 flush" -> new AuctionStatistics(events, false);
            case "q18 every-change" -> new LatestBids(events);
            case "q19 every-change" -> new HighestBids(events);
            case "q20 plain" -> new BidsWithAuctions(events);
            case "q21 plain" -> new ChannelIds(events);
            case "q22 plain" -> new UrlFolders(events);
            case "q23 plain" -> new BidsOfSellers(events);
            case "threeway plain" -> new BidsWithSellers(events);
            case "diamond every-change" -> new LeadingBids(events);
            default -> throw noLoop(options);
        };
    }

    private static IllegalArgumentException noLoop(ChildOptions options) {
        return new IllegalArgumentException("no loop for " + options.query() + ", " + options.config());
    }
}
