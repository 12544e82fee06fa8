// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.documentation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.EngineClock;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.tests.cli.CommandLineRun;
import dev.rowtide.tests.documentation.MarkdownPage.Block;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that the manual shows is run: SQL blocks, page by page in one session, from the repository's root; Java blocks; and commands, with the output
 * that is shown for them. A block {@code sql fails} must fail.
 */
final class DocumentationTest {

    private static final int STEPS_MAX = 1_000;

    @TempDir
    Path directory;

    private final PrintStream out = System.out;
    private Set<Path> before = Set.of();

    /** What examples print is not looked at. */
    @BeforeEach
    void prepare() throws IOException {
        before = files();
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    }

    /** What examples wrote beside the sources goes. */
    @AfterEach
    void cleanUp() throws IOException {
        System.setOut(out);
        for (Path file : files()) {
            if (!before.contains(file)) {
                Files.delete(file);
            }
        }
    }

    private static Set<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("."))) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    @TestFactory
    Stream<DynamicTest> sqlRuns() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.manual()) {
            if (page.blocks().stream().anyMatch(block -> block.info().startsWith("sql"))) {
                tests.add(DynamicTest.dynamicTest(page.path().toString(), () -> runSql(page)));
            }
        }
        return tests.stream();
    }

    private static void runSql(MarkdownPage page) {
        try (Rowtide rowtide = Rowtide.builder().clock(new VirtualClock()).open()) {
            for (Block block : page.blocks()) {
                if (block.info().equals("sql fails")) {
                    assertThatThrownBy(() -> run(rowtide, block.text()))
                            .as("%s", block)
                            .isInstanceOf(EngineException.class);
                } else if (block.info().startsWith("sql")) {
                    assertThat(block.info()).as("%s", block).isEqualTo("sql");
                    try {
                        run(rowtide, block.text());
                    } catch (EngineException e) {
                        throw new AssertionError(
                                page.path() + ", " + block + ": " + e.message() + " / " + e.detail(), e);
                    }
                }
            }
        }
    }

    private static void run(Rowtide rowtide, String sql) {
        Iterator<Result> results = rowtide.run(sql);
        while (results.hasNext()) {
            try (Result result = results.next()) {
                if (result instanceof InsertResult insert) {
                    for (int step = 0; step < STEPS_MAX && insert.job().step(); step++) {
                        assertThat(insert.job().isCancelled()).isFalse();
                    }
                } else if (result instanceof QueryResult query) {
                    for (int step = 0; step < STEPS_MAX && query.job().step(); step++) {
                        assertThat(query.job().isCancelled()).isFalse();
                    }
                }
            }
        }
    }

    /** Lets sources without end go on at once. */
    private static final class VirtualClock implements EngineClock {
        private long nowMillis = 1_704_067_200_000L;

        @Override
        public long nowMillis() {
            return nowMillis;
        }

        @Override
        public void await(long untilMillis) {
            nowMillis = Math.max(nowMillis, untilMillis);
        }
    }

    @TestFactory
    Stream<DynamicTest> javaRuns() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.manual()) {
            for (Block block : page.blocks()) {
                if (block.info().startsWith("java")) {
                    tests.add(DynamicTest.dynamicTest(
                            page.path() + ", " + block, () -> new JavaBlock(block.lines()).run(directory)));
                }
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatIsShown() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.manual()) {
            for (ShownCommand command : ShownCommand.of(page)) {
                tests.add(DynamicTest.dynamicTest(page.path() + ": " + command, () -> run(command)));
            }
        }
        return tests.stream();
    }

    private static void run(ShownCommand command) {
        CommandLineRun run = CommandLineRun.of(command.arguments());
        if (command.output().stream().noneMatch(line -> line.startsWith("ERROR"))) {
            assertThat(run.status()).as(run.err()).isZero();
        }
        if (!command.output().isEmpty()) {
            assertThat(run.out() + run.err())
                    .as("expected:\n%s\ngot:\n%s", String.join("\n", command.output()), run.out() + run.err())
                    .matches(text -> command.pattern().matcher(text).lookingAt());
        }
    }
}
