// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.Change;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Characters are code points: one outside of the basic plane, two UTF-16 units, counts once. Values by hand. */
class CharactersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CHAR_LENGTH('😀b') | 2",
                "OVERLAY('😀b' PLACING 'z' FROM 2) | 😀z",
                "OVERLAY('a😀b' PLACING '😁' FROM 2 FOR 1) | a😁b",
                "POSITION('b' IN '😀b') | 2",
                "SUBSTRING('😀bc' FROM 2 FOR 1) | b",
                "SUBSTR('😀😁b', 2) | 😁b",
                "LEFT('😀b', 1) | 😀",
                "RIGHT('b😀', 1) | 😀",
                "TRANSLATE('a😀b', '😀b', 'x😀') | ax😀",
                "REVERSE('a😀b') | b😀a",
                "LPAD('a', 3, '😀') | 😀😀a",
                "RPAD('a', 2, '😀') | a😀",
                "INITCAP('😀abc def') | 😀Abc Def",
                "TRIM(BOTH '😀' FROM '😀a😀') | a",
                "LOCATE('b', '😀b', 2) | 2",
                "INSTR('😀😀b', 'b') | 3",
                "STRPOS('😀b', 'b') | 2",
                "REGEXP_INSTR('😀b', 'b') | 2",
                "SPLIT_INDEX('a😀b', '😀', 1) | b",
                "SUBSTRING_INDEX('a😀b😀c', '😀', 2) | a😀b",
                "LEVENSHTEIN('😀', '😁') | 1",
                "ASCII('😀') | 128512",
                "CHR(128512) | 😀",
                "'😀' LIKE '_' | true",
                "'😀' SIMILAR TO '_' | true"
            })
    void areWhole(String call, String value) {
        String ofColumns = call.replace("'😀b'", "s").replace("'b'", "b");

        assertThat(value(call)).isEqualTo(value);
        assertThat(value(ofColumns)).isEqualTo(value);
    }

    @Test
    void ofHalfASurrogateThereIsNone() {
        for (String call : List.of("CHR(55357)", "CHR(57343 + LENGTH(s) * 0)")) {
            assertThatThrownBy(() -> value(call))
                    .isInstanceOf(EngineException.class)
                    .hasMessage("CHR failed: half of a pair of surrogates is no character")
                    .satisfies(error -> assertThat(((EngineException) error).detail())
                            .containsAnyOf("in CHR(55357)", "in CHR(57343)"));
        }
        assertThat(value("CHR(55295)")).isEqualTo("\ud7ff");
    }

    private static String value(String call) {
        try (Rowtide rowtide = Rowtide.open();
                Result result = rowtide.execute("SELECT " + call + " FROM (VALUES ('😀b', 'b')) AS t(s, b)")) {
            Change change = result.iterator().next();
            return String.valueOf(change.values().get(0));
        }
    }
}
