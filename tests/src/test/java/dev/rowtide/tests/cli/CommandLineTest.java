// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandLineTest {

    private static final String CLICKS = "'examples/clicks/clicks.jsonl'";

    @TempDir
    Path directory;

    @Test
    void runsSqlOfAnArgument() {
        CommandLineRun run = CommandLineRun.of(
                "-f",
                "csv",
                "-c",
                "SELECT COUNT(*) AS days FROM 'examples/weather/seattle-weather-2012.csv'",
                "--final");
        assertThat(run.outLines()).containsExactly("days", "366");
    }

    @Test
    void theWordRunMayPrecedeTheArgument() {
        assertThat(CommandLineRun.of("run", "-f", "csv", "-c", "SELECT 1 AS one")
                        .outLines())
                .containsExactly("op,one", "+I,1");
        assertThat(CommandLineRun.of("run", "-f", "csv").err()).contains("which script?");
        assertThat(CommandLineRun.of("run", "x.sql", "-c", "SELECT 1").err())
                .contains("give either a script or -c, not both");
    }

    @Test
    void theFinalTableOfQueriesLeavesInsertsAlone() throws IOException {
        Path keys = Files.writeString(directory.resolve("k.csv"), "k\na\nb\na\n");
        Path log = directory.resolve("log.csv");
        CommandLineRun run = CommandLineRun.of(
                "--final",
                "-f",
                "csv",
                "-c",
                "CREATE TABLE s (k STRING, c BIGINT) WITH ('connector' = 'filesystem', 'path' = '" + log
                        + "', 'changelog.encoding' = 'retract');"
                        + "INSERT INTO s SELECT k, COUNT(*) FROM '" + keys + "' GROUP BY k;"
                        + "SELECT k, COUNT(*) AS c FROM '" + keys + "' GROUP BY k");
        assertThat(Files.readAllLines(log)).containsExactly("op,k,c", "+I,a,1", "+I,b,1", "-U,a,1", "+U,a,2");
        assertThat(run.outLines()).containsExactly("k,c", "a,2", "b,1");
    }

    @Test
    void aLogThatTakesOutWhatItNeverPutInHasNoFinalTable() {
        CommandLineRun run = CommandLineRun.of(
                "-c",
                "CREATE VIEW v AS SELECT * FROM (VALUES ('INSERT', 1), ('DELETE', 1), ('DELETE', 2)) AS t (op, x);"
                        + "SELECT * FROM FROM_CHANGELOG(input => TABLE v)");
        assertThat(run.err() + run.out()).contains("no final table, since 1 row more went out than came in");
    }

    @Test
    void passwordsAreNotShown() {
        String create = "CREATE TABLE t (id INT) WITH ('connector' = 'jdbc', 'table-name' = 't',"
                + " 'url' = 'jdbc:postgresql://ann:hunter2@localhost:1/x', 'password' = 'hunter2'";
        for (String script : List.of(
                create + "); SHOW CREATE TABLE t",
                create + "); EXPLAIN CHANGELOG_MODE SELECT * FROM t",
                create + "); DESCRIBE t; SHOW SETTINGS",
                create + "); SELECT * FROM t",
                create + "); SELECT nope FROM t",
                create + ", 'oops' = '1')",
                create + ", )",
                create)) {
            CommandLineRun run = CommandLineRun.of("-c", script);
            assertThat(run.out() + run.err()).as(script).isNotEmpty().doesNotContain("hunter2");
        }
        assertThat(CommandLineRun.of("-c", create + "); SHOW CREATE TABLE t").out())
                .contains("'password' = '******'")
                .contains("'url' = 'jdbc:postgresql://ann:******@localhost:1/x'");
    }

    @Test
    void explainsWhatItCanOnly() {
        CommandLineRun run = CommandLineRun.of("-c", "EXPLAIN CHANGELOG_MODE, ESTIMATED_COST SELECT 1");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith("ERROR: EXPLAIN ESTIMATED_COST is not supported\nLINE 1: ");
    }

    @Test
    void helpsThoseWhoTypeWhatOtherShellsTake() {
        assertThat(CommandLineRun.of("-f", "script.sql").err())
                .contains("-f is the format of results; a script is run by: rowtide run script.sql");
        assertThat(CommandLineRun.of("help").out()).contains("rowtide [options] run FILE");
        assertThat(CommandLineRun.of("-c", "SELECT * FROM read_csv('f.csv')").err())
                .contains("HINT: A file is read by its name: SELECT * FROM 'data.csv'.");
    }

    @Test
    void settingsAreListedFromTheLeft() {
        CommandLineRun run = CommandLineRun.of("-c", "SHOW SETTINGS");
        assertThat(run.out()).contains("\n| setting ").contains("\n| pipeline.seed ");
    }

    @Test
    void fieldsNoneOfWhichIsAColumnAreTold() throws IOException {
        Path file = Files.writeString(directory.resolve("in.jsonl"), "{\"usr\":1}\n{\"usr\":2}\n");
        String table = "CREATE TABLE t (user_id INT) WITH ('connector' = 'filesystem', 'path' = '" + file + "');";
        CommandLineRun run = CommandLineRun.of("-f", "csv", "-c", table + "SELECT * FROM t");
        assertThat(run.status()).isZero();
        assertThat(run.err())
                .contains("WARNING: no field of the records of '" + file
                        + "' is a column of the table: all its values are NULL.");
        Files.writeString(file, "{\"usr\":3,\"USER_ID\":null}\n{}\n");
        assertThat(CommandLineRun.of("-f", "csv", "-c", table + "SELECT COUNT(*) FROM t")
                        .err())
                .doesNotContain("WARNING");
    }

    @Test
    void runsSqlOfStandardInput() {
        CommandLineRun run = CommandLineRun.withInput("SELECT 1 AS one, 'x' AS x;", "--format", "json");
        assertThat(run.status()).isZero();
        assertThat(run.outLines()).containsExactly("{\"op\":\"+I\",\"one\":1,\"x\":\"x\"}");
    }

    @Test
    void runsStatementsOneAfterTheOther() {
        CommandLineRun run = CommandLineRun.of(
                "-f", "csv", "-c", "CREATE VIEW v AS SELECT 1 AS a; SELECT a FROM v; SELECT a + 1 AS b FROM v;");
        assertThat(run.outLines()).containsExactly("op,a", "+I,1", "op,b", "+I,2");
    }

    @Test
    void stopsAtTheFirstErrorAndSaysSo() {
        CommandLineRun run = CommandLineRun.of("-f", "csv", "-c", "SELECT 1 AS a; SELECT b; SELECT 2 AS c;");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.outLines()).containsExactly("op,a", "+I,1");
        assertThat(run.err()).contains("ERROR: column \"b\" does not exist");
    }

    private static final String SCORES =
            "CREATE VIEW scores AS SELECT * FROM (VALUES ('ann', 10), ('bob', 30), ('cid', NULL), ('bob', 20), ('dan', 20)) AS scores (name, points);";

    @Test
    void anOrderWithoutLimitIsThatOfTheTableShown() {
        String query = SCORES + "SELECT name FROM scores ORDER BY points DESC, name";
        assertThat(CommandLineRun.of("-f", "csv", "--final", "-c", query).outLines())
                .containsExactly("name", "bob", "bob", "dan", "ann", "cid");
        assertThat(CommandLineRun.of("-f", "csv", "--batch", "-c", query).outLines())
                .containsExactly("name", "bob", "bob", "dan", "ann", "cid");
        assertThat(CommandLineRun.of("-f", "csv", "--final", "--set", "mini-batch.size=2", "-c", query)
                        .outLines())
                .containsExactly("name", "bob", "bob", "dan", "ann", "cid");
        String grouped = SCORES + "SELECT name, SUM(points) AS points FROM scores GROUP BY name ORDER BY points, name";
        assertThat(CommandLineRun.of("-f", "csv", "--final", "-c", grouped).outLines())
                .containsExactly("name,points", "cid,", "ann,10", "dan,20", "bob,50");
    }

    @Test
    void aChangelogHasNoOrderAndSaysSo() {
        CommandLineRun run =
                CommandLineRun.of("-f", "csv", "-c", SCORES + "SELECT name FROM scores ORDER BY points DESC");
        assertThat(run.outLines()).containsExactly("op,name", "+I,ann", "+I,bob", "+I,cid", "+I,bob", "+I,dan");
        assertThat(run.err()).contains("WARNING: ORDER BY without LIMIT is left out: ");
        assertThat(CommandLineRun.of("-f", "csv", "--final", "-c", SCORES + "SELECT name FROM scores ORDER BY points")
                        .err())
                .doesNotContain("WARNING");
    }

    @Test
    void pointsAtAWrongColumn() {
        CommandLineRun run = CommandLineRun.of("-c", "SELECT url,\n       usr_id\nFROM " + CLICKS);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("ERROR: column \"usr_id\" does not exist\n"
                        + "LINE 2:        usr_id\n"
                        + "               ^\n"
                        + "DETAIL: table \"examples/clicks/clicks.jsonl\" has: user_id, url, dwell, ts\n"
                        + "HINT: Did you mean \"user_id\"?");
    }

    @Test
    void pointsAtASyntaxError() {
        CommandLineRun run = CommandLineRun.of("-c", "SELECT 1\nFORM t");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("LINE 2: FORM t\n").contains("^");
    }

    @Test
    void namesATableThatDoesNotExist() {
        CommandLineRun run = CommandLineRun.of("-c", "CREATE VIEW orders AS SELECT 1 AS a; SELECT * FROM ordrs");
        assertThat(run.err()).contains("\"ordrs\" does not exist").contains("Did you mean \"orders\"?");
    }

    @Test
    void aWrongCommandLineIsAnErrorOfItsOwn() {
        assertThat(CommandLineRun.of("--nope").status()).isEqualTo(2);
        assertThat(CommandLineRun.of("walk", "x.sql").status()).isEqualTo(2);
        assertThat(CommandLineRun.of("run").status()).isEqualTo(2);
        assertThat(CommandLineRun.of("run", "one.sql", "two.sql").err()).contains("what is 'two.sql'?");
        assertThat(CommandLineRun.of("--format", "yaml", "-c", "SELECT 1").status())
                .isEqualTo(2);
    }

    @Test
    void aSettingWithoutItsValueIsNamed() {
        assertThat(CommandLineRun.of("--set", "foo", "-c", "SELECT 1").err()).contains("NAME=VALUE, not foo");
    }

    @Test
    void oneSettingIsShown() {
        CommandLineRun run = CommandLineRun.of("-c", "SET time_zone = 'Asia/Tokyo'; SET 'time_zone'");

        assertThat(run.out()).contains("Asia/Tokyo").contains("1 row in set");
    }

    @Test
    void aPlanIsARowALineForPrograms() {
        assertThat(CommandLineRun.of("--format", "json", "-c", "EXPLAIN SELECT 1")
                        .out())
                .startsWith("{\"text\":\"Sink(");
    }

    @Test
    void constantRowsComeInTheOrderOfTheText() {
        String sql = "SELECT x FROM (VALUES (1 + 1), (5), (CAST(NULL AS INT)), (2 * 3), (1 + 1)) AS t(x)";

        assertThat(CommandLineRun.of("--format", "csv", "--batch", "-c", sql).outLines())
                .containsExactly("x", "2", "5", "", "6", "2");
        assertThat(CommandLineRun.of("-c", sql).out()).contains("5 rows read");
    }

    @Test
    void aDateOfTheDaysThatTheCalendarReformLeftOutIsOne() {
        assertThat(CommandLineRun.of(
                                "--format", "csv", "--batch", "-c", "SELECT DATE '1582-10-10' + INTERVAL '1' DAY AS d")
                        .outLines())
                .containsExactly("d", "1582-10-11");
    }

    @Test
    void aDateBeyondTheYearsThatCanBeWrittenIsNone() {
        assertThat(CommandLineRun.of("-c", "SELECT DATE '9999-12-31' + INTERVAL '1' DAY")
                        .err())
                .contains("the result is out of range for DATE");
    }

    @Test
    void anUnknownTypeIsNamedWithOneLikeIt() {
        assertThat(CommandLineRun.of("-c", "CREATE TABLE t (a INTT) WITH (connector = 'blackhole')")
                        .err())
                .contains("there is no type INTT")
                .contains("Did you mean INT?");
    }

    @Test
    void aMissingScriptIsNamed() {
        CommandLineRun run = CommandLineRun.of("run", "nowhere.sql");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("\"nowhere.sql\" does not exist");
    }

    @Test
    void helpAndVersionSucceed() {
        assertThat(CommandLineRun.of("--help").out())
                .contains("rowtide")
                .contains("--format")
                .contains("--batch");
        assertThat(CommandLineRun.of("--help").status()).isZero();
        assertThat(CommandLineRun.of("--version").out()).startsWith("Rowtide ");
    }

    @Test
    void anUpdatingQueryIntoAFileIsRefusedBeforeAnythingRuns() {
        Path file = directory.resolve("counts.csv");
        CommandLineRun run = CommandLineRun.of(
                "-c",
                "CREATE TABLE counts (user_id STRING, clicks BIGINT) WITH (connector = 'filesystem', path = '" + file
                        + "');\n" + "INSERT INTO counts SELECT user_id, COUNT(*) FROM " + CLICKS
                        + " GROUP BY user_id;");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .contains("'counts' takes inserts only")
                .contains("GroupAggregate")
                .contains("'changelog.encoding' = 'retract'")
                .contains("PRIMARY KEY");
        assertThat(file).doesNotExist();
    }

    @Test
    void anAppendingQueryIntoAFileIsWritten() throws IOException {
        Path file = directory.resolve("long.csv");
        CommandLineRun run = CommandLineRun.of(
                "-c",
                "CREATE TABLE lengthy (user_id STRING, dwell INT) WITH (connector = 'filesystem', path = '" + file
                        + "');\n" + "INSERT INTO lengthy SELECT user_id, dwell FROM " + CLICKS + " WHERE dwell > 130;");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(Files.readAllLines(file)).startsWith("user_id,dwell", "u06,133");
    }

    @Test
    void anExistingFileIsNotReplacedUnlessTold() throws IOException {
        Path file = Files.writeString(directory.resolve("out.csv"), "precious\n");
        String insert = "INSERT INTO o SELECT 1";
        CommandLineRun refused = CommandLineRun.of("-c", create(file, "") + insert);
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("out.csv").contains("if-exists");
        assertThat(Files.readString(file)).isEqualTo("precious\n");

        assertThat(CommandLineRun.of("-c", create(file, ", 'if-exists' = 'overwrite'") + insert)
                        .status())
                .isZero();
        assertThat(Files.readAllLines(file)).containsExactly("a", "1");

        assertThat(CommandLineRun.of("-c", create(file, ", 'if-exists' = 'append'") + insert)
                        .status())
                .isZero();
        assertThat(Files.readAllLines(file)).containsExactly("a", "1", "1");
    }

    private static String create(Path file, String options) {
        return "CREATE TABLE o (a INT) WITH (connector = 'filesystem', path = '" + file + "'" + options + "); ";
    }

    @Test
    void aFailingExpressionNamesItselfAndTheRow() {
        CommandLineRun run =
                CommandLineRun.of("-f", "csv", "-c", "SELECT 10 / x AS y FROM (VALUES (5), (0), (2)) AS v(x)");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.outLines()).containsExactly("op,y", "+I,2");
        assertThat(run.err()).contains("division by zero").contains("10 / x").contains("x = 0");
    }

    @Test
    void aFailingRowIsCountedWhenToldTo() {
        CommandLineRun run = CommandLineRun.of(
                "--set",
                "bad-records=skip",
                "-f",
                "csv",
                "-c",
                "SELECT 10 / x AS y FROM (VALUES (5), (0), (2)) AS v(x); SHOW DROPPED");
        assertThat(run.status()).isZero();
        assertThat(run.outLines()).startsWith("op,y", "+I,2", "+I,5");
        assertThat(run.err()).contains("1 row dropped").contains("division by zero");
        assertThat(run.out()).contains("division by zero");
    }

    @Test
    void explainsBothModesOfOneAggregate() {
        String tables = "CREATE TABLE plain (user_id STRING, n BIGINT) WITH (connector = 'print');"
                + "CREATE TABLE keyed (user_id STRING, n BIGINT, PRIMARY KEY (user_id) NOT ENFORCED)"
                + " WITH (connector = 'blackhole');";
        String query = " SELECT user_id, COUNT(*) FROM " + CLICKS + " GROUP BY user_id";
        assertThat(CommandLineRun.of("-c", tables + "EXPLAIN CHANGELOG_MODE INSERT INTO plain" + query)
                        .out())
                .containsPattern("GroupAggregate.*changelogMode=\\[I,UB,UA\\]");
        assertThat(CommandLineRun.of("-c", tables + "EXPLAIN CHANGELOG_MODE INSERT INTO keyed" + query)
                        .out())
                .containsPattern("GroupAggregate.*changelogMode=\\[I,UA\\]");
    }

    @Test
    void stateWithoutEndIsWarnedOfOnStandardError() {
        String table =
                "CREATE TABLE numbers (counter BIGINT) WITH ('connector' = 'impulse', 'event_rate' = '1000000');";
        String query = "SELECT counter / 0 AS k, COUNT(*) FROM numbers GROUP BY counter / 0";
        CommandLineRun run = CommandLineRun.of("--set", "updating_ttl=0", "-c", table + query);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("WARNING: GroupAggregate(groupBy=[k], ")
                .contains(
                        "grows with the number of distinct keys; no bound unless keys recur: table 'numbers' never ends.\nERROR: ");
        assertThat(CommandLineRun.of("-c", table + query).err())
                .startsWith(
                        "WARNING: a key that no change comes for is forgotten after 1 day; SET updating_ttl = '...'");
        CommandLineRun silent = CommandLineRun.of("--set", "warn-unbounded-state=false", "-c", table + query);
        assertThat(silent.err()).startsWith("ERROR: ");
    }

    @Test
    void whatIsTypedRunsStatementByStatement() {
        CommandLineRun run = CommandLineRun.typed(
                "SELECT 1\n AS \u00e9;\r\n\nSELECT x;\nSELECT 2 AS b;\nquit\nSELECT 3;\n".getBytes(UTF_8),
                "-f",
                "csv",
                "--final");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("rowtide> ", "       > ", "\u00e9\n1\n", "b\n2\n")
                .doesNotContain("3");
        assertThat(run.err()).contains("column \"x\" does not exist");
    }

    @Test
    void typedBytesThatAreNoTextAreRefusedWithTheirStatement() {
        CommandLineRun run = CommandLineRun.typed(
                "SELECT 1 AS a,\n'caf\u00e9' AS c;\nSELECT 2 AS b;\n".getBytes(ISO_8859_1), "-f", "csv", "--final");

        assertThat(run.status()).isZero();
        assertThat(run.err()).contains("the line is not UTF-8 text", "The statement that it belongs to was not run.");
        assertThat(run.out()).contains("b\n2\n").doesNotContain("caf");
    }
}
