// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.TestPlan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ToChangelogOperatorTest {

    private static OperatorHarness harness(String schema, String input, @Nullable String... codes) {
        ToChangelog node = new ToChangelog(
                TestPlan.input(schema, ChangelogMode.RETRACT),
                Arrays.asList(codes),
                TestPlan.traits("op STRING, " + schema, ChangelogMode.APPEND));
        return OperatorHarness.of(settings -> new ToChangelogOperator(node, settings))
                .input(schema, input)
                .output("op STRING, " + schema);
    }

    @Test
    void everyChangeBecomesAnInsertWithItsKind() {
        String inserts = """
                0: +I INSERT, a, 1
                1: +I UPDATE_BEFORE, a, 1
                1: +I UPDATE_AFTER, a, 2
                2: +I INSERT, NULL, 1
                3: +I DELETE, a, 2
                """;
        harness("k STRING, n BIGINT", """
                +I a, 1
                -U a, 1
                +U a, 2
                +I NULL, 1
                -D a, 2
                """, "INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE")
                .expect(inserts)
                .expectConsolidated(inserts);
    }

    @Test
    void kindsWithoutACodeAreLeftOutAndSeveralMayShareOne() {
        harness("id INT, v INT", """
                +I 1, 5
                -U 1, 5
                +U 1, 6
                -- watermark 4
                -D 1, 6
                """, "put", null, "put", null).expect("""
                0: +I put, 1, 5
                1: +I put, 1, 6
                -- watermark 4
                """);
    }

    @Test
    void aCodeMayBeEmptyOrLong() {
        harness("id INT", "+I 1\n-D 1", "", null, null, "gestrichen, für immer").expect("""
                +I "", 1
                +I "gestrichen, für immer", 1
                """);
    }
}
