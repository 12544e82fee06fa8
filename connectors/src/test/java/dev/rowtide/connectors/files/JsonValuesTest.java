// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of JSON lines as values of each type. */
class JsonValuesTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("in.jsonl");
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
        FileTable.write(file, "{\"dwell\":" + number + "}");
        FileTable table = new FileTable(file).column("dwell", Type.INTEGER);

        assertThat(table.read()).isEqualTo(value + "\n");
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
}
