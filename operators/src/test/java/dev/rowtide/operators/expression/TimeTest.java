// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.error.ErrorCode.NUMERIC_OUT_OF_RANGE;
import static dev.rowtide.core.function.BuiltinFunction.CEIL_TIME;
import static dev.rowtide.core.function.BuiltinFunction.DATE_FIELDS;
import static dev.rowtide.core.function.BuiltinFunction.DATE_FORMAT;
import static dev.rowtide.core.function.BuiltinFunction.DATE_TEXT;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_DAY;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_DAY_OF_WEEK;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_DAY_OF_YEAR;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_EPOCH;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_HOUR;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_MICROSECOND;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_MILLISECOND;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_MINUTE;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_MONTH;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_QUARTER;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_SECOND;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_WEEK;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_YEAR;
import static dev.rowtide.core.function.BuiltinFunction.FLOOR_TIME;
import static dev.rowtide.core.function.BuiltinFunction.TIME_ADD;
import static dev.rowtide.core.function.BuiltinFunction.TIME_DIFFERENCE;
import static dev.rowtide.core.function.BuiltinFunction.TIME_SUBTRACT;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.DATE;
import static dev.rowtide.core.type.Type.STRING;
import static dev.rowtide.core.type.Type.timestamp;
import static dev.rowtide.core.type.Type.timestampLtz;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.function.NumericDatePattern;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeTest {

    private static final Type DAY_TIME = Type.of(TypeKind.INTERVAL_DAY_TIME);
    private static final Type YEAR_MONTH = Type.of(TypeKind.INTERVAL_YEAR_MONTH);
    private static final Type TS = timestamp(3);
    private static final Type NANOS = timestamp(9);
    private static final Type LTZ = timestampLtz(3);
    private static final Type TIME = Type.time(0);
    private static final String HOUR = "3600000000";
    private static final String NONE = null;

    @Test
    void fieldsOfATimestamp() {
        String time = "2024-02-29 13:45:56.789";
        for (Type type : List.of(TS, NANOS)) {
            FunctionCheck.of(EXTRACT_YEAR, BIGINT, type).gives(time, "2024").gives(null, NONE);
            FunctionCheck.of(EXTRACT_QUARTER, BIGINT, type).gives(time, "1").gives("2024-10-01 00:00:00", "4");
            FunctionCheck.of(EXTRACT_MONTH, BIGINT, type).gives(time, "2");
            FunctionCheck.of(EXTRACT_DAY, BIGINT, type).gives(time, "29");
            FunctionCheck.of(EXTRACT_HOUR, BIGINT, type).gives(time, "13").gives("1969-12-31 23:59:59.999", "23");
            FunctionCheck.of(EXTRACT_MINUTE, BIGINT, type).gives(time, "45").gives("1969-12-31 23:59:59.999", "59");
            FunctionCheck.of(EXTRACT_SECOND, BIGINT, type).gives(time, "56").gives("1969-12-31 23:59:59.999", "59");
            FunctionCheck.of(EXTRACT_MILLISECOND, BIGINT, type).gives(time, "56789");
            FunctionCheck.of(EXTRACT_MICROSECOND, BIGINT, type).gives(time, "56789000");
            FunctionCheck.of(EXTRACT_EPOCH, BIGINT, type)
                    .gives("1970-01-02 00:00:01.5", "86401")
                    .gives("1969-12-31 23:59:59.5", "-1");
            FunctionCheck.of(EXTRACT_DAY_OF_YEAR, BIGINT, type).gives(time, "60");
            FunctionCheck.of(EXTRACT_DAY_OF_WEEK, BIGINT, type).gives(time, "5").gives("2024-03-03 00:00:00", "1");
            FunctionCheck.of(EXTRACT_WEEK, BIGINT, type)
                    .gives("2021-01-03 00:00:00", "53")
                    .gives("2021-01-04 00:00:00", "1")
                    .gives("2024-12-30 00:00:00", "1");
        }
    }

    @Test
    void fieldsOfOtherTypes() {
        FunctionCheck.of(EXTRACT_YEAR, BIGINT, DATE).gives("0001-12-31", "1").gives("9999-01-01", "9999");
        FunctionCheck.of(EXTRACT_HOUR, BIGINT, DATE).gives("2024-02-29", "0");
        FunctionCheck.of(EXTRACT_EPOCH, BIGINT, DATE).gives("1970-01-02", "86400");
        FunctionCheck.of(EXTRACT_MINUTE, BIGINT, TIME).gives("13:45:56", "45");
        FunctionCheck.of(EXTRACT_HOUR, BIGINT, DAY_TIME).gives("-90061000000", "-1");
        FunctionCheck.of(EXTRACT_DAY, BIGINT, DAY_TIME)
                .gives("-90061000000", "-1")
                .gives("3600000000", "0");
        FunctionCheck.of(EXTRACT_YEAR, BIGINT, YEAR_MONTH).gives("-14", "-1");
        FunctionCheck.of(EXTRACT_MONTH, BIGINT, YEAR_MONTH).gives("-14", "-2");
    }

    @Test
    void fieldsInTheSessionsZone() {
        // Clocks in Berlin went from 02:00 to 03:00 at 01:00 UTC on 2024-03-31, and from 03:00 back to 02:00 at 01:00
        // UTC on 2024-10-27.
        FunctionCheck.of(EXTRACT_HOUR, BIGINT, LTZ)
                .in("Europe/Berlin")
                .gives("2024-03-31T00:59:59Z", "1")
                .gives("2024-03-31T01:00:00Z", "3")
                .gives("2024-10-27T00:59:59Z", "2")
                .gives("2024-10-27T01:00:00Z", "2")
                .gives("2024-10-27T02:00:00Z", "3");
        FunctionCheck.of(EXTRACT_DAY, BIGINT, LTZ)
                .in("Asia/Kolkata")
                .gives("2024-01-31T18:29:59Z", "31")
                .gives("2024-01-31T18:30:00Z", "1");
        FunctionCheck.of(EXTRACT_EPOCH, BIGINT, LTZ).in("Asia/Kolkata").gives("1970-01-01T00:00:07Z", "7");
        Call inTokyo = new Call(EXTRACT_HOUR, List.of(new InputRef(0, LTZ), new Literal("Asia/Tokyo", STRING)), BIGINT);
        ExpressionCheck.of(inTokyo, LTZ).gives("2024-01-01T00:00:00Z", "9");
    }

    @Test
    void floorAndCeil() {
        String time = "2024-05-16 13:45:56.789";
        Map<String, List<String>> expected = Map.of(
                "MILLISECOND", List.of("2024-05-16 13:45:56.789", "2024-05-16 13:45:56.789"),
                "SECOND", List.of("2024-05-16 13:45:56.000", "2024-05-16 13:45:57.000"),
                "MINUTE", List.of("2024-05-16 13:45:00.000", "2024-05-16 13:46:00.000"),
                "HOUR", List.of("2024-05-16 13:00:00.000", "2024-05-16 14:00:00.000"),
                "DAY", List.of("2024-05-16 00:00:00.000", "2024-05-17 00:00:00.000"),
                "WEEK", List.of("2024-05-13 00:00:00.000", "2024-05-20 00:00:00.000"),
                "MONTH", List.of("2024-05-01 00:00:00.000", "2024-06-01 00:00:00.000"),
                "QUARTER", List.of("2024-04-01 00:00:00.000", "2024-07-01 00:00:00.000"),
                "YEAR", List.of("2024-01-01 00:00:00.000", "2025-01-01 00:00:00.000"),
                "CENTURY", List.of("2001-01-01 00:00:00.000", "2101-01-01 00:00:00.000"));
        expected.forEach((unit, bounds) -> {
            check(FLOOR_TIME, TS, unit, time, bounds.get(0));
            check(CEIL_TIME, TS, unit, time, bounds.get(1));
            check(CEIL_TIME, TS, unit, bounds.get(0), bounds.get(0));
            check(FLOOR_TIME, TS, unit, bounds.get(0), bounds.get(0));
        });
        check(FLOOR_TIME, TS, "HOUR", "1969-12-31 23:59:59.999", "1969-12-31 23:00:00.000");
        check(FLOOR_TIME, TS, "WEEK", "1969-12-31 23:59:59.999", "1969-12-29 00:00:00.000");
        check(CEIL_TIME, TS, "MONTH", "1969-12-31 23:59:59.999", "1970-01-01 00:00:00.000");
        check(FLOOR_TIME, NANOS, "SECOND", "1969-12-31 23:59:59.123456789", "1969-12-31 23:59:59.000000000");
        check(FLOOR_TIME, DATE, "MONTH", "2024-02-29", "2024-02-01");
        check(CEIL_TIME, DATE, "YEAR", "2024-02-29", "2025-01-01");
        check(FLOOR_TIME, DATE, "HOUR", "2024-02-29", "2024-02-29");
        check(FLOOR_TIME, TIME, "MINUTE", "13:45:56", "13:45:00");
        check(FLOOR_TIME, TS, "DAY", null, null);
    }

    @Test
    void floorInAZone() {
        check("Europe/Berlin", "DAY", "2024-03-31T12:00:00Z", "2024-03-31 00:00:00.000");
        check("Asia/Kolkata", "HOUR", "2024-01-01T00:00:00Z", "2024-01-01 05:00:00.000");
        // The second of two hours that the clocks call two: 01:30 UTC is 02:30 in winter time, and keeps its offset.
        Call hour = new Call(
                FLOOR_TIME,
                List.of(new InputRef(0, LTZ), new Literal("HOUR", STRING), new Literal("Europe/Berlin", STRING)),
                LTZ);
        long halfPastOne = LocalDate.of(2024, 10, 27).toEpochDay() * 86_400_000_000L + 5_400_000_000L;
        assertThat(evaluate(hour, halfPastOne)).isEqualTo(halfPastOne - 1_800_000_000L);
    }

    @Test
    void addition() {
        FunctionCheck.of(TIME_ADD, TS, TS, DAY_TIME)
                .gives("2024-02-28 23:30:00", HOUR, "2024-02-29 00:30:00.000")
                .gives("2024-02-28 23:30:00", null, NONE)
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "the result is out of range for TIMESTAMP(3)",
                        "2024-01-01 00:00:00",
                        "9223372036854775807");
        FunctionCheck.of(TIME_ADD, NANOS, NANOS, DAY_TIME)
                .gives("2024-01-01 00:00:00.000000001", "1", "2024-01-01 00:00:00.000001001");
        FunctionCheck.of(TIME_ADD, TS, TS, YEAR_MONTH)
                .gives("2024-01-31 10:00:00", "1", "2024-02-29 10:00:00.000")
                .gives("2024-02-29 10:00:00", "12", "2025-02-28 10:00:00.000")
                .gives("2024-03-31 10:00:00", "-1", "2024-02-29 10:00:00.000");
        FunctionCheck.of(TIME_SUBTRACT, TS, TS, YEAR_MONTH)
                .gives("2024-01-31 10:00:00", "2", "2023-11-30 10:00:00.000");
        FunctionCheck.of(TIME_SUBTRACT, TS, TS, DAY_TIME).gives("1970-01-01 00:00:00", HOUR, "1969-12-31 23:00:00.000");
        FunctionCheck.of(TIME_ADD, DATE, DATE, YEAR_MONTH).gives("2023-12-31", "2", "2024-02-29");
        FunctionCheck.of(TIME_ADD, DATE, DATE, DAY_TIME).gives("2024-02-28", "86400000000", "2024-02-29");
        FunctionCheck.of(TIME_ADD, TS, DATE, DAY_TIME).gives("2024-02-28", HOUR, "2024-02-28 01:00:00.000");
        FunctionCheck.of(TIME_ADD, TIME, TIME, DAY_TIME).gives("23:30:00", HOUR, "00:30:00");
        FunctionCheck.of(TIME_SUBTRACT, TIME, TIME, DAY_TIME).gives("00:30:00", HOUR, "23:30:00");
        // A day is 24 hours, a month is one of the calendar, in the zone's clocks.
        FunctionCheck.of(TIME_ADD, LTZ, LTZ, DAY_TIME)
                .in("Europe/Berlin")
                .gives("2024-03-30 12:00:00", "86400000000", "2024-03-31 13:00:00.000");
        FunctionCheck.of(TIME_ADD, LTZ, LTZ, YEAR_MONTH)
                .in("Europe/Berlin")
                .gives("2024-02-29 12:00:00", "2", "2024-04-29 12:00:00.000");
    }

    @Test
    void difference() {
        FunctionCheck.of(TIME_DIFFERENCE, DAY_TIME, TS, TS)
                .gives("2024-01-02 00:00:00", "2024-01-01 12:00:00", "+0 12:00:00.000")
                .gives("2024-01-01 12:00:00", "2024-01-02 00:00:00", "-0 12:00:00.000")
                .gives(null, "2024-01-02 00:00:00", NONE);
        FunctionCheck.of(TIME_DIFFERENCE, DAY_TIME, DATE, DATE).gives("2024-03-01", "2024-02-01", "+29 00:00:00.000");
        FunctionCheck.of(TIME_DIFFERENCE, DAY_TIME, NANOS, NANOS)
                .gives("2024-01-01 00:00:00.000002", "2024-01-01 00:00:00", "+0 00:00:00.000002");
        FunctionCheck.of(TIME_DIFFERENCE, YEAR_MONTH, TS, TS)
                .gives("2024-03-15 00:00:00", "2024-01-15 00:00:00", "+0-02")
                .gives("2024-03-14 23:59:59", "2024-01-15 00:00:00", "+0-01")
                .gives("2024-01-15 00:00:00", "2024-03-14 23:59:59", "-0-01");
    }

    @Test
    void format() {
        String time = "2024-02-29 03:05:06.789";
        format(time, "yyyy-MM-dd", "2024-02-29");
        format(time, "yyyy-MM-dd HH:mm:ss", "2024-02-29 03:05:06");
        format(time, "yyyy-MM-dd'T'HH:mm:ss.SSS", "2024-02-29T03:05:06.789");
        format(time, "d.M.yy H:m:s", "29.2.24 3:5:6");
        format(time, "'it''s' yyyy''", "it's 2024'");
        format(time, "EEE, d MMM yyyy", "Thu, 29 Feb 2024");
        format(time, "hh:mm a", "03:05 AM");
        format(time, "yyyyMMddHH", "2024022903");
        format("0999-01-01 00:00:00", "yyyy", "0999");
        format(null, "yyyy", null);
        FunctionCheck.of(DATE_FORMAT, STRING, DATE, STRING).gives("2024-02-29", "yyyy/MM/dd HH", "2024/02/29 00");
        FunctionCheck.of(DATE_FORMAT, STRING, LTZ, STRING)
                .in("Asia/Tokyo")
                .gives("2024-01-01T20:00:00Z", "yyyy-MM-dd HH:mm", "2024-01-02 05:00");
    }

    /** {@link #format} says what the texts are; DATE_TEXT of DATE_FIELDS is the same. */
    @Test
    void fieldsOfAFormatAreItsText() {
        SplittableRandom random = new SplittableRandom(11);
        List<String> patterns = List.of(
                "yyyy-MM-dd",
                "uuuuMM",
                "yy/dd",
                "uu",
                "HH:mm",
                "mm",
                "ss.SSS",
                "yyyy-MM-dd HH:mm:ss.SS",
                "'it''s' dd'",
                "");
        long[] micros = LongStream.concat(
                        LongStream.of(0, -1, 86_400_000_000L, -62_135_596_800_000_001L, 253_402_300_800_000_000L),
                        LongStream.concat(
                                random.longs(400, Long.MIN_VALUE, Long.MAX_VALUE),
                                random.longs(400, -65_000_000_000_000_000L, 300_000_000_000_000_000L)))
                .toArray();
        for (String pattern : patterns.subList(0, 8)) {
            agree(micros, TS, pattern);
            agree(micros, NANOS, pattern);
            agree(LongStream.of(micros).map(day -> day % 2_000_000_000L).toArray(), DATE, pattern);
        }
        assertThat(NumericDatePattern.of(patterns.get(8))).isNull();
        agree(micros, TS, patterns.get(9));
    }

    private static void agree(long[] times, Type type, String pattern) {
        Literal literal = new Literal(pattern, STRING);
        Call format = new Call(DATE_FORMAT, List.of(new InputRef(0, type), literal), STRING);
        Call fields = new Call(DATE_FIELDS, List.of(new InputRef(0, type), literal), BIGINT);
        Call text = new Call(DATE_TEXT, List.of(fields, literal), STRING);
        ChangeBatch batch =
                ChangeBatch.inserts(times.length, new Column[] {new LongColumn(times, null)}, 0, Watermarks.absent());
        BytesColumn expected = (BytesColumn) evaluate(format, batch);
        BytesColumn texts = (BytesColumn) evaluate(text, batch);
        LongColumn numbers = (LongColumn) evaluate(fields, batch);
        Map<String, Long> numberOf = new HashMap<>();
        Map<Long, String> textOf = new HashMap<>();
        for (int i = 0; i < times.length; i++) {
            assertThat(texts.text(i)).as("%s as %s", times[i], pattern).isEqualTo(expected.text(i));
            assertThat(numberOf.putIfAbsent(texts.text(i), numbers.values()[i])).isIn(null, numbers.values()[i]);
            assertThat(textOf.putIfAbsent(numbers.values()[i], texts.text(i))).isIn(null, texts.text(i));
        }
        if (NumericDatePattern.of(pattern).isOrdered()) {
            assertThat(List.copyOf(new TreeMap<>(numberOf).values())).isSorted();
        }
    }

    private static Column evaluate(Call call, ChangeBatch batch) {
        return ExpressionCompiler.compile(call, ZoneOffset.UTC)
                .evaluate(batch, null, batch.size(), new Evaluation(FunctionCheck.TICK));
    }

    @Test
    void datePatternsOfOneNumber() {
        assertThat(List.of("yyyy-MM-dd HH:mm:ss.SSS", "dd.MM.yy", "HH", "'on' MM/dd"))
                .allMatch(pattern -> NumericDatePattern.of(pattern).isPackable());
        assertThat(List.of("dd dd", "yy yyyy", "ss.SSSS"))
                .noneMatch(pattern -> NumericDatePattern.of(pattern).isPackable());
        assertThat(List.of("yyyy-MM", "dd.MM"))
                .noneMatch(pattern -> NumericDatePattern.of(pattern).isOrdered());
        assertThat(List.of("HH:mm", "MM-dd HH", "ss.SSS"))
                .allMatch(pattern -> NumericDatePattern.of(pattern).isOrdered());
        assertThat(List.of("MMM", "hh:mm", "yyyyy", "VV", "[dd]", "dd 'or"))
                .allMatch(pattern -> NumericDatePattern.of(pattern) == null);
    }

    @Test
    void calendarAgreesWithJavaTime() {
        Map<BuiltinFunction, ToLongFunction<LocalDate>> fields = Map.of(
                EXTRACT_YEAR, LocalDate::getYear,
                EXTRACT_MONTH, LocalDate::getMonthValue,
                EXTRACT_DAY, LocalDate::getDayOfMonth,
                EXTRACT_QUARTER, date -> date.get(IsoFields.QUARTER_OF_YEAR),
                EXTRACT_WEEK, date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR),
                EXTRACT_DAY_OF_YEAR, LocalDate::getDayOfYear,
                EXTRACT_DAY_OF_WEEK, date -> date.get(ChronoField.DAY_OF_WEEK) % 7 + 1);
        SplittableRandom random = new SplittableRandom(7);
        long[] days = random.longs(3_000, -800_000, 3_000_000).toArray();
        ChangeBatch batch =
                ChangeBatch.inserts(days.length, new Column[] {new LongColumn(days, null)}, 0, Watermarks.absent());
        fields.forEach((field, expected) -> {
            Kernel kernel =
                    ExpressionCompiler.compile(new Call(field, List.of(new InputRef(0, DATE)), BIGINT), ZoneOffset.UTC);
            Column column = kernel.evaluate(batch, null, days.length, new Evaluation(FunctionCheck.TICK));
            for (int i = 0; i < days.length; i++) {
                assertThat(((LongColumn) column).values()[i])
                        .as("%s of %s", field, LocalDate.ofEpochDay(days[i]))
                        .isEqualTo(expected.applyAsLong(LocalDate.ofEpochDay(days[i])));
            }
        });
    }

    private static void format(String time, String pattern, String expected) {
        FunctionCheck.of(DATE_FORMAT, STRING, TS, STRING).gives(time, pattern, expected);
    }

    private static void check(BuiltinFunction function, Type type, String unit, String time, String expected) {
        Call call = new Call(function, List.of(new InputRef(0, type), new Literal(unit, STRING)), type);
        ExpressionCheck.of(call, type).gives(time, expected);
    }

    private static void check(String zone, String unit, String instant, String expected) {
        Call call = new Call(
                FLOOR_TIME, List.of(new InputRef(0, LTZ), new Literal(unit, STRING), new Literal(zone, STRING)), LTZ);
        ExpressionCheck.of(call, LTZ).in(zone).gives(instant, expected);
    }

    private static long evaluate(Call call, long value) {
        ChangeBatch batch =
                ChangeBatch.inserts(1, new Column[] {new LongColumn(new long[] {value}, null)}, 0, Watermarks.absent());
        Column column = ExpressionCompiler.compile(call, ZoneOffset.UTC)
                .evaluate(batch, null, 1, new Evaluation(FunctionCheck.TICK));
        return ((LongColumn) column).values()[0];
    }
}
