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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that this connector wrote with the kinds of changes, read back. */
class ChangelogFilesTest {

    @TempDir
    Path folder;

    private FileTable counts(String name, String encoding) {
        return new FileTable(folder.resolve(name))
                .option("changelog.encoding", encoding)
                .column("user_id", Type.STRING)
                .column("cnt", Type.BIGINT);
    }

    private FileTable keyed(String name, String encoding) {
        return new FileTable(folder.resolve(name))
                .option("changelog.encoding", encoding)
                .column("id", Type.BIGINT.withNullable(false))
                .column("name", Type.STRING.withNullable(false))
                .key("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"log.jsonl", "log.csv", "log.tsv"})
    void whatWasWrittenWithKindsIsReadWithThem(String name) {
        String changes = """
                1: +I u04, 1
                2: -U u04, 1
                2: +U u04, 2
                3: +I "a,""b", NULL
                4: +I NULL, 7
                5: -D u04, 2
                6: -U "a,""b", NULL
                7: -D NULL, 7
                8: +U "", 0
                """;
        FileTable table = counts(name, "retract");
        table.write(changes);

        assertThat(table.changes()).isEqualTo(changes);
        assertThat(table.changes(1)).isEqualTo(changes);
        assertThat(new FilesystemConnector().source(table.table()).mode()).hasToString("[I,UB,UA,D]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"log.jsonl", "log.csv"})
    void theHalvesOfAnUpdateAreReadTogetherWhereverABlockEnds(String name) {
        StringBuilder changes = new StringBuilder();
        for (int i = 1; i <= 9_000; i++) {
            String row = "u".repeat(60 + i % 7) + ", ";
            if (i % 3 == 0) {
                changes.append(i + ": -U " + row + i + "\n" + i + ": +U " + row + -i + "\n");
            } else {
                changes.append(i + (i % 3 == 1 ? ": +I " : ": -D ") + row + i + "\n");
            }
        }
        FileTable table = counts(name, "retract");
        table.write(changes.toString());

        assertThat(table.changes()).isEqualTo(changes.toString());
        assertThat(table.changes(7)).isEqualTo(changes.toString());
        assertThat(table.changes(1)).isEqualTo(changes.toString());
        assertGoesOnFromAnyPosition(table);
    }

    private static void assertGoesOnFromAnyPosition(FileTable table) {
        Source source = new FilesystemConnector().source(table.table());
        String split = source.splits().get(0);
        String whole = table.changes();
        List<String> positions = new ArrayList<>();
        List<Integer> lengths = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        try (SplitReader reader = table.open(source, split, null)) {
            while (!reader.ended()) {
                positions.add(reader.position());
                lengths.add(text.length());
                table.readOn(reader, nextPosition(text), 1_001, text);
            }
        }
        for (int i = 0; i < positions.size(); i++) {
            StringBuilder again = new StringBuilder(whole.substring(0, lengths.get(i)));
            try (SplitReader reader = table.open(source, split, positions.get(i))) {
                while (!reader.ended()) {
                    table.readOn(reader, nextPosition(again), 1_001, again);
                }
            }
            assertThat(again).hasToString(whole);
        }
    }

    private static long nextPosition(StringBuilder text) {
        if (text.isEmpty()) {
            return 1;
        }
        int line = text.lastIndexOf("\n", text.length() - 2) + 1;
        return 1 + Long.parseLong(text.substring(line, text.indexOf(":", line)));
    }

    private static String text(FileTable table, @Nullable ChangeBatch batch) {
        StringBuilder text = new StringBuilder();
        if (batch != null) {
            table.print(batch, text);
        }
        return text.toString();
    }

    /** What was put is not known then. A number is the same however it is written. */
    @Test
    void aKeyThatIsNotTheValuesIsABadRecord() throws IOException {
        FileTable table = keyed("log.jsonl", "upsert");
        Path log = folder.resolve("log.jsonl");
        Files.writeString(log, """
                {"key":{"id":1},"value":{"id":1.0,"name":"a"}}
                {"key":{"id":2,"other":[]},"value":{"id":2,"name":"b"}}
                {"key":{"id":2},"value":null}
                """);
        assertThat(table.changes()).isEqualTo("1: +U 1, a\n2: +U 2, b\n3: -D 2, NULL\n");

        Files.writeString(log, """
                {"key":{"id":1},"value":{"id":1,"name":"a"}}
                {"key":{"id":3},"value":{"id":2,"name":"b"}}
                """);
        assertThat(table.changes()).isEqualTo("1: +U 1, a\n");
        assertThat(table.bad)
                .containsExactly("log.jsonl:2: field id: the key has another value than the field of the value");
    }

    @Test
    void withAKeyEveryUpdateKeepsItsKey() {
        FileTable table = keyed("log.jsonl", "retract");
        table.write("""
                1: +I 1, a
                2: -U 1, a
                2: +U 1, b
                3: -U 1, b
                3: +U 2, b
                4: -U 2, b
                5: +I 3, c
                6: +U 4, d
                """);
        assertThat(table.changes()).isEqualTo("""
                1: +I 1, a
                2: -U 1, a
                2: +U 1, b
                3: -D 1, b
                3: +I 2, b
                4: -D 2, b
                5: +I 3, c
                6: +I 4, d
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"puts.jsonl", "puts.csv"})
    void putsAndDeletesByKey(String name) {
        FileTable table = keyed(name, "upsert");
        table.write("""
                1: +I 1, a
                2: -U 1, a
                2: +U 1, b
                3: +I 2, c
                4: -D 1, b
                """);
        assertThat(table.changes()).isEqualTo("""
                1: +U 1, a
                2: +U 1, b
                3: +U 2, c
                4: -D 1, NULL
                """);
        assertThat(new FilesystemConnector().source(table.table()).mode()).hasToString("[I,UA,PD]");
    }

    @Test
    void aDeleteNeedsItsKeyAndNothingElse() {
        FileTable csv = keyed("puts.csv", "upsert");
        FileTable.write(folder.resolve("puts.csv"), "name,op,id\n,delete,7\nx,put,8\n,put,9\n,delete,\n,insert,1\n");
        assertThat(csv.changes()).isEqualTo("1: -D 7, NULL\n2: +U 8, x\n");
        assertThat(csv.bad)
                .containsExactly(
                        "puts.csv:4: field name: NULL in a column that is NOT NULL",
                        "puts.csv:5: field id: NULL in a column that is NOT NULL",
                        "puts.csv:6: field op: 'insert' is no kind of change: put or delete");

        FileTable json = keyed("puts.jsonl", "upsert");
        FileTable.write(folder.resolve("puts.jsonl"), """
                {"value":null,"key":{"id":7,"name":null}}
                {"key":{"id":8},"value":{"id":8,"name":"x"},"offset":1}
                {"value":{"id":9,"name":"y"}}
                {"key":{},"value":null}
                {"value":null}
                {"key":{"id":1}}
                [1]
                """);
        assertThat(json.changes()).isEqualTo("1: -D 7, NULL\n2: +U 8, x\n3: +U 9, y\n");
        assertThat(json.bad)
                .containsExactly(
                        "puts.jsonl:4: field id: missing in the record, and its column is of the key",
                        "puts.jsonl:5: the record is a tombstone and has no field key",
                        "puts.jsonl:6: the record has no field value; a tombstone says null",
                        "puts.jsonl:7: '[' where '{' is expected (byte 1 of the record, offset 184 in the file)");
    }

    @Test
    void aKindThatIsNoneIsABadRecord() {
        FileTable table = counts("log.jsonl", "retract");
        FileTable.write(folder.resolve("log.jsonl"), """
                {"op":"+D","user_id":"a","cnt":1}
                {"user_id":"b","cnt":1}
                {"op":"-U","user_id":"c","cnt":1}
                {"op":"+U","user_id":"c","cnt":"x"}
                {"cnt":1,"user_id":"d","op":"+I"}
                """);
        assertThat(table.changes()).isEqualTo("1: -U c, 1\n2: +I d, 1\n");
        assertThat(table.bad)
                .containsExactly(
                        "log.jsonl:1: field op: '+D' is no kind of change: +I, -U, +U or -D",
                        "log.jsonl:2: field op: missing in the record, and its column is NOT NULL",
                        "log.jsonl:4: field cnt: 'x' is not a BIGINT");
    }

    @Test
    void whereABadRecordFailsTheJobNoHalfOfAnUpdateIsDeliveredBeforeIt() {
        FileTable table = counts("log.jsonl", "retract");
        FileTable.write(folder.resolve("log.jsonl"), """
                {"op":"+I","user_id":"c","cnt":1}
                {"op":"-U","user_id":"c","cnt":1}
                {"op":"+U","user_id":"c","cnt":"x"}
                """);
        Source source = new FilesystemConnector().source(table.table());
        try (SplitReader reader = source.open(source.splits().get(0), List.of(0, 1), null, (where, record, error) -> {
            throw error;
        })) {
            assertThat(text(table, reader.poll(1, 4096, 0))).isEqualTo("1: +I c, 1\n");
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> reader.poll(2, 4096, 0))
                    .withMessage("field cnt: 'x' is not a BIGINT");
        }
    }

    @Test
    void aColumnCalledOpMovesTheKindAside() {
        FileTable table = new FileTable(folder.resolve("log.csv"))
                .option("changelog.encoding", "retract")
                .option("csv.header", "false")
                .column("op", Type.STRING);
        assertThat(table.write("1: +I a\n2: -D a\n")).isEqualTo("+I,a\n-D,a\n");
        assertThat(table.changes()).isEqualTo("1: +I a\n2: -D a\n");
    }

    @Test
    void thePlaceOfAChangeIsItsLine() {
        FileTable table = counts("log.jsonl", "retract");
        table.write("1: +I a, 1\n2: -U a, 1\n2: +U a, 2\n3: -D a, 2\n");
        Source source = new FilesystemConnector().source(table.table());
        try (SplitReader reader = table.open(source, source.splits().get(0), null)) {
            reader.poll(10, 4096, 0);
            assertThat(reader.place(10)).endsWith("log.jsonl:1");
            assertThat(reader.place(11)).containsAnyOf("log.jsonl:2", "log.jsonl:3");
            assertThat(reader.place(12)).endsWith("log.jsonl:4");
        }
    }
}
