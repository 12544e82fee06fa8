// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.sql.validate.CallableFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every function, called with what nobody should call it with: a value, NULL, or an error for people comes back, at the function's place, never an exception
 * of the language underneath.
 */
class HostileArgumentsTest {

    private static final int ROWS = 120;
    private static final long SEED = 42;

    private static final List<String> TEXTS = List.of(
            "null",
            "\"\"",
            "\"[\"",
            "\"(a\"",
            "\"$\"",
            "\"\\\\\"",
            "\"%\"",
            "\"😀b\"",
            "\"abc:12\"",
            "\"-1\"",
            "\"{\\\"a\\\": [1]}\"",
            "\"$.a\"",
            "\"2024-13-45\"",
            "\"" + "x".repeat(5_000) + "\"");
    private static final List<String> INTEGERS =
            List.of("null", "0", "-1", "1", "3", "30", "-2147483648", "2147483647", "1000000");
    private static final List<String> DOUBLES = List.of("null", "0", "-0.0", "1e308", "-1e308", "0.5", "1e-320");
    private static final List<String> DECIMALS = List.of("null", "0", "-999.99", "999.99");
    private static final List<String> BYTES = List.of("null", "\"\"", "\"/w==\"", "\"YWJj\"");
    private static final List<String> TRUTHS = List.of("null", "true", "false");
    private static final List<String> DATES =
            List.of("null", "\"0001-01-01\"", "\"9999-12-31\"", "\"1582-10-10\"", "\"2024-02-29\"");
    private static final List<String> TIMES =
            List.of("null", "\"0001-01-01 00:00:00\"", "\"9999-12-31 23:59:59.999999\"", "\"2024-02-29 12:00:00\"");

    private static final Pattern QUOTED = Pattern.compile("(?<!INTERVAL |TIME |DATE )'[^']*'");
    private static final Pattern BARE_TEXT = Pattern.compile("\\bs\\b");
    private static final Pattern COLUMN = Pattern.compile("\\b(s|i|x|n|b|p|d|ts)\\b(?=[^']*('[^']*'[^']*)*$)");
    private static final Pattern NOT_FOR_PEOPLE = Pattern.compile(
            "java\\.|org\\.apache|Exception|Cannot invoke|Index \\d+ out of|\\bnull\\b|0x[0-9A-F]+|For input string"
                    + "|over these types");

    @TempDir
    Path folder;

    @Test
    void everyFunctionAnswersOrSaysWhyNot() throws IOException {
        List<String> complaints = new ArrayList<>();
        Files.write(folder.resolve("in.jsonl"), rows());
        for (Map.Entry<String, String> example : CallableFunctions.examples().entrySet()) {
            String call = example.getValue();
            call(distinctTexts(call), complaints);
            String variable = QUOTED.matcher(call).replaceAll("u");
            if (!variable.equals(call)) {
                call(distinctTexts(variable), complaints);
            }
        }
        assertThat(complaints).isEmpty();
    }

    /** A NULL that is written out has no type. */
    @Test
    void everyFunctionTakesNullThatIsWrittenOut() throws IOException {
        List<String> complaints = new ArrayList<>();
        Files.write(folder.resolve("in.jsonl"), rows());
        for (String call : CallableFunctions.examples().values()) {
            Matcher column = COLUMN.matcher(call);
            while (column.find()) {
                call(call.substring(0, column.start()) + "NULL" + call.substring(column.end()), complaints);
            }
        }
        for (String call :
                List.of("MOD(i, NULL)", "i + NULL", "NULL IS TRUE", "NOT NULL", "p AND NULL", "NULL OR NULL")) {
            call(call, complaints);
        }
        assertThat(complaints).isEmpty();
    }

    /** {@code REPLACE(s, s, s)} as {@code REPLACE(s, t, u)}. */
    private static String distinctTexts(String call) {
        int[] number = new int[1];
        return BARE_TEXT
                .matcher(call)
                .replaceAll(match -> List.of("s", "t", "u").get(Math.min(2, number[0]++)));
    }

    private void call(String call, List<String> complaints) throws IOException {
        Path bad = folder.resolve("bad.jsonl");
        Files.deleteIfExists(bad);
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE bad (place STRING, record STRING, reason STRING) WITH (connector ="
                    + " 'filesystem', path = '" + bad + "', 'if-exists' = 'overwrite')");
            rowtide.execute("CREATE TABLE t (s STRING, t STRING, u STRING, i INT, x DOUBLE, n DECIMAL(5, 2), b BYTES,"
                    + " p BOOLEAN, d DATE, ts TIMESTAMP(6)) WITH (connector = 'filesystem', path = '"
                    + folder.resolve("in.jsonl") + "')");
            rowtide.execute("SET 'bad-records' = 'bad'");
            try (Result result = rowtide.execute("SELECT " + call + " AS c FROM t")) {
                result.forEach(change -> {});
            }
        } catch (EngineException e) {
            check(call, e.code() == ErrorCode.INTERNAL ? "INTERNAL " + e.message() : e.message(), complaints);
        } catch (RuntimeException | Error e) {
            complaints.add(call + ": " + e);
        }
        for (String line : Files.exists(bad) ? Files.readAllLines(bad) : List.<String>of()) {
            check(call, line.substring(line.indexOf("\"reason\":")), complaints);
        }
    }

    private static void check(String call, String message, List<String> complaints) {
        String complaint = call + ": " + message;
        if (NOT_FOR_PEOPLE.matcher(message).find() && !complaints.contains(complaint)) {
            complaints.add(complaint);
        }
    }

    private static List<String> rows() {
        Random random = new Random(SEED);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            rows.add("{\"s\": " + any(TEXTS, random) + ", \"t\": " + any(TEXTS, random) + ", \"u\": "
                    + any(TEXTS, random) + ", \"i\": " + any(INTEGERS, random) + ", \"x\": " + any(DOUBLES, random)
                    + ", \"n\": " + any(DECIMALS, random) + ", \"b\": " + any(BYTES, random) + ", \"p\": "
                    + any(TRUTHS, random) + ", \"d\": " + any(DATES, random) + ", \"ts\": " + any(TIMES, random)
                    + "}");
        }
        return rows;
    }

    private static String any(List<String> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
