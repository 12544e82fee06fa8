// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.error.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePathsTest {

    @TempDir
    Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectories(folder.resolve("in/deep"));
        for (String name :
                List.of("in/b.jsonl", "in/a.json", "in/c.csv", "in/_hidden.csv", "in/notes.txt", "in/deep/d.csv")) {
            Files.writeString(folder.resolve(name), "");
        }
    }

    private List<String> resolved(String path) {
        return FilePaths.resolve(folder + "/" + path, null).stream()
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    @Test
    void aFolderIsItsFilesOfKnownEndingsByName() {
        assertThat(resolved("in")).containsExactly("in/a.json", "in/b.jsonl", "in/c.csv");
        assertThat(FilePaths.resolve(folder + "/in", FileFormat.CSV)).containsExactly(folder.resolve("in/c.csv"));
        assertThat(FilePaths.resolve("file://" + folder + "/in/c.csv", null))
                .containsExactly(folder.resolve("in/c.csv"));
    }

    @Test
    void aGlobIsTheFilesThatMatch() {
        assertThat(resolved("in/*")).containsExactly("in/a.json", "in/b.jsonl", "in/c.csv", "in/notes.txt");
        assertThat(resolved("in/*.{csv,txt}")).containsExactly("in/c.csv", "in/notes.txt");
        assertThat(resolved("in/**.csv")).containsExactly("in/c.csv", "in/deep/d.csv");
        assertThat(resolved("*/deep/?.csv")).containsExactly("in/deep/d.csv");
    }

    @Test
    void linksThatLeadNowhereAreToldFromMissingFiles() throws IOException {
        Files.createSymbolicLink(folder.resolve("in/dangling.csv"), Path.of("nowhere.csv"));
        Files.createSymbolicLink(folder.resolve("in/round.csv"), Path.of("round.csv"));
        Files.createSymbolicLink(folder.resolve("in/deep/self"), Path.of("."));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/dangling.csv"))
                .withMessageEndingWith("is a link to a file that does not exist")
                .satisfies(e -> assertThat(e.detail()).isEqualTo("It leads to 'nowhere.csv'."));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/round.csv"))
                .withMessageEndingWith("is a link that leads back to itself");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/deep/**"))
                .withMessageEndingWith("in/deep/self' leads back to a folder above it");
    }

    @Test
    void aGlobThatIsNoneSaysHowToWriteIt() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/["))
                .withMessageEndingWith("/in/[' is not a glob")
                .satisfies(e -> assertThat(e.hint()).contains("backslash"));
    }

    @Test
    void aFolderCantBeWritten() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> FilePaths.forWriting("out/"))
                .withMessage("'out/' is a folder");
    }

    @Test
    void missingFilesAreNamedWithThoseLikeThem() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/a.jsn"))
                .withMessage("file '" + folder + "/in/a.jsn' does not exist")
                .satisfies(e -> assertThat(e.hint()).isEqualTo("Did you mean 'a.json'?"));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/something-else"))
                .satisfies(e -> assertThat(e.hint())
                        .isEqualTo("The folder has: _hidden.csv, a.json, b.jsonl, c.csv, deep, ..."));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("nowhere/x.csv"))
                .satisfies(e ->
                        assertThat(e.hint()).isEqualTo("The folder '" + folder + "/nowhere' does not exist either."));
    }

    @Test
    void nothingToReadIsAnError() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolved("in/*.parquet"))
                .withMessage("no file matches '" + folder + "/in/*.parquet'");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> FilePaths.resolve(folder + "/in/deep", FileFormat.JSON))
                .withMessage("folder '" + folder + "/in/deep' has no files that end in .jsonl, .json, .ndjson");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> FilePaths.resolve("/dev/null", null))
                .withMessage("'/dev/null' is not a regular file");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> FilePaths.resolve("s3://bucket/x.csv", null))
                .withMessage("'s3://bucket/x.csv' is not a file: the scheme s3 is not supported");
    }
}
