// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

/** A comparison has an answer for all values of its types, also where no one type has room for all of both. */
class ExactComparisonTest {

    private static final String NUMBERS = """
            +I 9223372036854775807, 999999999999999999.99999999999999999999
            +I -9223372036854775808, -999999999999999999.99999999999999999999
            +I 7, 7
            +I 7, 7.00000000000000000001
            +I NULL, 7
            """;

    @Test
    void wholeNumbersWithLongFractions() {
        assertThat(numbers("k = d, k <> d, k < d, k <= d, k > d, k >= d")).isEqualTo("""
                +I FALSE, TRUE, FALSE, FALSE, TRUE, TRUE
                +I FALSE, TRUE, TRUE, TRUE, FALSE, FALSE
                +I TRUE, FALSE, FALSE, TRUE, FALSE, TRUE
                +I FALSE, TRUE, TRUE, TRUE, FALSE, FALSE
                +I NULL, NULL, NULL, NULL, NULL, NULL
                """);
        assertThat(numbers("d = k, d <> k, d < k, d <= k, d > k, d >= k")).isEqualTo("""
                +I FALSE, TRUE, TRUE, TRUE, FALSE, FALSE
                +I FALSE, TRUE, FALSE, FALSE, TRUE, TRUE
                +I TRUE, FALSE, FALSE, TRUE, FALSE, TRUE
                +I FALSE, TRUE, FALSE, FALSE, TRUE, TRUE
                +I NULL, NULL, NULL, NULL, NULL, NULL
                """);
    }

    @Test
    void whatComparesInOtherWords() {
        assertThat(numbers("k IN (d, 1), k NOT IN (1, d), k BETWEEN d AND d, d BETWEEN 1 AND k,"
                        + " CASE k WHEN d THEN TRUE ELSE FALSE END, k IS DISTINCT FROM d"))
                .isEqualTo("""
                +I FALSE, TRUE, FALSE, TRUE, FALSE, TRUE
                +I FALSE, TRUE, FALSE, FALSE, FALSE, TRUE
                +I TRUE, FALSE, TRUE, TRUE, TRUE, FALSE
                +I FALSE, TRUE, FALSE, FALSE, FALSE, TRUE
                +I NULL, NULL, NULL, NULL, FALSE, TRUE
                """);
        assertThat(numbers("NULLIF(k, d) IS NULL, NULLIF(d, k) IS NULL, d IS NOT DISTINCT FROM k,"
                        + " NOT (d > k), d > k OR k > d, d > k AND d > 7"))
                .isEqualTo("""
                +I FALSE, FALSE, FALSE, TRUE, TRUE, FALSE
                +I FALSE, FALSE, FALSE, FALSE, TRUE, FALSE
                +I TRUE, TRUE, TRUE, TRUE, FALSE, FALSE
                +I FALSE, FALSE, FALSE, FALSE, TRUE, TRUE
                +I TRUE, FALSE, FALSE, NULL, NULL, FALSE
                """);
    }

    @Test
    void constantsThatTheOtherTypeCannotHold() {
        assertThat(numbers(
                        "d < 9223372036854775807, -12345678901234567890 < d, d = 999999999999999999.99999999999999999999,"
                                + " d >= 7.000000000000000000005, 7 = d, d <> 1e30"))
                .isEqualTo("""
                +I TRUE, TRUE, TRUE, TRUE, FALSE, TRUE
                +I TRUE, TRUE, FALSE, FALSE, FALSE, TRUE
                +I TRUE, TRUE, FALSE, FALSE, TRUE, TRUE
                +I TRUE, TRUE, FALSE, TRUE, FALSE, TRUE
                +I TRUE, TRUE, FALSE, FALSE, TRUE, TRUE
                """);
    }

    @Test
    void filtersAskTheSame() {
        assertThat(run(
                        "n (k BIGINT, d DECIMAL(38, 20))",
                        NUMBERS,
                        "r (k BIGINT)",
                        "SELECT k FROM n WHERE k <= d AND d < 9223372036854775807 AND k <> -12345678901234567890"))
                .isEqualTo("+I -9223372036854775808\n+I 7\n+I 7\n");
    }

    /** A TIMESTAMP(9) reaches from 1677 to 2262. */
    @Test
    void timesWithNanosecondsWithThoseThatHaveNone() {
        String times = """
                +I 2262-04-11 23:47:16.854775807, 2262-04-11 23:47:16.854775, 9999-12-31
                +I 1677-09-22 00:00:00.000000001, 1677-09-22 00:00:00.000001, 0001-01-01
                +I 2024-01-31 00:00:00.000000000, 2024-01-31 00:00:00.000000, 2024-01-31
                +I 2024-01-31 00:00:00.000000001, 9999-12-31 23:59:59.999999, 2024-01-31
                """;
        String comparisons = "fine = coarse, fine > coarse, coarse <= fine, day > fine, fine = day,"
                + " fine < TIMESTAMP '9999-12-31 00:00:00'";
        assertThat(run(
                        "n (fine TIMESTAMP(9), coarse TIMESTAMP(6), day DATE)",
                        times,
                        "r (a BOOLEAN, b BOOLEAN, c BOOLEAN, d BOOLEAN, e BOOLEAN, f BOOLEAN)",
                        "SELECT " + comparisons + " FROM n"))
                .isEqualTo("""
                +I FALSE, TRUE, TRUE, TRUE, FALSE, TRUE
                +I FALSE, FALSE, FALSE, FALSE, FALSE, TRUE
                +I TRUE, FALSE, TRUE, FALSE, TRUE, TRUE
                +I FALSE, FALSE, FALSE, FALSE, FALSE, TRUE
                """);
    }

    private static String numbers(String comparisons) {
        return run(
                "n (k BIGINT, d DECIMAL(38, 20))",
                NUMBERS,
                "r (a BOOLEAN, b BOOLEAN, c BOOLEAN, d BOOLEAN, e BOOLEAN, f BOOLEAN)",
                "SELECT " + comparisons + " FROM n");
    }

    private static String run(String source, String rows, String sink, String query) {
        Session session = new Session();
        session.tables.source("n", ChangelogMode.APPEND, rows);
        session.run("CREATE TABLE " + source + " WITH ('connector' = 'memory'); CREATE TABLE " + sink
                + " WITH ('connector' = 'memory'); INSERT INTO r " + query);
        return session.tables.written("r").replace("-- shown at 0\n", "");
    }
}
