// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the main job does not load is not paid for at every start. Told by the classes that a fresh process loads, not by a clock. */
final class StartupTest {

    private static final int CLASSES_MAX = 7_000;

    @TempDir
    Path directory;

    @Test
    void theMainJobLoadsNothingItDoesNotNeed() throws IOException, InterruptedException {
        List<String> loaded = loaded("run", "examples/clicks/clicks.sql");

        assertThat(loaded)
                .contains("dev.rowtide.server.cli.Main", "dev.rowtide.operators.aggregate.GroupAggregateOperator");
        assertThat(loaded.stream().filter(StartupTest::isUnneeded)).isEmpty();
        assertThat(loaded.size()).isLessThan(CLASSES_MAX);
    }

    /** The compiler, all rules of the optimizer at once, and other connectors than that of the query. */
    private static boolean isUnneeded(String name) {
        return name.equals("org.apache.calcite.rel.rules.CoreRules")
                || name.startsWith("org.codehaus.janino.")
                || name.startsWith("com.fasterxml.jackson.databind.")
                || name.startsWith("dev.rowtide.operators.testing.")
                || name.startsWith("dev.rowtide.connectors.datagen.")
                || name.startsWith("dev.rowtide.connectors.blackhole.");
    }

    private List<String> loaded(String... arguments) throws IOException, InterruptedException {
        Path log = directory.resolve("classes.log");
        Path target = Path.of("tests/target");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:disable",
                "-Xlog:class+load:file=" + log,
                "-cp",
                target.resolve("classes") + ":" + Files.readString(target.resolve("classpath.txt")),
                "dev.rowtide.server.cli.Main"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.txt").toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(directory.resolve("out.txt")))
                .isZero();
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains(" source:"))
                .map(line -> line.replaceFirst("^(\\[[^]]*])*\\s*", "").split(" ", 2)[0])
                .toList();
    }
}
