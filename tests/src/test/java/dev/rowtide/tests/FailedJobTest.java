// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.Change;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job that is refused, or fails on its way, leaves behind. */
class FailedJobTest {

    private static final String TWO_BRANCHES = "SELECT 'a' AS k, COUNT(*) AS c FROM '%s' UNION ALL"
            + " SELECT 'b', COUNT(y) FROM (SELECT 10 / x AS y FROM '%s')";

    @TempDir
    Path folder;

    @Test
    void inEveryChangeModeAllBranchesStopBeforeTheRowThatFails() throws IOException {
        String file = write("in.csv", "x\n1\n2\n0\n4\n5\n");
        try (Rowtide rowtide = Rowtide.open()) {
            List<String> changes = changesUntilFailure(rowtide.execute(TWO_BRANCHES.formatted(file, file)));
            assertThat(changes).containsExactly("+I[a, 1]", "+I[b, 1]", "-U[a, 1]", "+U[a, 2]", "-U[b, 1]", "+U[b, 2]");
        }
    }

    @Test
    void aFlushOfWhichABranchFailsIsNotShownAtAll() throws IOException {
        String file = write("in.csv", "x\n1\n2\n0\n4\n5\n");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("SET 'mini-batch.size' = '100'");
            assertThat(changesUntilFailure(rowtide.execute(TWO_BRANCHES.formatted(file, file))))
                    .isEmpty();
        }
    }

    @Test
    void aFlushOfAPlanWithoutBranchesIsShownUpToTheRowThatFails() throws IOException {
        String file = write("in.csv", "x\n1\n2\n0\n4\n5\n");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("SET 'mini-batch.size' = '100'");
            List<String> changes = changesUntilFailure(
                    rowtide.execute("SELECT COUNT(y) AS n FROM (SELECT 10 / x AS y FROM '" + file + "')"));
            assertThat(changes).containsExactly("+I[2]");
        }
    }

    @Test
    void aBatchRunThatFailsGivesNoRows() throws IOException {
        String file = write("in.csv", "x\n1\n2\n0\n4\n5\n");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("SET 'execution.runtime-mode' = 'batch'");
            assertThat(changesUntilFailure(rowtide.execute("SELECT 10 / x AS y FROM '" + file + "'")))
                    .isEmpty();
        }
    }

    @Test
    void aRefusedStatementSetLeavesAllOutputsAlone() throws IOException {
        String file = write("in.csv", "x\n1\n");
        String replaced = write("replaced.csv", "old\n");
        String existing = write("existing.csv", "old\n");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(sink("a", replaced, "overwrite") + sink("b", existing, "fail"));
            assertThatThrownBy(() -> rowtide.execute("BEGIN STATEMENT SET; INSERT INTO a SELECT x FROM '" + file
                            + "'; INSERT INTO b SELECT x FROM '" + file + "'; END;"))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("existing.csv' exists already");
        }
        assertThat(Files.readString(Path.of(replaced))).isEqualTo("old\n");
        assertThat(Files.readString(Path.of(existing))).isEqualTo("old\n");
    }

    @Test
    void twoInsertsIntoOneFileBothArrive() throws IOException {
        String file = write("in.csv", "x\n1\n");
        String out = folder.resolve("out.csv").toString();
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(sink("a", out, "fail"));
            rowtide.execute("BEGIN STATEMENT SET; INSERT INTO a SELECT x FROM '" + file
                    + "'; INSERT INTO a SELECT x + 10 FROM '" + file + "'; END;");
        }
        assertThat(Files.readAllLines(Path.of(out))).containsExactly("x", "1", "11");
    }

    @Test
    void twoTablesOfOneFileAreNotWrittenTogether() throws IOException {
        String file = write("in.csv", "x\n1\n");
        String out = folder.resolve("out.csv").toString();
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(sink("a", out, "overwrite") + sink("b", out, "overwrite"));
            assertThatThrownBy(() -> rowtide.execute("BEGIN STATEMENT SET; INSERT INTO a SELECT x FROM '" + file
                            + "'; INSERT INTO b SELECT x FROM '" + file + "'; END;"))
                    .hasMessageContaining("both write");
        }
        assertThat(Files.exists(Path.of(out))).isFalse();
    }

    @Test
    void oneFileUnderTwoNamesIsNotWrittenByTwoTables() throws IOException {
        Files.createDirectory(folder.resolve("other"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("other"));
        Path out = folder.resolve("other/out.csv");
        for (String name : List.of("other/../other/out.csv", "link/out.csv")) {
            try (Rowtide rowtide = Rowtide.open()) {
                rowtide.execute(sink("a", out.toString(), "overwrite")
                        + sink("b", folder.resolve(".") + "/" + name, "overwrite"));
                assertThatThrownBy(() -> rowtide.execute(
                                "BEGIN STATEMENT SET; INSERT INTO a VALUES (1); INSERT INTO b VALUES (2); END;"))
                        .hasMessageContaining("both write");
            }
            assertThat(Files.exists(out)).isFalse();
        }
    }

    @Test
    void hardLinksToOneFileAreOneFile() throws IOException {
        Path out = Path.of(write("out.csv", "x\n1\n"));
        Path link = Files.createLink(folder.resolve("link.csv"), out);
        for (String ifExists : List.of("overwrite", "append")) {
            try (Rowtide rowtide = Rowtide.open()) {
                rowtide.execute(sink("a", out.toString(), ifExists) + sink("b", link.toString(), ifExists));
                assertThatThrownBy(() -> rowtide.execute(
                                "BEGIN STATEMENT SET; INSERT INTO a VALUES (1); INSERT INTO b VALUES (2); END;"))
                        .hasMessageContaining("both write");
                assertThatThrownBy(() -> rowtide.execute("INSERT INTO a SELECT x FROM '" + link + "'"))
                        .hasMessageContaining("which it reads as");
            }
            assertThat(Files.readString(out)).isEqualTo("x\n1\n");
        }
    }

    @Test
    void deadLettersDoNotGoToWhatTheJobReads() throws IOException {
        String file = write("in.csv", "x\n1\nbad\n");
        for (String ifExists : List.of("overwrite", "append")) {
            try (Rowtide rowtide = Rowtide.open()) {
                rowtide.execute(letters(file, ifExists) + source(file));
                assertThatThrownBy(() -> rowtide.execute("SELECT x FROM read_it"))
                        .hasMessageContaining("which it reads as \"read_it\"");
            }
            assertThat(Files.readString(Path.of(file))).isEqualTo("x\n1\nbad\n");
        }
    }

    @Test
    void deadLettersDoNotGoToWhereTheResultGoes() throws IOException {
        String file = write("in.csv", "x\n1\nbad\n");
        String out = folder.resolve("out.csv").toString();
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(letters(out, "overwrite") + source(file) + sink("a", out, "overwrite"));
            assertThatThrownBy(() -> rowtide.execute("INSERT INTO a SELECT x FROM read_it"))
                    .hasMessageContaining("both write");
        }
        assertThat(Files.exists(Path.of(out))).isFalse();
    }

    @Test
    void aTableDoesNotTakeResultsAndDeadLettersOfOneJob() throws IOException {
        String file = write("in.csv", "x\n1\nbad\n");
        String out = folder.resolve("out.csv").toString();
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(letters(out, "overwrite") + source(file));
            assertThatThrownBy(() -> rowtide.execute("INSERT INTO letters SELECT 'mine' FROM read_it"))
                    .hasMessageContaining("results and dead letters of the job both go to");
        }
        assertThat(Files.exists(Path.of(out))).isFalse();
    }

    private static String letters(String path, String ifExists) {
        return "CREATE TABLE letters (record STRING) WITH ('connector' = 'filesystem', 'path' = '" + path
                + "', 'format' = 'json', 'if-exists' = '" + ifExists + "');";
    }

    private static String source(String path) {
        return "CREATE TABLE read_it (x BIGINT) WITH ('connector' = 'filesystem', 'path' = '" + path
                + "', 'bad-records' = 'letters');";
    }

    @Test
    void aJobThatWouldWriteWhatItReadsIsRefused() throws IOException {
        String file = write("in.csv", "x\n1\n");
        for (String ifExists : List.of("overwrite", "append")) {
            try (Rowtide rowtide = Rowtide.open()) {
                rowtide.execute(sink("a", file, ifExists));
                assertThatThrownBy(() -> rowtide.execute("INSERT INTO a SELECT x FROM a"))
                        .isInstanceOf(EngineException.class)
                        .hasMessageContaining("which it reads");
            }
            assertThat(Files.readString(Path.of(file))).isEqualTo("x\n1\n");
        }
    }

    private static String sink(String name, String path, String ifExists) {
        return "CREATE TABLE " + name + " (x BIGINT) WITH ('connector' = 'filesystem', 'path' = '" + path
                + "', 'format' = 'csv', 'if-exists' = '" + ifExists + "');";
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static List<String> changesUntilFailure(Result result) {
        List<String> changes = new ArrayList<>();
        assertThatThrownBy(() -> {
                    Iterator<Change> iterator = result.iterator();
                    while (iterator.hasNext()) {
                        changes.add(iterator.next().toString());
                    }
                })
                .isInstanceOf(EngineException.class)
                .hasMessage("division by zero");
        return changes;
    }
}
