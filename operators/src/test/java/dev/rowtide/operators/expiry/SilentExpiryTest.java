// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expiry;

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
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.TestPlan;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is forgotten in silence stays in the result, and comes again like something new. */
class SilentExpiryTest {

    private static final String SCHEMA = "k STRING, v BIGINT";
    private static final StateTtl TTL = new StateTtl(10, false);

    private static PlanNode input(ChangelogMode mode) {
        return TestPlan.input(SCHEMA, mode);
    }

    private static OperatorHarness forgetting(PlanNode node, StateTtl... ttls) {
        PlanNode forgetting = node.withTtls(List.of(ttls));
        return OperatorHarness.of(settings -> forgetting
                        .accept(new OperatorFactory(settings, false, false))
                        .get(0))
                .output(node.schema());
    }

    private static Join join(JoinType type, ChangelogMode right, String schema) {
        return new Join(
                input(ChangelogMode.APPEND),
                input(right),
                type,
                List.of(0),
                List.of(0),
                List.of(false),
                null,
                false,
                TestPlan.traits(schema, right));
    }

    /** The first row of each k. */
    private static TopN first(ChangelogMode mode, List<SortKey> order) {
        return new TopN(
                input(mode), List.of(0), order, RankFunction.ROW_NUMBER, 1, 1, false, TestPlan.traits(SCHEMA, mode));
    }

    private static OverAggregate over(ChangelogMode mode, OverFunction function, Frame frame) {
        return new OverAggregate(
                input(mode),
                List.of(0),
                List.of(),
                List.of(new OverCall(function, List.of(1), false, 0, frame, Type.BIGINT, null)),
                false,
                TestPlan.traits(SCHEMA + ", f BIGINT", mode));
    }

    @Test
    void aGroupStartsAfreshAndWhatDoesNotChangeIsToldAgain() {
        GroupAggregate sums = new GroupAggregate(
                input(ChangelogMode.RETRACT),
                List.of(0),
                List.of(new AggregateCall(
                        AggregateFunction.SUM, List.of(1), false, AggregateCall.NO_FILTER, Type.BIGINT)),
                false,
                TestPlan.traits(SCHEMA, ChangelogMode.RETRACT));
        forgetting(sums, TTL).input(SCHEMA, """
                        0: +I a, 1
                        1: +I a, 0
                        -- at 10
                        3: -D a, 1
                        4: +I a, 7
                        """).unknownRetractions().expect("""
                        0: +I a, 1
                        1: -U a, 1
                        1: +U a, 1
                        4: +I a, 7
                        """);
    }

    /** Where rows never change nobody behind could read that they have not. */
    @Test
    void aDistinctRowOfInsertsIsToldOnce() {
        GroupAggregate distinct = new GroupAggregate(
                input(ChangelogMode.APPEND),
                List.of(0),
                List.of(),
                false,
                TestPlan.traits("k STRING", ChangelogMode.APPEND));
        forgetting(distinct, TTL).input(SCHEMA, """
                        0: +I a, 1
                        1: +I a, 0
                        -- at 10
                        3: +I a, 7
                        """).expect("""
                        0: +I a
                        3: +I a
                        """);
    }

    /** Of the right row that left row 1 has met nothing is taken back, and nothing is padded again, also when another comes and goes. */
    @Test
    void aJoinedRowStaysJoined() {
        forgetting(join(JoinType.LEFT, ChangelogMode.RETRACT, SCHEMA + ", k0 STRING, v0 BIGINT"), StateTtl.FOREVER, TTL)
                .input(SCHEMA, """
                        0: +I a, 1
                        4: +I a, 2
                        """)
                .input(SCHEMA, """
                        1: +I a, 7
                        -- at 10
                        5: +I a, 8
                        6: -D a, 8
                        7: -D a, 7
                        """)
                .expect("""
                        0: +I a, 1, NULL, NULL
                        1: -D a, 1, NULL, NULL
                        1: +I a, 1, a, 7
                        4: +I a, 2, NULL, NULL
                        5: +I a, 1, a, 8
                        5: -D a, 2, NULL, NULL
                        5: +I a, 2, a, 8
                        6: -D a, 1, a, 8
                        6: -D a, 2, a, 8
                        6: +I a, 2, NULL, NULL
                        """);
    }

    @Test
    void aSemiJoinKeepsWhatItHasShown() {
        forgetting(join(JoinType.SEMI, ChangelogMode.APPEND, SCHEMA), StateTtl.FOREVER, TTL)
                .input(SCHEMA, """
                        0: +I a, 1
                        4: +I a, 2
                        """)
                .input(SCHEMA, """
                        1: +I a, 7
                        -- at 10
                        5: +I a, 8
                        """)
                .expect("""
                        1: +I a, 1
                        5: +I a, 2
                        """);
    }

    @Test
    void theFirstRowOfAKeyComesAgain() {
        forgetting(first(ChangelogMode.APPEND, List.of()), TTL)
                .input(SCHEMA, """
                        0: +I a, 1
                        1: +I a, 2
                        -- at 9
                        3: +I a, 3
                        -- at 18
                        5: +I a, 4
                        -- at 28
                        7: +I a, 5
                        """)
                .expect("""
                        0: +I a, 1
                        7: +I a, 5
                        """);
    }

    @Test
    void theBestRowsOfAPartitionAreForgottenTogether() {
        forgetting(first(ChangelogMode.RETRACT, List.of(new SortKey(1, true, false))), TTL)
                .input(SCHEMA, """
                        0: +I a, 5
                        1: +I a, 3
                        -- at 10
                        3: -D a, 5
                        4: +I a, 1
                        """)
                .unknownRetractions()
                .expect("""
                        0: +I a, 5
                        4: +I a, 1
                        """);
    }

    @Test
    void aRowOfBothInputsComesAgain() {
        SetOperation intersect = new SetOperation(
                input(ChangelogMode.APPEND),
                input(ChangelogMode.APPEND),
                false,
                false,
                TestPlan.traits(SCHEMA, ChangelogMode.APPEND));
        forgetting(intersect, TTL).input(SCHEMA, """
                        0: +I a, 1
                        3: +I a, 1
                        """).input(SCHEMA, """
                        1: +I a, 1
                        -- at 10
                        4: +I a, 1
                        """).expect("""
                        1: +I a, 1
                        4: +I a, 1
                        """);
    }

    @Test
    void aKeyOfAnUpsertSourceIsNew() {
        ChangelogNormalize normalize = new ChangelogNormalize(
                input(ChangelogMode.UPSERT), ColumnSet.of(0), null, TestPlan.traits(SCHEMA, ChangelogMode.RETRACT));
        forgetting(normalize, TTL).input(SCHEMA, """
                        0: +I a, 1
                        1: +U a, 1
                        -- at 10
                        3: -D a, 1
                        4: +U a, 2
                        """).unknownRetractions().expect("""
                        0: +I a, 1
                        1: -U a, 1
                        1: +U a, 1
                        4: +I a, 2
                        """);
    }

    @Test
    void aRunningCountStartsAfresh() {
        Frame soFar = new Frame(Frame.Unit.ROWS, null, BigDecimal.ZERO);
        forgetting(over(ChangelogMode.APPEND, OverFunction.COUNT, soFar), TTL)
                .input(SCHEMA, """
                        0: +I a, 1
                        1: +I a, 2
                        -- at 9
                        3: +I a, 3
                        -- at 18
                        5: +I a, 4
                        -- at 28
                        7: +I a, 5
                        """)
                .expect("""
                        0: +I a, 1, 1
                        1: +I a, 2, 2
                        3: +I a, 3, 3
                        5: +I a, 4, 4
                        7: +I a, 5, 1
                        """);
    }

    @Test
    void theRowsOfAWindowAreForgottenTogether() {
        forgetting(over(ChangelogMode.RETRACT, OverFunction.SUM, Frame.ALL), TTL)
                .input(SCHEMA, """
                        0: +I a, 5
                        1: +I a, 3
                        -- at 10
                        3: -D a, 5
                        4: +I a, 1
                        """)
                .unknownRetractions()
                .expect("""
                        0: +I a, 5, 5
                        1: +I a, 3, 8
                        1: -U a, 5, 5
                        1: +U a, 5, 8
                        4: +I a, 1, 1
                        """);
    }

    /** Those of a that went out are forgotten, those of b that the watermark has not reached are not. */
    @Test
    void rowsThatWaitForTheWatermarkAreKept() {
        String schema = "k STRING, v BIGINT, ts TIMESTAMP(3)";
        OverAggregate node = new OverAggregate(
                TestPlan.input(schema, ChangelogMode.APPEND),
                List.of(0),
                List.of(new SortKey(2, false, false)),
                List.of(new OverCall(
                        OverFunction.SUM,
                        List.of(1),
                        false,
                        0,
                        new Frame(Frame.Unit.ROWS, null, BigDecimal.ZERO),
                        Type.BIGINT,
                        null)),
                true,
                TestPlan.traits(schema + ", f BIGINT", ChangelogMode.APPEND));
        forgetting(node, TTL).input(schema, """
                        0: +I a, 1, 2025-03-01 12:00:01
                        1: +I b, 5, 2025-03-01 12:00:04
                        -- watermark 1740830402000000
                        -- at 10
                        3: +I a, 2, 2025-03-01 12:00:05
                        4: +I b, 1, 2025-03-01 12:00:06
                        -- watermark 1740830407000000
                        """).expect("""
                        1: +I a, 1, 2025-03-01 12:00:01, 1
                        4: +I b, 5, 2025-03-01 12:00:04, 5
                        4: +I a, 2, 2025-03-01 12:00:05, 2
                        4: +I b, 1, 2025-03-01 12:00:06, 6
                        """);
    }
}
