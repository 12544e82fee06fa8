// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups and aggregates of dates that DATE_FORMAT writes, which are kept as numbers. Values by hand. */
class FormattedDatesTest {

    private static final String TIMES =
            " FROM (VALUES (1, TIMESTAMP '2024-02-29 23:50:00'), (2, TIMESTAMP '2024-03-01 00:10:00'), (3, CAST(NULL AS TIMESTAMP)),"
                    + " (4, TIMESTAMP '2024-02-29 05:06:07'), (5, CAST(NULL AS TIMESTAMP)), (6, TIMESTAMP '2023-02-28 05:06:08')) AS v (n, ts)";

    @Test
    void groupsAndTheirLatest() {
        assertThat(rows(
                        "SELECT DATE_FORMAT(ts, 'yyyy-MM-dd'), COUNT(*), MAX(DATE_FORMAT(ts, 'HH:mm')), MIN(DATE_FORMAT(ts, 'HH:mm'))"
                                + TIMES + " GROUP BY DATE_FORMAT(ts, 'yyyy-MM-dd')"))
                .containsExactlyInAnyOrder(
                        "[2024-02-29, 2, 23:50, 05:06]",
                        "[2024-03-01, 1, 00:10, 00:10]",
                        "[null, 2, null, null]",
                        "[2023-02-28, 1, 05:06, 05:06]");
    }

    @Test
    void countsOfDistinctTextsAndAConditionOnOne() {
        assertThat(rows(
                        "SELECT COUNT(DISTINCT DATE_FORMAT(ts, 'MM')), MAX(DATE_FORMAT(ts, 'yyyy')), MAX(DATE_FORMAT(ts, 'mm'))"
                                + TIMES))
                .containsExactly("[2, 2024, 50]");
        assertThat(rows("SELECT DATE_FORMAT(ts, 'yy'), SUM(n)" + TIMES
                        + " GROUP BY DATE_FORMAT(ts, 'yy') HAVING DATE_FORMAT(ts, 'yy') < '24'"))
                .containsExactly("[23, 6]");
    }

    /** In the second hour of that day clocks were put back, so that two instants an hour apart read the same. */
    @Test
    void instantsThatReadTheSameAreOneGroup() {
        assertThat(rows(
                        "SELECT DATE_FORMAT(t, 'yyyy-MM-dd HH'), COUNT(*) FROM (SELECT CAST(s AS TIMESTAMP_LTZ(3)) AS t FROM"
                                + " (VALUES ('2024-10-27T00:30:00Z'), ('2024-10-27T01:30:00Z'), ('2024-10-27T02:30:00Z')) AS v (s))"
                                + " GROUP BY DATE_FORMAT(t, 'yyyy-MM-dd HH')"))
                .containsExactlyInAnyOrder("[2024-10-27 02, 2]", "[2024-10-27 03, 1]");
    }

    /** The result of the last day goes when its only row does. */
    @Test
    void rowsThatAreTakenBack() {
        String latest = "SELECT k, MAX(ts) AS ts FROM (SELECT n / 3 AS k, ts" + TIMES + ") GROUP BY k";
        assertThat(rows("SELECT DATE_FORMAT(ts, 'dd'), COUNT(*), MAX(DATE_FORMAT(ts, 'ss')) FROM (" + latest
                        + ") GROUP BY DATE_FORMAT(ts, 'dd')"))
                .containsExactlyInAnyOrder("[01, 1, 00]", "[29, 1, 07]", "[28, 1, 08]");
    }

    /** The rows that are left of a query's changes. */
    private static List<String> rows(String query) {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.set("time_zone", "Europe/Berlin");
            List<String> rows = new ArrayList<>();
            try (Result result = rowtide.execute(query)) {
                for (Change change : result) {
                    String row = change.values().toString();
                    assertThat(change.kind().isRetraction() ? rows.remove(row) : rows.add(row))
                            .isTrue();
                }
            }
            return rows;
        }
    }
}
