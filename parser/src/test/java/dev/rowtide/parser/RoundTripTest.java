// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.util.Litmus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that is accepted prints as SQL that is accepted again and means the same. */
class RoundTripTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                // tables
                "CREATE TABLE t (a INT)",
                "CREATE TABLE t (id INT PRIMARY KEY, name TEXT, price FLOAT, order_date TIMESTAMP, status TEXT) WITH (connector = 'kafka', format = 'debezium_json', type = 'source', bootstrap_servers = 'localhost:9092', topic = 'orders_cdc')",
                "CREATE OR REPLACE TEMPORARY TABLE IF NOT EXISTS a.b.t (a BIGINT NOT NULL, b VARCHAR(10) NULL, PRIMARY KEY (a, b) NOT ENFORCED) COMMENT 'it''s' WITH ('connector' = 'print', 'x' = 'y')",
                "CREATE TABLE t (a INT, CONSTRAINT pk PRIMARY KEY (a) NOT ENFORCED, c AS a + 1 COMMENT 'sum', d DOUBLE DEFAULT 1.5 NOT NULL COMMENT 'd')",
                "CREATE TABLE t (a INT, c BIGINT GENERATED ALWAYS AS (a * 2) STORED, d BIGINT GENERATED ALWAYS AS (a * 2) VIRTUAL)",
                "CREATE TABLE t (ts TIMESTAMP(3) METADATA FROM 'timestamp' VIRTUAL, k STRING METADATA, n INT NOT NULL METADATA FROM 'n')",
                "CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)",
                "CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts)",
                "CREATE TABLE t (ts TIMESTAMP(3), watermark INT, WATERMARK FOR ts AS ts - 5s)",
                "CREATE TABLE impulse WITH ('connector' = 'impulse', event_rate = '100')",
                "CREATE TABLE t WITH (scan.startup-mode = 'x', a.table.interval = 3, b = -1.5, c = TRUE, d = false, e = 10s)",
                "CREATE TABLE t WITH ('connector' = 'print') AS SELECT a FROM s",
                "CREATE TABLE t AS SELECT a FROM s",
                "CREATE TABLE t (pt AS PROCTIME(), id INT PRIMARY KEY NOT ENFORCED)",
                // types
                "CREATE TABLE t (a BOOLEAN, b TINYINT, c SMALLINT, d INTEGER, e BIGINT, f DECIMAL(38, 10), g FLOAT, h DOUBLE, i DOUBLE PRECISION, j REAL, k CHAR(3), l VARCHAR, m STRING, n BYTES, o BINARY(2), p VARBINARY(3), q DATE, r TIME(3), s TIMESTAMP(9), u TIMESTAMP_LTZ(3), v TIMESTAMP(3) WITH LOCAL TIME ZONE, w TIMESTAMP_LTZ, x NUMERIC(10), y TEXT)",
                "CREATE TABLE t (a ARRAY<INT>, b MAP<STRING, ARRAY<ROW<x INT, y STRING NOT NULL>>>, c ROW(x INT, y ROW<z DATE>), d INT ARRAY)",
                // views and drops
                "CREATE VIEW v AS SELECT a FROM t",
                "CREATE OR REPLACE TEMPORARY VIEW IF NOT EXISTS v (a, b) AS SELECT 1, 2",
                "CREATE VIEW v AS SELECT a FROM t UNION ALL SELECT b FROM s",
                "CREATE VIEW v AS SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS WITH TIES",
                "CREATE VIEW v AS SELECT a FROM t ORDER BY a, b DESC OFFSET 2 ROWS FETCH NEXT 3 ROWS WITH TIES",
                "DROP TABLE t",
                "DROP TEMPORARY VIEW IF EXISTS v",
                "CREATE OR REPLACE TEMPORARY FUNCTION IF NOT EXISTS f (BIGINT, STRING) RETURNS STRING AS 'a.B' USING JAR 'it''s.jar'",
                "CREATE FUNCTION f AS 'a.B'",
                "DROP FUNCTION IF EXISTS f",
                // inserts
                "INSERT INTO t SELECT a FROM s",
                "INSERT INTO t (a, b) VALUES (1, 'x'), (2, NULL)",
                "INSERT OVERWRITE t SELECT a FROM s ON CONFLICT DO NOTHING",
                "INSERT INTO t SELECT a FROM s ON CONFLICT DO DEDUPLICATE",
                "INSERT INTO t SELECT a FROM s x ON CONFLICT DO ERROR",
                "INSERT INTO t WITH x AS (SELECT 1 AS a) SELECT a FROM x",
                "INSERT INTO t (SELECT a FROM s)",
                "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END",
                "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END",
                // explain, settings, lists
                "EXPLAIN SELECT a FROM t",
                "EXPLAIN PLAN FOR SELECT a FROM t",
                "EXPLAIN CHANGELOG_MODE INSERT INTO t SELECT a FROM s",
                "EXPLAIN ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, JSON_EXECUTION_PLAN SELECT 1",
                "EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END",
                "EXPLAIN CHANGELOG_MODE EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END",
                "EXPLAIN CHANGELOG_MODE SELECT a FROM t EMIT CHANGES",
                "SET",
                "SET 'a.b' = 'c'",
                "SET updating_ttl = '1 hour'",
                "SET updating_ttl = INTERVAL '1 hour'",
                "SET updating_ttl = INTERVAL '1' HOUR",
                "SET pipeline.update-aggregate-flush-interval = 10s",
                "SET table.exec.mini-batch.enabled = true",
                "SET a = 5",
                "SET a = json",
                "RESET",
                "RESET 'a.b'",
                "RESET table.a",
                "SHOW TABLES",
                "SHOW VIEWS LIKE 'a%'",
                "SHOW FUNCTIONS",
                "SHOW DROPPED",
                "SHOW SETTINGS",
                "SHOW CREATE TABLE a.b",
                "SHOW CREATE VIEW v",
                "DESCRIBE t",
                "DESC a.t",
                "DESCRIBE TABLE t",
                // queries
                "SELECT 1",
                "VALUES (1, 'a'), (2, 'b')",
                "TABLE t",
                "(SELECT a FROM t) UNION (SELECT b FROM t) ORDER BY 1 LIMIT 3",
                "SELECT a FROM t EMIT CHANGES",
                "SELECT a FROM t ORDER BY a LIMIT 10 EMIT CHANGES",
                "WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a) SELECT x FROM b",
                "SELECT count(*) as rows FROM impulse HAVING rows < 500",
                "SELECT * FROM 'file.csv'",
                "SELECT f.a, g.b FROM 'a''s.csv' AS f JOIN 'b.jsonl' g ON f.a = g.a",
                "SELECT * FROM \"file name\".`other``name`",
                "SELECT TRY_CAST(a AS INT), a::BIGINT, -a::DECIMAL(3, 1) * 2, CAST(a AS TIMESTAMP_LTZ(3)), CAST(a AS STRING) FROM t",
                "SELECT a != b, a % b, a || b, a <> b, a LIKE 'x%', a ILIKE 'x%', a NOT ILIKE 'x', NOT a IS DISTINCT FROM b FROM t",
                "SELECT SUM(a) FILTER (WHERE a > 1), COUNT(DISTINCT b), COUNT(*) FILTER (WHERE b IS NOT NULL) AS c FROM t",
                "SELECT now() - 1d, ts + 10s, ts - 500a, ts - 2w, ts + 3n FROM t",
                "SELECT INTERVAL '1 hour', INTERVAL '1 day 12 hours', INTERVAL -'5 minutes', INTERVAL '01:30:00', INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH FROM t",
                "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start",
                "SELECT * FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1 minute')",
                "SELECT * FROM TABLE(HOP(DATA => TABLE t, TIMECOL => DESCRIPTOR(ts), SLIDE => INTERVAL '5' MINUTES, SIZE => INTERVAL '10' MINUTES)) w",
                "SELECT * FROM CUMULATE(TABLE t, DESCRIPTOR(ts), 1m, 1h)",
                "SELECT * FROM SESSION(TABLE t PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' MINUTES) AS s",
                "SELECT id, op FROM TO_CHANGELOG(input => TABLE t)",
                "SELECT * FROM TO_CHANGELOG(input => TABLE t, op => DESCRIPTOR(op_code), op_mapping => MAP['INSERT', 'C', 'DELETE', 'D'])",
                "SELECT * FROM FROM_CHANGELOG(input => TABLE t PARTITION BY id)",
                "SELECT /*+ STATE_TTL('a' = '1d', 'b' = '2d') */ a.x FROM a JOIN b ON a.k = b.k",
                "SELECT * FROM t /*+ OPTIONS('scan.mode' = 'x') */",
                "SELECT MAP['a', 1], ARRAY[1, 2, 3], ARRAY[1][1], ROW(1, 'x') FROM t",
                "SELECT o.id, r.rate FROM o JOIN r FOR SYSTEM_TIME AS OF o.ts AS r ON o.c = r.c",
                "SELECT a, ROW_NUMBER() OVER (PARTITION BY b ORDER BY c DESC) AS rn FROM t QUALIFY rn = 1",
                "SELECT a, SUM(b) FROM t GROUP BY GROUPING SETS ((a), (), (a, c))",
                "SELECT a, SUM(b) FROM t GROUP BY ROLLUP (a, b)",
                "SELECT a, SUM(b) FROM t GROUP BY CUBE (a, b)",
                "SELECT a, e FROM t CROSS JOIN UNNEST(t.xs) WITH ORDINALITY AS u (e, i)",
                "SELECT a, s FROM t, LATERAL (SELECT b AS s FROM u WHERE u.a = t.a) AS x",
                "SELECT a, w FROM t LEFT JOIN LATERAL TABLE(split(b)) AS s (w) ON TRUE",
                "SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t",
                "SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY b ORDER BY c RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW)",
                "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES FIRST(A.p) AS p0, LAST(B.p) AS p1 ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW PATTERN (A B+) WITHIN INTERVAL '1' HOUR DEFINE A AS A.p > 10, B AS B.p < PREV(B.p)) AS m",
                "SELECT a FROM t WHERE a IN (SELECT b FROM s) AND NOT EXISTS (SELECT 1 FROM s WHERE s.b = t.a) AND a BETWEEN 1 AND 2",
                "SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END, CASE a WHEN 1 THEN 2 END, COALESCE(a, 1), NULLIF(a, b) FROM t",
                "SELECT EXTRACT(YEAR FROM ts), HOUR(ts), FLOOR(ts TO DAY), CEIL(x), TIMESTAMPDIFF(SECOND, a, b), SUBSTRING(a FROM 2 FOR 3), TRIM(BOTH 'x' FROM a), POSITION('a' IN b), OVERLAY(a PLACING b FROM 1) FROM t",
                "SELECT DATE '2024-01-01', TIME '10:00:00', TIMESTAMP '2024-01-01 10:00:00', CURRENT_DATE, CURRENT_TIMESTAMP, LOCALTIMESTAMP",
                "SELECT JSON_VALUE(a, '$.b'), JSON_OBJECT('a' VALUE 1), a IS JSON FROM t",
                "SELECT a FROM t ORDER BY a NULLS LAST OFFSET 3 ROWS FETCH NEXT 5 ROWS ONLY",
                "SELECT LISTAGG(a, ',') WITHIN GROUP (ORDER BY b) FROM t",
                "SELECT a FROM t1 FULL OUTER JOIN t2 USING (a) NATURAL JOIN t3",
                "SELECT DISTINCT a, b.* FROM t b",
                "SELECT E'a\\nb', x'0aff', U&'\\00e9', 'it''s', 1e3, .5, 1.25",
                "SELECT a FROM t EXCEPT SELECT b FROM s INTERSECT SELECT c FROM r",
            })
    void printsAsTheSameStatement(String sql) {
        Statement written = ScriptParser.parseScript(sql).get(0);
        String printed = written.node().toString();
        Statement again = ScriptParser.parseScript(printed).get(0);
        assertThat(again.node().toString()).isEqualTo(printed);
        assertThat(again.node().getClass()).isEqualTo(written.node().getClass());
        assertThat(again.node().equalsDeep(written.node(), Litmus.IGNORE)).isTrue();
    }
}
