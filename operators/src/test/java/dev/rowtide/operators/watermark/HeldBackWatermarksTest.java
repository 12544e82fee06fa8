// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.aggregate.GroupAggregateOperator;
import dev.rowtide.operators.consolidate.ConsolidateOperator;
import dev.rowtide.operators.materialize.UpsertMaterializeOperator;
import dev.rowtide.operators.normalize.ChangelogNormalizeOperator;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of the watermark behind every operator that keeps changes back. */
class HeldBackWatermarksTest {

    private static final String COLUMNS = "k INT, v BIGINT";

    enum Kind {
        AGGREGATE(settings -> new GroupAggregateOperator(
                new GroupAggregate(
                        TestPlan.input(COLUMNS, ChangelogMode.RETRACT),
                        List.of(0),
                        List.of(new AggregateCall(AggregateFunction.MAX, List.of(1), false, -1, Type.BIGINT)),
                        false,
                        TestPlan.traits(COLUMNS, ChangelogMode.RETRACT)),
                settings)),
        NORMALIZE(settings -> new ChangelogNormalizeOperator(
                new ChangelogNormalize(
                        TestPlan.input(COLUMNS, ChangelogMode.UPSERT),
                        ColumnSet.of(0),
                        null,
                        TestPlan.traits(COLUMNS, ChangelogMode.RETRACT)),
                settings)),
        MATERIALIZE(settings -> new UpsertMaterializeOperator(
                new UpsertMaterialize(
                        TestPlan.input(COLUMNS, ChangelogMode.RETRACT),
                        ColumnSet.of(0),
                        null,
                        TestPlan.traits(COLUMNS, ChangelogMode.RETRACT)),
                settings)),
        CONSOLIDATE(settings -> new ConsolidateOperator(SchemaText.parse(COLUMNS), null, true, false));

        private final Function<OperatorSettings, Operator> maker;

        Kind(Function<OperatorSettings, Operator> maker) {
            this.maker = maker;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void changesOfATickAreNotLateByItsOwnRows(Kind kind) {
        Operator operator = kind.maker.apply(new OperatorSettings(false, ZoneOffset.UTC, null));
        Watermarks first = new Watermarks(new long[] {1, 2}, new long[] {Watermarks.NONE, 10}, 20);
        Watermarks second = new Watermarks(new long[] {3}, new long[] {20}, 30);
        Schema schema = SchemaText.parse(COLUMNS);
        ChangeBatch firstTick = ChangeText.parse("0: +I 1, 1\n1: +I 2, 2", schema, 0);
        ChangeBatch secondTick = ChangeText.parse("2: +I 3, 3", schema, 0);

        List<ChangeBatch> emitted = run(operator, firstTick.withWatermarks(first), 2);
        assertThat(emitted).hasSize(1);
        assertThat(emitted.get(0).position(0)).isEqualTo(1);
        assertThat(emitted.get(0).watermarks().before(1)).isEqualTo(Watermarks.NONE);
        assertThat(emitted.get(0).watermarks().after()).isEqualTo(20);

        emitted = run(operator, secondTick.withWatermarks(second), 3);
        assertThat(emitted).hasSize(1);
        assertThat(emitted.get(0).watermarks().before(2)).isEqualTo(20);
        assertThat(emitted.get(0).watermarks().after()).isEqualTo(30);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anEmptyBatchCarriesTheWatermarkOn(Kind kind) {
        for (boolean everyChange : new boolean[] {true, false}) {
            Operator operator = kind.maker.apply(new OperatorSettings(everyChange, ZoneOffset.UTC, null));
            ChangeBatch empty = new BatchBuilder(SchemaText.parse(COLUMNS)).build(Watermarks.constant(7));
            assertThat(run(operator, empty, 5))
                    .extracting(batch -> batch.watermarks().after())
                    .containsExactly(7L);
        }
    }

    /** What is known of time and of retractions without effect is part of the state, of partition 0. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRestoredOperatorGoesOnAsTheOneBefore(Kind kind) {
        for (boolean everyChange : new boolean[] {true, false}) {
            OperatorSettings settings = new OperatorSettings(everyChange, ZoneOffset.UTC, null);
            Operator operator = kind.maker.apply(settings);
            Schema schema = SchemaText.parse(COLUMNS);
            ChangeBatch first = ChangeText.parse("0: +I 1, 1\n1: -D 2, 2", schema, 0);
            run(operator, first.withWatermarks(Watermarks.constant(20)), 2);

            Operator restored = kind.maker.apply(settings);
            for (int part = StateWriter.PARTITIONS - 1; part >= 0; part--) {
                StateBytes bytes = new StateBytes();
                operator.snapshot(part, part, bytes);
                restored.restore(StateBytes.of(bytes.toByteArray()));
            }

            assertThat(restored.unknownRetractions()).isEqualTo(operator.unknownRetractions());
            List<ChangeBatch> emitted = new ArrayList<>();
            operator.endTick(3, new Tick(2, 0, 0), emitted::add);
            List<ChangeBatch> emittedByRestored = new ArrayList<>();
            restored.endTick(3, new Tick(2, 0, 0), emittedByRestored::add);
            assertThat(emittedByRestored)
                    .extracting(batch -> batch.watermarks().after())
                    .isEqualTo(emitted.stream()
                            .map(batch -> batch.watermarks().after())
                            .toList());
        }
    }

    private static List<ChangeBatch> run(Operator operator, ChangeBatch batch, long end) {
        List<ChangeBatch> emitted = new ArrayList<>();
        Tick tick = new Tick(1, 0, 0);
        operator.receive(0, batch, tick, emitted::add);
        operator.advance(end, tick, emitted::add);
        operator.endTick(end, tick, emitted::add);
        return emitted;
    }
}
