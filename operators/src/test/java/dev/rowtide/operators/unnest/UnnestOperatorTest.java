// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.unnest;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnnestOperatorTest {

    private static final String TAGS = "id INT, tags ARRAY<STRING>";
    private static final ChangelogMode WITHOUT_UPDATES = new ChangelogMode(true, false, false, true, false);

    private boolean ordinality;
    private boolean outer;
    private ChangelogMode mode = WITHOUT_UPDATES;

    /** Of the second column, with the first one kept, which is a key. */
    private OperatorHarness harness(String input, String output, String changes) {
        Schema in = SchemaText.parse(input);
        Schema out = SchemaText.parse(output);
        PlanNode below = new Values(List.of(), new Traits(in, Set.of(ColumnSet.of(0)), ChangelogMode.RETRACT));
        Unnest node = new Unnest(below, 1, List.of(0), ordinality, outer, new Traits(out, Set.of(), mode));
        return OperatorHarness.of(settings -> new UnnestOperator(node))
                .input(in, changes)
                .output(out);
    }

    @Test
    void aRowForEachElementInOrder() {
        harness(TAGS, "id INT, tag STRING", """
                0: +I 1, "[b, NULL, a]"
                1: +I 2, []
                2: +I 3, NULL
                3: +I 4, [c]
                """).expect("""
                0: +I 1, b
                0: +I 1, NULL
                0: +I 1, a
                3: +I 4, c
                """);
    }

    @Test
    void aDeleteTakesBackAllItsRows() {
        harness(TAGS, "id INT, tag STRING", """
                +I 1, "[a, a]"
                +I 2, [a]
                -D 1, "[a, a]"
                """).expect("""
                +I 1, a
                +I 1, a
                +I 2, a
                -D 1, a
                -D 1, a
                """);
    }

    @Test
    void outerPadsWhatHasNoElement() {
        outer = true;
        ordinality = true;
        harness(TAGS, "id INT, tag STRING, n INT", """
                +I 1, []
                +I 2, NULL
                +I 3, [a]
                -D 2, NULL
                """).expect("""
                +I 1, NULL, NULL
                +I 2, NULL, NULL
                +I 3, a, 1
                -D 2, NULL, NULL
                """);
    }

    @Test
    void anUpdateLeavesAloneWhatIsInBoth() {
        harness(TAGS, "id INT, tag STRING", """
                +I 1, "[a, b, a]"
                -U 1, "[a, b, a]"
                +U 1, "[c, a]"
                -U 1, "[c, a]"
                +U 1, "[a, c]"
                -U 1, "[a, c]"
                +U 1, []
                """).expect("""
                +I 1, a
                +I 1, b
                +I 1, a
                -D 1, b
                -D 1, a
                +I 1, c
                -D 1, a
                -D 1, c
                """);
    }

    @Test
    void anUpdateOfAnotherColumnReplacesAllRows() {
        harness(TAGS, "id INT, tag STRING", """
                +I 1, "[a, b]"
                -U 1, "[a, b]"
                +U 2, "[a, b]"
                """).expect("""
                +I 1, a
                +I 1, b
                -D 1, a
                -D 1, b
                +I 2, a
                +I 2, b
                """);
    }

    @Test
    void numberedRowsOfAKeyAreUpdated() {
        ordinality = true;
        mode = ChangelogMode.RETRACT;
        harness(TAGS, "id INT, tag STRING, n INT", """
                +I 1, "[a, b]"
                -U 1, "[a, b]"
                +U 1, "[a, c, d]"
                -U 1, "[a, c, d]"
                +U 1, [x]
                """).expect("""
                +I 1, a, 1
                +I 1, b, 2
                -U 1, b, 2
                +U 1, c, 2
                +I 1, d, 3
                -U 1, a, 1
                +U 1, x, 1
                -D 1, c, 2
                -D 1, d, 3
                """);
    }

    @Test
    void numberedRowsWithoutTheOldOnes() {
        ordinality = true;
        outer = true;
        mode = ChangelogMode.RETRACT.withoutUpdateBefore();
        harness(TAGS, "id INT, tag STRING, n INT", """
                +I 1, "[a, b]"
                -U 1, "[a, b]"
                +U 1, "[a, c]"
                -U 1, "[a, c]"
                +U 1, []
                -U 1, []
                +U 1, NULL
                """)
                .loneUpdates()
                .outputKey(0, 2)
                .expect("""
                +I 1, a, 1
                +I 1, b, 2
                +U 1, c, 2
                -D 1, a, 1
                -D 1, c, 2
                +I 1, NULL, NULL
                """);
    }

    @Test
    void rowsAreSpreadAndMapsGiveKeyAndValue() {
        harness(
                        "id INT, items ARRAY<ROW<name STRING, price DECIMAL(25, 2)>>",
                        "id INT, name STRING, price DECIMAL(25, 2)",
                        """
                +I 1, "[(pen, 1.50), NULL, (ink, NULL)]"
                """)
                .expect("""
                +I 1, pen, 1.50
                +I 1, NULL, NULL
                +I 1, ink, NULL
                """);
        harness("id INT, counts MAP<STRING, BIGINT>", "id INT, k STRING, v BIGINT", """
                +I 1, "{b=2, a=NULL}"
                -U 1, "{b=2, a=NULL}"
                +U 1, "{b=3, a=NULL}"
                """)
                .expect("""
                +I 1, a, NULL
                +I 1, b, 2
                -D 1, b, 2
                +I 1, b, 3
                """);
    }

    @Test
    void watermarksPassAlsoWithoutRows() {
        harness(TAGS, "id INT, tag STRING", """
                +I 1, []
                -- watermark 5
                +I 2, [a]
                """).expect("""
                +I 2, a
                """);
    }
}
