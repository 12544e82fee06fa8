// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expiry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.aggregate.GroupAggregateOperator;
import dev.rowtide.operators.expiry.ExpiringInputs.Unit;
import dev.rowtide.operators.join.JoinOperator;
import dev.rowtide.operators.materialize.UpsertMaterializeOperator;
import dev.rowtide.operators.normalize.ChangelogNormalizeOperator;
import dev.rowtide.operators.over.OverAggregateOperator;
import dev.rowtide.operators.setop.SetOperationOperator;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import dev.rowtide.operators.topn.TopNOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An operator that lets rows expire, and tells, puts out what the same operator does to which their retractions come: which these are tells a model that looks at all
 * rows at each tick.
 */
class StateExpiryRandomTest {

    private static final String SCHEMA = "k STRING, v BIGINT";
    private static final int SEEDS = 25;
    private static final ColumnSet KEY = ColumnSet.of(0);

    /** An operator, and what of its inputs expires together. */
    private record Subject(
            String name,
            Unit unit,
            ChangelogMode left,
            ChangelogMode right,
            BiFunction<PlanNode, OperatorSettings, Operator> operator,
            PlanNode node,
            boolean putsByKey) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        for (ChangelogMode mode : List.of(ChangelogMode.APPEND, ChangelogMode.RETRACT)) {
            subjects.add(aggregate(mode, AggregateFunction.SUM, false));
            subjects.add(aggregate(mode, AggregateFunction.MAX, false));
            subjects.add(aggregate(mode, AggregateFunction.COUNT, true));
            subjects.add(topN(mode, RankFunction.ROW_NUMBER, 1, false));
            subjects.add(topN(mode, RankFunction.ROW_NUMBER, 2, true));
            subjects.add(topN(mode, RankFunction.ROW_NUMBER, 2, false));
            subjects.add(topN(mode, RankFunction.RANK, 2, true));
            subjects.add(
                    over(mode, "count so far", OverFunction.COUNT, new Frame(Frame.Unit.ROWS, null, BigDecimal.ZERO)));
            subjects.add(over(mode, "sum of all", OverFunction.SUM, Frame.ALL));
            subjects.add(over(
                    mode,
                    "greatest of three",
                    OverFunction.MAX,
                    new Frame(Frame.Unit.ROWS, BigDecimal.valueOf(-1), BigDecimal.ONE)));
            subjects.add(setOperation(mode, false, true));
            subjects.add(setOperation(mode, true, false));
            for (JoinType type : JoinType.values()) {
                subjects.add(join(type, mode, mode));
                subjects.add(join(type, ChangelogMode.APPEND, ChangelogMode.RETRACT));
            }
        }
        subjects.add(normalize());
        subjects.add(materialize(null));
        return subjects.stream();
    }

    private static Subject aggregate(ChangelogMode mode, AggregateFunction function, boolean distinct) {
        PlanNode node = new GroupAggregate(
                TestPlan.input(SCHEMA, mode),
                List.of(0),
                List.of(new AggregateCall(function, List.of(1), distinct, AggregateCall.NO_FILTER, Type.BIGINT)),
                false,
                traits("k STRING, c BIGINT"));
        return new Subject(
                "aggregate " + function + " of " + mode,
                Unit.KEY,
                mode,
                mode,
                (of, settings) -> new GroupAggregateOperator((GroupAggregate) of, settings),
                node,
                false);
    }

    private static Subject topN(ChangelogMode mode, RankFunction function, long to, boolean ranked) {
        PlanNode node = new TopN(
                TestPlan.input(SCHEMA, mode),
                List.of(0),
                List.of(new SortKey(1, true, false)),
                function,
                1,
                to,
                ranked,
                traits(ranked ? SCHEMA + ", r BIGINT" : SCHEMA));
        return new Subject(
                "top " + to + " by " + function + (ranked ? " ranked" : "") + " of " + mode,
                Unit.KEY,
                mode,
                mode,
                (of, settings) -> new TopNOperator((TopN) of, settings),
                node,
                false);
    }

    private static Subject over(ChangelogMode mode, String name, OverFunction function, Frame frame) {
        PlanNode node = new OverAggregate(
                TestPlan.input(SCHEMA, mode),
                List.of(0),
                List.of(new SortKey(1, true, false)),
                List.of(new OverCall(function, List.of(1), false, 0, frame, Type.BIGINT.withNullable(true), null)),
                false,
                traits(SCHEMA + ", f BIGINT"));
        return new Subject(
                name + " over " + mode,
                Unit.KEY,
                mode,
                mode,
                (of, settings) -> new OverAggregateOperator((OverAggregate) of, settings),
                node,
                false);
    }

    private static Subject setOperation(ChangelogMode mode, boolean except, boolean all) {
        PlanNode node = new SetOperation(
                TestPlan.input(SCHEMA, mode), TestPlan.input(SCHEMA, mode), except, all, traits(SCHEMA));
        return new Subject(
                (except ? "except" : "intersect") + (all ? " all of " : " of ") + mode,
                Unit.ROW_OF_BOTH,
                mode,
                mode,
                (of, settings) -> new SetOperationOperator((SetOperation) of, settings),
                node,
                false);
    }

    private static Subject join(JoinType type, ChangelogMode left, ChangelogMode right) {
        boolean leftOnly = type == JoinType.SEMI || type == JoinType.ANTI;
        List<Field> fields = new ArrayList<>(SchemaText.parse(SCHEMA).fields());
        if (!leftOnly) {
            fields.add(new Field("k0", Type.STRING));
            fields.add(new Field("v0", Type.BIGINT));
        }
        PlanNode node = new Join(
                TestPlan.input(SCHEMA, left),
                TestPlan.input(SCHEMA, right),
                type,
                List.of(0),
                List.of(0),
                List.of(false),
                null,
                false,
                new Traits(new Schema(fields), Set.of(), ChangelogMode.RETRACT));
        return new Subject(
                type + " join of " + left + " and " + right,
                leftOnly ? Unit.ROW_AND_RIGHT_KEY : Unit.ROW,
                left,
                right,
                (of, settings) -> new JoinOperator((Join) of, settings),
                node,
                false);
    }

    private static Subject normalize() {
        PlanNode node = new ChangelogNormalize(TestPlan.input(SCHEMA, ChangelogMode.UPSERT), KEY, null, traits(SCHEMA));
        return new Subject(
                "normalize",
                Unit.KEY,
                ChangelogMode.UPSERT,
                ChangelogMode.UPSERT,
                (of, settings) -> new ChangelogNormalizeOperator((ChangelogNormalize) of, settings),
                node,
                false);
    }

    private static Subject materialize(ColumnSet inputKey) {
        PlanNode node = new UpsertMaterialize(
                TestPlan.input(SCHEMA, ChangelogMode.RETRACT),
                KEY,
                inputKey,
                TestPlan.traits(SCHEMA, ChangelogMode.UPSERT));
        return new Subject(
                "materialize",
                Unit.KEY,
                ChangelogMode.RETRACT,
                ChangelogMode.RETRACT,
                (of, settings) -> new UpsertMaterializeOperator((UpsertMaterialize) of, settings),
                node,
                true);
    }

    private static Traits traits(String schema) {
        return TestPlan.traits(schema, ChangelogMode.RETRACT);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void expiringIsRetracting(Subject subject) {
        long expired = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            int inputs = subject.node().inputs().size();
            ExpiringInputs given = new ExpiringInputs(seed, inputs, subject.left(), subject.right(), subject.unit());
            List<StateTtl> ttls = subject.node().ttls().stream()
                    .map(open -> new StateTtl(ExpiringInputs.TTL_MILLIS, true))
                    .toList();
            assertThat(String.join("\n", log(subject, subject.node().withTtls(ttls), given.without())))
                    .describedAs("seed %d\n%s", seed, given)
                    .isEqualTo(
                            String.join("\n", log(subject, withRetractions(subject.node()), given.withRetractions())));
            expired += given.expired();
        }
        assertThat(expired).isGreaterThan(SEEDS);
    }

    /** The node over inputs that may take rows back. */
    private static PlanNode withRetractions(PlanNode node) {
        List<PlanNode> inputs = node.inputs().stream()
                .map(input -> input.mode().isAppendOnly() ? TestPlan.input(SCHEMA, ChangelogMode.RETRACT) : input)
                .toList();
        return node.with(inputs, node.traits());
    }

    /** The changes by position, those of one position in any order, the halves of an update each by itself. */
    private static List<String> log(Subject subject, PlanNode node, List<String> inputs) {
        OperatorHarness harness = OperatorHarness.of(
                        settings -> subject.operator().apply(node, settings))
                .output(node.schema());
        harness.unknownRetractions();
        inputs.forEach(input -> harness.input(SCHEMA, input));
        if (subject.putsByKey()) {
            harness.outputKey(0);
        }
        return harness.run().stream()
                .map(line ->
                        subject.putsByKey() ? line : line.replace("-U", "-D").replace("+U", "+I"))
                .sorted()
                .toList();
    }
}
