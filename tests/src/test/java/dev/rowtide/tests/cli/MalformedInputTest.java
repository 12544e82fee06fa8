// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files as the world makes them: what can be read is read, what can't is refused with its place, or counted and kept when told to. */
final class MalformedInputTest {

    private static final String COLUMNS =
            "id INT, tiny TINYINT, price DECIMAL(6, 2), x DOUBLE, ok BOOLEAN, day DATE, ts TIMESTAMP(3), name STRING";

    private static final String HEADER = "op,id,tiny,price,x,ok,day,ts,name";

    @TempDir
    Path directory;

    /** A bad line between two good ones, and what the error says of it. */
    static Stream<Arguments> badLines() {
        return Stream.of(
                Arguments.of("json", "{\"id\": 2", "json"),
                Arguments.of("json", "[1, 2]", ""),
                Arguments.of("json", "nonsense", ""),
                Arguments.of("json", "{\"id\": 2} trailing", ""),
                Arguments.of("json", "{\"id\": \"two\"}", "id"),
                Arguments.of("json", "{\"id\": {\"a\": 1}}", "id"),
                Arguments.of("json", "{\"ok\": \"perhaps\"}", "ok"),
                Arguments.of("json", "{\"id\": 99999999999}", "id"),
                Arguments.of("json", "{\"tiny\": 128}", "tiny"),
                Arguments.of("json", "{\"price\": 123456.78}", "price"),
                Arguments.of("json", "{\"x\": 1e400}", "x"),
                Arguments.of("json", "{\"day\": \"2024-02-30\"}", "day"),
                Arguments.of("json", "{\"ts\": \"2024-13-45 99:00:00\"}", "ts"),
                Arguments.of("json", "{\"ts\": \"999999999-01-01 00:00:00\"}", "ts"),
                Arguments.of("json", "{\"ts\": \"soon\"}", "ts"),
                Arguments.of("json", "{\"name\": \"\u00ff\"}", ""),
                Arguments.of("csv", "two,1,1,1,true,2024-01-01,2024-01-01 00:00:00,a", "id"),
                Arguments.of("csv", "99999999999,1,1,1,true,2024-01-01,2024-01-01 00:00:00,a", "id"),
                Arguments.of("csv", "2,-129,1,1,true,2024-01-01,2024-01-01 00:00:00,a", "tiny"),
                Arguments.of("csv", "2,1,99999.5,1,true,2024-01-01,2024-01-01 00:00:00,a", "price"),
                Arguments.of("csv", "2,1,1,1e999,true,2024-01-01,2024-01-01 00:00:00,a", "x"),
                Arguments.of("csv", "2,1,1,1,true,2024-00-01,2024-01-01 00:00:00,a", "day"),
                Arguments.of("csv", "2,1,1,1,true,2024-01-01,2024-01-01 25:00:00,a", "ts"),
                Arguments.of("csv", "2,1,1", ""),
                Arguments.of("csv", "2,1,1,1,true,2024-01-01,2024-01-01 00:00:00,a,more", ""),
                Arguments.of("csv", "2,1,1,1,true,2024-01-01,2024-01-01 00:00:00,\u00ff", ""));
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void stopsAtABadRecordAfterTheGoodOnesBeforeIt(String format, String bad, String field) throws IOException {
        String path = file(format, bad);
        CommandLineRun run = CommandLineRun.of("-f", "csv", "-c", table(path, format, "fail") + "SELECT * FROM t");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.outLines()).containsExactly(HEADER, "+I,1,,,,,,,");
        assertThat(run.err())
                .contains("input." + format + ":" + lineOfBad(format))
                .contains(field)
                .contains("bad-records");
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void countsABadRecordAndGoesOn(String format, String bad, String field) throws IOException {
        String path = file(format, bad);
        CommandLineRun run = CommandLineRun.of("-f", "csv", "-c", table(path, format, "skip") + "SELECT * FROM t");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.outLines()).containsExactly(HEADER, "+I,1,,,,,,,", "+I,3,,,,,,,");
        assertThat(run.err())
                .contains("1 row dropped")
                .contains("input." + format + ":" + lineOfBad(format))
                .contains(field);
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void keepsABadRecordInATable(String format, String bad, String field) throws IOException {
        String path = file(format, bad);
        Path letters = directory.resolve("letters.jsonl");
        CommandLineRun run = CommandLineRun.of(
                "-f",
                "csv",
                "-c",
                "CREATE TABLE letters (source STRING, place STRING, record STRING, reason STRING)"
                        + " WITH (connector = 'filesystem', path = '" + letters + "');" + table(path, format, "letters")
                        + "SELECT * FROM t");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.outLines()).containsExactly(HEADER, "+I,1,,,,,,,", "+I,3,,,,,,,");
        assertThat(Files.readAllLines(letters))
                .singleElement()
                .asString()
                .contains("\"source\":\"t\"")
                .contains("input." + format + ":" + lineOfBad(format))
                .contains(field);
    }

    private static int lineOfBad(String format) {
        return format.equals("csv") ? 3 : 2;
    }

    private String file(String format, String bad) throws IOException {
        String text = format.equals("csv")
                ? "id,tiny,price,x,ok,day,ts,name\n1,,,,,,,\n" + bad + "\n3,,,,,,,\n"
                : "{\"id\": 1}\n" + bad + "\n{\"id\": 3}\n";
        return write(format, text.getBytes(ISO_8859_1));
    }

    private String write(String format, byte[] bytes) throws IOException {
        return Files.write(directory.resolve("input." + format), bytes).toString();
    }

    private static String table(String path, String format, String policy) {
        return "CREATE TABLE t (" + COLUMNS + ") WITH (connector = 'filesystem', path = '" + path + "', format = '"
                + format + "', 'bad-records' = '" + policy + "'); ";
    }

    private static CommandLineRun select(String path, String format) {
        return CommandLineRun.of("-f", "csv", "-c", table(path, format, "fail") + "SELECT id, name FROM t");
    }

    @Test
    void anEmptyFileHasNoRows() throws IOException {
        for (String format : new String[] {"json", "csv"}) {
            CommandLineRun run = select(write(format, new byte[0]), format);
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.err()).startsWith("0 rows read");
        }
    }

    @Test
    void columnsCantBeReadOffAnEmptyFile() throws IOException {
        CommandLineRun run = CommandLineRun.of("-c", "SELECT * FROM '" + write("json", new byte[0]) + "'");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("input.json").contains("HINT");
    }

    @Test
    void theLastLineNeedsNoEnd() throws IOException {
        String json = write("json", "{\"id\": 1, \"name\": \"a\"}\n{\"id\": 2, \"name\": \"b\"}".getBytes(UTF_8));
        assertThat(select(json, "json").outLines()).containsExactly("op,id,name", "+I,1,a", "+I,2,b");
        String csv = write("csv", "id,name\n1,a\n2,b".getBytes(UTF_8));
        assertThat(CommandLineRun.of("-f", "csv", "-c", "SELECT id, name FROM '" + csv + "'")
                        .outLines())
                .containsExactly("op,id,name", "+I,1,a", "+I,2,b");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheData() throws IOException {
        String json = write("json", "\uFEFF{\"id\": 1, \"name\": \"a\"}\n".getBytes(UTF_8));
        assertThat(select(json, "json").outLines()).containsExactly("op,id,name", "+I,1,a");
        String csv = write("csv", "\uFEFFid,name\n1,a\n".getBytes(UTF_8));
        assertThat(CommandLineRun.of("-f", "csv", "-c", "SELECT id, name FROM '" + csv + "'")
                        .outLines())
                .containsExactly("op,id,name", "+I,1,a");
    }

    @Test
    void linesMayEndAsOnWindows() throws IOException {
        String json =
                write("json", "{\"id\": 1, \"name\": \"a\"}\r\n\r\n{\"id\": 2, \"name\": \"b\"}\r\n".getBytes(UTF_8));
        assertThat(select(json, "json").outLines()).containsExactly("op,id,name", "+I,1,a", "+I,2,b");
        String csv = write("csv", "id,name\r\n1,a\r\n2,b\r\n".getBytes(UTF_8));
        assertThat(CommandLineRun.of("-f", "csv", "-c", "SELECT id, name FROM '" + csv + "'")
                        .outLines())
                .containsExactly("op,id,name", "+I,1,a", "+I,2,b");
    }

    @Test
    void aLineMayBeAMegabyteLong() throws IOException {
        String name = "x".repeat(1 << 20);
        String json = write("json", ("{\"id\": 1, \"name\": \"" + name + "\"}\n{\"id\": 2}\n").getBytes(UTF_8));
        CommandLineRun run = CommandLineRun.of(
                "-f", "csv", "-c", table(json, "json", "fail") + "SELECT id, CHAR_LENGTH(name) AS n FROM t");
        assertThat(run.outLines()).containsExactly("op,id,n", "+I,1,1048576", "+I,2,");
    }

    @Test
    void aLineLongerThanAllowedIsABadRecord() throws IOException {
        String json = write(
                "json",
                ("{\"id\": 1}\n{\"id\": 2, \"name\": \"" + "x".repeat(5_000) + "\"}\n{\"id\": 3}\n").getBytes(UTF_8));
        String table = table(json, "json", "skip").replace("'skip'", "'skip', 'record.max-bytes' = '4096'");
        CommandLineRun run = CommandLineRun.of("-f", "csv", "-c", table + "SELECT id FROM t");
        assertThat(run.outLines()).containsExactly("op,id", "+I,1", "+I,3");
        assertThat(run.err()).contains("1 row dropped").contains("input.json:2");
    }

    @Test
    void anUnknownFieldIsPassedOverUnlessToldOtherwise() throws IOException {
        String json = write("json", "{\"id\": 1, \"colour\": \"red\"}\n".getBytes(UTF_8));
        assertThat(select(json, "json").outLines()).containsExactly("op,id,name", "+I,1,");
        String strict = table(json, "json", "fail").replace("'fail'", "'fail', 'json.fail-on-unknown-field' = 'true'");
        CommandLineRun run = CommandLineRun.of("-c", strict + "SELECT id FROM t");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("input.json:1").contains("colour");
    }

    @Test
    void aColumnThatTheFileLacksIsNamed() throws IOException {
        String csv = write("csv", "id,name\n1,a\n".getBytes(UTF_8));
        CommandLineRun run = CommandLineRun.of("-c", "SELECT colour FROM '" + csv + "'");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("column \"colour\" does not exist").contains("id, name");
    }

    @Test
    void aMissingFileIsNamed() {
        String path = directory.resolve("nowhere.json").toString();
        CommandLineRun run = select(path, "json");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("nowhere.json").contains("does not exist");
        assertThat(CommandLineRun.of("-c", "SELECT * FROM '" + path + "'").err())
                .contains("nowhere.json")
                .contains("does not exist");
    }

    /** A link to itself can't be read even by a user who may read everything. */
    @Test
    void anUnreadableFileIsNamed() throws IOException {
        Path loop = directory.resolve("loop.json");
        Files.createSymbolicLink(loop, loop);
        CommandLineRun run = select(loop.toString(), "json");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith("ERROR: ").contains("loop.json");
    }

    @Test
    void nothingIsDroppedInSilenceByOptionsOfOtherSystems() throws IOException {
        String json = write("json", "{\"id\": 1}\n".getBytes(UTF_8));
        String table = table(json, "json", "fail").replace("'fail'", "'fail', 'json.ignore-parse-errors' = 'true'");
        CommandLineRun run = CommandLineRun.of("-c", table + "SELECT id FROM t");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("bad-records");
    }
}
