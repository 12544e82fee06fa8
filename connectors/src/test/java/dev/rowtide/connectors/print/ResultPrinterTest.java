// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ResultPrinterTest {

    private static final Schema COUNTS = Schema.of(new Field("user_id", Type.STRING), new Field("cnt", Type.BIGINT));
    private static final String CHANGES = "1: +I u04, 1\n2: -U u04, 1\n2: +U u04, 2\n";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private String changelog(ResultFormat format, Schema schema, String changes) {
        return printed(ResultPrinter.changelog(format, schema, ZoneOffset.UTC, out), schema, changes, false);
    }

    private String rows(ResultFormat format, Schema schema, String changes) {
        return printed(ResultPrinter.rows(format, schema, ZoneOffset.UTC, out), schema, changes, false);
    }

    private String printed(ResultPrinter printer, Schema schema, String changes, boolean cancelled) {
        if (!changes.isEmpty()) {
            printer.write(ChangeText.parse(changes, schema, 0));
            printer.endTick();
        }
        printer.finish(cancelled);
        String text = out.toString(UTF_8);
        out.reset();
        return text;
    }

    @Test
    void aChangelogIsLaidOutAsFlinksClientLaysItOut() {
        assertThat(changelog(ResultFormat.TABLE, COUNTS, CHANGES)).isEqualTo("""
                        +----+--------------------------------+----------------------+
                        | op |                        user_id |                  cnt |
                        +----+--------------------------------+----------------------+
                        | +I |                            u04 |                    1 |
                        | -U |                            u04 |                    1 |
                        | +U |                            u04 |                    2 |
                        +----+--------------------------------+----------------------+
                        Received a total of 3 rows
                        """);
    }

    @Test
    void withoutRowsThereIsAHeadAndNoClosingBorder() {
        assertThat(changelog(ResultFormat.TABLE, COUNTS, "")).isEqualTo("""
                        +----+--------------------------------+----------------------+
                        | op |                        user_id |                  cnt |
                        +----+--------------------------------+----------------------+
                        Received a total of 0 rows
                        """);
    }

    @Test
    void aCancelledQuerySaysSo() {
        assertThat(printed(
                        ResultPrinter.changelog(ResultFormat.TABLE, COUNTS, ZoneOffset.UTC, out),
                        COUNTS,
                        "+I a, 1\n",
                        true))
                .endsWith("""
                        | +I |                              a |                    1 |
                        Query terminated, received a total of 1 row
                        """);
    }

    @Test
    void widthsComeFromTheTypes() {
        Schema schema = Schema.of(
                new Field("a", Type.TINYINT),
                new Field("b", Type.SMALLINT),
                new Field("c", Type.INTEGER),
                new Field("d", Type.decimal(10, 2)),
                new Field("e", Type.BOOLEAN),
                new Field("f", Type.DATE),
                new Field("g", Type.time(0)),
                new Field("h", Type.timestamp(3)),
                new Field("i", Type.timestampLtz(0)),
                new Field("a_long_name", Type.BOOLEAN));

        assertThat(
                        changelog(
                                ResultFormat.TABLE,
                                schema,
                                "+I 1, 2, 3, 4.50, TRUE, 2024-01-31, 10:00:15, 2024-01-31 10:00:15.250, 2024-01-31 10:00:15, NULL\n"))
                .isEqualTo("""
                        +----+--------+--------+-------------+--------------+--------+------------+----------+-------------------------+---------------------+-------------+
                        | op |      a |      b |           c |            d |      e |          f |        g |                       h |                   i | a_long_name |
                        +----+--------+--------+-------------+--------------+--------+------------+----------+-------------------------+---------------------+-------------+
                        | +I |      1 |      2 |           3 |         4.50 |   TRUE | 2024-01-31 | 10:00:15 | 2024-01-31 10:00:15.250 | 2024-01-31 10:00:15 |      <NULL> |
                        +----+--------+--------+-------------+--------------+--------+------------+----------+-------------------------+---------------------+-------------+
                        Received a total of 1 row
                        """);
    }

    @Test
    void longTextsAreCutAndWideCharactersCountTwice() {
        Schema schema = Schema.of(new Field("s", Type.STRING));

        assertThat(changelog(ResultFormat.TABLE, schema, """
                        +I abcdefghijklmnopqrstuvwxyz0123
                        +I abcdefghijklmnopqrstuvwxyz01234
                        +I 日本
                        +I x日日日日日日日日日日日日日日日
                        +I a\tb
                        """))
                .contains(
                        "| abcdefghijklmnopqrstuvwxyz0123 |\n",
                        "| abcdefghijklmnopqrstuvwxyz0... |\n",
                        "| +I |                           日本 |\n",
                        "| +I | x日日日日日日日日日日日日日... |\n",
                        "| +I |                           a\\tb |\n");
    }

    @Test
    void aCutThatFallsIntoAWideCharacterIsFilledUp() {
        Schema schema = Schema.of(new Field("s", Type.STRING));

        assertThat(changelog(ResultFormat.TABLE, schema, "+I " + "日".repeat(16) + "\n"))
                .contains("| +I |  " + "日".repeat(13) + "... |\n");
    }

    @Test
    void whatSteersLinesOrTheDirectionOfReadingIsEscaped() {
        Schema texts = Schema.of(new Field("s", Type.STRING));
        assertThat(rows(ResultFormat.TABLE, texts, "1: +I a\u202eb\u2066c\u200fd\u2028e\n"))
                .contains("| a\\u202eb\\u2066c\\u200fd\\u2028e |");
    }

    @Test
    void aListingStandsAtTheLeft() {
        ResultPrinter printer = ResultPrinter.listing(ResultFormat.TABLE, COUNTS, ZoneOffset.UTC, out);
        assertThat(printed(printer, COUNTS, "1: +I u04, 1\n", false))
                .contains("| user_id | cnt |")
                .contains("| u04     | 1   |");
    }

    @Test
    void aListingBreaksLongTextsBetweenWords() {
        Schema schema = Schema.of(new Field("name", Type.STRING), new Field("text", Type.STRING));
        String long30 = "x".repeat(30);
        String changes = "1: +I n, " + String.join(" ", long30, long30, long30) + "\n2: +I m, short\n";
        ResultPrinter printer = ResultPrinter.listing(ResultFormat.TABLE, schema, ZoneOffset.UTC, out);
        assertThat(printed(printer, schema, changes, false))
                .contains("| n    | " + long30 + " " + long30 + "          |\n|      | " + long30 + " ".repeat(41)
                        + "|\n")
                .contains("| m    | short ")
                .endsWith("2 rows in set\n");
    }

    @Test
    void aWordOfAListingIsNeverBroken() {
        ResultPrinter printer = ResultPrinter.listing(ResultFormat.TABLE, COUNTS, ZoneOffset.UTC, out);
        String word = "y".repeat(100);
        assertThat(printed(printer, COUNTS, "1: +I a " + word + " b, 1\n", false))
                .contains("| a" + " ".repeat(99) + " | 1   |\n| " + word + " |     |\n| b");
    }

    @Test
    void rowsAreATableAsWideAsItsData() {
        assertThat(rows(ResultFormat.TABLE, COUNTS, "+I u04, 1\n+I NULL, 120\n"))
                .isEqualTo("""
                        +---------+-----+
                        | user_id | cnt |
                        +---------+-----+
                        |     u04 |   1 |
                        |  <NULL> | 120 |
                        +---------+-----+
                        2 rows in set
                        """);
        assertThat(rows(ResultFormat.TABLE, COUNTS, "+I " + "x".repeat(40) + ", 1\n"))
                .contains("| " + "x".repeat(27) + "... |   1 |\n", "\n1 row in set\n");
        assertThat(rows(ResultFormat.TABLE, COUNTS, "")).isEqualTo("Empty set\n");
    }

    @Test
    void json() {
        assertThat(changelog(ResultFormat.JSON, COUNTS, CHANGES)).isEqualTo("""
                        {"op":"+I","user_id":"u04","cnt":1}
                        {"op":"-U","user_id":"u04","cnt":1}
                        {"op":"+U","user_id":"u04","cnt":2}
                        """);
        assertThat(rows(ResultFormat.JSON, COUNTS, "+I u04, 2\n")).isEqualTo("{\"user_id\":\"u04\",\"cnt\":2}\n");
    }

    @Test
    void aColumnCalledOpKeepsItsName() {
        Schema schema = Schema.of(new Field("op", Type.STRING));

        assertThat(changelog(ResultFormat.JSON, schema, "+I x\n")).isEqualTo("{\"_op\":\"+I\",\"op\":\"x\"}\n");
        assertThat(changelog(ResultFormat.CSV, schema, "+I x\n")).isEqualTo("_op,op\n+I,x\n");
    }

    @Test
    void csv() {
        assertThat(changelog(ResultFormat.CSV, COUNTS, "+I \"a,b\", NULL\n"))
                .isEqualTo("op,user_id,cnt\n+I,\"a,b\",\n");
        assertThat(rows(ResultFormat.CSV, COUNTS, "")).isEqualTo("user_id,cnt\n");
    }

    @Test
    void debezium() {
        assertThat(changelog(ResultFormat.DEBEZIUM, COUNTS, CHANGES)).isEqualTo("""
                        {"before":null,"after":{"user_id":"u04","cnt":1},"op":"c"}
                        {"before":{"user_id":"u04","cnt":1},"after":{"user_id":"u04","cnt":2},"op":"u"}
                        """);
    }

    @Test
    void timesAreShownInTheZoneOfTheSession() {
        Schema schema = Schema.of(new Field("t", Type.timestampLtz(0)));
        ZoneId berlin = ZoneId.of("Europe/Berlin");

        assertThat(printed(
                        ResultPrinter.changelog(ResultFormat.TABLE, schema, berlin, out),
                        schema,
                        "+I 2024-07-01 10:00:15\n",
                        false))
                .contains("| +I | 2024-07-01 12:00:15 |\n");
        assertThat(printed(
                        ResultPrinter.rows(ResultFormat.CSV, schema, berlin, out),
                        schema,
                        "+I 2024-07-01 10:00:15\n",
                        false))
                .isEqualTo("t\n2024-07-01 12:00:15\n");
    }

    @Test
    void aStreamThatTakesNoMoreIsAnError() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ResultPrinter printer = ResultPrinter.rows(ResultFormat.JSON, COUNTS, ZoneOffset.UTC, closed);
        printer.write(ChangeText.parse("+I a, 1\n", COUNTS, 0));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(printer::endTick)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR));
    }
}
