// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {

    private static final Schema SCHEMA = Schema.of(new Field("v", Type.BIGINT));
    private static final Tick TICK = new Tick(1, 0, 0);

    private final Values leaf = new Values(List.of(), new Traits(SCHEMA, Set.of(), ChangelogMode.APPEND));
    private final SinkNode sink = new SinkNode(
            leaf,
            new Table("t", SCHEMA, List.of(), "test", Map.of()),
            ColumnSet.of(),
            new Traits(SCHEMA, Set.of(), ChangelogMode.UNKNOWN));

    @ParameterizedTest
    @ValueSource(strings = {"receive", "advance", "endTick"})
    void anOperatorThatFailedIsNotCalledAnyMore(String failing) {
        Recorder first = new Recorder("");
        Recorder failed = new Recorder(failing);
        Recorder last = new Recorder("");
        Graph graph = new Graph(List.of(sink), node -> node == leaf ? List.of(first, failed, last) : List.of());

        for (int tick = 0; tick < 2; tick++) {
            graph.round(leaf, ChangeText.parse("+I 1\n+I 2", SCHEMA, 2L * tick), 2L * tick + 2, TICK);
            graph.endTick(2L * tick + 2, TICK);
        }

        assertThat(failed.calls).endsWith(failing).containsOnlyOnce(failing);
        assertThat(first.calls).containsExactly("receive", "advance", "endTick", "receive", "advance", "endTick");
        assertThat(last.calls.stream().filter("endTick"::equals)).hasSize(2);
        assertThat(graph.failure()).isNotNull();
    }

    /** Notes what it is called for, passes changes on, and fails in one of its methods. */
    private static final class Recorder implements Operator {
        private final String failing;
        private final List<String> calls = new ArrayList<>();

        Recorder(String failing) {
            this.failing = failing;
        }

        private void called(String method) {
            calls.add(method);
            if (method.equals(failing)) {
                throw new RowFailure(1, new EngineException(ErrorCode.DIVISION_BY_ZERO, "division by zero"));
            }
        }

        @Override
        public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
            called("receive");
            output.emit(batch);
        }

        @Override
        public void advance(long position, Tick tick, Output output) {
            called("advance");
        }

        @Override
        public void endTick(long position, Tick tick, Output output) {
            called("endTick");
        }
    }
}
