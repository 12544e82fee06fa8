// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a folder that span the same time: each is in order, and no row is late since it is in another file. */
final class FolderWatermarksTest {

    private static final LocalDateTime START = LocalDateTime.of(2025, 3, 1, 12, 0);
    private static final String COUNTS =
            "SELECT window_start, COUNT(*), SUM(id) FROM TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '10' MINUTE) GROUP BY window_start, window_end";

    @TempDir
    Path directory;

    private void write(String file, int rows, int everySeconds, String... more) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            lines.add(line(i, START.plusSeconds((long) i * everySeconds)));
        }
        lines.addAll(List.of(more));
        Files.write(directory.resolve(file), lines);
    }

    private static String line(int id, LocalDateTime time) {
        return "{\"id\": " + id + ", \"ts\": \"" + time.toString().replace('T', ' ') + "\"}";
    }

    private List<String> log(String query, String... settings) {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(
                    "CREATE TABLE visits (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'filesystem', 'path' = '"
                            + directory + "', 'format' = 'json')");
            for (int i = 0; i < settings.length; i += 2) {
                rowtide.set(settings[i], settings[i + 1]);
            }
            List<String> log = new ArrayList<>();
            for (Change change : (QueryResult) rowtide.execute(query)) {
                log.add(change.kind().symbol() + change.values());
            }
            return log;
        }
    }

    @Test
    void noRowIsLateForBeingInAnotherFile() throws IOException {
        write("a.jsonl", 3_000, 2);
        write("b.jsonl", 6_000, 1);
        write("c.jsonl", 10, 600);
        // 600 s of the second file and 300 rows of the first are in each window of ten, and a row of the third.
        List<String> expected = new ArrayList<>();
        for (int window = 0; window < 10; window++) {
            long sum = 0;
            for (int second = 0; second < 600; second++) {
                int at = window * 600 + second;
                sum += at + (at % 2 == 0 ? at / 2 : 0) + (at % 600 == 0 ? at / 600 : 0);
            }
            expected.add("+I[" + START.plusMinutes(10L * window) + ", 901, " + sum + "]");
        }
        assertThat(log(COUNTS)).isEqualTo(expected);
        for (String rows : List.of("1", "7", "5000")) {
            assertThat(log(COUNTS, "pipeline.batch-rows", rows)).isEqualTo(expected);
        }
        assertThat(log(COUNTS, "execution.runtime-mode", "batch")).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aRowIsLateByAllFilesThatAreRead() throws IOException {
        write("a.jsonl", 100, 60, line(1_000, START));
        write("b.jsonl", 101, 60, line(1_000, START));
        List<String> whole = log(COUNTS);
        // The first file is read before the second has told anything; the second is alone then.
        assertThat(whole.get(0)).isEqualTo("+I[" + START + ", 21, 1090]");
        assertThat(log(COUNTS, "pipeline.batch-rows", "1")).isEqualTo(whole);
    }

    @Test
    void aFolderOfManyFilesIsReadToItsEnd() throws IOException {
        for (int file = 0; file < 150; file++) {
            write("f" + (1_000 + file) + ".jsonl", 20, 60);
        }
        List<String> log = log(COUNTS, "execution.runtime-mode", "batch");
        assertThat(log).hasSize(2).allMatch(line -> line.contains(", 1500, "));
        assertThat(log("SELECT COUNT(*), MAX(ts) FROM visits", "mini-batch.size", "100000"))
                .containsExactly("+I[3000, " + START.plusMinutes(19) + "]");
    }
}
