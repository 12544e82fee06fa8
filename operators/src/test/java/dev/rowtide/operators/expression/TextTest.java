// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.error.ErrorCode.INVALID_ARGUMENT;
import static dev.rowtide.core.error.ErrorCode.RESOURCE_LIMIT;
import static dev.rowtide.core.function.BuiltinFunction.CHAR_LENGTH;
import static dev.rowtide.core.function.BuiltinFunction.CONCAT;
import static dev.rowtide.core.function.BuiltinFunction.ENDS_WITH;
import static dev.rowtide.core.function.BuiltinFunction.ILIKE;
import static dev.rowtide.core.function.BuiltinFunction.LEFT;
import static dev.rowtide.core.function.BuiltinFunction.LIKE;
import static dev.rowtide.core.function.BuiltinFunction.LOWER;
import static dev.rowtide.core.function.BuiltinFunction.LPAD;
import static dev.rowtide.core.function.BuiltinFunction.LTRIM;
import static dev.rowtide.core.function.BuiltinFunction.OCTET_LENGTH;
import static dev.rowtide.core.function.BuiltinFunction.POSITION;
import static dev.rowtide.core.function.BuiltinFunction.REGEXP_EXTRACT;
import static dev.rowtide.core.function.BuiltinFunction.REGEXP_LIKE;
import static dev.rowtide.core.function.BuiltinFunction.REPEAT;
import static dev.rowtide.core.function.BuiltinFunction.REPLACE;
import static dev.rowtide.core.function.BuiltinFunction.REVERSE;
import static dev.rowtide.core.function.BuiltinFunction.RIGHT;
import static dev.rowtide.core.function.BuiltinFunction.RPAD;
import static dev.rowtide.core.function.BuiltinFunction.RTRIM;
import static dev.rowtide.core.function.BuiltinFunction.SPLIT_PART;
import static dev.rowtide.core.function.BuiltinFunction.STARTS_WITH;
import static dev.rowtide.core.function.BuiltinFunction.SUBSTRING;
import static dev.rowtide.core.function.BuiltinFunction.TRIM;
import static dev.rowtide.core.function.BuiltinFunction.UPPER;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.BYTES;
import static dev.rowtide.core.type.Type.INTEGER;
import static dev.rowtide.core.type.Type.STRING;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextTest {

    private static final String NONE = null;

    @Test
    void upperAndLowerFollowUnicode() {
        FunctionCheck.of(UPPER, STRING, STRING)
                .gives("Hello, World @[`{ 09", "HELLO, WORLD @[`{ 09")
                .gives("straße", "STRASSE")
                .gives("élan", "ÉLAN")
                .gives("i", "I")
                .gives("", "")
                .gives(null, NONE);
        FunctionCheck.of(LOWER, STRING, STRING)
                .gives("Hello @[`{Z", "hello @[`{z")
                .gives("ÀÉÎ", "àéî")
                .gives("ΑΣ", "ας");
    }

    @Test
    void lengths() {
        FunctionCheck.of(CHAR_LENGTH, INTEGER, STRING)
                .gives("", "0")
                .gives("abc", "3")
                .gives("naïve café, 😀 twice: 😀", "22")
                .gives(null, NONE);
        FunctionCheck.of(OCTET_LENGTH, INTEGER, STRING).gives("é😀", "6");
        FunctionCheck.of(CHAR_LENGTH, INTEGER, BYTES).gives("x'c3a9'", "2");
    }

    @Test
    void substringCountsFromOneAndMayStartBeforeTheText() {
        FunctionCheck.of(SUBSTRING, STRING, STRING, INTEGER)
                .gives("hello", "2", "ello")
                .gives("hello", "0", "hello")
                .gives("hello", "-3", "hello")
                .gives("hello", "6", "")
                .gives("h😀llo", "3", "llo")
                .gives("hello", null, NONE);
        FunctionCheck.of(SUBSTRING, STRING, STRING, INTEGER, INTEGER)
                .gives("hello", "2", "3", "ell")
                .gives("hello", "0", "3", "he")
                .gives("hello", "-3", "3", "")
                .gives("hello", "-1", "3", "h")
                .gives("hello", "4", "100", "lo")
                .gives("hello", "1", "2147483647", "hello")
                .gives("hello", "-2147483648", "0", "")
                .gives("h😀llo", "2", "2", "😀l")
                .gives("hello", "1", null, NONE)
                .fails(INVALID_ARGUMENT, "negative substring length: -1", "hello", "1", "-1");
        FunctionCheck.of(SUBSTRING, BYTES, BYTES, BIGINT, BIGINT)
                .gives("x'00c3a9ff'", "2", "2", "x'c3a9'")
                .gives("x'00c3'", "9223372036854775807", "1", "x''");
    }

    @Test
    void parts() {
        FunctionCheck.of(LEFT, STRING, STRING, INTEGER)
                .gives("héllo", "2", "hé")
                .gives("hi", "9", "hi")
                .gives("hi", "-1", "");
        FunctionCheck.of(RIGHT, STRING, STRING, INTEGER)
                .gives("hellö", "2", "lö")
                .gives("hi", "9", "hi")
                .gives("hi", "0", "");
        FunctionCheck.of(SPLIT_PART, STRING, STRING, STRING, INTEGER)
                .gives("a,b,c", ",", "2", "b")
                .gives("a,b,c", ",", "3", "c")
                .gives("a,b,c", ",", "4", "")
                .gives("a,b,c", ",", "-1", "c")
                .gives("a,b,c", ",", "-4", "")
                .gives("a,,c", ",", "2", "")
                .gives("https://x/y", "//", "2", "x/y")
                .gives("abc", "", "1", "abc")
                .gives("abc", "", "2", "")
                .gives("", ",", "1", "")
                .fails(INVALID_ARGUMENT, "part 0 asked for; parts count from 1", "a", ",", "0");
    }

    @Test
    void concatenation() {
        FunctionCheck.of(CONCAT, STRING, STRING, STRING)
                .gives("ab", "é", "abé")
                .gives("", "", "")
                .gives("a", null, NONE);
        FunctionCheck.of(CONCAT, STRING, STRING, STRING, STRING).gives("a", "b", "c", "abc");
        FunctionCheck.of(CONCAT, BYTES, BYTES, BYTES).gives("x'00'", "x'ff'", "x'00ff'");
        FunctionCheck.of(REPEAT, STRING, STRING, INTEGER)
                .gives("ab", "3", "ababab")
                .gives("ab", "0", "")
                .gives("ab", "-1", "")
                .gives("", "2147483647", "")
                .fails(RESOURCE_LIMIT, "the text would be longer than 67108864 bytes", "ab", "2147483647");
        FunctionCheck.of(REVERSE, STRING, STRING)
                .gives("abc", "cba")
                .gives("é😀x", "x😀é")
                .gives("", "");
    }

    @Test
    void padding() {
        FunctionCheck.of(LPAD, STRING, STRING, INTEGER, STRING)
                .gives("7", "3", "0", "007")
                .gives("hello", "3", "0", "hel")
                .gives("x", "6", "ab", "ababax")
                .gives("é", "3", "ö", "ööé")
                .gives("x", "3", "", "x")
                .gives("x", "-1", "0", "")
                .fails(RESOURCE_LIMIT, "the text would be longer than 67108864 bytes", "x", "2000000000", "0");
        FunctionCheck.of(RPAD, STRING, STRING, INTEGER).gives("x", "3", "x  ").gives("hello", "2", "he");
    }

    @Test
    void trimming() {
        FunctionCheck.of(TRIM, STRING, STRING)
                .gives("  a b  ", "a b")
                .gives("   ", "")
                .gives("\ta ", "\ta");
        FunctionCheck.of(LTRIM, STRING, STRING).gives("  a ", "a ");
        FunctionCheck.of(RTRIM, STRING, STRING).gives(" a  ", " a");
        FunctionCheck.of(TRIM, STRING, STRING, STRING)
                .gives("xxaxbyx", "xy", "axb")
                .gives("éaé", "é", "a")
                .gives("aa", "a", "");
    }

    @Test
    void searching() {
        FunctionCheck.of(POSITION, INTEGER, STRING, STRING)
                .gives("lo", "hello", "4")
                .gives("x", "hello", "0")
                .gives("", "hello", "1")
                .gives("", "", "1")
                .gives("l", "😀éllo", "3")
                .gives("aab", "aaab", "2")
                .gives("hello!", "hello", "0");
        FunctionCheck.of(REPLACE, STRING, STRING, STRING, STRING)
                .gives("abcabc", "bc", "-", "a-a-")
                .gives("aaa", "aa", "b", "ba")
                .gives("abc", "", "x", "abc")
                .gives("abc", "c", "", "ab")
                .gives("😀é", "é", "e", "😀e")
                .gives("abc", null, "x", NONE);
        FunctionCheck.of(STARTS_WITH, BOOLEAN, STRING, STRING)
                .gives("hello", "he", "TRUE")
                .gives("hello", "", "TRUE")
                .gives("he", "hello", "FALSE")
                .gives("hello", "el", "FALSE");
        FunctionCheck.of(ENDS_WITH, BOOLEAN, STRING, STRING)
                .gives("hello", "lo", "TRUE")
                .gives("hello", "l", "FALSE")
                .gives("a", null, NONE);
    }

    @Test
    void like() {
        FunctionCheck.of(LIKE, BOOLEAN, STRING, STRING)
                .gives("hello", "hello", "TRUE")
                .gives("hello", "hell", "FALSE")
                .gives("hello", "h%", "TRUE")
                .gives("hello", "%lo", "TRUE")
                .gives("hello", "%ell%", "TRUE")
                .gives("hello", "%", "TRUE")
                .gives("", "%", "TRUE")
                .gives("", "", "TRUE")
                .gives("", "_", "FALSE")
                .gives("hello", "h_llo", "TRUE")
                .gives("h😀llo", "h_llo", "TRUE")
                .gives("hello", "_____", "TRUE")
                .gives("hello", "______", "FALSE")
                .gives("hello", "h%l%o", "TRUE")
                .gives("hello", "%l_", "TRUE")
                .gives("hello", "%_lo", "TRUE")
                .gives("lo", "%_lo", "FALSE")
                .gives("abab", "ab%ab", "TRUE")
                .gives("aba", "ab%ba", "FALSE")
                .gives("mississippi", "m%iss%ip%i", "TRUE")
                .gives("mississippi", "m%iss%iss%iss%", "FALSE")
                .gives("a.c", "a.c", "TRUE")
                .gives("abc", "a.c", "FALSE")
                .gives("a\nb", "a_b", "TRUE")
                .gives("a\\b", "a\\b", "TRUE")
                .gives("x", null, NONE)
                .gives(null, "%", NONE);
        FunctionCheck.of(LIKE, BOOLEAN, STRING, STRING, STRING)
                .gives("100%", "100!%", "!", "TRUE")
                .gives("1000", "100!%", "!", "FALSE")
                .gives("a_b", "a\\_b", "\\", "TRUE")
                .gives("axb", "a\\_b", "\\", "FALSE")
                .gives("a!", "a!!", "!", "TRUE")
                .fails(
                        INVALID_ARGUMENT,
                        "in the pattern 'a!b' the escape character stands before none of %, _ and itself",
                        "ab",
                        "a!b",
                        "!")
                .fails(INVALID_ARGUMENT, "the escape must be one character, not '!!'", "ab", "ab", "!!");
        FunctionCheck.of(ILIKE, BOOLEAN, STRING, STRING)
                .gives("Hello", "hELL%", "TRUE")
                .gives("ÉLAN", "él_n", "TRUE")
                .gives("hello", "x%", "FALSE");
    }

    @Test
    void likeTakesNoExponentialTime() {
        String text = "a".repeat(5_000);
        FunctionCheck.of(LIKE, BOOLEAN, STRING, STRING).gives(text, "%a".repeat(100) + "%b", "FALSE");
    }

    @Test
    void regularExpressions() {
        FunctionCheck.of(REGEXP_LIKE, BOOLEAN, STRING, STRING)
                .gives("hello42", "[0-9]+", "TRUE")
                .gives("hello", "^h.*o$", "TRUE")
                .gives("hello", "[0-9]", "FALSE")
                .gives("héllo", "h.l", "TRUE")
                .gives(null, "x", NONE);
    }

    @Test
    void groupsOfRegularExpressions() {
        FunctionCheck.of(REGEXP_EXTRACT, STRING, STRING, STRING)
                .gives("tide 42 and 43", "[0-9]+", "42")
                .gives("no", "[0-9]+", NONE)
                .gives("", "x*", "")
                .gives("ça 12€ là", "[0-9]+€", "12€");
        FunctionCheck.of(REGEXP_EXTRACT, STRING, STRING, STRING, INTEGER)
                .gives("/item?a=1&channel_id=77&b", "(&|^)channel_id=([^&]*)", "2", "77")
                .gives("/item?a=1&channel_id=77&b", "(&|^)channel_id=([^&]*)", "1", "&")
                .gives("/item?xchannel_id=77", "(&|^)channel_id=([^&]*)", "2", NONE)
                .gives("/item?xchannel_id=77&channel_id=8", "(&|^)channel_id=([^&]*)", "2", "8")
                .gives("channel_id=9", "(&|^)channel_id=([^&]*)", "2", "9")
                .gives("aabab", "(ab?)ab", "1", "a")
                .gives("𝄞 é=ü;", "(é)=(ü)", "2", "ü")
                .gives("b", "(a)?b", "1", NONE)
                .gives("b", "(a)?b", null, NONE)
                .fails(INVALID_ARGUMENT, "the pattern '(a)?b' has no group 2", "b", "(a)?b", "2")
                .fails(INVALID_ARGUMENT, "the pattern 'b' has no group -1", "x", "b", "-1");
    }

    @ParameterizedTest
    @EnumSource(names = {"REGEXP_LIKE", "REGEXP_EXTRACT"})
    void aMalformedRegularExpressionIsRefusedBeforeAnyRow(BuiltinFunction function) {
        Call call = new Call(function, List.of(new InputRef(0, STRING), new Literal("(", STRING)), STRING);
        assertThatThrownBy(() -> ExpressionCompiler.compile(call, ZoneOffset.UTC))
                .isInstanceOf(EngineException.class)
                .hasMessage("'(' is not a regular expression");
    }
}
