// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.testing.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The joins of the changelog cases, at the operator; a case's projection is left out. */
class JoinCasesTest {

    private static final String KX = "k INT, x STRING";
    private static final String KY = "k INT, y STRING";
    private static final Type INT = SchemaText.parse("i INT").type(0);

    private static Joins joins(JoinType type) {
        return Joins.of(type).left(KX, APPEND).right(KY, APPEND).on(0, 0);
    }

    private static Call greater(int left, int right) {
        return new Call(
                BuiltinFunction.GREATER, List.of(new InputRef(left, INT), new InputRef(right, INT)), Type.BOOLEAN);
    }

    @Test
    void notExistsComesBackWithTheLastMatch() {
        Joins.of(JoinType.ANTI)
                .left(KX, APPEND)
                .right("k INT", RETRACT)
                .on(0, 0)
                .on("0: +I 1, a\n1: +I 2, b", "2: +I 1\n3: +I 1\n4: -D 1\n5: -D 1")
                .expect("""
                        0: +I 1, a
                        1: +I 2, b
                        2: -D 1, a
                        5: +I 1, a
                        """);
    }

    @Test
    void notInWithANullOnTheRightHidesAll() {
        Joins.of(JoinType.ANTI)
                .left(KX, APPEND)
                .right("k INT", APPEND)
                .on(0, 0)
                .nullAware()
                .on("0: +I 1, a\n1: +I 2, b", "2: +I 1\n3: +I NULL")
                .expect("""
                        0: +I 1, a
                        1: +I 2, b
                        2: -D 1, a
                        3: -D 2, b
                        """);
    }

    @Test
    void antiJoinComesBackAlthoughTheRightRowWasReplaced() {
        Joins.of(JoinType.ANTI)
                .left(KX, APPEND, 0)
                .right(KY, UPSERT, 0)
                .on(0, 0)
                .upsert(0)
                .on("0: +I 1, a", "1: +U 1, p\n2: +U 1, q\n3: -D 1, q")
                .expect("""
                        0: +I 1, a
                        1: -D 1, a
                        3: +I 1, a
                        """);
    }

    @Test
    void innerJoinPassesUpdatesOfTheLeftRow() {
        Joins.of(JoinType.INNER)
                .left("id INT, cust INT, amt INT", RETRACT, 0)
                .right("cid INT, nm STRING", APPEND)
                .on(1, 0)
                .on("1: +I 1, 7, 10\n2: -U 1, 7, 10\n2: +U 1, 7, 15\n3: -D 1, 7, 15", "0: +I 7, ann")
                .expect("""
                        1: +I 1, 7, 10, 7, ann
                        2: -U 1, 7, 10, 7, ann
                        2: +U 1, 7, 15, 7, ann
                        3: -D 1, 7, 15, 7, ann
                        """);
    }

    @Test
    void leftJoinTakesThePaddedRowBackBeforeTheFirstMatch() {
        joins(JoinType.LEFT).on("0: +I 1, a", "1: +I 1, p\n2: +I 1, q").expect("""
                0: +I 1, a, NULL, NULL
                1: -D 1, a, NULL, NULL
                1: +I 1, a, 1, p
                2: +I 1, a, 1, q
                """);
    }

    /** Four messages in the case: the only match goes, and comes again. Here the update of the right row is one of the joined row. */
    @Test
    void leftJoinWhoseRightRowIsUpdated() {
        Joins.of(JoinType.LEFT)
                .left(KX, APPEND)
                .right(KY, RETRACT, 0)
                .on(0, 0)
                .on("0: +I 1, a", "1: +I 1, p\n2: -U 1, p\n2: +U 1, q")
                .expect("""
                        0: +I 1, a, NULL, NULL
                        1: -D 1, a, NULL, NULL
                        1: +I 1, a, 1, p
                        2: -U 1, a, 1, p
                        2: +U 1, a, 1, q
                        """);
    }

    /** {@code -D +I} in the case. A row that moves to another key and loses its match is no version of the joined row. */
    @Test
    void leftJoinWhoseLeftRowIsUpdated() {
        Joins.of(JoinType.LEFT)
                .left(KX, RETRACT)
                .right(KY, APPEND)
                .on(0, 0)
                .on("0: +I 1, a\n2: -U 1, a\n2: +U 1, b\n3: -U 1, b\n3: +U 2, b", "1: +I 1, p")
                .expect("""
                        0: +I 1, a, NULL, NULL
                        1: -D 1, a, NULL, NULL
                        1: +I 1, a, 1, p
                        2: -U 1, a, 1, p
                        2: +U 1, b, 1, p
                        3: -D 1, b, 1, p
                        3: +I 2, b, NULL, NULL
                        """);
    }

    @Test
    void fullJoinWithDeletesOnBothSides() {
        Joins.of(JoinType.FULL)
                .left(KX, RETRACT)
                .right(KY, RETRACT)
                .on(0, 0)
                .on("0: +I 1, a\n2: +I 1, b\n3: -D 1, a\n5: -D 1, b", "1: +I 1, p\n4: -D 1, p")
                .expect("""
                        0: +I 1, a, NULL, NULL
                        1: -D 1, a, NULL, NULL
                        1: +I 1, a, 1, p
                        2: +I 1, b, 1, p
                        3: -D 1, a, 1, p
                        4: -D 1, b, 1, p
                        4: +I 1, b, NULL, NULL
                        5: -D 1, b, NULL, NULL
                        """);
    }

    @Test
    void nullKeysMatchWhereTheyAreNotDistinct() {
        joins(JoinType.INNER)
                .nullsMatch()
                .on("0: +I NULL, a\n2: +I 1, b", "1: +I NULL, p\n3: +I 1, q")
                .expect("""
                        1: +I NULL, a, NULL, p
                        3: +I 1, b, 1, q
                        """);
        joins(JoinType.INNER)
                .on("0: +I NULL, a\n2: +I 1, b", "1: +I NULL, p\n3: +I 1, q")
                .expect("3: +I 1, b, 1, q");
    }

    @Test
    void rangeIsCheckedPerPair() {
        Joins.of(JoinType.LEFT)
                .left("k INT, amt INT", APPEND)
                .right("k INT, lim INT", APPEND)
                .on(0, 0)
                .where(greater(1, 3))
                .on("0: +I 1, 10\n2: +I 1, 50", "1: +I 1, 20\n3: +I 1, 5")
                .expect("""
                        0: +I 1, 10, NULL, NULL
                        2: +I 1, 50, 1, 20
                        3: -D 1, 10, NULL, NULL
                        3: +I 1, 10, 1, 5
                        3: +I 1, 50, 1, 5
                        """);
    }

    @Test
    void crossJoinHasEveryPair() {
        Joins.of(JoinType.INNER)
                .left("x INT", APPEND)
                .right("y STRING", APPEND)
                .on("0: +I 1\n2: +I 2", "1: +I p\n3: +I q")
                .expect("""
                        1: +I 1, p
                        2: +I 2, p
                        3: +I 1, q
                        3: +I 2, q
                        """);
    }

    @Test
    void keyedAggregatesIntoAKeyedSink() {
        Joins.of(JoinType.INNER)
                .left("k INT, sa INT", UPSERT, 0)
                .right("k INT, sb INT", UPSERT, 0)
                .on(0, 0)
                .upsert(0)
                .on("0: +I 1, 5\n2: +U 1, 11", "1: +I 1, 1\n3: +U 1, 3")
                .expect("""
                        1: +I 1, 5, 1, 1
                        2: +U 1, 11, 1, 1
                        3: +U 1, 11, 1, 3
                        """);
    }

    @Test
    void foreignKeyLeftJoinWhoseCustomerGoes() {
        Joins.of(JoinType.LEFT)
                .left("oid INT, cid INT", APPEND)
                .right("cid INT, nm STRING", RETRACT, 0)
                .on(1, 0)
                .on("0: +I 1, 7\n1: +I 2, 7", "2: +I 7, ann\n3: -D 7, ann")
                .expect("""
                        0: +I 1, 7, NULL, NULL
                        1: +I 2, 7, NULL, NULL
                        2: -D 1, 7, NULL, NULL
                        2: +I 1, 7, 7, ann
                        2: -D 2, 7, NULL, NULL
                        2: +I 2, 7, 7, ann
                        3: -D 1, 7, 7, ann
                        3: +I 1, 7, NULL, NULL
                        3: -D 2, 7, 7, ann
                        3: +I 2, 7, NULL, NULL
                        """);
    }

    /** What the first join of a chain of left joins sends under one position runs through the second. */
    @Test
    void secondLeftJoinOfAChain() {
        Joins.of(JoinType.LEFT)
                .left("k INT, y STRING", RETRACT)
                .right("k INT, z STRING", APPEND)
                .on(0, 0)
                .on("0: +I 1, NULL\n1: -D 1, NULL\n1: +I 1, p", "2: +I 1, s")
                .expect("""
                        0: +I 1, NULL, NULL, NULL
                        1: -D 1, NULL, NULL, NULL
                        1: +I 1, p, NULL, NULL
                        2: -D 1, p, NULL, NULL
                        2: +I 1, p, 1, s
                        """);
    }

    @Test
    void selfJoinMeetsItselfOnce() {
        Joins.of(JoinType.INNER)
                .left("k INT, v INT", APPEND)
                .right("k INT, v INT", APPEND)
                .on(0, 0)
                .on("0: +I 1, 10\n1: +I 1, 20", "0: +I 1, 10\n1: +I 1, 20")
                .expect("""
                        0: +I 1, 10, 1, 10
                        1: +I 1, 20, 1, 10
                        1: +I 1, 10, 1, 20
                        1: +I 1, 20, 1, 20
                        """);
    }

    @Test
    void keyedInnerJoinIntoAKeyedSink() {
        Joins.of(JoinType.INNER)
                .left(KX, UPSERT, 0)
                .right(KY, UPSERT, 0)
                .on(0, 0)
                .upsert(0)
                .on("0: +I 1, a\n2: +U 1, b\n4: -D 1, b\n5: +I 1, c", "1: +I 1, p\n3: +U 1, q\n6: -D 1, q")
                .expect("""
                        1: +I 1, a, 1, p
                        2: +U 1, b, 1, p
                        3: +U 1, b, 1, q
                        4: -D 1, b, 1, q
                        5: +I 1, c, 1, q
                        6: -D 1, c, 1, q
                        """);
    }

    @Test
    void conditionOnTheLeftRowAlonePads() {
        Joins.of(JoinType.LEFT)
                .left("k INT, x INT", APPEND)
                .right(KY, APPEND)
                .on(0, 0)
                .where(new Call(
                        BuiltinFunction.GREATER, List.of(new InputRef(1, INT), new Literal(10L, INT)), Type.BOOLEAN))
                .on("0: +I 1, 5\n2: +I 1, 50", "1: +I 1, p")
                .expect("""
                        0: +I 1, 5, NULL, NULL
                        2: +I 1, 50, 1, p
                        """);
    }

    /** {@code -U} of the one left row and {@code +U} of the other in the case; they are not the same row. */
    @Test
    void existsWhoseRightRowMovesToAnotherKey() {
        Joins.of(JoinType.SEMI)
                .left(KX, APPEND)
                .right("id INT, k INT", RETRACT, 0)
                .on(0, 1)
                .on("0: +I 1, a\n1: +I 2, b", "2: +I 9, 1\n3: -U 9, 1\n3: +U 9, 2")
                .expect("""
                        2: +I 1, a
                        3: -D 1, a
                        3: +I 2, b
                        """);
    }

    @Test
    void semiJoinOfAppendOnlyInputsSendsEachRowOnce() {
        Joins.of(JoinType.SEMI)
                .left("k INT, x INT", APPEND)
                .right("k INT", APPEND)
                .on(0, 0)
                .on("0: +I 1, 10\n2: +I 2, 20\n4: +I 1, 11", "1: +I 2\n3: +I 1\n5: +I 1")
                .expect("""
                        2: +I 2, 20
                        3: +I 1, 10
                        4: +I 1, 11
                        """);
    }
}
