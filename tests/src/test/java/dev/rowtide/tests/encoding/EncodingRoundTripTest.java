// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A changelog written by one job and read by the next: the same changes, of the same kinds. */
class EncodingRoundTripTest {

    /** How many users have how many clicks: all kinds of change. */
    private static final String HISTOGRAM = "SELECT clicks, COUNT(*) AS n FROM"
            + " (SELECT user_id, COUNT(*) AS clicks FROM 'examples/clicks/clicks.jsonl' GROUP BY user_id) GROUP BY clicks";

    @TempDir
    Path folder;

    private String table(String name, String file, String key, String options) {
        return "CREATE TABLE " + name + " (clicks BIGINT, n BIGINT" + key
                + ") WITH ('connector' = 'filesystem', 'path' = '" + folder.resolve(file) + "', " + options + ");";
    }

    private static List<String> changes(Rowtide rowtide, String query) {
        List<String> changes = new ArrayList<>();
        try (Result result = rowtide.execute(query)) {
            for (Change change : result) {
                changes.add(change.toString());
            }
        }
        return changes;
    }

    @ParameterizedTest
    @CsvSource({
        "json, retract, 0",
        "csv, retract, 0",
        "json, retract, 10",
        "debezium-json, append, 0",
        "debezium-json, append, 10"
    })
    void whatIsReadAndWrittenAgainIsTheSameFile(String format, String encoding, int flushRows) throws IOException {
        String options = "'format' = '" + format + "', 'changelog.encoding' = '" + encoding + "'";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(table("a", "a.log", "", options) + table("b", "b.log", "", options));
            if (flushRows > 0) {
                rowtide.execute("SET 'mini-batch.size' = '" + flushRows + "'");
            }
            rowtide.execute("INSERT INTO a " + HISTOGRAM);
            rowtide.execute("RESET 'mini-batch.size'; INSERT INTO b SELECT * FROM a");

            assertThat(Files.readString(folder.resolve("b.log")))
                    .isEqualTo(Files.readString(folder.resolve("a.log")))
                    .hasLineCount((int) Files.lines(folder.resolve("a.log")).count());
            if (flushRows == 0) {
                assertThat(changes(rowtide, "SELECT * FROM a")).isEqualTo(changes(rowtide, HISTOGRAM));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void putsAndDeletesBecomeTheChangesThatTheyWere(String format) {
        String options = "'format' = '" + format + "', 'changelog.encoding' = 'upsert'";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(table("a", "a.log", ", PRIMARY KEY (clicks) NOT ENFORCED", options));
            rowtide.execute("INSERT INTO a " + HISTOGRAM);

            assertThat(changes(rowtide, "SELECT * FROM a")).isEqualTo(changes(rowtide, HISTOGRAM));
        }
    }

    @Test
    void putsAndDeletesPassAKeyedSinkAsTheyAre() throws IOException {
        String options = "'format' = 'json', 'changelog.encoding' = 'upsert'";
        String key = ", PRIMARY KEY (clicks) NOT ENFORCED";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(table("a", "a.log", key, options) + table("b", "b.log", key, options));
            rowtide.execute("INSERT INTO a " + HISTOGRAM);
            rowtide.execute("INSERT INTO b SELECT * FROM a");

            assertThat(plan(rowtide, "INSERT INTO b SELECT * FROM a")).doesNotContain("Normalize");
            assertThat(Files.readString(folder.resolve("b.log"))).isEqualTo(Files.readString(folder.resolve("a.log")));
        }
    }

    @Test
    void halvesThatAFilterPartedAreReadAsTheyWere() {
        String query =
                "SELECT * FROM (SELECT user_id AS clicks, COUNT(*) AS n FROM 'examples/clicks/clicks.jsonl' GROUP BY user_id)"
                        + " WHERE n BETWEEN 3 AND 4";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(table("a", "a.jsonl", "", "'changelog.encoding' = 'retract'")
                    .replace("clicks BIGINT", "clicks STRING"));
            rowtide.execute("INSERT INTO a " + query);

            List<String> changes = changes(rowtide, query);
            assertThat(changes).anyMatch(change -> change.startsWith("+U") && change.endsWith(", 3]"));
            assertThat(changes(rowtide, "SELECT * FROM a")).isEqualTo(changes);
        }
    }

    @Test
    void everyTypeIsReadAsItWasWritten() {
        String rows = "VALUES (TRUE, CAST(-128 AS TINYINT), CAST(32767 AS SMALLINT), 2147483647, 9223372036854775807,"
                + " CAST(12345678901234567890.123456789 AS DECIMAL(38, 9)), CAST(0.1 AS FLOAT), 0.1e0, 'a,\"b\n', DATE '2024-02-29',"
                + " TIME '23:59:59', TIMESTAMP '2024-02-29 12:00:00.123456', x'00ff'),"
                + " (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";
        for (String format : List.of("json", "csv", "debezium-json")) {
            try (Rowtide rowtide = Rowtide.open()) {
                rowtide.execute(
                        "CREATE TABLE a (b BOOLEAN, t TINYINT, s SMALLINT, i INT, l BIGINT, d DECIMAL(38, 9), f FLOAT, e DOUBLE, v STRING,"
                                + " a DATE, c TIME, ts TIMESTAMP(6), y BYTES) WITH ('connector' = 'filesystem', 'path' = '"
                                + folder.resolve(format) + "', 'format' = '" + format + "', 'changelog.encoding' = '"
                                + (format.equals("debezium-json") ? "append" : "retract") + "')");
                rowtide.execute("INSERT INTO a SELECT * FROM (" + rows + ")");
                List<String> read = changes(rowtide, "SELECT b, t, s, i, l, d, f, e, v, a, c, ts, TO_HEX(y) FROM a");
                assertThat(read.get(0))
                        .isEqualTo(
                                "+I[true, -128, 32767, 2147483647, 9223372036854775807, 12345678901234567890.123456789, 0.1, 0.1,"
                                        + " a,\"b\n, 2024-02-29, 23:59:59, 2024-02-29T12:00:00.123456, 00ff]");
                assertThat(read.get(1))
                        .isEqualTo("+I[null, null, null, null, null, null, null, null, null, null, null, null, null]");
            }
        }
    }

    private static String plan(Rowtide rowtide, String statement) {
        return ((Result.Text) rowtide.execute("EXPLAIN CHANGELOG_MODE " + statement)).text();
    }

    @Test
    void debeziumWithoutRowsBeforeIsNormalizedByKeyAndThePlanSaysSo() throws IOException {
        Files.writeString(folder.resolve("in.json"), """
                {"before":null,"after":{"id":1,"city":"Oslo"},"op":"r"}
                {"before":null,"after":{"id":2,"city":"Oslo"},"op":"c"}
                {"before":null,"after":{"id":2,"city":"Oslo"},"op":"c"}
                {"before":null,"after":{"id":1,"city":"Rome"},"op":"u"}
                {"before":{"id":2,"city":null},"after":null,"op":"d"}
                null
                {"before":{"id":9,"city":null},"after":null,"op":"d"}
                """);
        String options =
                "'connector' = 'filesystem', 'format' = 'debezium-json', 'path' = '" + folder.resolve("in.json") + "'";
        String query = "SELECT city, COUNT(*) AS people FROM people GROUP BY city";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE people (id BIGINT PRIMARY KEY, city STRING) WITH (" + options + ")");

            assertThat(changes(rowtide, query))
                    .containsExactly(
                            "+I[Oslo, 1]",
                            "-U[Oslo, 1]",
                            "+U[Oslo, 2]",
                            "-U[Oslo, 2]",
                            "+U[Oslo, 1]",
                            "+I[Rome, 1]",
                            "-D[Oslo, 1]");
            assertThat(plan(rowtide, query))
                    .contains("ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])")
                    .contains("state: the last row per id, grows with the number of live keys")
                    .contains(
                            "TableSourceScan(table=[people], fields=[city, id], uniqueKey=[id], changelogMode=[I,UA,PD])");
            assertThat(((Result.Listing) rowtide.execute("SHOW DROPPED")).rows())
                    .containsExactly(List.of(
                            "ChangelogNormalize",
                            "retraction of a row never inserted",
                            1L,
                            "shown by SET 'validate-changelog' = 'true'"));
        }
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(
                    "CREATE TABLE people (id BIGINT, city STRING) WITH (" + options + ", 'changelog-mode' = 'upsert')");
            assertThatThrownBy(() -> rowtide.execute(query))
                    .hasMessage("table 'people' delivers changes by key and has no primary key");
        }
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE people (id BIGINT, city STRING) WITH (" + options + ")");
            assertThatThrownBy(() -> changes(rowtide, query))
                    .hasMessageContaining(
                            "in.json:4: op u has no image before, without which the old row is not known");
        }
    }

    @Test
    void putsThatRepeatAndDeletesOfNothingChangeNothingAndTheLatterAreCounted() throws IOException {
        Files.writeString(folder.resolve("a.csv"), """
                op,clicks,n
                put,1,10
                put,1,10
                delete,2,
                put,1,11
                put,2,5
                delete,1,
                delete,1,
                """);
        String columns = table("a", "a.csv", ", PRIMARY KEY (clicks) NOT ENFORCED", "'changelog.encoding' = 'upsert'");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(columns);

            assertThat(changes(rowtide, "SELECT * FROM a"))
                    .containsExactly("+I[1, 10]", "-U[1, 10]", "+U[1, 11]", "+I[2, 5]", "-D[1, 11]");
            assertThat(changes(rowtide, "SELECT SUM(n) AS s FROM a"))
                    .containsExactly("+I[10]", "-U[10]", "+U[11]", "-U[11]", "+U[16]", "-U[16]", "+U[5]");
            assertThat(changes(rowtide, "SELECT clicks FROM a WHERE n > 10")).containsExactly("+I[1]", "-D[1]");
            assertThat(((Result.Listing) rowtide.execute("SHOW DROPPED")).rows())
                    .allMatch(row -> "retraction of a row never inserted".equals(row.get(1)))
                    .extracting(row -> row.get(2))
                    .containsExactly(2L, 2L);
        }
    }

    /** Two rows for one key: the second is put in the place of the first, and when it goes the first is the key's again. */
    @Test
    void aDebeziumFileHasOneRowForEachOfItsKeys() throws IOException {
        Path input = folder.resolve("in.jsonl");
        Files.write(
                input,
                List.of(
                        "{\"key\": {\"id\": 1}, \"value\": {\"id\": 1, \"g\": \"x\"}}",
                        "{\"key\": {\"id\": 2}, \"value\": {\"id\": 2, \"g\": \"x\"}}",
                        "{\"key\": {\"id\": 2}, \"value\": null}"));
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE a (id INT PRIMARY KEY, g STRING) WITH ('connector' = 'filesystem', 'path' = '"
                    + input + "', 'changelog.encoding' = 'upsert');"
                    + "CREATE TABLE b (g STRING PRIMARY KEY, id INT) WITH ('connector' = 'filesystem', 'path' = '"
                    + folder.resolve("out.json") + "', 'format' = 'debezium-json');"
                    + "INSERT INTO b SELECT g, id FROM a");
            assertThat(changes(rowtide, "SELECT * FROM b"))
                    .containsExactly("+I[x, 1]", "-U[x, 1]", "+U[x, 2]", "-U[x, 2]", "+U[x, 1]");
        }
    }

    @Test
    void theColumnOfKindsIsFoundUnderTheNameThatAViewGivesIt() {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(
                    "CREATE VIEW rows_of AS SELECT a AS b, b AS a, x FROM"
                            + " (VALUES ('INSERT', 'DELETE', 1), ('INSERT', 'DELETE', 2)) AS t (a, b, x);"
                            + "CREATE VIEW numbered AS SELECT a AS op, x FROM (VALUES ('INSERT', 1), ('DELETE', 1)) AS t (a, x)");
            assertThat(changes(rowtide, "SELECT * FROM FROM_CHANGELOG(input => TABLE rows_of, op => DESCRIPTOR(b))"))
                    .containsExactly("+I[DELETE, 1]", "+I[DELETE, 2]");
            assertThat(changes(rowtide, "SELECT * FROM FROM_CHANGELOG(input => TABLE numbered)"))
                    .containsExactly("+I[1]", "-D[1]");
        }
    }
}
