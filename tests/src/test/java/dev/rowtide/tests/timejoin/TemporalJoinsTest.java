// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.timejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.Change;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where no row is late, what a temporal join puts out is DuckDB's ASOF join of all versions; the log does not depend on how the input was cut. */
class TemporalJoinsTest {

    private static final String AS_OF = "d FOR SYSTEM_TIME AS OF a.ts AS d ON a.k = d.k";

    @TempDir
    Path directory;

    private TimedTables tables;

    @BeforeEach
    void write() throws IOException {
        tables = new TimedTables(directory, 150);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a.id, d.id FROM a JOIN " + AS_OF
                        + " | SELECT a.id, d.id FROM a ASOF JOIN d ON a.k = d.k AND a.ts >= d.ts",
                "SELECT a.id, d.id, a.v * d.v FROM a LEFT JOIN " + AS_OF
                        + " | SELECT a.id, d.id, a.v * d.v FROM a ASOF LEFT JOIN d ON a.k = d.k AND a.ts >= d.ts",
                "SELECT a.id, d.id FROM a JOIN " + AS_OF + " AND a.v > d.v WHERE d.v <> 3"
                        + " | SELECT a.id, d.id FROM a ASOF JOIN d ON a.k = d.k AND a.ts >= d.ts WHERE a.v > d.v AND d.v <> 3",
                "SELECT a.id, d.id FROM a LEFT JOIN " + AS_OF + " AND a.v = d.v"
                        + " | SELECT a.id, CASE WHEN a.v = d.v THEN d.id END FROM a ASOF LEFT JOIN d ON a.k = d.k AND a.ts >= d.ts"
            })
    void eachRowMeetsTheVersionOfItsTime(String query, String duckDb) throws SQLException {
        assertThat(tables.plan(query)).contains("TemporalJoin(").contains("asOf=[right ts <= left ts]");
        List<String> whole = tables.log(query);
        Map<String, Integer> expected = tables.duckDb(duckDb);
        assertThat(whole).allMatch(line -> line.startsWith("+I"));
        assertThat(TimedTables.folded(whole)).isEqualTo(expected);
        assertThat(expected).isNotEmpty();
        for (String rows : List.of("1", "7")) {
            assertThat(tables.log(query, "pipeline.batch-rows", rows)).isEqualTo(whole);
            assertThat(TimedTables.folded(tables.log(query, "pipeline.batch-rows", rows, "mini-batch.size", "10")))
                    .isEqualTo(expected);
        }
        assertThat(TimedTables.folded(tables.log(query, "parallelism", "2"))).isEqualTo(expected);
    }

    @Test
    void theTimeOfTheLeftRowIsEventTimeStill() throws SQLException {
        List<String> log = tables.log("SELECT k, COUNT(*), SUM(v) FROM TUMBLE((SELECT a.ts, a.k, d.v FROM a JOIN "
                + AS_OF + "), DESCRIPTOR(ts), INTERVAL '10' SECOND) GROUP BY k, window_start, window_end");
        assertThat(TimedTables.folded(log))
                .isEqualTo(tables.duckDb("SELECT k, COUNT(*), SUM(v) FROM (SELECT a.ts, a.k, d.v FROM a ASOF JOIN d"
                        + " ON a.k = d.k AND a.ts >= d.ts) GROUP BY k, time_bucket(INTERVAL '10' SECOND, ts)"));
        assertThat(log).allMatch(line -> line.startsWith("+I"));
    }

    @Test
    void aSubqueryMayJoinWithVersions() throws SQLException {
        String query = "SELECT id FROM b WHERE k IN (SELECT a.k FROM a JOIN " + AS_OF + " WHERE d.v > a.v)";
        Map<String, Integer> expected = tables.duckDb(
                "SELECT id FROM b WHERE k IN (SELECT a.k FROM a ASOF JOIN d ON a.k = d.k AND a.ts >= d.ts WHERE d.v > a.v)");
        assertThat(expected).isNotEmpty();
        assertThat(TimedTables.folded(tables.log(query))).isEqualTo(expected);
        assertThat(
                        tables.plan(
                                "SELECT id FROM a WHERE v = (SELECT MAX(c.v) FROM a ASOF JOIN c MATCH_CONDITION a.ts > c.ts ON a.k = c.k)"))
                .contains("TemporalJoin(");
    }

    /** Out of order, a row is no version of the view if a later one came before it. */
    @Test
    void versionsMayBeTheLastRowsOfAView() throws SQLException {
        String view =
                "CREATE VIEW l AS SELECT id, k, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM c) WHERE n = 1";
        String ofView = "SELECT a.id, l.id FROM a LEFT JOIN l FOR SYSTEM_TIME AS OF a.ts AS l ON a.k = l.k";
        String versions = "WITH v AS (SELECT * FROM c WHERE NOT EXISTS"
                + " (SELECT 1 FROM c o WHERE o.k = c.k AND o.id < c.id AND o.ts > c.ts)), lasts AS (SELECT * FROM v WHERE NOT EXISTS"
                + " (SELECT 1 FROM v o WHERE o.k = v.k AND o.id > v.id AND o.ts = v.ts)) ";
        List<String> log = new ArrayList<>();
        try (Rowtide rowtide = tables.open()) {
            rowtide.execute(view);
            for (Change change : (QueryResult) rowtide.execute(ofView)) {
                log.add(change.kind().symbol() + change.values());
            }
        }
        assertThat(TimedTables.folded(log))
                .isEqualTo(tables.duckDb(
                        versions + "SELECT a.id, l.id FROM a ASOF LEFT JOIN lasts l ON a.k = l.k AND a.ts >= l.ts"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a.id, d.id FROM a ASOF JOIN d MATCH_CONDITION a.ts >= d.ts ON a.k = d.k"
                        + " | SELECT a.id, d.id FROM a ASOF JOIN d ON a.k = d.k AND a.ts >= d.ts",
                "SELECT a.id, d.id FROM a LEFT ASOF JOIN d MATCH_CONDITION d.ts < a.ts ON d.k = a.k"
                        + " | SELECT a.id, d.id FROM a ASOF LEFT JOIN d ON a.k = d.k AND a.ts > d.ts"
            })
    void theClosestRowIsDuckDbs(String query, String duckDb) throws SQLException {
        List<String> whole = tables.log(query);
        Map<String, Integer> expected = tables.duckDb(duckDb);
        assertThat(TimedTables.folded(whole)).isEqualTo(expected);
        assertThat(tables.log(query, "pipeline.batch-rows", "1")).isEqualTo(whole);
        assertThat(TimedTables.folded(tables.log(query, "execution.runtime-mode", "batch")))
                .isEqualTo(expected);
    }

    /** Each once, with whatever that is. */
    @Test
    void inProcessingTimeARowMeetsWhatIsThere() throws SQLException {
        List<String> ids = new ArrayList<>();
        try (Rowtide rowtide = tables.open()) {
            rowtide.execute("CREATE VIEW p AS SELECT id, k, PROCTIME() AS seen FROM a");
            rowtide.execute(
                    "CREATE VIEW l AS SELECT id, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM c) WHERE n = 1");
            String query = "SELECT p.id, l.id FROM p LEFT JOIN l FOR SYSTEM_TIME AS OF p.seen AS l ON p.k = l.k";
            assertThat(((Result.Text) rowtide.execute("EXPLAIN " + query)).text())
                    .contains("asOf=[processing time]");
            for (Change change : (QueryResult) rowtide.execute(query)) {
                ids.add("[" + change.values().get(0) + "]");
            }
        }
        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(
                        tables.duckDb("SELECT id FROM a").keySet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.id FROM a JOIN d FOR SYSTEM_TIME AS OF a.ts AS d ON a.v = d.v",
                "SELECT a.id FROM a JOIN b FOR SYSTEM_TIME AS OF a.ts AS d ON a.k = d.k",
                "SELECT a.id FROM a ASOF JOIN d MATCH_CONDITION a.ts <= d.ts ON a.k = d.k",
                "SELECT a.id FROM a ASOF JOIN d MATCH_CONDITION a.v >= d.v ON a.k = d.k",
                "SELECT a.id FROM a JOIN d FOR SYSTEM_TIME AS OF a.ts + INTERVAL '1' SECOND AS d ON a.k = d.k"
            })
    void versionsNeedAKeyThatIsComparedAndTheTimeOfARow(String query) {
        assertThatThrownBy(() -> tables.log(query)).isInstanceOf(EngineException.class);
    }

    @Test
    void theFirstRowOfAKeyGoesOutOnce() throws SQLException {
        String query =
                "SELECT id, k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS n FROM a) WHERE n = 1";
        List<String> log = tables.log(query);
        assertThat(log).allMatch(line -> line.startsWith("+I"));
        Map<String, Integer> expected = tables.duckDb(
                "SELECT id, k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts, id) AS n FROM a) WHERE n = 1");
        assertThat(TimedTables.folded(log)).isEqualTo(expected);
        assertThat(tables.log(query, "pipeline.batch-rows", "1")).isEqualTo(log);
        assertThat(TimedTables.folded(tables.log(query, "mini-batch.size", "10")))
                .isEqualTo(expected);
        assertThat(TimedTables.folded(tables.log(query, "execution.runtime-mode", "batch")))
                .isEqualTo(expected);
        assertThat(tables.plan(query)).contains("emit=[on watermark]").contains("changelogMode=[I]");
    }
}
