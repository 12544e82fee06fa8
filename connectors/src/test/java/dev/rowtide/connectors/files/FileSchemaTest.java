// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSchemaTest {

    @TempDir
    Path folder;

    private String inferred(String name, String text, String... options) {
        Path file = folder.resolve(name);
        FileTable.write(file, text);
        FileTable table = new FileTable(file);
        for (int i = 0; i < options.length; i += 2) {
            table.option(options[i], options[i + 1]);
        }
        return shown(table.inferred());
    }

    private static String shown(Schema schema) {
        return schema.fields().stream()
                .map(field -> field.name() + " " + field.type().name())
                .collect(Collectors.joining(", "));
    }

    @Test
    void jsonFieldsInTheOrderInWhichTheyAppear() {
        assertThat(inferred("in.jsonl", """
                        {"user_id":"u04","n":1,"x":1,"ok":true,"nested":{"a":1},"nothing":null,"code":"007"}

                        {"n":-2,"x":2.5,"late":"2024-01-01","user_id":null,"list":[1]}
                        not json
                        """))
                .isEqualTo(
                        "user_id STRING, n BIGINT, x DOUBLE, ok BOOLEAN, nested ROW<a BIGINT>, nothing STRING, code STRING,"
                                + " late DATE, list ARRAY<BIGINT>");
    }

    @Test
    void elementsOfAnArray() {
        assertThat(inferred("in.json", "[\n {\"a\": 1,\n  \"b\": \"x\"},\n {\"a\": 2.5}\n]\n"))
                .isEqualTo("a DOUBLE, b STRING");
    }

    @Test
    void times() {
        assertThat(inferred("in.jsonl", """
                        {"d":"2024-01-31","ts":"2024-01-31 10:00:15","us":"2024-01-31T10:00:15.123456","z":"2024-01-31T10:00:15Z","dt":"2024-01-31","no":"2023-02-30","mix":"2024-01-31T10:00:15Z"}
                        {"d":"2024-02-29","ts":"2024-01-31 10:00:15.5","us":"2024-01-31T10:00:15","z":"2024-01-31T10:00:15.25+01:00","dt":"2024-01-31 00:00:01","no":"2023-02-28","mix":"2024-01-31T10:00:15"}
                        """))
                .isEqualTo(
                        "d DATE, ts TIMESTAMP(3), us TIMESTAMP(6), z TIMESTAMP_LTZ(3), dt TIMESTAMP(3), no STRING, mix STRING");
    }

    @Test
    void wholeNumbersBeyondBigintAreDecimals() {
        assertThat(inferred("in.jsonl", "{\"a\":9223372036854775807,\"b\":9223372036854775808,\"c\":1e3}"))
                .isEqualTo("a BIGINT, b DECIMAL(38, 0), c DOUBLE");
        assertThat(inferred(
                        "in.csv",
                        "a,b,c\n-9223372036854775809,1,1\n1,9223372036854775808,1.5\n2,0.5,1" + "0".repeat(38) + "\n"))
                .isEqualTo("a DECIMAL(38, 0), b DOUBLE, c DOUBLE");
    }

    @Test
    void wholeNumbersBeyondBigintStayApart() {
        Path file = folder.resolve("in.jsonl");
        FileTable.write(file, "{\"id\":12345678901234567890}\n{\"id\":12345678901234567891}\n");
        FileTable table = new FileTable(file);
        table.inferred().fields().forEach(field -> table.column(field.name(), field.type()));

        assertThat(table.read()).isEqualTo("12345678901234567890\n12345678901234567891\n");
    }

    @Test
    void aFieldBehindTheHeadIsNotLostInSilence() {
        FileTable.write(folder.resolve("a.jsonl"), "{\"a\":1,\"r\":{\"x\":1,\"\":0},\"\":0}\n");
        FileTable.write(folder.resolve("b.jsonl"), "{\"a\":2}\n{\"a\":3,\"b\":7}\n{\"a\":4,\"r\":{\"x\":1,\"y\":2}}\n");
        FileTable table = new FileTable(folder);
        table.inferredTable().options().forEach(table::option);
        table.inferred().fields().forEach(field -> table.column(field.name(), field.type()));

        assertThat(table.read()).isEqualTo("1, (1)\n2, NULL\n");
        assertThat(table.bad)
                .containsExactly(
                        "b.jsonl:2: field b is not a column of the table",
                        "b.jsonl:3: field r.y: the ROW has no such field");
    }

    @Test
    void aFieldBehindTheHeadIsLeftOutWhereTheTableSaysSo() {
        Path file = folder.resolve("in.jsonl");
        FileTable.write(file, "{\"a\":1}\n");
        FileTable table = new FileTable(file).option("json.fail-on-unknown-field", "false");

        assertThat(table.inferredTable().options()).containsEntry("json.fail-on-unknown-field", "false");
    }

    @Test
    void csvByItsHeader() {
        assertThat(
                        inferred(
                                "in.csv",
                                "\ufeffDate,price,volume,note,zip,empty\n2024-01-31,1.5,10,x,01234,\n2024-02-01,2,,\"\",56789,\n"))
                .isEqualTo("Date DATE, price DOUBLE, volume BIGINT, note STRING, zip STRING, empty STRING");
        assertThat(inferred("in.csv", ",a,A,a\n1,2,3,true\n"))
                .isEqualTo("column0 BIGINT, a BIGINT, A_1 BIGINT, a_2 BOOLEAN");
    }

    @Test
    void csvWithoutHeader() {
        assertThat(inferred("in.csv", "1,a\n2,b\n")).isEqualTo("column0 BIGINT, column1 STRING");
        assertThat(inferred("in.csv", "a,b\nc,d\n", "csv.header", "false")).isEqualTo("column0 STRING, column1 STRING");
        assertThat(inferred("in.csv", "1,2\n3,4\n", "csv.header", "true")).isEqualTo("1 BIGINT, 2 BIGINT");
    }

    @ParameterizedTest
    @CsvSource({"';', ;", "'\t', \\t", "|, |"})
    void csvOfAnotherDelimiterByItsHeader(String delimiter, String option) {
        Path file = folder.resolve("in.csv");
        FileTable.write(file, "a,b\n1,x\n".replace(",", delimiter));
        FileTable table = new FileTable(file);

        assertThat(shown(table.inferred())).isEqualTo("a BIGINT, b STRING");
        assertThat(table.inferredTable().options()).containsEntry("csv.field-delimiter", option);
    }

    @Test
    void csvOfOneColumnIsOne() {
        assertThat(inferred("in.csv", "a;b\n1;x\n", "csv.field-delimiter", ",")).isEqualTo("a;b STRING");
    }

    @Test
    void linesThatEndInCarriageReturnsAreRefused() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> inferred("in.csv", "a,b\r1,2\r3,4"))
                .withMessageContaining("ends its lines in carriage returns");
        assertThat(inferred("in.csv", "a,b\r\n1,2\r\n")).isEqualTo("a BIGINT, b BIGINT");
    }

    @Test
    void whatWasInferredReadsTheFile() {
        Path file = folder.resolve("in.csv");
        FileTable.write(file, ",a,A\n1,2,x\n");
        FileTable table = new FileTable(file);
        table.inferred().fields().forEach(field -> table.column(field.name(), field.type()));

        assertThat(table.read()).isEqualTo("1, 2, x\n");
    }

    @Test
    void theFirstFileWithRecordsTells() {
        FileTable.write(folder.resolve("a.csv"), "");
        FileTable.write(folder.resolve("b.csv"), "x\n1\n");

        assertThat(shown(new FileTable(folder).inferred())).isEqualTo("x BIGINT");
    }

    @Test
    void fieldsThatDifferInTheirCaseAloneAreNotGuessed() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> inferred("in.jsonl", "{\"a\":1,\"A\":2}\n"))
                .withMessageEndingWith("can't be inferred: the fields \"a\" and \"A\" differ in their case alone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":[[[1                | in.jsonl:1: ",
                "{}\\n\\n{\"a\":NaN}      | in.jsonl:3: ",
                "{\"a\":.5}                | in.jsonl:1: ",
                "1\\n2                     | in.jsonl:1: '1' where '{' is expected",
                "[1,2]                      | in.jsonl, record 1: '1' where '{' is expected"
            })
    void recordsNoneOfWhichCanBeReadSayWhereAndWhy(String text, String reason) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> inferred("in.jsonl", text.replace("\\n", "\n") + "\n"))
                .withMessageEndingWith("can't be inferred: none of its records can be read")
                .satisfies(e -> assertThat(e.detail()).startsWith(folder + "/" + reason))
                .satisfies(e -> assertThat(e.hint()).isNull());
    }

    @Test
    void nothingTellsNothing() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> inferred("in.csv", ""))
                .withMessage("the columns of '" + folder + "/in.csv' can't be inferred: it has no records");
    }
}
