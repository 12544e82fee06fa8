// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON lines and arrays as records: what is one, where it ends, and what is said of those that are none. */
class JsonFilesTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("in.jsonl");
    }

    private FileTable clicks(String text) {
        FileTable.write(file, text);
        return new FileTable(file).column("user_id", Type.STRING).column("dwell", Type.INTEGER);
    }

    @Test
    void readsTheFieldsOfTheTableInAnyOrderAndIgnoresOthers() {
        FileTable table = clicks("""
                {"user_id":"u04","url":"/a","dwell":7}
                {"dwell": 8, "more": {"a": [1, "]"], "b": {}}, "user_id": "u05"}
                { "user_id" : null , "x" : [ ] , "dwell" : -9 }
                {}
                """);

        assertThat(table.read()).isEqualTo("""
                u04, 7
                u05, 8
                NULL, -9
                NULL, NULL
                """);
        assertThat(table.bad).isEmpty();
    }

    @Test
    void theLastOfARepeatedFieldCounts() {
        FileTable table = clicks("""
                {"dwell":1,"dwell":2}
                {"dwell":1,"dwell":null}
                {"dwell":null,"dwell":3}
                """);

        assertThat(table.read()).isEqualTo("NULL, 2\nNULL, NULL\nNULL, 3\n");
    }

    @Test
    void namesMatchExactlyBeforeTheyMatchButForCase() {
        FileTable table = clicks("""
                {"Dwell":1}
                {"Dwell":1,"dwell":2}
                {"dwell":3,"Dwell":1}
                """);

        assertThat(table.read()).isEqualTo("NULL, 1\nNULL, 2\nNULL, 3\n");
    }

    @Test
    void endsOfLinesMayBeAnyAndBlankLinesAreSkipped() {
        FileTable table = clicks("\ufeff\n{\"dwell\":1}\r\n\r\n  \n\t{\"dwell\":2}  \r\n{\"dwell\":3}");

        assertThat(table.read()).isEqualTo("NULL, 1\nNULL, 2\nNULL, 3\n");
        assertThat(table.bad).isEmpty();
    }

    @Test
    void emptyFilesHaveNoRows() {
        assertThat(clicks("").read()).isEmpty();
        assertThat(clicks("\n\n").read()).isEmpty();
        assertThat(clicks("\ufeff").read()).isEmpty();
    }

    @Test
    void escapesAreTheCharactersTheyMean() {
        FileTable table = clicks("""
                {"user_id":"plain"}
                {"user_id":"\\u00e4\\u20ac\\ud83d\\ude00 \\"q\\" \\\\ \\/ \\t|"}
                {"us\\u0065r_id":"ä€😀"}
                """);

        assertThat(table.read()).isEqualTo("""
                plain, NULL
                "ä€😀 ""q"" \\ / \t|", NULL
                ä€😀, NULL
                """);
    }

    @Test
    void badRecordsAreReportedWithPlaceReasonAndTextAndReadingGoesOn() {
        FileTable table = clicks("""
                {"dwell":1}
                {"dwell":"abc"}

                {"dwell":2}
                """);

        assertThat(table.read()).isEqualTo("NULL, 1\nNULL, 2\n");
        assertThat(table.bad).containsExactly("in.jsonl:2: field dwell: 'abc' is not an INTEGER");
        assertThat(table.badRecords).containsExactly("{\"dwell\":\"abc\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"dwell":3.5}                     | field dwell: '3.5' is not an INTEGER
                    {"dwell":2147483648}              | field dwell: '2147483648' is out of range for INTEGER
                    {"dwell":-2147483649}             | field dwell: '-2147483649' is out of range for INTEGER
                    {"dwell":1e400}                   | field dwell: '1e400' is out of range for INTEGER
                    {"dwell":1e-400}                  | field dwell: '1e-400' is not an INTEGER
                    {"dwell":1e1000000000}            | field dwell: '1e1000000000' is out of range for INTEGER
                    {"dwell":true}                    | field dwell: 'true' is not an INTEGER
                    {"dwell":{"a":1}}                 | field dwell: an object is not an INTEGER
                    {"dwell":[1]}                     | field dwell: an array is not an INTEGER
                    {"dwell":""}                      | field dwell: '' is not an INTEGER
                    {"dwell":1                        | the line ends where ',' or '}' is expected (byte 11 of the record, offset 10 in the file)
                    {"dwell":1,}                      | '}' where a field name in double quotes is expected (byte 12 of the record, offset 11 in the file)
                    {"dwell":01}                      | '1' where ',' or '}' is expected (byte 11 of the record, offset 10 in the file)
                    {"dwell":1.}                      | '}' where a digit is expected (byte 12 of the record, offset 11 in the file)
                    {"dwell":nul}                     | 'n' where a value is expected (byte 10 of the record, offset 9 in the file)
                    {"dwell" 1}                       | '1' where ':' is expected (byte 10 of the record, offset 9 in the file)
                    {"dwell":1} x                     | 'x' where the end of the line is expected (byte 13 of the record, offset 12 in the file)
                    {dwell:1}                         | 'd' where a field name in double quotes is expected (byte 2 of the record, offset 1 in the file)
                    7                                 | '7' where '{' is expected (byte 1 of the record, offset 0 in the file)
                    {"user_id":"u04}                  | the line ends inside a string (byte 17 of the record, offset 16 in the file)
                    {"user_id":"\\x"}                 | an unknown escape in a string (byte 14 of the record, offset 13 in the file)
                    {"user_id":"\\u12g4"}             | \\u wants four hexadecimal digits (byte 17 of the record, offset 16 in the file)
                    {"user_id":"a\\ud800b"}           | the surrogate \\ud800 has no partner (byte 14 of the record, offset 13 in the file)
                    {"user_id":"\\udc00\\ud800"}      | the surrogate \\udc00 has no partner (byte 13 of the record, offset 12 in the file)
                    {"x":[1,{"y":2]}                  | ']' where ',' or '}' is expected (byte 15 of the record, offset 14 in the file)
                    """)
    void refuses(String record, String reason) {
        FileTable table = clicks(record + "\n{\"dwell\":5}\n");

        assertThat(table.read()).isEqualTo("NULL, 5\n");
        assertThat(table.bad).containsExactly("in.jsonl:1: " + reason);
    }

    @Test
    void unknownFieldsAreRefusedOnDemand() {
        FileTable table =
                clicks("{\"dwell\":1}\n{\"dwell\":2,\"dwel\":3}\n").option("json.fail-on-unknown-field", "true");

        assertThat(table.read()).isEqualTo("NULL, 1\n");
        assertThat(table.bad).containsExactly("in.jsonl:2: field dwel is not a column of the table");
    }

    @Test
    void invalidUtf8IsReportedWithItsByte() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("{\"user_id\":\"é\"}\n{\"user_id\":\"a".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xff);
        bytes.writeBytes("\"}\n{\"skipped\":\"".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xc0);
        bytes.write(0x80);
        bytes.writeBytes("\"}\n".getBytes(StandardCharsets.UTF_8));
        FileTable.write(file, bytes.toByteArray());
        FileTable table = new FileTable(file).column("user_id", Type.STRING);

        assertThat(table.read()).isEqualTo("é\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:2: invalid UTF-8: the byte 0xff does not belong here (byte 14 of the record, offset 30 in the file)",
                        "in.jsonl:3: invalid UTF-8: the byte 0xc0 does not belong here (byte 13 of the record, offset 46 in the file)");
    }

    @Test
    void aControlCharacterInAStringIsNoJson() {
        FileTable table = clicks("{\"user_id\":\"a\tb\"}");

        assertThat(table.read()).isEmpty();
        assertThat(table.bad.get(0))
                .startsWith("in.jsonl:1: the control character 0x09 in a string; it must be escaped");
    }

    @Test
    void longLinesAreReadUpToTheBound() {
        String text = "x".repeat(1_500_000);
        FileTable table = clicks("{\"user_id\":\"" + text + "\",\"dwell\":1}\n{\"dwell\":2}\n");

        assertThat(table.read()).isEqualTo(text + ", 1\nNULL, 2\n");

        table.option("record.max-bytes", "1000000");
        assertThat(table.read()).isEqualTo("NULL, 2\n");
        assertThat(table.bad)
                .containsExactly("in.jsonl:1: the line is longer than 'record.max-bytes' = '1000000' allows");
        assertThat(table.badRecords.get(0)).hasSize(303).endsWith("...");
    }

    @Test
    void theBoundDoesNotDependOnHowMuchOfTheFileIsThere() {
        FileTable table = clicks("{\"dwell\":1}\n{\"user_id\":\"12345\"}\n{\"dwell\":2}\n")
                .option("record.max-bytes", "12");

        assertThat(table.read()).isEqualTo("NULL, 1\nNULL, 2\n");
        assertThat(table.bad).containsExactly("in.jsonl:2: the line is longer than 'record.max-bytes' = '12' allows");
        assertThat(table.badRecords).containsExactly("{\"user_id\":\"12345\"}");
    }

    @Test
    void whereABadRecordEndsTheJobTheRowsBeforeItStand() {
        FileTable table = clicks("{\"dwell\":1}\n{\"dwell\":2}\n{\"dwell\":true}\n{\"dwell\":3}\n");
        Source source = new FilesystemConnector().source(table.table());

        try (SplitReader reader = source.open(source.splits().get(0), List.of(1), null, (where, record, error) -> {
            throw error;
        })) {
            assertThat(Objects.requireNonNull(reader.poll(0, 4096, 0)).size()).isEqualTo(2);
            assertThat(reader.position()).isEqualTo("24:3");
            assertThat(reader.ended()).isFalse();
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> reader.poll(2, 4096, 0))
                    .withMessage("field dwell: 'true' is not an INTEGER");
        }
    }

    @Test
    void deepNestingIsRefusedNotOverflown() {
        FileTable table = clicks("{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}\n{\"dwell\":1}\n");

        assertThat(table.read()).isEqualTo("NULL, 1\n");
        assertThat(table.bad.get(0)).startsWith("in.jsonl:1: values are nested deeper than 512");
    }

    @Test
    void anArrayIsReadAsItsElements() {
        FileTable table = clicks("""
                [
                  {
                    "user_id": "a,[\\"{",
                    "dwell": 1
                  },
                  { "dwell": [ 1, 2 ] }, 7,
                  {"dwell":2}]
                """);

        assertThat(table.read()).isEqualTo("\"a,[\"\"{\", 1\nNULL, 2\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl, record 2: field dwell: an array is not an INTEGER",
                        "in.jsonl, record 3: '7' where '{' is expected (byte 2 of the record, offset 76 in the file)");
        assertThat(clicks("[]").read()).isEmpty();
    }

    @Test
    void anArrayIsReadOnFromAnyPosition() {
        FileTable table = clicks("[{\"dwell\":1},{\"dwell\":2},\n{\"dwell\":3}]\n");
        Source source = new FilesystemConnector().source(table.table());
        String split = source.splits().get(0);
        List<String> positions = new ArrayList<>();
        try (SplitReader reader = table.open(source, split, null)) {
            while (reader.poll(0, 1, 0) != null) {
                positions.add(reader.position());
            }
        }

        assertThat(positions).containsExactly("13:2", "25:3", "38:4");
        for (int i = 0; i < 3; i++) {
            try (SplitReader reader = table.open(source, split, positions.get(i))) {
                ChangeBatch rest = reader.poll(0, 10, 0);
                assertThat(rest == null ? 0 : rest.size()).isEqualTo(2 - i);
                assertThat(reader.poll(0, 10, 0)).isNull();
                assertThat(reader.ended()).isTrue();
            }
        }
        assertThat(table.bad).isEmpty();
    }

    @Test
    void anArrayThatDoesNotEndIsReported() {
        FileTable table = clicks("[{\"dwell\":1},{\"dwell\":2");

        assertThat(table.read()).isEqualTo("NULL, 1\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl, record 2: the line ends where ',' or '}' is expected (byte 11 of the record, offset 23 in the file)",
                        "in.jsonl, record 3: the file ends before its JSON array does");
    }

    @Test
    void filesThatAreNoLinesOfTextAreRefusedWhole() {
        FileTable table = clicks("{\"a\":\u0000}");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(table::read)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR))
                .withMessage("file '" + file + "' is binary: there is a zero byte at offset 5");

        FileTable.write(file, "{}".getBytes(StandardCharsets.UTF_16));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(table::read)
                .withMessage("file '" + file + "' is in UTF-16; UTF-8 is read");

        FileTable.write(file, new byte[] {0x1f, (byte) 0x8b, 8, 0});
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(table::read)
                .withMessage("file '" + file + "' is compressed with gzip");
    }
}
