// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.engine.EngineClock;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.JobSummary;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job over a folder that is followed. What happens outside happens while the job waits. */
class FollowedFolderJobTest {

    @TempDir
    Path folder;

    /** A clock that moves on when the job waits, and tells the time to whoever changes the outside. */
    private static final class Outside implements EngineClock {

        private final Consumer<Long> events;
        private long nowMillis;

        Outside(Consumer<Long> events) {
            this.events = events;
        }

        @Override
        public long nowMillis() {
            return nowMillis;
        }

        @Override
        public void await(long untilMillis) {
            nowMillis = Math.max(nowMillis, untilMillis);
            events.accept(nowMillis);
        }
    }

    private void write(String name, String content) {
        try {
            Files.writeString(folder.resolve("in").resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String table(String name, Path path, String more) {
        return "CREATE TABLE " + name + " (k STRING, n BIGINT) WITH ('connector' = 'filesystem', 'path' = '" + path
                + "', " + more + ");";
    }

    private String tables() {
        return table("followed", folder.resolve("in"), "'source.monitor-interval' = '2 s'")
                + table("counts", folder.resolve("out.csv"), "'changelog.encoding' = 'retract'");
    }

    @Test
    void newFilesChangeTheResultUntilTheJobIsStopped() throws IOException {
        Files.createDirectory(folder.resolve("in"));
        write("1.csv", "k,n\na,1\nb,1\na,1\n");
        Rowtide[] running = new Rowtide[1];
        Outside outside = new Outside(now -> {
            if (now == 3_000) {
                write("2.csv", "k,n\na,5\nc,1\n");
            } else if (now == 7_000) {
                running[0].cancel();
            }
        });
        try (Rowtide rowtide = Rowtide.builder().clock(outside).open()) {
            running[0] = rowtide;
            rowtide.execute(tables());
            InsertResult insert =
                    (InsertResult) rowtide.run("INSERT INTO counts SELECT k, SUM(n) FROM followed GROUP BY k")
                            .next();
            JobSummary summary = insert.job().run();
            insert.close();

            assertThat(summary.rowsRead()).isEqualTo(5);
        }
        // Flushed once a second, as all input without an end.
        assertThat(Files.readString(folder.resolve("out.csv"))).isEqualTo("""
                op,k,n
                +I,a,2
                +I,b,1
                -U,a,2
                +U,a,7
                +I,c,1
                """);
    }

    @Test
    void neitherABatchRunNorAnOutputInTheFolderCanBe() throws IOException {
        Files.createDirectory(folder.resolve("in"));
        write("1.csv", "k,n\na,1\n");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(tables() + table("inside", folder.resolve("in/out.csv"), "'type' = 'sink'"));
            assertThatThrownBy(() -> rowtide.execute("INSERT INTO inside SELECT k, n FROM followed"))
                    .hasMessageContaining("in/out.csv', which it reads as \"followed\"");
            rowtide.execute("SET 'execution.runtime-mode' = 'batch'");
            assertThatThrownBy(() -> rowtide.execute("SELECT COUNT(*) FROM followed"))
                    .hasMessage("table 'followed' has no end, and a batch run answers at the end");
        }
        assertThat(Files.exists(folder.resolve("in/out.csv"))).isFalse();
    }
}
