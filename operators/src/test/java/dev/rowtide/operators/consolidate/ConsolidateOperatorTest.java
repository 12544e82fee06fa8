// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The first version of a result, as the rows that are in it. */
class ConsolidateOperatorTest {

    private static final Schema SCHEMA = SchemaText.parse("k INT, v INT");

    @Test
    void rowsThatCameAndWentAreNoFinalRows() {
        assertThat(firstVersion(null, "+I 1, 1", "-U 1, 1", "+U 1, 2", "+I 2, 1", "-D 2, 1"))
                .containsExactly("+I 1, 2");
    }

    @Test
    void retractionOfRowThatWasNeverThereIsCounted() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, null, true);
        assertThat(run(operator, "-D 1, 1", "+I 2, 2")).containsExactly("+I 2, 2");
        assertThat(operator.unknownRetractions()).isEqualTo(1);
    }

    @Test
    void lastRowOfKeyStandsHoweverItsFirstWasCalled() {
        assertThat(firstVersion(ColumnSet.of(0), "+U 1, 1", "+U 2, 1", "-D 2, 1", "+U 1, 2", "-D 3, 0"))
                .containsExactly("+I 1, 2");
    }

    private static List<String> firstVersion(@Nullable ColumnSet key, String... changes) {
        return run(new ConsolidateOperator(SCHEMA, key, true), changes);
    }

    private static List<String> run(ConsolidateOperator operator, String... changes) {
        Tick tick = new Tick(1, 0, 0);
        List<String> emitted = new ArrayList<>();
        operator.receive(0, ChangeText.parse(String.join("\n", changes), SCHEMA, 0), tick, batch -> {});
        operator.endTick(changes.length, tick, batch -> ChangeText.print(batch, SCHEMA).lines().forEach(emitted::add));
        return emitted;
    }
}
