// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is followed, in a time that the test tells. */
class FollowedFolderTest {

    @TempDir
    Path folder;

    private FileTable table(String path) {
        return new FileTable(folder.resolve(path))
                .option("source.monitor-interval", "10 s")
                .column("x", Type.STRING);
    }

    private void write(String name, String content) {
        FileTable.write(folder.resolve(name), content);
    }

    private static SplitReader open(FileTable table, @Nullable String position) {
        Source source = new FilesystemConnector().source(table.table());
        assertThat(source.bounded()).isFalse();
        assertThat(source.splits()).hasSize(1);
        return table.open(source, source.splits().get(0), position);
    }

    /** What the reader delivers until it has nothing more, in one line. */
    private static String read(SplitReader reader, FileTable table, long seconds) {
        StringBuilder text = new StringBuilder();
        for (ChangeBatch batch = reader.poll(1, 2, seconds * 1_000);
                batch != null;
                batch = reader.poll(1, 2, seconds * 1_000)) {
            for (int i = 0; i < batch.size(); i++) {
                text.append(batch.bytes(0).text(batch.row(i))).append(' ');
            }
        }
        assertThat(reader.ended()).isFalse();
        assertThat(table.bad).isEmpty();
        return text.toString().strip();
    }

    @Test
    void newFilesAreReadOnceInTheOrderOfTheirNames() throws IOException {
        write("b.csv", "x\nb1\nb2\nb3\n");
        write("a.csv", "x\na1\n");
        write(".hidden.csv", "x\nh\n");
        write("_writing.csv", "x\nw\n");
        write("other.txt", "x\no\n");
        FileTable table = table(".");
        try (SplitReader reader = open(table, null)) {
            assertThat(read(reader, table, 0)).isEqualTo("a1 b1 b2 b3");
            assertThat(reader.nextPollMillis(3_000)).isEqualTo(10_000);
            write("0.csv", "x\n01\n");
            write("z.jsonl", "{\"x\":\"z1\"}\n");
            write("empty.csv", "");
            assertThat(read(reader, table, 9)).isEmpty();
            assertThat(read(reader, table, 10)).isEqualTo("01 z1");
            write("empty.csv", "x\ne1");
            Files.move(folder.resolve("_writing.csv"), folder.resolve("writing.csv"));
            assertThat(read(reader, table, 20)).isEqualTo("e1 w");
            assertThat(read(reader, table, 100)).isEmpty();
        }
    }

    @Test
    void anEmptyFolderAndAGlobWithoutMatchAreWaitedFor() {
        FileTable all = table(".");
        FileTable some = table("in-*.csv");
        try (SplitReader reader = open(all, null);
                SplitReader globbed = open(some, null)) {
            assertThat(read(reader, all, 0)).isEmpty();
            assertThat(read(globbed, some, 0)).isEmpty();
            write("in-1.csv", "x\n1\n");
            write("out-1.csv", "x\n2\n");
            assertThat(read(reader, all, 10)).isEqualTo("1 2");
            assertThat(read(globbed, some, 10)).isEqualTo("1");
        }
    }

    @Test
    void aFileThatGrowsAfterItWasReadIsReportedAndNotReadAgain() throws IOException {
        write("a.csv", "x\na1\n");
        FileTable table = table(".");
        try (SplitReader reader = open(table, null)) {
            assertThat(read(reader, table, 0)).isEqualTo("a1");
            write("a.csv", "x\na1\na2\n");
            assertThat(reader.poll(1, 100, 10_000)).isNull();
            assertThat(reader.poll(1, 100, 20_000)).isNull();
            assertThat(table.bad)
                    .containsExactly("a.csv: the file has 8 bytes, and had 5 when it was read; a file is read once");
            table.bad.clear();

            Files.delete(folder.resolve("a.csv"));
            assertThat(read(reader, table, 30)).isEmpty();
            write("a.csv", "x\nnew\n");
            assertThat(read(reader, table, 40)).isEqualTo("new");
        }
    }

    @Test
    void goesOnFromAnyPosition() {
        write("a b.csv", "x\na1\na2\na3\n");
        write("c.csv", "x\nc1\n");
        write("e.csv", "x\ne1\n");
        FileTable table = table(".");
        StringBuilder text = new StringBuilder();
        String whole = "a1 a2 a3 c1 e1 d1 ";
        String position = null;
        for (int i = 0; i < 10; i++) {
            try (SplitReader reader = open(table, position)) {
                ChangeBatch batch = reader.poll(1, 1, 0);
                if (batch != null) {
                    text.append(batch.bytes(0).text(batch.row(0))).append(' ');
                }
                position = reader.position();
                write("d.csv", "x\nd1\n");
            }
        }
        assertThat(text).hasToString(whole);
    }

    @Test
    void whatCannotBeFollowedIsRefused() {
        write("a.csv", "x\na1\n");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open(table("a.csv"), null))
                .withMessage("'" + folder.resolve("a.csv") + "' is a file, and only a folder can be followed");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open(table("nowhere"), null))
                .withMessage("file '" + folder.resolve("nowhere") + "' does not exist");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open(table(".").option("source.monitor-interval", "0 s"), null))
                .withMessage("'0 s' is not a value of 'source.monitor-interval': not longer than nothing");
    }

    @Test
    void aFileThatWouldComeIntoTheFolderIsRead() {
        Source all = new FilesystemConnector().source(table(".").table());
        assertThat(all.reads(folder.resolve("new.csv").toString())).isTrue();
        assertThat(all.reads(folder.resolve("_new.csv").toString())).isFalse();
        assertThat(all.reads(folder.resolve("new.txt").toString())).isFalse();
        assertThat(all.reads(folder.resolve("deeper/new.csv").toString())).isFalse();
        Source some = new FilesystemConnector().source(table("in-*.csv").table());
        assertThat(some.reads(folder.resolve("in-9.csv").toString())).isTrue();
        assertThat(some.reads(folder.resolve("new.csv").toString())).isFalse();
    }
}
