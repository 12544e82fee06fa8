// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.type.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSplitReaderTest {

    @TempDir
    Path folder;

    /** Rows of about 100 bytes, more than two blocks of them, with a blank line, a bad record and text with escapes now and then. */
    private FileTable manyRows(String format) {
        StringBuilder text = new StringBuilder(format.equals("csv") ? "id,name\n" : "");
        for (int i = 0; i < 12_000; i++) {
            String name = "n".repeat(60) + i;
            if (format.equals("csv")) {
                text.append(i)
                        .append(i % 11 == 0 ? ",\"a\n\"\"" + name + "\"" : "," + name)
                        .append('\n');
            } else {
                text.append("{\"id\":")
                        .append(i)
                        .append(",\"name\":\"")
                        .append(i % 11 == 0 ? "\\n\\\"" : "")
                        .append(name)
                        .append("\"}\n");
            }
            text.append(i % 1000 == 3 ? "\n" : "").append(i % 1000 == 5 ? "bad\n" : "");
        }
        Path file = folder.resolve("in." + format);
        FileTable.write(file, text.toString());
        return new FileTable(file).column("id", Type.BIGINT).column("name", Type.STRING);
    }

    @Test
    void theRowsDoNotDependOnHowManyAreAskedFor() {
        for (String format : List.of("csv", "jsonl")) {
            FileTable table = manyRows(format);
            String whole = table.read(4096);
            // Every eleventh text holds a line feed.
            assertThat(whole.lines().count()).isEqualTo(12_000 + 1_091);
            assertThat(table.bad).hasSize(12);
            assertThat(table.read(7)).isEqualTo(whole);
            assertThat(table.read(1)).isEqualTo(whole);
        }
    }

    @Test
    void goesOnFromAnyPosition() {
        for (String format : List.of("csv", "jsonl")) {
            FileTable table = manyRows(format);
            Source source = new FilesystemConnector().source(table.table());
            String split = source.splits().get(0);
            List<String> texts = new ArrayList<>();
            List<String> places = new ArrayList<>();
            List<String> positions = new ArrayList<>();
            try (SplitReader reader = table.open(source, split, null)) {
                while (!reader.ended()) {
                    positions.add(reader.position());
                    ChangeBatch batch = reader.poll(100, 997, 0);
                    texts.add(batch == null ? "" : ChangeText.print(batch, table.schema()));
                    places.add(batch == null ? "" : Objects.requireNonNull(reader.place(100)));
                }
                assertThat(reader.progressBytes()[0])
                        .isEqualTo(reader.progressBytes()[1])
                        .isPositive();
            }
            for (int i = 0; i < positions.size(); i += 3) {
                try (SplitReader reader = table.open(source, split, positions.get(i))) {
                    assertThat(ChangeText.print(Objects.requireNonNull(reader.poll(100, 997, 0)), table.schema()))
                            .isEqualTo(texts.get(i));
                    assertThat(reader.place(100)).isEqualTo(places.get(i));
                }
            }
        }
    }

    @Test
    void placesAreLinesOfTheFile() {
        Path file = folder.resolve("in.csv");
        FileTable.write(file, "id,name\n\n1,\"a\nb\"\n2,c\nbad\n3,d\n");
        FileTable table = new FileTable(file).column("id", Type.BIGINT).column("name", Type.STRING);
        Source source = new FilesystemConnector().source(table.table());

        try (SplitReader reader = table.open(source, source.splits().get(0), null)) {
            assertThat(reader.poll(10, 4096, 0)).isNotNull();
            List<String> places = new ArrayList<>();
            for (long position = 10; position < 13; position++) {
                places.add(folder.relativize(Path.of(Objects.requireNonNull(reader.place(position))))
                        .toString());
            }
            assertThat(places).containsExactly("in.csv:3", "in.csv:5", "in.csv:7");
        }
        assertThat(table.bad).containsExactly("in.csv:6: 1 field where the table has 2");
    }

    @Test
    void columnsAreDeliveredAsAskedAndNoOthers() {
        Path file = folder.resolve("in.jsonl");
        FileTable.write(file, "{\"a\":1,\"b\":\"x\",\"c\":\"not a number\"}\n{}\n");
        FileTable table = new FileTable(file)
                .column("a", Type.BIGINT)
                .column("b", Type.STRING)
                .column("c", Type.BIGINT);
        Source source = new FilesystemConnector().source(table.table());

        try (SplitReader reader = source.open(source.splits().get(0), List.of(1, 0), null, (w, r, e) -> {
            throw e;
        })) {
            ChangeBatch batch = Objects.requireNonNull(reader.poll(0, 10, 0));
            assertThat(ChangeText.print(batch, table.schema().project(new int[] {1, 0})))
                    .isEqualTo("+I x, 1\n+I NULL, NULL\n");
        }
        try (SplitReader reader = source.open(source.splits().get(0), List.of(), null, (w, r, e) -> {
            throw e;
        })) {
            assertThat(Objects.requireNonNull(reader.poll(0, 10, 0)).size()).isEqualTo(2);
            assertThat(reader.ended()).isTrue();
        }
    }
}
