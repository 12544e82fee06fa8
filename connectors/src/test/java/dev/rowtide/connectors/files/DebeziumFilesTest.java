// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.type.Type;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debezium messages, read. */
class DebeziumFilesTest {

    private static final String SOURCE =
            ",\"source\":{\"connector\":\"postgresql\",\"table\":\"t\",\"lsn\":[1,{}]},\"ts_ms\":1700000000000,\"transaction\":null}";

    @TempDir
    Path folder;

    private FileTable table(String messages) {
        FileTable.write(folder.resolve("in.json"), messages);
        return new FileTable(folder.resolve("in.json"))
                .option("format", "debezium-json")
                .column("id", Type.BIGINT.withNullable(false))
                .column("name", Type.STRING);
    }

    private static String mode(FileTable table) {
        return new FilesystemConnector().source(table.table()).mode().toString();
    }

    private static String envelope(String before, String after, char op) {
        return "{\"before\":" + before + ",\"after\":" + after + ",\"op\":\"" + op + "\"";
    }

    @Test
    void everyOperationWithWholeRows() {
        String messages = envelope("null", "{\"id\":1,\"name\":\"a\"}", 'r') + SOURCE + "\n"
                + envelope("null", "{\"id\":2,\"name\":null}", 'c') + "}\n\n"
                + "{\"op\":\"u\",\"after\":{\"name\":\"b\",\"id\":1},\"ts_ms\":5,\"before\":{\"id\":1,\"name\":\"a\"}}\n"
                + envelope("{\"id\":2,\"name\":null}", "null", 'd') + SOURCE + "\nnull\n";
        FileTable table = table(messages);

        assertThat(table.changes()).isEqualTo("""
                1: +I 1, a
                2: +I 2, NULL
                3: -U 1, a
                3: +U 1, b
                4: -D 2, NULL
                """);
        assertThat(table.changes(1)).isEqualTo(table.changes());
        assertThat(table.bad).isEmpty();
        assertThat(mode(table)).isEqualTo("[I,UB,UA,D]");
    }

    @Test
    void withAKeyTheRowBeforeMayBeMissingOrHoldTheKeyOnly() {
        FileTable table = table(envelope("null", "{\"id\":1,\"name\":\"a\"}", 'c') + SOURCE + "\n"
                        + envelope("null", "{\"id\":1,\"name\":\"b\"}", 'u') + SOURCE + "\n"
                        + envelope("{\"id\":1}", "{\"id\":1,\"name\":\"c\"}", 'u') + SOURCE + "\n"
                        + envelope("{\"id\":1,\"name\":null}", "{\"id\":7,\"name\":\"c\"}", 'u') + SOURCE + "\n"
                        + envelope("{\"id\":7,\"name\":null}", "null", 'd') + SOURCE + "\n")
                .key("id");
        assertThat(table.changes()).isEqualTo("""
                1: +I 1, a
                2: +U 1, b
                3: +U 1, c
                4: -D 1, NULL
                4: +U 7, c
                5: -D 7, NULL
                """);
        assertThat(mode(table)).isEqualTo("[I,UA,PD]");
    }

    @Test
    void wholeRowsOfATableWithAKeyAreTrustedOnRequest() {
        FileTable table = table(envelope("{\"id\":1,\"name\":\"a\"}", "{\"id\":1,\"name\":\"b\"}", 'u') + "}\n"
                        + envelope("{\"id\":1,\"name\":\"b\"}", "{\"id\":2,\"name\":\"b\"}", 'u') + "}\n"
                        + envelope("{\"id\":2,\"name\":\"b\"}", "null", 'd') + "}\n")
                .key("id")
                .option("changelog-mode", "all");
        assertThat(table.changes()).isEqualTo("""
                1: -U 1, a
                1: +U 1, b
                2: -D 1, b
                2: +I 2, b
                3: -D 2, b
                """);
        assertThat(mode(table)).isEqualTo("[I,UB,UA,D]");
    }

    @Test
    void withoutAKeyTheRowBeforeMustBeThere() {
        FileTable table = table(envelope("null", "{\"id\":1,\"name\":\"b\"}", 'u') + "}\n"
                + envelope("{\"id\":1}", "{\"id\":1,\"name\":\"c\"}", 'u') + "}\n"
                + envelope("null", "null", 'd') + "}\n"
                + envelope("null", "{\"id\":2,\"name\":\"b\"}", 'c') + "}\n");
        assertThat(table.changes()).isEqualTo("1: +I 2, b\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.json:1: op u has no image before, without which the old row is not known: let the database log it"
                                + " (PostgreSQL: REPLICA IDENTITY FULL), or read the changes by key: PRIMARY KEY (...) NOT ENFORCED"
                                + " and 'changelog-mode' = 'upsert'",
                        "in.json:2: field name: missing in the image before, so that the old row is not known whole",
                        "in.json:3: op d has no image before, without which the old row is not known: let the database log it"
                                + " (PostgreSQL: REPLICA IDENTITY FULL), or read the changes by key: PRIMARY KEY (...) NOT ENFORCED"
                                + " and 'changelog-mode' = 'upsert'");
    }

    @Test
    void schemasAndKeysAroundTheMessage() {
        String key = "{\"key\":{\"schema\":{\"type\":\"struct\"},\"payload\":{\"id\":1}},\"value\":";
        FileTable table = table("{\"schema\":{\"op\":\"x\"},\"payload\":"
                        + envelope("null", "{\"id\":1,\"name\":\"a\"}", 'c') + SOURCE + "}\n"
                        + key + "{\"payload\":" + envelope("null", "{\"id\":1,\"name\":\"b\"}", 'u')
                        + "},\"schema\":{}}}\n"
                        + key + "{\"schema\":{},\"payload\":" + envelope("null", "null", 'd') + "}}}\n"
                        + key + "null}\n"
                        + "{\"key\":{\"id\":5},\"value\":null}\n"
                        + "{\"key\":{\"id\":6},\"value\":{\"schema\":null,\"payload\":null}}\n"
                        + "{\"key\":null,\"value\":null}\n")
                .key("id");
        assertThat(table.changes()).isEqualTo("""
                1: +I 1, a
                2: +U 1, b
                3: -D 1, NULL
                4: -D 5, NULL
                5: -D 6, NULL
                """);
        assertThat(table.bad).isEmpty();
    }

    @Test
    void whatIsNoChangeOfARowIsABadRecord() {
        FileTable table = table(envelope("null", "null", 't') + SOURCE + "\n"
                + envelope("null", "null", 'm') + SOURCE + "\n"
                + "{\"before\":null,\"after\":{\"id\":1},\"op\":7}\n"
                + "{\"before\":null,\"after\":{\"id\":1,\"name\":\"a\"}}\n"
                + "{\"ts_ms\":1}\n"
                + "5\n"
                + envelope("null", "null", 'c') + "}\n"
                + envelope("{\"id\":1,\"name\":\"a\"}", "{\"name\":\"b\"}", 'u') + "}\n"
                + envelope("null", "{\"id\":1,\"name\":\"__debezium_unavailable_value\"}", 'c') + "}\n"
                + "{\"before\":null,\"after\":{\"id\":1\n"
                + envelope("null", "{\"id\":3,\"name\":\"c\"}", 'c') + "}\n");
        assertThat(table.changes()).isEqualTo("1: +I 3, c\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.json:1: op t, TRUNCATE: which rows it deleted is not said, so that it can't be applied",
                        "in.json:2: op \"m\" is not one of c, u, d, r",
                        "in.json:3: op 7 is not one of c, u, d, r",
                        "in.json:4: the record is not a Debezium message: it has no field op",
                        "in.json:5: the record is not a Debezium message: it has no field op",
                        "in.json:6: the record is not a Debezium message: it has no field op",
                        "in.json:7: op c has no image after",
                        "in.json:8: field id: missing in the record, and its column is NOT NULL",
                        "in.json:9: field name: the database did not send the value, which is large and was not changed:"
                                + " let it log whole rows (PostgreSQL: REPLICA IDENTITY FULL)",
                        "in.json:10: the line ends where ',' or '}' is expected (byte 31 of the record, offset 587 in the file)");
    }

    @Test
    void whatThisConnectorWritesIsReadBack() {
        String changes = """
                1: +I 1, a
                2: -U 1, a
                2: +U 1, "b,""c"
                3: +I 2, NULL
                4: -D 1, "b,""c"
                """;
        FileTable table = new FileTable(folder.resolve("out.json"))
                .option("format", "debezium-json")
                .column("id", Type.BIGINT.withNullable(false))
                .column("name", Type.STRING);
        table.write(changes);
        assertThat(table.changes()).isEqualTo(changes);
    }

    @Test
    void everyFormThatIsWrittenIsReadBack() {
        String changes = """
                1: +I 1, a
                2: -U 1, a
                2: +U 1, b
                3: -D 1, b
                """;
        for (String option : new String[] {"schema-include", "envelope", "key-include"}) {
            FileTable table = new FileTable(folder.resolve("out.json"))
                    .option("format", "debezium-json")
                    .option("if-exists", "overwrite")
                    .option("changelog-mode", "all")
                    .option("debezium-json." + option, option.equals("envelope") ? "full" : "true")
                    .column("id", Type.BIGINT.withNullable(false))
                    .column("name", Type.STRING)
                    .key("id");
            table.write(changes);
            assertThat(table.changes()).isEqualTo(changes);
            table.option("debezium-json.key-include", "true").option("debezium-json.tombstones", "true");
            assertThat(table.write(changes)).endsWith("null}\n");
            assertThat(table.changes()).isEqualTo(changes);
            assertThat(table.option("changelog-mode", "upsert").changes())
                    .isEqualTo("1: +I 1, a\n2: +U 1, b\n3: -D 1, NULL\n");
            assertThat(table.bad).isEmpty();
        }
    }

    @Test
    void datesAreDaysAndTimestampsAreOfTheUnitThatTheTableSays() {
        FileTable.write(folder.resolve("in.json"), """
                {"op":"c","after":{"d":19782,"t":1709208000123456}}
                {"op":"c","after":{"d":"2024-02-29","t":"2024-02-29 12:00:00.5"}}
                {"op":"c","after":{"d":99999999,"t":0}}
                """);
        FileTable table = new FileTable(folder.resolve("in.json"))
                .option("format", "debezium-json")
                .option("json.timestamp-format", "epoch-micros")
                .column("d", Type.DATE)
                .column("t", Type.timestamp(6));
        assertThat(table.changes()).isEqualTo("""
                1: +I 2024-02-29, 2024-02-29 12:00:00.123456
                2: +I 2024-02-29, 2024-02-29 12:00:00.500000
                """);
        assertThat(table.bad).containsExactly("in.json:3: field d: '99999999' is out of range for DATE");
    }

    @Test
    void whatAMessageCannotHaveIsRefused() {
        assertThatThrownBy(() ->
                        table("").option("debezium-json.key-include", "true").write("+I 1, a\n"))
                .hasMessage("'debezium-json.key-include' needs a primary key");
        assertThatThrownBy(() -> table("")
                        .key("id")
                        .option("debezium-json.tombstones", "true")
                        .write("+I 1, a\n"))
                .hasMessage("'debezium-json.tombstones' needs 'debezium-json.key-include' = 'true'");
    }
}
