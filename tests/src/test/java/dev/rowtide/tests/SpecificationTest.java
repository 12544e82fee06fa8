// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.EngineClock;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables and logs of the specifications, typed in by hand. */
final class SpecificationTest {

    @TempDir
    Path directory;

    /** Stands still but when a job waits; then it is as late as the job waits for. */
    private static final class VirtualClock implements EngineClock {
        private long nowMillis = 1_704_103_200_000L;

        @Override
        public long nowMillis() {
            return nowMillis;
        }

        @Override
        public void await(long untilMillis) {
            nowMillis = Math.max(nowMillis, untilMillis);
        }
    }

    private static List<String> changes(Rowtide rowtide, String query, int max) {
        List<String> changes = new ArrayList<>();
        try (Result result = rowtide.execute(query)) {
            for (Change change : result) {
                changes.add(change.toString());
                if (changes.size() == max) {
                    break;
                }
            }
        }
        return changes;
    }

    /** A hundred rows a second, counted, and flushed once a second as is the default for a source without end. */
    @Test
    void countsImpulsesUntilTheyAreTooMany() {
        try (Rowtide rowtide = Rowtide.builder().clock(new VirtualClock()).open()) {
            rowtide.execute("CREATE TABLE impulse WITH ('connector' = 'impulse', event_rate = '100')");

            List<String> changes = changes(rowtide, "SELECT count(*) as rows FROM impulse HAVING rows < 500", 8);

            assertThat(changes.subList(0, 7))
                    .containsExactly("+I[100]", "-U[100]", "+U[200]", "-U[200]", "+U[300]", "-U[300]", "+U[400]");
            assertThat(changes.get(7)).isIn("-D[400]", "-U[400]");
        }
    }

    @Test
    void writesTheCountsAsDebeziumDoes() throws IOException {
        Path file = directory.resolve("counts.json");
        try (Rowtide rowtide = Rowtide.builder().clock(new VirtualClock()).open()) {
            rowtide.execute("SET 'pipeline.update-aggregate-flush-interval' = '1 second'");
            rowtide.execute(
                    "CREATE TABLE impulse WITH ('connector' = 'impulse', event_rate = '100', message_count = '1000')");
            rowtide.execute("CREATE TABLE counts (`rows` BIGINT) WITH (connector = 'filesystem', path = '" + file
                    + "', format = 'debezium_json')");
            rowtide.execute("INSERT INTO counts SELECT count(*) as rows FROM impulse HAVING rows < 500");
        }
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "{\"before\":null,\"after\":{\"rows\":100},\"op\":\"c\"}",
                        "{\"before\":{\"rows\":100},\"after\":{\"rows\":200},\"op\":\"u\"}",
                        "{\"before\":{\"rows\":200},\"after\":{\"rows\":300},\"op\":\"u\"}",
                        "{\"before\":{\"rows\":300},\"after\":{\"rows\":400},\"op\":\"u\"}",
                        "{\"before\":{\"rows\":400},\"after\":null,\"op\":\"d\"}");
    }

    @Test
    void sumsTheOrdersOfCustomers() throws IOException {
        Path orders = Files.writeString(directory.resolve("orders.csv"), """
                order_id,customer_id,amount,event_time
                1,c1,50.00,2024-01-01 10:00:15
                2,c2,30.00,2024-01-01 10:00:30
                3,c1,25.00,2024-01-01 10:00:45
                4,c1,75.00,2024-01-01 10:01:10
                5,c2,40.00,2024-01-01 10:01:40
                """);
        Path totals = directory.resolve("totals.json");
        String query =
                "SELECT customer_id, SUM(amount) as total_spent, COUNT(*) as order_count FROM orders GROUP BY customer_id";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(
                    "CREATE TABLE orders (order_id INT, customer_id TEXT, amount DECIMAL(10, 2), event_time TIMESTAMP)"
                            + " WITH (connector = 'filesystem', path = '" + orders + "')");
            rowtide.execute("CREATE TABLE totals (customer_id TEXT, total_spent DECIMAL(10, 2), order_count BIGINT)"
                    + " WITH (connector = 'filesystem', path = '" + totals + "', format = 'debezium_json')");

            assertThat(changes(rowtide, query, Integer.MAX_VALUE))
                    .containsExactly(
                            "+I[c1, 50.00, 1]",
                            "+I[c2, 30.00, 1]",
                            "-U[c1, 50.00, 1]",
                            "+U[c1, 75.00, 2]",
                            "-U[c1, 75.00, 2]",
                            "+U[c1, 150.00, 3]",
                            "-U[c2, 30.00, 1]",
                            "+U[c2, 70.00, 2]");
            rowtide.execute("INSERT INTO totals " + query);
        }
        assertThat(Files.readAllLines(totals))
                .extracting(line -> line.replaceAll(".*\"after\":\\{(.*?)},.*\"op\":\"(.)\".*", "$2 $1"))
                .containsExactly(
                        "c \"customer_id\":\"c1\",\"total_spent\":50.00,\"order_count\":1",
                        "c \"customer_id\":\"c2\",\"total_spent\":30.00,\"order_count\":1",
                        "u \"customer_id\":\"c1\",\"total_spent\":75.00,\"order_count\":2",
                        "u \"customer_id\":\"c1\",\"total_spent\":150.00,\"order_count\":3",
                        "u \"customer_id\":\"c2\",\"total_spent\":70.00,\"order_count\":2");
    }

    /** "When one user moves from bucket 1 to bucket 2 ... and that bucket reaches 0, a -D comes out." */
    @Test
    void deletesTheBucketThatEmpties() {
        try (Rowtide rowtide = Rowtide.open()) {
            assertThat(changes(
                            rowtide,
                            "SELECT clicks, COUNT(*) AS users FROM (SELECT user_id, COUNT(*) AS clicks"
                                    + " FROM (VALUES ('u04'), ('u07'), ('u04'), ('u07')) AS c(user_id) GROUP BY user_id) GROUP BY clicks",
                            Integer.MAX_VALUE))
                    .containsExactly(
                            "+I[1, 1]",
                            "-U[1, 1]",
                            "+U[1, 2]",
                            "-U[1, 2]",
                            "+U[1, 1]",
                            "+I[2, 1]",
                            "-D[1, 1]",
                            "-U[2, 1]",
                            "+U[2, 2]");
        }
    }

    /** "The same aggregate has two modes": in front of a sink without a key, in front of one with; a filter only inserts. */
    @Test
    void explainsWhichChangesAnOperatorSends() {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE clicks (user_id STRING, url STRING, dwell INT)"
                    + " WITH (connector = 'filesystem', path = 'examples/clicks/clicks.jsonl');"
                    + "CREATE TABLE printed (user_id STRING, n BIGINT) WITH (connector = 'print');"
                    + "CREATE TABLE keyed (user_id STRING, n BIGINT, PRIMARY KEY (user_id) NOT ENFORCED) WITH (connector = 'blackhole');"
                    + "CREATE TABLE urls (user_id STRING, url STRING) WITH (connector = 'blackhole')");
            String counts = " SELECT user_id, COUNT(*) FROM clicks GROUP BY user_id";
            assertThat(plan(rowtide, "INSERT INTO printed" + counts))
                    .containsPattern("GroupAggregate\\(groupBy=\\[user_id].*changelogMode=\\[I,UB,UA]");
            assertThat(plan(rowtide, "INSERT INTO keyed" + counts))
                    .containsPattern("GroupAggregate\\(groupBy=\\[user_id].*changelogMode=\\[I,UA]");
            assertThat(plan(rowtide, "INSERT INTO urls SELECT user_id, url FROM clicks WHERE dwell > 60"))
                    .contains("changelogMode=[I]")
                    .doesNotContain("UA");
        }
    }

    private static String plan(Rowtide rowtide, String insert) {
        return ((Result.Text) rowtide.execute("EXPLAIN CHANGELOG_MODE " + insert)).text();
    }
}
