// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.Planning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryErrorsTest {

    private final Planning session = new Planning("""
            CREATE TABLE orders (id INT, amount DECIMAL(10, 2), ts TIMESTAMP(3)) WITH ('connector' = 'memory');
            CREATE TABLE clicks (user_id BIGINT, url STRING) WITH ('connector' = 'memory')""");

    @Test
    void namesThatDoNotExist() {
        assertThat(session.error("SELECT amuont FROM orders"))
                .isEqualTo("1:8 column \"amuont\" does not exist | table \"orders\" has: id, amount, ts"
                        + " | Did you mean \"amount\"?");
        assertThat(session.error("SELECT o.amuont\nFROM orders AS o"))
                .isEqualTo("1:10 column \"amuont\" does not exist | table \"o\" has: id, amount, ts"
                        + " | Did you mean \"amount\"?");
        assertThat(session.error(
                        "SELECT n FROM (SELECT id, COUNT(*) AS cnt FROM orders GROUP BY id) AS q WHERE cn > 1"))
                .startsWith("1:79 column \"cn\" does not exist | table \"q\" has: id, cnt");
        assertThat(session.error("SELECT x.id FROM orders"))
                .isEqualTo("1:8 \"x\" is not a table of this query | FROM has: orders");
        assertThat(session.error("SELECT 1 FROM order_s"))
                .isEqualTo("1:15 table or view \"order_s\" does not exist | There are: orders, clicks"
                        + " | Did you mean \"orders\"?");
        assertThat(session.error("SELECT UPER(url) FROM clicks"))
                .isEqualTo("1:8 function \"UPER\" does not exist | Did you mean \"UPPER\"?");
        assertThat(session.error("SELECT frobnicate(url) FROM clicks"))
                .isEqualTo("1:8 function \"frobnicate\" does not exist");
    }

    @Test
    void aNullWhoseTypeFollowsFromNothing() {
        assertThat(session.error("SELECT DATETIME_ADD(ts, NULL) FROM orders"))
                .isEqualTo("1:25 NULL has no type here | Say which: CAST(NULL AS DATE).");
        assertThat(session.error("SELECT TIME_ADD(NULL, INTERVAL '1' MINUTE) FROM orders"))
                .isEqualTo("1:17 NULL has no type here | Say which: CAST(NULL AS DATE).");
    }

    @Test
    void theInnermostQueryIsMeant() {
        assertThat(session.error("SELECT user_id FROM (SELECT usr_id AS user_id FROM clicks) AS q"))
                .isEqualTo("1:29 column \"usr_id\" does not exist | table \"clicks\" has: user_id, url"
                        + " | Did you mean \"user_id\"?");
    }

    @Test
    void typesThatDoNotFit() {
        assertThat(session.error("SELECT ARRAYS_ZIP(id) FROM orders"))
                .contains("ARRAYS_ZIP")
                .contains("E ARRAY, ...");
        assertThat(session.error("SELECT ARRAYS_ZIP(NULL) FROM orders")).contains("E ARRAY, ...");
        assertThat(session.error("SELECT ARRAYS_ZIP(ARRAY[id], 'x') FROM orders"))
                .contains("E ARRAY, ...");
        assertThat(session.error("SELECT amount + TRUE FROM orders"))
                .startsWith("1:8 '+' can't be applied to DECIMAL(10, 2) + BOOLEAN | It takes: ");
        assertThat(session.error("SELECT id FROM orders WHERE amount"))
                .isEqualTo("1:29 WHERE takes a condition, a BOOLEAN");
        assertThat(session.error("SELECT id FROM orders UNION ALL SELECT ts FROM orders"))
                .isEqualTo("1:8 the types of column 1 do not fit together in UNION ALL");
        assertThat(session.error("SELECT id FROM orders UNION ALL SELECT id, ts FROM orders"))
                .isEqualTo("1:40 the queries of a UNION ALL have different numbers of columns");
        assertThat(session.error("SELECT CAST(ts AS INT) FROM orders"))
                .isEqualTo("1:8 TIMESTAMP(3) can't be cast to INTEGER");
        assertThat(session.error("SELECT ts - ts FROM orders"))
                .startsWith("1:8 the difference of two times needs a unit | Write (a - b) SECOND");
        assertThat(session.error("SELECT DATE '2024-02-31'")).startsWith("1:8 '2024-02-31' is not a DATE");
    }

    @Test
    void aggregatesOutOfPlace() {
        assertThat(session.error("SELECT id FROM orders WHERE COUNT(*) > 3"))
                .isEqualTo("1:29 an aggregate can't stand in WHERE | Conditions on groups go into HAVING.");
        assertThat(session.error("SELECT SUM(COUNT(*)) FROM orders"))
                .isEqualTo("1:8 an aggregate can't stand inside another");
        assertThat(session.error("SELECT id, amount FROM orders GROUP BY id"))
                .isEqualTo("1:12 \"amount\" is neither grouped by nor aggregated"
                        + " | Name it in GROUP BY, or put it into an aggregate such as MAX(amount).");
        assertThat(session.error("SELECT id FROM orders GROUP BY 2"))
                .isEqualTo("1:32 the SELECT list has no column of that number");
    }

    @Test
    void aggregatesWithoutAMeaning() {
        assertThat(session.error("SELECT LISTAGG(url, CAST(user_id AS STRING)) FROM clicks"))
                .isEqualTo("1:8 the separator of LISTAGG must be a constant");
        assertThat(session.error("SELECT LISTAGG(DISTINCT url) WITHIN GROUP (ORDER BY user_id) FROM clicks"))
                .isEqualTo("1:8 LISTAGG(DISTINCT) can't be ordered by anything but its argument"
                        + " | The rows that are left out have other values there.");
        assertThat(session.error("SELECT BIT_OR(b) FROM (SELECT X'01' AS b FROM clicks)"))
                .isEqualTo("1:8 BIT_OR of bytes is not supported yet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT id FROM orders GROUP BY DISTINCT ROLLUP (id), id | 1:23 GROUP BY DISTINCT is",
                "SELECT MULTISET[id] FROM orders | 1:8 MULTISET is",
                "SELECT 1 FROM orders RIGHT JOIN UNNEST(ARRAY[id]) AS u ON TRUE | 1:28 a RIGHT JOIN with UNNEST is",
                "SELECT 1 FROM orders, UNNEST(ARRAY[id], ARRAY[id]) AS u | 1:41 UNNEST of several collections at once is",
                "SELECT SUM(id) WITHIN DISTINCT (ts) FROM orders | 1:8 WITHIN DISTINCT is"
            })
    void whatIsNotThereYetIsRefusedByName(String query, String refusal) {
        assertThat(session.error(query)).isEqualTo(refusal + " not supported yet");
    }

    /** One short fact in words of this language, at its place. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT SUM(id) OVER (ORDER BY id, ts RANGE 1 PRECEDING) FROM orders | 1:38 a RANGE over a distance needs one column in ORDER BY",
                "SELECT COUNT(*) OVER (ORDER BY url RANGE 1 PRECEDING) FROM clicks | 1:42 a RANGE over a distance needs numbers or times",
                "SELECT SUM(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED PRECEDING) FROM orders | 1:63 a frame can't end with UNBOUNDED PRECEDING",
                "SELECT SUM(id) OVER w FROM orders | 1:21 window \"w\" does not exist",
                "SELECT ROW_NUMBER() FROM orders | 1:8 a window function needs OVER",
                "SELECT RANK() OVER () FROM orders | 1:20 a rank needs an ORDER BY in its window",
                "SELECT id FROM orders WHERE RANK() OVER (ORDER BY id) = 1 | 1:29 a window function can't stand in WHERE",
                "SELECT id FROM orders QUALIFY amount > 1 | 1:31 QUALIFY needs a condition on a window function",
                "SELECT DISTINCT id FROM orders ORDER BY ts LIMIT 1 | 1:41 with DISTINCT, ORDER BY takes what is selected, and \"ts\" is not",
                "SELECT 1 FROM orders, orders | 1:23 \"orders\" stands twice in FROM",
                "SELECT 1 FROM orders JOIN clicks | 1:22 a join needs a condition",
                "SELECT 1 FROM orders AS o (a, b) | 1:28 there are 2 names for 3 columns",
                "SELECT (SELECT id, ts FROM orders) FROM orders | 1:8 a subquery used as a value must have one column",
                "SELECT 1 FROM orders, UNNEST(id) AS u | 1:23 UNNEST takes an ARRAY or a MAP, and not INTEGER",
                "SELECT TUMBLE(ts, INTERVAL '1' DAY) FROM orders | 1:8 TUMBLE stands in GROUP BY, or in FROM",
                "SELECT COUNT(*) FROM orders GROUP BY ROLLUP (TUMBLE(ts, INTERVAL '1' DAY)) | 1:46 a window inside of grouping sets is not supported",
                "SELECT PERCENTILE_CONT(2) WITHIN GROUP (ORDER BY id) FROM orders | 1:8 the fraction of PERCENTILE_CONT is a number from 0 to 1",
                "SELECT id FROM orders WHERE id = ? | 1:34 there are no parameters",
                "SELECT EXTRACT(FOO FROM ts) FROM orders | 1:16 \"FOO\" is not a unit of time",
                "SELECT COALESCE() FROM orders | 1:8 COALESCE needs an argument",
                "SELECT 1 FROM orders FOR SYSTEM_TIME AS OF ts | 1:15 FOR SYSTEM_TIME AS OF outside of a join is not supported",
                "SELECT STREAM id FROM orders | 1:1 SELECT STREAM is not supported",
                "SELECT a FROM (VALUES (1)) | 1:8 column \"a\" does not exist",
                "SELECT 1 FROM orders JOIN clicks USING (id) | 1:41 column \"id\" does not exist",
                "SELECT 1 FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' DAY)) WHERE orders.id = 1 | 1:83 \"orders\" is not a table of this query"
            })
    void whatIsWrongIsToldInOurWords(String query, String error) {
        assertThat(session.error(query))
                .startsWith(error)
                .doesNotContain("EXPR$")
                .doesNotContain("`");
    }

    @Test
    void ordersThatAreNotMaintained() {
        assertThat(session.plan("SELECT * FROM orders ORDER BY id")).isEqualTo(session.plan("SELECT * FROM orders"));
        Planning flink = new Planning(
                Settings.of(Map.of("compatibility", "flink")),
                "CREATE TABLE orders (id INT) WITH ('connector' = 'memory')");
        assertThat(flink.error("SELECT * FROM orders ORDER BY id"))
                .startsWith("1:22 a continuous query can't be ordered without LIMIT | ");
        assertThat(new Planning(
                                Settings.of(Map.of("execution.runtime-mode", "batch")),
                                "CREATE TABLE t (v INT) WITH ('connector' = 'memory')")
                        .plan("SELECT * FROM t ORDER BY v"))
                .contains("orderBy=[v ASC]");
    }

    @Test
    void nothingIsOrderedByAnArray() {
        String hint = " | Compare what is in it: an element, the value of a key, a field.";
        assertThat(session.error("SELECT ARRAY[id] AS a FROM orders ORDER BY a LIMIT 1"))
                .contains("an ARRAY has no order" + hint);
        assertThat(session.error("SELECT id, RANK() OVER (ORDER BY ARRAY[id]) FROM orders"))
                .isEqualTo("1:12 an ARRAY has no order" + hint);
        assertThat(session.error("SELECT LAST_VALUE(id) WITHIN GROUP (ORDER BY MAP[id, 1]) FROM orders"))
                .isEqualTo("1:8 a MAP has no order" + hint);
        assertThat(session.error("SELECT MAX_BY(id, ROW(id, 1)) FROM orders"))
                .isEqualTo("1:8 a ROW has no order" + hint);
    }

    @Test
    void theHintOnStateNamesTablesAndTimes() {
        assertThat(session.error("SELECT /*+ STATE_TTL('clicks' = '1 h') */ id FROM orders"))
                .startsWith("1:8 STATE_TTL names \"clicks\", which is no table, view or subquery of this SELECT");
        assertThat(session.error("SELECT /*+ STATE_TTL('orders' = 'ever') */ id FROM orders"))
                .startsWith("1:8 'ever' is no duration");
        assertThat(session.error("SELECT /*+ STATE_TTL(orders) */ id FROM orders"))
                .startsWith("1:8 STATE_TTL needs tables and durations");
    }

    @Test
    void hintsThatWouldChangeTheResultAreRefused() {
        assertThat(session.error("SELECT id FROM orders /*+ OPTIONS('path' = 'x') */"))
                .startsWith("1:23 the hint OPTIONS is not supported yet | ");
        assertThat(session.plan("SELECT /*+ BROADCAST(a) */ a.id FROM orders a JOIN orders b ON a.id = b.id"))
                .contains("InnerJoin");
    }

    @Test
    void whatFlinkRefusesIsRefusedForIt() {
        Planning flink = new Planning(
                Settings.of(Map.of("compatibility", "flink")),
                "CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'memory')");
        assertThat(flink.error(
                        "SELECT v FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v DESC) AS rn FROM t) WHERE rn >= 2"))
                .startsWith("1:26 a Top-N needs an upper bound of its rank | ");
        assertThat(flink.error("SELECT v FROM t QUALIFY RANK() OVER (ORDER BY v DESC) < 3"))
                .startsWith("1:25 RANK is not supported in a Top-N | ");
    }

    @Test
    void errorsOfInserts() {
        session.run("""
                CREATE TABLE sink (id INT NOT NULL, name STRING, total AS id + 1) WITH ('connector' = 'memory');
                CREATE VIEW v AS SELECT id FROM orders""");
        assertThat(session.error("INSERT INTO sink SELECT id FROM orders"))
                .isEqualTo("1:18 the query gives 1 columns, table \"sink\" takes 2"
                        + " | It gives: id; the table takes: id, name");
        assertThat(session.error("INSERT INTO sink (id, nam) SELECT 1, 'a'"))
                .isEqualTo("1:23 column \"nam\" does not exist | table \"sink\" has: id, name, total"
                        + " | Did you mean \"name\"?");
        assertThat(session.error("INSERT INTO sink (id, ID) SELECT 1, 2"))
                .isEqualTo("1:23 column \"id\" is listed twice");
        assertThat(session.error("INSERT INTO sink (id, total) SELECT 1, 2"))
                .isEqualTo("1:23 column \"total\" is computed: nothing can be written to it");
        assertThat(session.error("INSERT INTO sink (name) VALUES ('a')"))
                .startsWith("1:13 column \"id\" gets no value, but is NOT NULL");
        assertThat(session.error("INSERT INTO sink VALUES (NULL, 'a')"))
                .startsWith("1:26 column \"id\" is given NULL, but is NOT NULL");
        assertThat(session.error("INSERT INTO sink SELECT ts, 'a' FROM orders"))
                .startsWith("1:25 column \"id\" takes INTEGER, the query gives TIMESTAMP(3)");
        assertThat(session.error("INSERT INTO v SELECT 1"))
                .isEqualTo("1:13 \"v\" is a view: nothing can be inserted into it");
        assertThat(session.error("INSERT INTO snik SELECT 1, 'a'"))
                .startsWith("1:13 table or view \"snik\" does not exist");
    }
}
