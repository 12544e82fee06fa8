// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CharacterCountTest {

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "c, 1",
        "abcabca, 2",
        "cccccccc, 8",
        "abcdefghc, 2",
        "bdbdbdbd, 0",
        "cãcãcãcãc, 5",
        "ccccccccccccccccc, 17"
    })
    void ofAllLengths(String text, int expected) {
        byte[] bytes = ("c" + text + "c").getBytes(UTF_8);
        assertThat(CharacterCount.of((byte) 'c', bytes, 1, bytes.length - 2)).isEqualTo(expected);
    }
}
