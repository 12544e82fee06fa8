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
import dev.rowtide.core.type.TypeKind;
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    3.0                 | 3
                    30e-1               | 3
                    1e3                 | 1000
                    -0                  | 0
                    2147483647          | 2147483647
                    -2147483648         | -2147483648
                    "42"                | 42
                    """)
    void wholeNumbersAreIntegersHoweverTheyAreWritten(String number, String value) {
        assertThat(clicks("{\"dwell\":" + number + "}").read()).isEqualTo("NULL, " + value + "\n");
    }

    @Test
    void longIsRangeChecked() {
        FileTable.write(file, """
                {"n":9223372036854775807}
                {"n":-9223372036854775808}
                {"n":9223372036854775808}
                {"n":123456789012345678901234567890}
                """);
        FileTable table = new FileTable(file).column("n", Type.BIGINT);

        assertThat(table.read()).isEqualTo("9223372036854775807\n-9223372036854775808\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:3: field n: '9223372036854775808' is out of range for BIGINT",
                        "in.jsonl:4: field n: '123456789012345678901234567890' is out of range for BIGINT");
    }

    @Test
    void decimalsAreRoundedHalfUpAndRangeChecked() {
        FileTable.write(file, """
                {"d":12.345,"w":12345678901234567890.125}
                {"d":-0.005,"w":"1"}
                {"d":0.004999,"w":1e-1000000000}
                {"d":999.994,"w":-3}
                {"d":999.995}
                {"d":1000}
                {"w":1e40}
                """);
        FileTable table = new FileTable(file).column("d", Type.decimal(5, 2)).column("w", Type.decimal(30, 2));

        assertThat(table.read()).isEqualTo("""
                        12.35, 12345678901234567890.13
                        -0.01, 1.00
                        0.00, 0.00
                        999.99, -3.00
                        """);
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:5: field d: '999.995' is out of range for DECIMAL(5, 2)",
                        "in.jsonl:6: field d: '1000' is out of range for DECIMAL(5, 2)",
                        "in.jsonl:7: field w: '1e40' is out of range for DECIMAL(30, 2)");
    }

    @Test
    void doublesAreCorrectlyRounded() {
        FileTable.write(file, """
                {"d":0.1,"f":0.1}
                {"d":-0.0,"f":16777217}
                {"d":123456789012345678,"f":1e10}
                {"d":2.2250738585072011e-308,"f":3.4028235e38}
                {"d":"NaN","f":"-Infinity"}
                {"d":1e400}
                {"f":1e39}
                {"d":"0x1p3"}
                {"d":"1f"}
                """);
        FileTable table = new FileTable(file).column("d", Type.DOUBLE).column("f", Type.FLOAT);

        assertThat(table.read()).isEqualTo("""
                        0.1, 0.1
                        -0.0, 1.6777216E7
                        1.2345678901234568E17, 1.0E10
                        2.225073858507201E-308, 3.4028235E38
                        NaN, -Infinity
                        """);
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:6: field d: '1e400' is out of range for DOUBLE",
                        "in.jsonl:7: field f: '1e39' is out of range for FLOAT",
                        "in.jsonl:8: field d: '0x1p3' is not a DOUBLE",
                        "in.jsonl:9: field d: '1f' is not a DOUBLE");
    }

    @Test
    void timesAreReadInTheFormsOfIso() {
        FileTable.write(file, """
                {"ts":"2024-01-01 10:00:15","ltz":"2024-01-01T10:00:15.1234Z","d":"2024-02-29","t":"10:00:15"}
                {"ts":"2024-01-01T10:00:15.250","ltz":"2024-01-01 10:00:15+02:00","d":"1969-12-31","t":"23:59:59.9999"}
                {"ts":"2024-01-01T10:00:15.99999999Z","ltz":"2024-01-01 10:00:15","d":"0001-01-01","t":"00:00"}
                {"ts":"2024-01-01","ltz":"2024-01-01T10:00-05:30","d":null,"t":null}
                """);
        FileTable table = new FileTable(file)
                .column("ts", Type.timestamp(3))
                .column("ltz", Type.timestampLtz(6))
                .column("d", Type.DATE)
                .column("t", Type.time(3));

        assertThat(table.read()).isEqualTo("""
                        2024-01-01 10:00:15.000, 2024-01-01 10:00:15.123400, 2024-02-29, 10:00:15.000
                        2024-01-01 10:00:15.250, 2024-01-01 08:00:15.000000, 1969-12-31, 23:59:59.999
                        2024-01-01 10:00:15.999, 2024-01-01 10:00:15.000000, 0001-01-01, 00:00:00.000
                        2024-01-01 00:00:00.000, 2024-01-01 15:30:00.000000, NULL, NULL
                        """);
    }

    @Test
    void aTimeZoneSaysWhereTimesWithoutOffsetWereMeant() {
        FileTable.write(file, "{\"ltz\":\"2024-07-01 10:00:15\"}\n{\"ltz\":\"2024-07-01 10:00:15Z\"}\n");
        FileTable table =
                new FileTable(file).column("ltz", Type.timestampLtz(0)).option("time-zone", "Europe/Berlin");

        assertThat(table.read()).isEqualTo("2024-07-01 08:00:15\n2024-07-01 10:00:15\n");
    }

    @ParameterizedTest
    @CsvSource({
        "2023-02-30 00:00:00, is not a TIMESTAMP(3)",
        "2023-13-01 00:00:00, is not a TIMESTAMP(3)",
        "2023-01-01 24:00:00, is not a TIMESTAMP(3)",
        "2023-01-01 00:00:60, is not a TIMESTAMP(3)",
        "300000-01-01 00:00:00, is not a TIMESTAMP(3)",
        "+300000-01-01T00:00:00, is out of range for TIMESTAMP(3)",
        "2023-01-01x00:00:00, is not a TIMESTAMP(3)",
        "yesterday, is not a TIMESTAMP(3)",
    })
    void timesThatAreNoneAreRefused(String text, String reason) {
        FileTable.write(file, "{\"ts\":\"" + text + "\"}");
        FileTable table = new FileTable(file).column("ts", Type.timestamp(3));

        assertThat(table.read()).isEmpty();
        assertThat(table.bad).containsExactly("in.jsonl:1: field ts: '" + text + "' " + reason);
    }

    @Test
    void anOffsetThatATimestampCantKeepIsRefused() {
        FileTable.write(file, "{\"ts\":\"2024-01-01 10:00:00+02:00\"}\n{\"ts\":\"2024-01-01T10:00:00Z\"}\n");
        FileTable table = new FileTable(file).column("ts", Type.timestamp(3));

        assertThat(table.read()).isEqualTo("2024-01-01 10:00:00.000\n");
        assertThat(table.bad)
                .containsExactly("in.jsonl:1: field ts: '2024-01-01 10:00:00+02:00' has an offset from UTC, which a"
                        + " TIMESTAMP(3) can't keep; declare the column as TIMESTAMP_LTZ(3)");
    }

    @Test
    void timestampsOfNanosecondsHoldTheYearsTheyCan() {
        FileTable.write(file, "{\"ts\":\"2262-01-01 00:00:00.123456789\"}\n{\"ts\":\"2263-01-01 00:00:00\"}");
        FileTable table = new FileTable(file).column("ts", Type.timestamp(9));

        assertThat(table.read()).isEqualTo("2262-01-01 00:00:00.123456789\n");
        assertThat(table.bad)
                .containsExactly("in.jsonl:2: field ts: '2263-01-01 00:00:00' is out of range for TIMESTAMP(9)");
    }

    @Test
    void numbersAreTimestampsOnlyWhenTheirUnitIsSaid() {
        FileTable.write(file, "{\"ts\":1704103215250}");
        FileTable table = new FileTable(file).column("ts", Type.timestamp(3));

        assertThat(table.read()).isEmpty();
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:1: field ts: the number 1704103215250 is not a TIMESTAMP(3) unless 'json.timestamp-format' says its unit");
        assertThat(table.option("json.timestamp-format", "epoch-millis").read()).isEqualTo("2024-01-01 10:00:15.250\n");
    }

    @Test
    void otherTypes() {
        FileTable.write(file, """
                {"b":true,"bin":"Cv8=","c":"ab","v":"äöü","s":{"a": [1, "x"]}}
                {"b":"false","bin":"","c":"abc","v":12,"s":true}
                {"b":1}
                {"bin":"?"}
                {"c":"abcd"}
                {"v":"äöüß"}
                """);
        FileTable table = new FileTable(file)
                .column("b", Type.BOOLEAN)
                .column("bin", Type.BYTES)
                .column("c", new Type(TypeKind.CHAR, 3, 0, true))
                .column("v", Type.varchar(3))
                .column("s", Type.STRING);

        assertThat(table.read()).isEqualTo("""
                        TRUE, x'0aff', "ab ", äöü, "{""a"": [1, ""x""]}"
                        FALSE, x'', abc, 12, true
                        """);
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:3: field b: '1' is not a BOOLEAN",
                        "in.jsonl:4: field bin: not Base64",
                        "in.jsonl:5: field c: a text of 4 characters is too long for CHAR(3)",
                        "in.jsonl:6: field v: a text of 4 characters is too long for VARCHAR(3)");
    }

    @Test
    void notNullColumnsNeedAValue() {
        FileTable.write(file, "{\"a\":null,\"b\":1}\n{\"b\":2}\n{\"a\":3}\n");
        FileTable table =
                new FileTable(file).column("a", Type.BIGINT.withNullable(false)).column("b", Type.BIGINT);

        assertThat(table.read()).isEqualTo("3, NULL\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:1: field a: NULL in a column that is NOT NULL",
                        "in.jsonl:2: field a: missing in the record, and its column is NOT NULL");
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
