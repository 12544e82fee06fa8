// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expiry;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.aggregate.GroupAggregateOperator;
import dev.rowtide.operators.join.JoinOperator;
import dev.rowtide.operators.normalize.ChangelogNormalizeOperator;
import dev.rowtide.operators.setop.SetOperationOperator;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.TestPlan;
import dev.rowtide.operators.topn.TopNOperator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is forgotten in silence stays in the result, and comes again like something new. */
class SilentExpiryTest {

    private static final String SCHEMA = "k STRING, v BIGINT";
    private static final StateTtl TTL = new StateTtl(10, false);

    @Test
    void aGroupStartsAfreshAndWhatDoesNotChangeIsToldAgain() {
        GroupAggregate node = new GroupAggregate(
                        TestPlan.input(SCHEMA, ChangelogMode.RETRACT),
                        List.of(0),
                        List.of(new AggregateCall(
                                AggregateFunction.SUM, List.of(1), false, AggregateCall.NO_FILTER, Type.BIGINT)),
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.RETRACT))
                .withTtls(List.of(TTL));
        OperatorHarness.of(settings -> new GroupAggregateOperator(node, settings))
                .input(SCHEMA, """
                        0: +I a, 1
                        1: +I a, 0
                        -- at 10
                        3: -D a, 1
                        4: +I a, 7
                        """)
                .unknownRetractions()
                .expect("""
                        0: +I a, 1
                        1: -U a, 1
                        1: +U a, 1
                        4: +I a, 7
                        """);
    }

    /** Of the right row that left row 1 has met nothing is taken back, and nothing is padded again, also when another comes and goes. */
    @Test
    void aJoinedRowStaysJoined() {
        Join node = new Join(
                        TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                        TestPlan.input(SCHEMA, ChangelogMode.RETRACT),
                        JoinType.LEFT,
                        List.of(0),
                        List.of(0),
                        List.of(false),
                        null,
                        false,
                        TestPlan.traits("k STRING, v BIGINT, k0 STRING, v0 BIGINT", ChangelogMode.RETRACT))
                .withTtls(List.of(StateTtl.FOREVER, TTL));
        OperatorHarness.of(settings -> new JoinOperator(node, settings))
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
                .output("k STRING, v BIGINT, k0 STRING, v0 BIGINT")
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
        Join node = new Join(
                        TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                        TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                        JoinType.SEMI,
                        List.of(0),
                        List.of(0),
                        List.of(false),
                        null,
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.APPEND))
                .withTtls(List.of(StateTtl.FOREVER, TTL));
        OperatorHarness.of(settings -> new JoinOperator(node, settings))
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
        TopN node = new TopN(
                        TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                        List.of(0),
                        List.of(),
                        RankFunction.ROW_NUMBER,
                        1,
                        1,
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.APPEND))
                .withTtls(List.of(TTL));
        OperatorHarness.of(settings -> new TopNOperator(node, settings))
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
        TopN node = new TopN(
                        TestPlan.input(SCHEMA, ChangelogMode.RETRACT),
                        List.of(0),
                        List.of(new SortKey(1, true, false)),
                        RankFunction.ROW_NUMBER,
                        1,
                        1,
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.RETRACT))
                .withTtls(List.of(TTL));
        OperatorHarness.of(settings -> new TopNOperator(node, settings))
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
        SetOperation node = new SetOperation(
                        TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                        TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                        false,
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.APPEND))
                .withTtls(List.of(TTL));
        OperatorHarness.of(settings -> new SetOperationOperator(node, settings))
                .input(SCHEMA, """
                        0: +I a, 1
                        3: +I a, 1
                        """)
                .input(SCHEMA, """
                        1: +I a, 1
                        -- at 10
                        4: +I a, 1
                        """)
                .expect("""
                        1: +I a, 1
                        4: +I a, 1
                        """);
    }

    @Test
    void aKeyOfAnUpsertSourceIsNew() {
        ChangelogNormalize node = new ChangelogNormalize(
                        TestPlan.input(SCHEMA, ChangelogMode.UPSERT),
                        ColumnSet.of(0),
                        null,
                        TestPlan.traits(SCHEMA, ChangelogMode.RETRACT))
                .withTtls(List.of(TTL));
        OperatorHarness.of(settings -> new ChangelogNormalizeOperator(node, settings))
                .input(SCHEMA, """
                        0: +I a, 1
                        1: +U a, 1
                        -- at 10
                        3: -D a, 1
                        4: +U a, 2
                        """)
                .unknownRetractions()
                .expect("""
                        0: +I a, 1
                        1: -U a, 1
                        1: +U a, 1
                        4: +I a, 2
                        """);
    }
}
