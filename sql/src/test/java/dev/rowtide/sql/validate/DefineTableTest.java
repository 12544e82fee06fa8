// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.Table;
import dev.rowtide.sql.Planning;
import dev.rowtide.sql.catalog.CatalogTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefineTableTest {

    private final Planning session = new Planning();

    @Test
    void columnsHaveTheirDeclaredTypesAndKeysAreNotNull() {
        CatalogTable table = define("""
                CREATE TABLE t (
                  id INT, Name STRING NOT NULL, price DECIMAL, rate FLOAT, at TIMESTAMP, code CHAR(4),
                  PRIMARY KEY (ID, price) NOT ENFORCED
                ) WITH ('connector' = 'memory', 'Mode' = 'retract')""");

        assertThat(table.table().schema().fields())
                .map(field -> field.name() + " " + field.type())
                .containsExactly(
                        "id INTEGER NOT NULL",
                        "Name STRING NOT NULL",
                        "price DECIMAL(10, 0) NOT NULL",
                        "rate FLOAT",
                        "at TIMESTAMP(6)",
                        "code CHAR(4)");
        assertThat(table.table().primaryKey()).containsExactly("id", "price");
        assertThat(table.table().connector()).isEqualTo("memory");
        assertThat(table.table().options()).containsExactly(java.util.Map.entry("mode", "retract"));
    }

    @Test
    void computedColumnsAreKeptApartFromPhysicalOnes() {
        CatalogTable table = define("""
                CREATE TABLE t (
                  twice AS a * 2, a INT, text STRING, ts AS TO_TIMESTAMP(text), later AS TWICE + 1,
                  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
                ) WITH ('connector' = 'memory')""");

        assertThat(table.table().schema().names()).containsExactly("a", "text");
        assertThat(table.schema().names()).containsExactly("twice", "a", "text", "ts", "later");
        assertThat(table.schema().types())
                .map(Object::toString)
                .containsExactly("INTEGER", "INTEGER", "STRING", "TIMESTAMP(3)", "INTEGER");
        assertThat(table.watermark()).isNotNull();
    }

    @Test
    void aTableWithoutColumnsAsksItsConnector() {
        Table table = define("CREATE TABLE impulse WITH (connector = 'memory', rows = 5)")
                .table();

        assertThat(table.schema().names()).containsExactly("counter", "label");
    }

    @Test
    void aTableFromAQueryHasTheQuerysColumns() {
        session.run("CREATE TABLE s (a INT, b STRING) WITH ('connector' = 'memory')");

        String plan = session.plan("CREATE TABLE t WITH ('connector' = 'memory') AS SELECT b, a + 1 AS c FROM s");

        assertThat(session.catalog().get("t").schema().fields())
                .map(field -> field.name() + " " + field.type())
                .containsExactly("b STRING", "c INTEGER");
        assertThat(plan).contains("Sink(table=[t]");
    }

    @Test
    void replaceAndIfNotExists() {
        session.run("CREATE TABLE t (a INT) WITH ('connector' = 'memory')");
        session.run("CREATE TABLE IF NOT EXISTS t (b INT) WITH ('connector' = 'memory')");
        assertThat(session.catalog().get("t").schema().names()).containsExactly("a");

        session.run("CREATE OR REPLACE TABLE t (c INT) WITH ('connector' = 'memory')");
        assertThat(session.catalog().get("t").schema().names()).containsExactly("c");

        assertThat(session.error("CREATE VIEW T AS SELECT 1 AS a")).startsWith("1:13 table \"t\" exists already");
        assertThat(session.error("DROP VIEW t")).isEqualTo("1:11 \"t\" is a table | Write DROP TABLE t.");
        session.run("DROP TABLE t; DROP TABLE IF EXISTS t");
        assertThat(session.error("DROP TABLE t")).startsWith("1:12 table or view \"t\" does not exist");
    }

    @Test
    void mistakesAreToldAtTheirPlace() {
        assertThat(refused("a INT, A STRING")).isEqualTo("1:24 column \"A\" is declared twice");
        assertThat(refused("a INT, PRIMARY KEY (b)"))
                .isEqualTo("1:37 column \"b\" does not exist | the table has: a | Did you mean \"a\"?");
        assertThat(refused("a INT PRIMARY KEY, b INT PRIMARY KEY"))
                .isEqualTo("1:36 a table has one primary key, this is the second"
                        + " | A key of several columns is written PRIMARY KEY (a, b).");
        assertThat(refused("a INT, b AS a, PRIMARY KEY (b)"))
                .isEqualTo("1:45 a computed column in a primary key is not supported");
        assertThat(refused("a DECIMAL(50, 2)")).isEqualTo("1:19 the precision of a DECIMAL is from 1 to 38, not 50");
        assertThat(refused("a DECIMAL(5, 7)")).startsWith("1:19 the scale of").endsWith("is from 0 to 5, not 7");
        assertThat(refused("a TIMESTAMP(12)")).isEqualTo("1:19 the precision of a TIMESTAMP is from 0 to 9, not 12");
        assertThat(refused("a INT MULTISET")).isEqualTo("1:19 the type INTEGER MULTISET is not supported yet");
        assertThat(refused("a ARRAY<DECIMAL(50, 2)>"))
                .isEqualTo("1:25 the precision of a DECIMAL is from 1 to 38, not 50");
        assertThat(refused("a ROW<b INT, B STRING>")).isEqualTo("1:30 field \"B\" is declared twice in one ROW");
        assertThat(refused("a INT, b AS c + 1"))
                .isEqualTo("1:29 column \"c\" does not exist | there are: a | Did you mean \"a\"?");
        assertThat(refused("a INT METADATA FROM 'x'")).isEqualTo("1:17 METADATA columns are not supported yet");
        assertThat(refused("a INT, WATERMARK FOR a AS a"))
                .startsWith("1:38 column \"a\" must be a TIMESTAMP or TIMESTAMP_LTZ, not INTEGER");
        assertThat(refused("t TIMESTAMP(3), WATERMARK FOR t AS 5"))
                .startsWith("1:52 the watermark must be a TIMESTAMP or TIMESTAMP_LTZ, not INTEGER");
    }

    @Test
    void optionsAreCheckedAgainstTheConnectors() {
        assertThat(session.error("CREATE TABLE t (a INT)")).startsWith("1:14 table \"t\" has no connector | Say where");
        assertThat(session.error("CREATE TABLE t (a INT) WITH ('connector' = 'memry')"))
                .isEqualTo("1:30 there is no connector 'memry' | There are: filesystem, memory");
        assertThat(session.error("CREATE TABLE t (a INT) WITH ('connector' = 'memory', 'mod' = 'x')"))
                .isEqualTo("1:54 connector 'memory' has no option 'mod' | It has: mode, rows, path, fields.#.min"
                        + " | Did you mean \"mode\"?");
        assertThat(session.error("CREATE TABLE t (a INT) WITH ('connector' = 'memory', 'rows' = 'many')"))
                .isEqualTo("1:54 'many' is not a value of 'rows' | It takes a count; the default is 1.");
        assertThat(session.error("CREATE TABLE t (a INT) WITH ('connector' = 'memory', 'ROWS' = 1, rows = 2)"))
                .isEqualTo("1:66 option 'rows' is given twice");
        assertThat(session.catalog().tables()).isEmpty();
    }

    @Test
    void optionsOfAnyColumnNameOneThatIsThere() {
        session.run(
                "CREATE TABLE t (price INT, B INT) WITH ('connector' = 'memory', 'fields.price.min' = 1, 'fields.b.min' = 2)");
        assertThat(session.catalog().tables()).hasSize(1);

        assertThat(session.error("CREATE TABLE u (price INT) WITH ('connector' = 'memory', 'fields.pirce.min' = 1)"))
                .isEqualTo("1:58 option 'fields.pirce.min' is for a column that the table has not | It has: price"
                        + " | Did you mean \"price\"?");
        assertThat(session.error("CREATE TABLE u (price INT) WITH ('connector' = 'memory', 'fields.price.min' = 'x')"))
                .startsWith("1:58 'x' is not a value of");
        assertThat(session.error("CREATE TABLE u (price INT) WITH ('connector' = 'memory', 'fields..min' = 1)"))
                .contains("has no option 'fields..min'");
    }

    @Test
    void viewsNameTheirColumns() {
        session.run(
                "CREATE TABLE t (a INT, b INT) WITH ('connector' = 'memory'); CREATE VIEW v (x, y) AS SELECT a, b FROM t");

        assertThat(session.schema("SELECT Y, x FROM v").names()).containsExactly("Y", "x");
        assertThat(session.error("CREATE VIEW w (x) AS SELECT a, b FROM t"))
                .isEqualTo("1:16 the view names 1 columns, its query has 2");
        assertThat(session.error("CREATE VIEW w (x, X) AS SELECT a, b FROM t"))
                .isEqualTo("1:19 column \"X\" is named twice");
    }

    @Test
    void whatShowCreatePrintsDefinesTheSameAgain() {
        session.run("""
                CREATE TABLE "my table" (
                  id INT PRIMARY KEY, "a ""b""\" STRING DEFAULT 'it''s', twice AS id * 2 COMMENT 'doubled', ts TIMESTAMP(3),
                  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
                ) COMMENT 'all there is' WITH ('connector' = 'memory', 'mode' = 'retract');
                CREATE VIEW v (n, "select") AS SELECT COUNT(*), MAX(twice) FROM "my table" WHERE "a ""b""\" LIKE 'x%'""");
        Planning again = new Planning();
        for (String name : List.of("my table", "v")) {
            String sql = session.catalog().get(name).toSql();
            again.run(sql);
            assertThat(again.catalog().get(name).toSql()).isEqualTo(sql);
            assertThat(again.catalog().get(name).schema())
                    .isEqualTo(session.catalog().get(name).schema());
        }
        assertThat(again.plan("SELECT * FROM v")).isEqualTo(session.plan("SELECT * FROM v"));
    }

    @Test
    void aViewWhoseTableChangedSaysSo() {
        session.run("CREATE TABLE t (a INT) WITH ('connector' = 'memory'); CREATE VIEW v AS SELECT a FROM t");
        session.run("CREATE OR REPLACE TABLE t (a STRING) WITH ('connector' = 'memory')");

        assertThat(session.error("SELECT * FROM v"))
                .isEqualTo("0:0 view \"v\" no longer has the columns that it was created with"
                        + " | A table below it was replaced: create the view again.");
    }

    private CatalogTable define(String statement) {
        session.run(statement);
        return session.catalog().tables().get(0);
    }

    private String refused(String elements) {
        return session.error("CREATE TABLE t (" + elements + ") WITH ('connector' = 'memory')");
    }
}
