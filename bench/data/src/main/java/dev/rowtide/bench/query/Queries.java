// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The text of each query, a {@code SELECT} without semicolon. */
public final class Queries {
    /** What a consolidating engine gathers before it delivers the net change, in rows of input. */
    public static final int FLUSH_ROWS = 50_000;

    /** By query whose rows change, the key of the answer. */
    private static final Map<String, List<String>> KEYS = Map.of(
            "q4", List.of("category"),
            "q9", List.of("id"),
            "q15", List.of("bid_day"),
            "q16", List.of("channel", "bid_day"),
            "q17", List.of("auction", "bid_day"),
            "q18", List.of("bidder", "auction"),
            "q19", List.of("auction", "place"),
            "diamond", List.of());

    private static final String FLUSH = "-flush";
    private static final String JSON = "-json";

    private Queries() {}

    /**
     * The text of a query. A query that is the same as another but for the way its changes are delivered
     * ({@code count-flush}) or its input comes in ({@code q1-json}) has the other's text.
     *
     * @throws IllegalArgumentException if there is no such query
     */
    public static String select(String query) {
        String file = withoutSuffix(withoutSuffix(query, FLUSH), JSON) + ".sql";
        try (InputStream in = Queries.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no query " + query);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the query reads clicks of users, not events of the auction. */
    public static boolean readsClicks(String query) {
        return query.startsWith("count") || query.startsWith("leftjoin") || query.equals("tumble");
    }

    /** The tables that the query reads, in alphabetical order; a table of JSON lines is no other. */
    public static List<String> tables(String query) {
        String select = select(query);
        return Stream.of("auction", "bid", "clicks", "person", "users")
                .filter(table -> Pattern.compile("(FROM|JOIN) " + table + "\\b")
                        .matcher(select)
                        .find())
                .toList();
    }

    /** The key of the answer of a query that {@link #updates}; empty if it has none. */
    public static List<String> key(String query) {
        return KEYS.getOrDefault(query, List.of());
    }

    /**
     * Whether a column of the answer follows from the input. In q9 bids of one auction that are equal in price and time may come first, so that their other columns are
     * anybody's choice.
     */
    public static boolean isDetermined(String query, String column) {
        return !query.equals("q9") || !column.equals("bidder") && !column.equals("bid_extra");
    }

    /** Whether the answer follows from the input alone. In q12 it depends on when bids are read, and Flink keeps back windows that are open as its input ends. */
    public static boolean hasOneAnswer(String query) {
        return !query.equals("q12");
    }

    /** Whether rows of the answer change or go: such a query is also measured consolidated. */
    public static boolean updates(String query) {
        return KEYS.containsKey(query);
    }

    /** Whether the query reads bids as JSON lines. */
    public static boolean readsJson(String query) {
        return query.endsWith(JSON);
    }

    /** Whether the query's changes are to be consolidated, {@link #FLUSH_ROWS} rows of input at a time. */
    public static boolean consolidates(String query) {
        return query.endsWith(FLUSH);
    }

    private static String withoutSuffix(String text, String suffix) {
        return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
    }
}
