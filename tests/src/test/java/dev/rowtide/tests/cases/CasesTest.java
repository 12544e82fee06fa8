// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The cases in {@code changelog-covered.txt} pass, however their input is cut and whatever the number of workers; all others fail for now. */
final class CasesTest {

    private static final int[] BATCH_ROWS = {1, 7, 4096};
    private static final int[] PARALLELISMS = {1, 2};

    @TestFactory
    Stream<DynamicTest> coveredCasesPass() throws IOException, URISyntaxException {
        List<String> covered = covered();
        List<DynamicTest> tests = new ArrayList<>();
        for (CaseFile file : all()) {
            if (covered.contains(file.file())) {
                for (int batchRows : BATCH_ROWS) {
                    for (int parallelism : PARALLELISMS) {
                        tests.add(DynamicTest.dynamicTest(
                                file.file() + ", batches of " + batchRows + ", parallelism " + parallelism,
                                () -> assertThat(new CaseRunner(file, batchRows, parallelism).run())
                                        .isNull()));
                    }
                }
            }
        }
        return tests.stream();
    }

    @Test
    void everyCaseThatPassesIsListed() throws IOException, URISyntaxException {
        List<String> covered = covered();
        assertThat(all().stream()
                        .filter(file -> !covered.contains(file.file()) && new CaseRunner(file, 1, 1).run() == null)
                        .map(CaseFile::file))
                .as("cases that pass now: add them to cases/changelog-covered.txt")
                .isEmpty();
    }

    @Test
    void everyListedCaseExists() throws IOException, URISyntaxException {
        assertThat(all().stream().map(CaseFile::file)).containsAll(covered());
    }

    private static List<CaseFile> all() throws IOException, URISyntaxException {
        URL directory = Objects.requireNonNull(CaseFile.class.getResource("/cases/changelog"));
        return CaseFile.readAll(Path.of(directory.toURI()));
    }

    private static List<String> covered() throws IOException {
        try (InputStream list =
                Objects.requireNonNull(CasesTest.class.getResourceAsStream("/cases/changelog-covered.txt"))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }
}
