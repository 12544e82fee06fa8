// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.server.cli.Main;
import dev.rowtide.server.cli.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C: the job ends after its round with what it has and its summary, and the rest of the script does not run. */
class InterruptTest {

    private static final String SCRIPT = "CREATE TABLE t (n BIGINT) WITH (connector = 'endless');"
            + " SELECT COUNT(*) AS c FROM t; SELECT 'the rest ran'";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"--format=table", "--final", "--batch"})
    void endsTheJobWellInEveryMode(String mode) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Endless endless = new Endless();
        int status;
        try (Rowtide rowtide = Rowtide.builder().connector(endless).open()) {
            endless.interrupt = rowtide::cancel;
            Terminal terminal = new Terminal(
                    new ByteArrayInputStream(new byte[0]),
                    out,
                    new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                    false,
                    false,
                    false);
            status = Main.run(new String[] {mode, "-c", SCRIPT}, rowtide, terminal);
        }
        assertThat(status).isNotZero();
        assertThat(out.toString(UTF_8))
                .contains("Stopped before the end of the input.")
                .contains("rows read,")
                .doesNotContain("the rest ran");
    }

    @Test
    void theSignalItselfEndsTheProcess() throws IOException, InterruptedException {
        Path rest = folder.resolve("rest.csv");
        String script = "CREATE TABLE i WITH (connector = 'impulse', event_rate = '1000');"
                + " CREATE TABLE f (n INT) WITH (connector = 'filesystem', path = '" + rest + "');"
                + " SET 'flush-interval' = '0'; SELECT COUNT(*) AS c FROM i; INSERT INTO f SELECT 7";
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.rowtide.server.cli.Main",
                        "-c",
                        script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            String line = out.readLine();
            while (line != null && !line.startsWith("| +U")) {
                line = out.readLine();
            }
            assertThat(line).as("an update of the running query").isNotNull();
            assumeTrue(hears(process), "started in the background, where the shell has processes ignore the signal");
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            for (line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
            assertThat(process.waitFor()).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
        assertThat(lines).contains("Stopped before the end of the input.");
        assertThat(rest).doesNotExist();
    }

    /** Whether the process has a handler for SIGINT, the second of the bits that Linux tells; taken for granted elsewhere. */
    private static boolean hears(Process process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return true;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigCgt:"))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring(line.indexOf(':') + 1).strip(), 16))
                    .allMatch(handled -> (handled & 2) != 0);
        }
    }

    /** A source that is interrupted by Ctrl-C while its third batch is read, and would never end. */
    private static final class Endless implements Connector {

        private Runnable interrupt = () -> {};

        @Override
        public String name() {
            return "endless";
        }

        @Override
        public List<Setting<?>> options() {
            return List.of();
        }

        @Override
        public Sink sink(Table table) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Source source(Table table) {
            return new Source() {
                @Override
                public ChangelogMode mode() {
                    return ChangelogMode.APPEND;
                }

                @Override
                public boolean bounded() {
                    return true;
                }

                @Override
                public List<String> splits() {
                    return List.of("all");
                }

                @Override
                public SplitReader open(
                        String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
                    return new Reader(columns.size());
                }
            };
        }

        private final class Reader implements SplitReader {

            private final int columns;
            private int batches;

            Reader(int columns) {
                this.columns = columns;
            }

            @Override
            public ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
                if (++batches == 3) {
                    interrupt.run();
                }
                Schema schema = columns == 0 ? Schema.of() : Schema.of(new Field("n", Type.BIGINT));
                BatchBuilder builder = new BatchBuilder(schema);
                for (int c = 0; c < columns; c++) {
                    Datum.append(builder.column(c), (long) batches, Type.BIGINT);
                }
                builder.endRow(RowKind.PLUS_I, firstPosition);
                return builder.build(Watermarks.absent());
            }

            @Override
            public boolean ended() {
                return false;
            }

            @Override
            public String position() {
                return "";
            }

            @Override
            public void close() {}
        }
    }
}
