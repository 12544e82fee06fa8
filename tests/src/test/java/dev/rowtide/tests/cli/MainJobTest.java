// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The main job: 120 clicks of 11 users, counted per user. What must come out is counted here, click by click. */
final class MainJobTest {

    private static final String SCRIPT = "examples/clicks/clicks.sql";

    private record Line(String op, String user, long clicks) {}

    private static List<String> users() throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<String> users = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("examples/clicks/clicks.jsonl"))) {
            users.add(json.readTree(line).get("user_id").asText());
        }
        return users;
    }

    private static List<Line> log() throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        List<Line> log = new ArrayList<>();
        for (String user : users()) {
            long clicks = counts.merge(user, 1L, Long::sum);
            if (clicks == 1) {
                log.add(new Line("+I", user, 1));
            } else {
                log.add(new Line("-U", user, clicks - 1));
                log.add(new Line("+U", user, clicks));
            }
        }
        return log;
    }

    private static Map<String, Long> counts() throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        users().forEach(user -> counts.merge(user, 1L, Long::sum));
        return counts;
    }

    @Test
    void theInputIsThatOfTheSpecification() throws IOException {
        assertThat(users()).hasSize(120);
        assertThat(counts()).hasSize(11);
        assertThat(log()).hasSize(229);
    }

    @Test
    void printsTheChangelogAsATable() throws IOException {
        List<String> expected = new ArrayList<>();
        String border = "+----+" + "-".repeat(32) + "+" + "-".repeat(22) + "+";
        expected.add(border);
        expected.add(String.format("| op | %30s | %20s |", "user_id", "clicks"));
        expected.add(border);
        for (Line line : log()) {
            expected.add(String.format(Locale.ROOT, "| %s | %30s | %20d |", line.op(), line.user(), line.clicks()));
        }
        expected.add(border);
        expected.add("Received a total of 229 rows");

        CommandLineRun run = CommandLineRun.of("run", SCRIPT);

        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.outLines()).startsWith(expected.toArray(new String[0])).hasSize(expected.size() + 1);
        assertThat(run.outLines().get(expected.size()))
                .startsWith("120 rows read, 229 changes written (+I 11, -U 109, +U 109, -D 0), as upsert 120 messages,"
                        + " 11 rows in the final table, 0 rows dropped, ");
    }

    @Test
    void printsJson() throws IOException {
        List<String> expected = log().stream()
                .map(line -> "{\"op\":\"" + line.op() + "\",\"user_id\":\"" + line.user() + "\",\"clicks\":"
                        + line.clicks() + "}")
                .toList();

        CommandLineRun run = CommandLineRun.of("--format", "json", "run", SCRIPT);

        assertThat(run.outLines()).isEqualTo(expected);
        assertThat(run.err()).startsWith("120 rows read, 229 changes written");
    }

    @Test
    void printsCsv() throws IOException {
        List<String> expected = new ArrayList<>(List.of("op,user_id,clicks"));
        log().forEach(line -> expected.add(line.op() + "," + line.user() + "," + line.clicks()));

        assertThat(CommandLineRun.of("--format", "csv", "run", SCRIPT).outLines())
                .isEqualTo(expected);
    }

    @Test
    void printsDebezium() throws IOException {
        List<String> expected = new ArrayList<>();
        for (Line line : log()) {
            String row = "{\"user_id\":\"" + line.user() + "\",\"clicks\":" + line.clicks() + "}";
            if (line.op().equals("+I")) {
                expected.add("{\"before\":null,\"after\":" + row + ",\"op\":\"c\"}");
            } else if (line.op().equals("+U")) {
                String before = "{\"user_id\":\"" + line.user() + "\",\"clicks\":" + (line.clicks() - 1) + "}";
                expected.add("{\"before\":" + before + ",\"after\":" + row + ",\"op\":\"u\"}");
            }
        }

        assertThat(CommandLineRun.of("--format", "debezium", "run", SCRIPT).outLines())
                .isEqualTo(expected)
                .hasSize(120);
    }

    @Test
    void theFinalTableAndTheBatchRunAreTheFoldedLog() throws IOException {
        String[] expected = counts().entrySet().stream()
                .map(entry -> entry.getKey() + "," + entry.getValue())
                .toArray(String[]::new);

        List<String> last =
                CommandLineRun.of("--final", "--format", "csv", "run", SCRIPT).outLines();
        List<String> batch =
                CommandLineRun.of("--batch", "--format", "csv", "run", SCRIPT).outLines();

        assertThat(last.get(0)).isEqualTo("user_id,clicks");
        assertThat(last.subList(1, last.size())).containsExactlyInAnyOrder(expected);
        assertThat(batch.get(0)).isEqualTo("user_id,clicks");
        assertThat(batch.subList(1, batch.size())).containsExactlyInAnyOrder(expected);
    }

    @Test
    void theLogDoesNotDependOnTheCut() {
        String whole = CommandLineRun.of("--format", "csv", "run", SCRIPT).out();
        for (String rows : new String[] {"1", "7", "4096"}) {
            assertThat(CommandLineRun.of("--set", "pipeline.batch-rows=" + rows, "--format", "csv", "run", SCRIPT)
                            .out())
                    .isEqualTo(whole);
        }
    }

    @Test
    void aConsolidatedRunGivesFewerChangesAndTheSameTable() {
        CommandLineRun run =
                CommandLineRun.of("--set", "mini-batch.size=40", "--final", "--format", "csv", "run", SCRIPT);
        assertThat(run.outLines())
                .containsExactlyInAnyOrderElementsOf(CommandLineRun.of("--final", "--format", "csv", "run", SCRIPT)
                        .outLines());
        assertThat(run.err()).startsWith("120 rows read").doesNotContain("229 changes");
    }

    @Test
    void theSecondExampleRuns() {
        CommandLineRun run = CommandLineRun.of("--final", "--format", "csv", "run", "examples/weather/weather.sql");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.outLines()).hasSize(6);
    }
}
