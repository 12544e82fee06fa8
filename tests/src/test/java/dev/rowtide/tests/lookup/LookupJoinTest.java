// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.Change;
import dev.rowtide.engine.EngineClock;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins with a table of a database, as it is when a row comes. */
class LookupJoinTest {

    private static final String URL = "jdbc:h2:mem:lookup";

    @TempDir
    Path folder;

    private final Clock clock = new Clock();
    private Connection database = connect();
    private Rowtide rowtide = Rowtide.builder().clock(clock).open();

    private static Connection connect() {
        try {
            return DriverManager.getConnection(URL);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Stands still but for what a test says. */
    private static final class Clock implements EngineClock {
        private long nowMillis;

        @Override
        public long nowMillis() {
            return nowMillis;
        }

        @Override
        public void await(long untilMillis) {
            nowMillis = Math.max(nowMillis, untilMillis);
        }
    }

    private void inDatabase(String... statements) {
        try (Statement statement = database.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        inDatabase(
                "CREATE TABLE CUSTOMERS (ID INT PRIMARY KEY, NM VARCHAR(20), LVL INT, SINCE DATE)",
                "INSERT INTO CUSTOMERS VALUES (7, 'ann', 1, '2020-01-01'), (8, 'bob', 2, NULL), (9, NULL, 3, NULL)");
        orders("""
                {"op":"+I","oid":1,"cid":7}
                {"op":"+I","oid":2,"cid":99}
                {"op":"+I","oid":3,"cid":8}
                {"op":"+I","oid":4,"cid":null}
                {"op":"+I","oid":5,"cid":7}
                """);
    }

    @AfterEach
    void close() throws SQLException {
        rowtide.close();
        database.close();
    }

    private void orders(String lines) throws IOException {
        Files.writeString(folder.resolve("orders.jsonl"), lines);
    }

    private String tables(boolean updating, String more) {
        return "CREATE TABLE o (oid INT" + (updating ? " PRIMARY KEY" : "") + ", cid INT, pt AS PROCTIME())"
                + " WITH ('connector' = 'filesystem', 'path' = '" + folder.resolve("orders.jsonl") + "'"
                + (updating ? ", 'changelog.encoding' = 'retract'" : "") + ");"
                + "CREATE TABLE c (id INT PRIMARY KEY, nm STRING, lvl BIGINT, since DATE) WITH ('connector' = 'jdbc', 'url' = '"
                + URL + "', 'table-name' = 'customers'" + more + ");";
    }

    private List<String> run(String sql) {
        return run(sql, Map.of());
    }

    /** Runs a query row by row; when so many changes were seen, something happens. */
    private List<String> run(String sql, Map<Integer, Runnable> events) {
        List<String> changes = new ArrayList<>();
        Iterator<Result> results = rowtide.run("SET 'pipeline.batch-rows' = '1';" + sql);
        Result last = results.next();
        while (results.hasNext()) {
            last = results.next();
        }
        try (Result result = last) {
            for (Change change : result) {
                changes.add(change.toString());
                events.getOrDefault(changes.size(), () -> {}).run();
            }
        }
        return changes;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", 'lookup.cache' = 'PARTIAL'",
                ", 'lookup.cache' = 'PARTIAL', 'lookup.partial-cache.max-rows' = '1'",
                ", 'lookup.cache' = 'FULL'"
            })
    void innerAndLeft(String cache) {
        assertThat(
                        run(
                                tables(false, cache)
                                        + "SELECT o.oid, c.nm, c.lvl, c.since FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid = c.id;"))
                .containsExactly("+I[1, ann, 1, 2020-01-01]", "+I[3, bob, 2, null]", "+I[5, ann, 1, 2020-01-01]");
        assertThat(run("SELECT o.oid, d.nm FROM o LEFT JOIN c FOR SYSTEM_TIME AS OF o.pt AS d ON o.cid = d.id;"))
                .containsExactly("+I[1, ann]", "+I[2, null]", "+I[3, bob]", "+I[4, null]", "+I[5, ann]");
    }

    @Test
    void whatElseTheConditionSays() {
        assertThat(
                        run(
                                tables(false, "")
                                        + "SELECT o.oid, d.nm FROM o LEFT JOIN c FOR SYSTEM_TIME AS OF o.pt AS d ON o.cid = d.id AND d.lvl + o.oid > 4;"))
                .containsExactly("+I[1, null]", "+I[2, null]", "+I[3, bob]", "+I[4, null]", "+I[5, ann]");
        assertThat(
                        run(
                                "SELECT o.oid, d.nm FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt AS d ON o.cid = d.id AND d.nm = 'bob';"))
                .containsExactly("+I[3, bob]");
        assertThat(run("SELECT o.oid, d.nm FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt AS d ON d.id = o.cid + 1;"))
                .containsExactly("+I[1, bob]", "+I[3, null]", "+I[5, bob]");
        assertThat(
                        run(
                                "SELECT o.oid, d.nm FROM o JOIN c FOR SYSTEM_TIME AS OF PROCTIME() AS d ON d.id = 8 WHERE o.oid < 3;"))
                .containsExactly("+I[1, bob]", "+I[2, bob]");
    }

    @Test
    void severalRowsOfAKeyAndSeveralKeys() {
        inDatabase(
                "CREATE TABLE PRICES (A INT, B VARCHAR, P DECIMAL(8, 2))",
                "INSERT INTO PRICES VALUES (7, 'x', 1.5), (7, 'x', 2), (7, 'X', 3), (8, 'x', 4), (7, NULL, 5)");
        String prices = tables(false, "")
                + "CREATE TABLE p (a INT, b STRING, p DECIMAL(8, 2)) WITH ('connector' = 'jdbc', 'url' = '" + URL
                + "', 'table-name' = 'public.prices');";
        assertThat(
                        run(
                                prices
                                        + "SELECT o.oid, p.p FROM o JOIN p FOR SYSTEM_TIME AS OF o.pt ON o.cid = p.a AND p.b = 'x' WHERE o.oid = 1;"))
                .containsExactlyInAnyOrder("+I[1, 1.50]", "+I[1, 2.00]");
        assertThat(run("SELECT o.oid, p.p FROM o JOIN p FOR SYSTEM_TIME AS OF o.pt ON o.cid = p.a WHERE o.oid = 3;"))
                .containsExactly("+I[3, 4.00]");
    }

    /** What the table becomes later does not matter; what is taken back is what was there. */
    @Test
    void takesBackWhatItJoined() throws IOException {
        orders("""
                {"op":"+I","oid":1,"cid":7}
                {"op":"-U","oid":1,"cid":7}
                {"op":"+U","oid":1,"cid":8}
                {"op":"+I","oid":2,"cid":7}
                {"op":"-D","oid":1,"cid":8}
                {"op":"-U","oid":2,"cid":7}
                {"op":"+U","oid":2,"cid":99}
                {"op":"-U","oid":2,"cid":99}
                {"op":"+U","oid":2,"cid":9}
                """);
        assertThat(run(
                        tables(true, "")
                                + "SELECT o.oid, c.nm FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid = c.id;",
                        Map.of(
                                1, () -> inDatabase("UPDATE CUSTOMERS SET NM = 'anna' WHERE ID = 7"),
                                3, () -> inDatabase("DELETE FROM CUSTOMERS WHERE ID = 8"))))
                .containsExactly(
                        "+I[1, ann]",
                        "-U[1, ann]",
                        "+U[1, bob]",
                        "+I[2, anna]",
                        "-D[1, bob]",
                        "-D[2, anna]",
                        "+I[2, null]");
        assertThat(((Result.Text) rowtide.execute("EXPLAIN CHANGELOG_MODE"
                                + " SELECT o.oid, c.nm FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid = c.id;"))
                        .text())
                .contains("LookupJoin(table=[c], joinType=[InnerJoin], lookup=[id=cid]")
                .contains("what each row of the input was joined with");
    }

    /** Of a sink that puts by key no old row is asked. */
    @Test
    void putsByKey() throws IOException {
        orders("""
                {"op":"+I","oid":1,"cid":7}
                {"op":"-U","oid":1,"cid":7}
                {"op":"+U","oid":1,"cid":8}
                {"op":"-U","oid":1,"cid":8}
                {"op":"+U","oid":1,"cid":99}
                """);
        rowtide.run(tables(true, "")
                        + "CREATE TABLE puts (oid INT PRIMARY KEY, nm STRING) WITH ('connector' = 'filesystem',"
                        + " 'path' = '" + folder.resolve("puts.csv") + "', 'changelog.encoding' = 'upsert');")
                .forEachRemaining(Result::close);
        try (Result result = rowtide.execute(
                "INSERT INTO puts SELECT o.oid, c.nm FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid = c.id")) {
            ((InsertResult) result).job().run();
        }
        assertThat(Files.readString(folder.resolve("puts.csv")))
                .isEqualTo("op,oid,nm\nput,1,ann\nput,1,bob\ndelete,1,bob\n");
    }

    @Test
    void answersAreUsedAgainForAWhile() throws IOException {
        orders("""
                {"oid":1,"cid":7}
                {"oid":2,"cid":99}
                {"oid":3,"cid":7}
                {"oid":4,"cid":99}
                {"oid":5,"cid":7}
                {"oid":6,"cid":99}
                """);
        String query = "SELECT o.oid, d.nm FROM o LEFT JOIN c FOR SYSTEM_TIME AS OF o.pt AS d ON o.cid = d.id;";
        Runnable change = () -> inDatabase(
                "UPDATE CUSTOMERS SET NM = 'anna' WHERE ID = 7", "MERGE INTO CUSTOMERS VALUES (99, 'new', 1, NULL)");
        Runnable wait = () -> clock.nowMillis += 5_000;
        String cached = ", 'lookup.cache' = 'PARTIAL', 'lookup.partial-cache.expire-after-write' = '5 s'";
        assertThat(run(tables(false, cached) + query, Map.of(2, change, 4, wait)))
                .containsExactly("+I[1, ann]", "+I[2, null]", "+I[3, ann]", "+I[4, null]", "+I[5, anna]", "+I[6, new]");
        inDatabase("UPDATE CUSTOMERS SET NM = 'ann' WHERE ID = 7", "DELETE FROM CUSTOMERS WHERE ID = 99");
        String misses = cached + ", 'lookup.partial-cache.cache-missing-key' = 'false'";
        assertThat(run("DROP TABLE o; DROP TABLE c;" + tables(false, misses) + query, Map.of(2, change)))
                .containsExactly("+I[1, ann]", "+I[2, null]", "+I[3, ann]", "+I[4, new]", "+I[5, ann]", "+I[6, new]");
    }

    @Test
    void aFileThatEndsIsReadWhole() throws IOException {
        Files.writeString(folder.resolve("names.csv"), "id,nm\n7,ann\n8,bob\n8,rob\n");
        assertThat(run(tables(false, "")
                        + "CREATE TABLE n (id BIGINT, nm STRING, up AS UPPER(nm)) WITH ('connector' = 'filesystem', 'path' = '"
                        + folder.resolve("names.csv") + "');"
                        + "SELECT o.oid, n.up FROM o JOIN n FOR SYSTEM_TIME AS OF o.pt ON o.cid = n.id;"))
                .containsExactly("+I[1, ANN]", "+I[3, BOB]", "+I[3, ROB]", "+I[5, ANN]");
    }

    @Test
    void tablesAreReadWholeToo() {
        assertThat(run(tables(false, "") + "SELECT nm, lvl FROM c;"))
                .containsExactly("+I[ann, 1]", "+I[bob, 2]", "+I[null, 3]");
        assertThat(run("SELECT o.oid, c.nm FROM o JOIN c ON o.cid = c.id WHERE c.lvl > 1;"))
                .containsExactly("+I[3, bob]");
    }

    @Test
    void saysWhichTableAndWhichKey() {
        Runnable drop = () -> inDatabase("DROP TABLE CUSTOMERS");
        assertThatThrownBy(() -> run(
                        tables(false, ", 'lookup.max-retries' = '1'")
                                + "SELECT o.oid, c.nm FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid = c.id;",
                        Map.of(1, drop)))
                .isInstanceOfSatisfying(EngineException.class, e -> {
                    assertThat(e.message()).contains("customers");
                    assertThat(e.detail()).contains("orders.jsonl");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT o.oid FROM o JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid < c.id",
                "SELECT o.oid FROM o RIGHT JOIN c FOR SYSTEM_TIME AS OF o.pt ON o.cid = c.id"
            })
    void isRefused(String query) {
        rowtide.run(tables(false, "")).forEachRemaining(Result::close);
        assertThatThrownBy(() -> rowtide.execute(query)).isInstanceOf(EngineException.class);
    }

    @Test
    void namesThatTheDatabaseLacks() {
        rowtide.run(
                        tables(false, "") + "CREATE TABLE d (id INT, nam STRING) WITH ('connector' = 'jdbc', 'url' = '"
                                + URL
                                + "', 'table-name' = 'customers');"
                                + "CREATE TABLE e (id INT) WITH ('connector' = 'jdbc', 'url' = '" + URL
                                + "', 'table-name' = 'customer');"
                                + "CREATE TABLE f (id INT) WITH ('connector' = 'jdbc', 'url' = 'jdbc:nodb:x', 'table-name' = 'x');")
                .forEachRemaining(Result::close);
        assertThatThrownBy(() -> run("SELECT * FROM d"))
                .hasMessageContaining("table customers in the database has no column \"nam\"");
        assertThatThrownBy(() -> run("SELECT * FROM e")).hasMessageContaining("has no table customer");
        assertThatThrownBy(() -> run("SELECT * FROM f")).hasMessageContaining("no JDBC driver takes the URL");
    }
}
