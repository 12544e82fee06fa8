// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.connectors.print.ResultFormat;
import dev.rowtide.connectors.print.ResultPrinter;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is written at once, at every sink, holds both halves of an update or none. */
class AtomicPairsTest {

    private static final int ROWS = 9_000;

    @TempDir
    Path folder;

    private String query;

    /** Keys as long as to make a sink write more than once a batch, and three rows of each. */
    @BeforeEach
    void writeInput() throws IOException {
        StringBuilder rows = new StringBuilder("k\n");
        for (int i = 0; i < ROWS; i++) {
            rows.append("k".repeat(100)).append(i % (ROWS / 3)).append('\n');
        }
        Files.writeString(folder.resolve("in.csv"), rows.toString());
        query = "SELECT k, COUNT(*) AS n FROM '" + folder.resolve("in.csv") + "' GROUP BY k";
    }

    /** Keeps what comes in each write. */
    private static final class Writes extends OutputStream {

        private final List<String> texts = new ArrayList<>();

        @Override
        public void write(int b) {
            throw new IllegalStateException("a byte alone");
        }

        @Override
        public void write(byte[] data, int start, int length) {
            texts.add(new String(data, start, length, UTF_8));
        }
    }

    private static void assertWholePairs(List<String> writes, String before, String after) {
        assertThat(writes.size()).isGreaterThan(1);
        for (String write : writes) {
            boolean open = false;
            for (String line : write.lines().toList()) {
                assertThat(open).as(line).isEqualTo(line.contains(after));
                open = line.contains(before);
            }
            assertThat(open).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"json, 0", "csv, 0", "json, 4000", "csv, 4000"})
    void inAFileAtEveryMoment(String format, int flushRows) throws IOException {
        Path out = folder.resolve("out." + format);
        List<String> writes = new ArrayList<>();
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE out_file (k STRING, n BIGINT) WITH ('connector' = 'filesystem', 'path' = '"
                    + out + "', 'changelog.encoding' = 'retract')");
            if (flushRows > 0) {
                rowtide.execute("SET 'mini-batch.size' = '" + flushRows + "'");
            }
            try (InsertResult insert =
                    (InsertResult) rowtide.run("INSERT INTO out_file " + query).next()) {
                long seen = 0;
                while (insert.job().step()) {
                    if (Files.exists(out) && Files.size(out) > seen) {
                        writes.add(Files.readString(out).substring((int) seen));
                        seen = Files.size(out);
                    }
                }
            }
        }
        assertThat(Files.readString(out)).contains("-U").contains("+U");
        assertWholePairs(writes, "-U", "+U");
    }

    @Test
    void onStandardOutput() {
        PrintStream out = System.out;
        Writes writes = new Writes();
        System.setOut(new PrintStream(writes, false, UTF_8) {
            @Override
            public void write(byte[] data, int start, int length) {
                writes.write(data, start, length);
            }
        });
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE printed (k STRING, n BIGINT) WITH ('connector' = 'print')");
            rowtide.execute("INSERT INTO printed " + query);
        } finally {
            System.setOut(out);
        }
        assertWholePairs(writes.texts, "-U[", "+U[");
    }

    @Test
    void inResultsThatAreShown() {
        for (ResultFormat format : List.of(ResultFormat.TABLE, ResultFormat.JSON, ResultFormat.CSV)) {
            Writes writes = new Writes();
            try (Rowtide rowtide = Rowtide.open();
                    QueryResult result = (QueryResult) rowtide.execute(query)) {
                ResultPrinter printer = ResultPrinter.changelog(format, result.schema(), ZoneOffset.UTC, writes);
                result.forEachTick(printer::write, printer::endTick, () -> {});
            }
            assertWholePairs(writes.texts, "-U", "+U");
        }
    }
}
