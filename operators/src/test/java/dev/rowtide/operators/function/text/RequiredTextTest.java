// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The right side is what each text that the pattern matches contains, by the rules of java.util.regex.Pattern. */
final class RequiredTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "(&|^)channel_id=([^&]*) ~ channel_id=",
                "^abc$ ~ abc",
                "abc?de ~ ab",
                "ab+cde ~ cde",
                "abc{0,2}d ~ ab",
                "a\\.b\\$ ~ a.b$",
                "x[a-z]yz ~ yz",
                "x[)(|]yz ~ yz",
                "(a(b|c)\\)d)efg ~ efg",
                "é𝄞*ü ~ é",
                "(abc)* ~ ``",
                "abc|de ~ ``",
                "(?i)abc ~ ``",
                "\\Qa|b\\E ~ ``",
                "\\d+abc ~ ``",
                "([]|])abc ~ ``",
                "[a[bc]]abc ~ ``",
                "[a-z&&[^b]]abc ~ ``",
                ".* ~ ``",
            })
    void isTheLongestPlainRun(String pattern, String required) {
        assertThat(new String(RequiredText.of(pattern).text(), UTF_8)).isEqualTo(required);
    }

    @ParameterizedTest
    @CsvSource({
        "(&|^)channel_id=([^&]*), 5",
        "^abc, 1",
        "a?[b-d].(ef)?ghi, 13",
        "a*bcd, 2147483647",
        "a{2}bcd, 2147483647",
        "(a+)bcd, 2147483647",
        "(\\1)bcd, 2147483647"
    })
    void soMuchLiesBeforeItAtMost(String pattern, int before) {
        assertThat(RequiredText.of(pattern).before()).isEqualTo(before);
    }
}
