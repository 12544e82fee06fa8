// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.validate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangelogValidatorTest {

    private static final String ORDERS = "id INT, item STRING";

    private static OperatorHarness harness(@Nullable ColumnSet key, String input) {
        return OperatorHarness.of(
                        settings -> new ChangelogValidator(SchemaText.parse(ORDERS), key, "table \"orders\"", settings))
                .input(ORDERS, input);
    }

    @Test
    void aSoundChangelogPassesAsItIs() {
        String changes = """
                +I 1, pen
                +I 1, pen
                -U 1, pen
                +U 1, NULL
                -D 1, NULL
                -D 1, pen
                +I 1, pen
                """;
        harness(null, changes).expect(changes);
    }

    @Test
    void aRowThatIsTakenOutOnceTooOftenFails() {
        harness(null, """
                +I 1, pen
                -- tick
                -D 1, pen
                -D 1, pen
                +I 2, cap
                """).expect("""
                +I 1, pen
                -D 1, pen
                -- fails at 2: BAD_RECORD
                """);
    }

    @Test
    void anUpdateOfAnUnknownRowHasNoEffectAtAll() {
        harness(null, """
                0: +I 1, pen
                1: +I 2, cap
                1: -U 1, cup
                1: +U 1, pen
                """).expect("""
                +I 1, pen
                -- fails at 1: BAD_RECORD
                """);
    }

    @Test
    void withDeadLettersTheRowIsLeftOut() {
        harness(null, "+I 1, pen\n-D 2, pen\n-D 1, pen")
                .deadLetters()
                .expect("""
                0: +I 1, pen
                2: -D 1, pen
                """)
                .expectDeadLetters("1: -D 2, pen");
    }

    @Test
    void byKeyTheOtherColumnsDoNotMatter() {
        harness(ColumnSet.of(0), """
                +I 1, pen
                +U 1, cap
                -D 1, NULL
                -D 1, NULL
                """).outputKey(0).expect("""
                +I 1, pen
                +U 1, cap
                -D 1, NULL
                -- fails at 3: BAD_RECORD
                """);
    }

    @Test
    void theErrorTellsTheRow() {
        ChangelogValidator validator = new ChangelogValidator(
                SchemaText.parse(ORDERS), null, "table \"orders\"", new OperatorSettings(true, ZoneOffset.UTC, null));
        assertThatThrownBy(() -> validator.receive(
                        0, ChangeText.parse("-D 7, pen", SchemaText.parse(ORDERS), 3), new Tick(1, 0, 0), batch -> {}))
                .isInstanceOf(RowFailure.class)
                .hasMessage("table \"orders\" takes out a row that is not in: -D 7, pen");
    }
}
