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
    void numbersBeyondBigintAreDoubles() {
        assertThat(inferred("in.jsonl", "{\"a\":9223372036854775807,\"b\":9223372036854775808,\"c\":1e3}"))
                .isEqualTo("a BIGINT, b DOUBLE, c DOUBLE");
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

    @Test
    void brokenRecordsAreNotNone() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> inferred("in.jsonl", "{\"a\":[[[1\n"))
                .withMessageEndingWith("can't be inferred: none of its records can be read");
    }

    @Test
    void nothingTellsNothing() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> inferred("in.csv", ""))
                .withMessage("the columns of '" + folder + "/in.csv' can't be inferred: it has no records");
    }
}
