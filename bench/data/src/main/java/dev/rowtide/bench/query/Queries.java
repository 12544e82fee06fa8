// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The text of each query, a {@code SELECT} without semicolon. */
public final class Queries {
    /** What a consolidating engine gathers before it delivers the net change, in rows of input. */
    public static final int FLUSH_ROWS = 50_000;

    private static final Set<String> UPDATING = Set.of("q4", "q9", "q15", "q16", "q17", "q18", "q19", "diamond");
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
        return query.startsWith("count") || query.startsWith("leftjoin");
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

    /** Whether rows of the answer change or go: such a query is also measured consolidated. */
    public static boolean updates(String query) {
        return UPDATING.contains(query);
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
