// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the calls of an aggregate need, each thing once: DISTINCT tables, weights, accumulators and their words in a
 * group's record, results. What a call needs, {@link CallResults} knows.
 *
 * <pre>
 *   values of a record: rows | words of accumulator 0 ... | words of accumulator 1 ... | the group's number, if anything is DISTINCT | its time, if it has one to live
 * </pre>
 */
final class AggregateLayout {

    /** The word with the group's rows. */
    static final int ROWS_WORD = 0;

    /** Accumulators with the same weights. */
    record FedAccumulators(Feed feed, List<Accumulator> accumulators) {}

    /**
     * Which rows count.
     *
     * @param filter the column that must be TRUE, or -1
     * @param required the columns that must not be NULL
     * @param distinct the columns by which rows are told apart, of which equal ones count once; empty where all count
     */
    record FeedKey(int filter, List<Integer> required, List<Integer> distinct) {

        FeedKey(int filter, List<Integer> required, boolean distinct) {
            this(filter, required, distinct ? required : List.of());
        }
    }

    private record AccumulatorKey(Class<? extends Accumulator> kind, List<?> of) {}

    private final Schema input;
    private final boolean retracts;
    private final List<Filters> filters = new ArrayList<>(List.of(new Filters()));
    private final List<DistinctValues> distinct = new ArrayList<>();
    private final Map<FeedKey, FedAccumulators> fed = new LinkedHashMap<>();
    private final Map<FeedKey, Map<AccumulatorKey, Accumulator>> known = new LinkedHashMap<>();
    private final List<Accumulator> accumulators = new ArrayList<>();
    private final ResultColumn[] results;
    private final boolean expires;
    private int words = 1;

    AggregateLayout(GroupAggregate node) {
        this(
                node.input().schema(),
                !node.input().mode().isAppendOnly(),
                node.calls(),
                node.ttl().expires());
    }

    /**
     * @param retracts whether rows are taken back
     * @param expires whether groups are forgotten some time
     */
    AggregateLayout(Schema input, boolean retracts, List<AggregateCall> calls, boolean expires) {
        this.input = input;
        this.retracts = retracts;
        this.expires = expires;
        CallResults of = new CallResults(this, input, retracts, calls);
        results = calls.stream().map(of::result).toArray(ResultColumn[]::new);
    }

    /** The value words that results are computed from: the rows and the accumulators'. */
    int resultWords() {
        return words;
    }

    /** The word with the group's number, or -1. */
    int groupIdWord() {
        return distinct.isEmpty() ? -1 : words;
    }

    /** All value words of a record. */
    int valueWords() {
        return words + (distinct.isEmpty() ? 0 : 1) + (expires ? 1 : 0);
    }

    /** The word that says when the group was last touched, or -1. */
    int stampWord() {
        return expires ? valueWords() - 1 : -1;
    }

    List<Filters> filters() {
        return filters;
    }

    List<DistinctValues> distinct() {
        return distinct;
    }

    List<FedAccumulators> fedAccumulators() {
        return List.copyOf(fed.values());
    }

    List<Accumulator> accumulators() {
        return accumulators;
    }

    ResultColumn[] results() {
        return results;
    }

    /**
     * The accumulator of this kind behind this feed: a known one, or {@code fresh}, which is placed.
     *
     * @param of what tells it from others of its kind
     */
    Accumulator accumulator(FeedKey feedKey, List<?> of, Accumulator fresh) {
        Map<AccumulatorKey, Accumulator> behind = known.computeIfAbsent(feedKey, k -> new LinkedHashMap<>());
        AccumulatorKey key = new AccumulatorKey(fresh.getClass(), of);
        Accumulator there = behind.get(key);
        if (there != null) {
            return there;
        }
        behind.put(key, fresh);
        return place(feedKey, fresh);
    }

    /** A fresh accumulator behind a feed, which no other call has. */
    Accumulator place(FeedKey feedKey, Accumulator fresh) {
        fresh.place(words);
        words += fresh.words();
        accumulators.add(fresh);
        FedAccumulators group = fed.get(feedKey);
        if (group == null) {
            group = new FedAccumulators(feed(feedKey), new ArrayList<>());
            fed.put(feedKey, group);
        }
        group.accumulators().add(fresh);
        return fresh;
    }

    private Feed feed(FeedKey key) {
        Filters of = filtersWith(key.filter());
        int bit = of.bit(key.filter());
        return key.distinct().isEmpty() ? new PlainFeed(of, bit, key.required()) : distinctFeed(key, of, bit);
    }

    /** The filters that a filter column is among, or joins. */
    private Filters filtersWith(int column) {
        for (Filters some : filters) {
            if (some.bit(column) != Filters.FULL) {
                return some;
            }
        }
        filters.add(new Filters());
        return filters.get(filters.size() - 1);
    }

    private Feed distinctFeed(FeedKey key, Filters of, int bit) {
        boolean countsNulls = key.required().isEmpty();
        for (DistinctValues values : distinct) {
            if (values.arguments().equals(key.distinct())
                    && values.countsNulls() == countsNulls
                    && values.filters() == of) {
                return new DistinctFeed(values, values.filter(bit));
            }
        }
        DistinctValues values = new DistinctValues(input, key.distinct(), countsNulls, of, retracts);
        distinct.add(values);
        return new DistinctFeed(values, values.filter(bit));
    }
}
