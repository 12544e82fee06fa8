// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sink that puts and deletes rows by key has in the end. */
class KeyedSinkTest {

    private static final String PLACES = """
            CREATE TABLE scores (name STRING, score INT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'memory');
            CREATE TABLE places (name STRING, score INT, place BIGINT, PRIMARY KEY (name) NOT ENFORCED)
            WITH ('connector' = 'memory');
            INSERT INTO places SELECT * FROM (
              SELECT *, ROW_NUMBER() OVER (ORDER BY score DESC) AS place FROM scores) WHERE place <= 3;
            """;

    @ParameterizedTest
    @ValueSource(strings = {"'pipeline.batch-rows' = '1'", "'pipeline.batch-rows' = '4096'", "'mini-batch.size' = '3'"})
    void rowsThatChangePlacesStay(String setting) {
        Session session = new Session();
        session.tables.source("scores", ChangelogMode.RETRACT, """
                +I ann, 5
                +I bob, 3
                +I cid, 1
                +I dan, 0
                -U cid, 1
                +U cid, 9
                -U dan, 0
                +U dan, 6
                -D cid, 9
                """);
        session.run("SET " + setting + ";" + PLACES);
        assertThat(byFirstColumn(session.tables.written("places")))
                .isEqualTo(Map.of("dan", "dan, 6, 1", "ann", "ann, 5, 2", "bob", "bob, 3, 3"));
    }

    /** Two counts that meet have a row also where nothing is read. */
    @Test
    void whatThereIsOfNoRowsIsWritten() {
        Session session = new Session();
        session.tables.source("scores", ChangelogMode.RETRACT, "");
        session.run("""
                CREATE TABLE scores (name STRING, score INT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'memory');
                CREATE TABLE counts (n BIGINT, m BIGINT, PRIMARY KEY (n) NOT ENFORCED) WITH ('connector' = 'memory');
                INSERT INTO counts SELECT n, m FROM FROM_CHANGELOG(input => (SELECT * FROM TO_CHANGELOG(input => (
                  SELECT a.n, b.m FROM (SELECT COUNT(*) AS n FROM scores) AS a
                  CROSS JOIN (SELECT COUNT(*) AS m FROM scores WHERE score > 0) AS b))));
                """);
        assertThat(byFirstColumn(session.tables.written("counts"))).isEqualTo(Map.of("0", "0, 0"));
    }

    /** What an upsert source puts in may take the place of a row: a delete behind it is of that row too. Windows pass it on like filters do. */
    @Test
    void aPutAndADeleteOfOneFlushDelete() {
        Session session = new Session();
        session.tables.source("p", ChangelogMode.UPSERT, """
                +I ann, 1970-01-01 00:00:01
                +I bob, 1970-01-01 00:00:02
                +I ann, 1970-01-01 00:00:03
                -D ann, 1970-01-01 00:00:03
                """);
        session.run("SET 'mini-batch.size' = '2';" + """
                CREATE TABLE p (name STRING PRIMARY KEY NOT ENFORCED, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
                WITH ('connector' = 'memory');
                CREATE TABLE ends (name STRING PRIMARY KEY NOT ENFORCED, e TIMESTAMP(3)) WITH ('connector' = 'memory');
                INSERT INTO ends SELECT name, window_end FROM TUMBLE(TABLE p, DESCRIPTOR(ts), INTERVAL '1' MINUTE);
                """);
        assertThat(byFirstColumn(session.tables.written("ends")))
                .isEqualTo(Map.of("bob", "bob, 1970-01-01 00:01:00.000"));
    }

    /** The window that it comes to is put out before the one that it leaves. */
    @Test
    void aLateUpdateThatMovesARowToAnotherWindowKeepsIt() {
        Session session = new Session();
        session.tables.source("p", ChangelogMode.UPSERT, """
                +I ann, 1970-01-01 00:30:00
                +I bob, 1970-01-01 00:20:00
                +U bob, 1970-01-01 00:10:00
                """);
        session.run("""
                CREATE TABLE p (name STRING PRIMARY KEY NOT ENFORCED, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
                WITH ('connector' = 'memory');
                CREATE TABLE ends (name STRING PRIMARY KEY NOT ENFORCED, e TIMESTAMP(3)) WITH ('connector' = 'memory');
                INSERT INTO ends SELECT /*+ EMIT('allowed-lateness' = '1 d') */ name, window_end
                FROM TUMBLE(TABLE p, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY name, window_start, window_end;
                """);
        assertThat(byFirstColumn(session.tables.written("ends")))
                .isEqualTo(Map.of("ann", "ann, 1970-01-01 00:31:00.000", "bob", "bob, 1970-01-01 00:11:00.000"));
    }

    /** The rows of the join are unique by the partner, which two of them exchange at one position, since both sides come of one change. */
    @Test
    void rowsThatExchangeTheirPartnersStay() {
        Session session = new Session();
        session.tables.source("pairs", ChangelogMode.RETRACT, """
                +I x, a, b
                -U x, a, b
                +U x, b, a
                """);
        session.run("""
                CREATE TABLE pairs (id STRING, one STRING, other STRING, PRIMARY KEY (id) NOT ENFORCED)
                WITH ('connector' = 'memory');
                CREATE TABLE sides (name STRING, side INT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'memory');
                INSERT INTO sides SELECT one, 1 FROM pairs UNION ALL SELECT other, 2 FROM pairs
                ON CONFLICT DO DEDUPLICATE;
                """);
        assertThat(byFirstColumn(session.tables.written("sides"))).isEqualTo(Map.of("a", "a, 2", "b", "b, 1"));
    }

    /** The sink's key is wider than the one by which the join finds rows: of that, one group goes and another comes at one position. */
    @Test
    void aRowThatTakesThePlaceOfAnotherIsNoUpdateOfIt() {
        Session session = new Session();
        session.tables.source("scores", ChangelogMode.UPSERT, "+I ann, 5\n+U ann, 6\n");
        session.run("""
                CREATE TABLE scores (name STRING, score INT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'memory');
                CREATE TABLE counts (score INT, name STRING, n BIGINT, PRIMARY KEY (score, name) NOT ENFORCED)
                WITH ('connector' = 'memory');
                INSERT INTO counts SELECT * FROM (SELECT score, name, COUNT(*) FROM scores GROUP BY score, name)
                WHERE name NOT IN (SELECT name || '!' FROM scores);
                """);
        assertThat(byFirstColumn(session.tables.written("counts"))).isEqualTo(Map.of("6", "6, ann, 1"));
    }

    /** Both parts of the query read the same source, of which each leaves out rows by what an update changes. */
    @ParameterizedTest
    @ValueSource(strings = {"streaming", "batch"})
    void anUpdateThatAFilterLeavesOutTakesTheOldRowOut(String mode) {
        Session session = new Session();
        session.tables.source("scores", ChangelogMode.UPSERT, "+I ann, NULL\n+I bob, NULL\n+U ann, 6\n");
        session.run("SET 'execution.runtime-mode' = '" + mode + "';" + """
                CREATE TABLE scores (name STRING, score INT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'memory');
                CREATE TABLE names (name STRING, n INT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'memory');
                INSERT INTO names SELECT name, 1 FROM scores WHERE score IS NULL
                AND name NOT IN (SELECT name FROM scores WHERE score > score);
                """);
        assertThat(byFirstColumn(session.tables.written("names"))).isEqualTo(Map.of("bob", "bob, 1"));
    }

    private static Map<String, String> byFirstColumn(String written) {
        Map<String, String> rows = new TreeMap<>();
        written.lines().filter(line -> !line.startsWith("--")).forEach(line -> {
            String row = line.substring(3);
            String key = row.substring(0, row.indexOf(','));
            if (line.startsWith("-")) {
                rows.remove(key);
            } else {
                rows.put(key, row);
            }
        });
        return rows;
    }
}
