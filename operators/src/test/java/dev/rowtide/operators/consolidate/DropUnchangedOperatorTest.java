// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import org.junit.jupiter.api.Test;

class DropUnchangedOperatorTest {

    private static final String COLUMNS = "name STRING, place DOUBLE";

    /** NULL is NULL still, and NaN is NaN. */
    @Test
    void updatesThatChangeNothingAreLeftOut() {
        OperatorHarness.of(settings -> new DropUnchangedOperator(SchemaText.parse(COLUMNS)))
                .input(COLUMNS, """
                        1: +I ann, 1.5
                        2: -U ann, 1.5
                        2: +U ann, 1.5
                        3: -U ann, 1.5
                        3: +U ann, NULL
                        4: -U ann, NULL
                        4: +U ann, NULL
                        5: -U ann, NULL
                        5: +U ann, NaN
                        6: -U ann, NaN
                        6: +U ann, NaN
                        7: -D ann, NaN
                        8: +I ann, NaN
                        """)
                .expect("""
                        1: +I ann, 1.5
                        3: -U ann, 1.5
                        3: +U ann, NULL
                        5: -U ann, NULL
                        5: +U ann, NaN
                        7: -D ann, NaN
                        8: +I ann, NaN
                        """);
    }
}
