// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JoinOperatorTest {

    private static final String KX = "k INT, x STRING";
    private static final String KY = "k INT, y STRING";
    private static final String KV = "k INT, v INT";

    private static Expression column(int index) {
        return new InputRef(index, Type.INTEGER);
    }

    private static Call call(BuiltinFunction function, Expression a, Expression b, Type type) {
        return new Call(function, List.of(a, b), type);
    }

    /** {@code 10 / l.v > r.v} over {@link #KV} twice. */
    private static Expression quotientIsGreater() {
        Expression ten = new Literal(10L, Type.INTEGER);
        return call(
                BuiltinFunction.GREATER,
                call(BuiltinFunction.DIVIDE, ten, column(1), Type.INTEGER),
                column(3),
                Type.BOOLEAN);
    }

    @Test
    void bothRowsOfAPairUpdatedAtOnePositionAreOneUpdate() {
        Joins.of(JoinType.INNER)
                .left(KV, RETRACT, 0)
                .right(KV, RETRACT, 0)
                .on(0, 0)
                .on("0: +I 1, 10\n1: -U 1, 10\n1: +U 1, 20", "0: +I 1, 10\n1: -U 1, 10\n1: +U 1, 20")
                .expect("""
                        0: +I 1, 10, 1, 10
                        1: -U 1, 10, 1, 10
                        1: +U 1, 20, 1, 20
                        """);
    }

    @Test
    void aMatchReplacedWithinAPositionDoesNotBringThePaddedRowBack() {
        Joins.of(JoinType.LEFT)
                .left(KX, APPEND)
                .right(KY, RETRACT)
                .on(0, 0)
                .on("0: +I 1, a", "1: +I 1, p\n2: -D 1, p\n2: +I 1, q")
                .expect("""
                        0: +I 1, a, NULL, NULL
                        1: -D 1, a, NULL, NULL
                        1: +I 1, a, 1, p
                        2: -D 1, a, 1, p
                        2: +I 1, a, 1, q
                        """);
    }

    @Test
    void aRowThatComesAndGoesWithinAPositionIsNone() {
        Joins.of(JoinType.LEFT)
                .left(KX, RETRACT)
                .right(KY, RETRACT)
                .on(0, 0)
                .on("0: +I 1, a\n2: +I 1, b\n2: -U 1, b\n2: +U 1, a\n2: -D 1, a", "1: +I 1, p\n1: -D 1, p")
                .expect("0: +I 1, a, NULL, NULL");
    }

    @Test
    void copiesOfARowAreJoinedAndTakenBackEach() {
        Joins.of(JoinType.INNER)
                .left(KX, RETRACT)
                .right(KY, RETRACT)
                .on(0, 0)
                .on("0: +I 1, a\n1: +I 1, a\n4: -D 1, a", "2: +I 1, p\n3: +I 1, p\n5: -D 1, p")
                .expect("""
                        2: +I 1, a, 1, p
                        2: +I 1, a, 1, p
                        3: +I 1, a, 1, p
                        3: +I 1, a, 1, p
                        4: -D 1, a, 1, p
                        4: -D 1, a, 1, p
                        5: -D 1, a, 1, p
                        """);
    }

    @Test
    void upsertRowThatMovesToAnotherJoinKeyIsFoundByItsOwn() {
        Joins.of(JoinType.LEFT)
                .left("id INT, k INT", APPEND)
                .right("id INT, k INT, y STRING", UPSERT, 0)
                .on(0, 0)
                .on(1, 1)
                .on(
                        "0: +I 1, 7\n1: +I 1, 8",
                        "2: +I 1, 7, p\n3: +U 1, 8, p\n4: +U 1, NULL, p\n5: +U 1, 8, q\n6: -D 1, 0, z")
                .expect("""
                        0: +I 1, 7, NULL, NULL, NULL
                        1: +I 1, 8, NULL, NULL, NULL
                        2: -D 1, 7, NULL, NULL, NULL
                        2: +I 1, 7, 1, 7, p
                        3: -D 1, 7, 1, 7, p
                        3: +I 1, 7, NULL, NULL, NULL
                        3: -D 1, 8, NULL, NULL, NULL
                        3: +I 1, 8, 1, 8, p
                        4: -D 1, 8, 1, 8, p
                        4: +I 1, 8, NULL, NULL, NULL
                        5: -D 1, 8, NULL, NULL, NULL
                        5: +I 1, 8, 1, 8, q
                        6: -D 1, 8, 1, 8, q
                        6: +I 1, 8, NULL, NULL, NULL
                        """);
    }

    @Test
    void anEqualRowMayComeBeforeTheOldOneGoes() {
        Joins.of(JoinType.LEFT)
                .left(KX, RETRACT)
                .right(KY, RETRACT, 0)
                .on(0, 0)
                .on("0: +I 1, a\n0: +I 2, b", """
                        1: +I 1, p
                        2: +I 1, p
                        2: -D 1, p
                        3: +I 1, q
                        3: +I 1, r
                        3: -D 1, r
                        3: -D 1, p
                        4: -D 1, s
                        4: +I 1, s
                        5: +I 2, t
                        5: -D 2, t
                        6: -D 1, q
                        """)
                .expect("""
                        0: +I 1, a, NULL, NULL
                        0: +I 2, b, NULL, NULL
                        1: -D 1, a, NULL, NULL
                        1: +I 1, a, 1, p
                        3: -D 1, a, 1, p
                        3: +I 1, a, 1, q
                        6: -D 1, a, 1, q
                        6: +I 1, a, NULL, NULL
                        """);
    }

    @Test
    void deletesThatCarryTheKeyOnlyTakeOutTheStoredRow() {
        ChangelogMode keyOnly = new ChangelogMode(true, false, true, true, true);
        Joins.of(JoinType.INNER)
                .left(KX, keyOnly, 0)
                .right(KY, APPEND)
                .on(0, 0)
                .on("1: +I 1, a\n2: +U 1, b\n3: -D 1, NULL", "0: +I 1, p")
                .expect("""
                        1: +I 1, a, 1, p
                        2: -U 1, a, 1, p
                        2: +U 1, b, 1, p
                        3: -D 1, b, 1, p
                        """);
    }

    @Test
    void anUpdateThatChangesTheKeyOfAnUpsertResultTakesTheOldKeyOut() {
        Joins.of(JoinType.INNER)
                .left("id INT, k INT", RETRACT, 0)
                .right(KY, RETRACT, 0)
                .on(1, 0)
                .upsert(0)
                .on("1: +I 1, 7\n2: -U 1, 7\n2: +U 2, 7", "0: +I 7, p\n3: -U 7, p\n3: +U 7, q")
                .expect("""
                        1: +I 1, 7, 7, p
                        2: -D 1, 7, 7, p
                        2: +I 2, 7, 7, p
                        3: +U 2, 7, 7, q
                        """);
    }

    @Test
    void notInHidesANullWhileThereIsAnyRow() {
        Joins.of(JoinType.ANTI)
                .left(KX, RETRACT)
                .right("k INT", RETRACT)
                .on(0, 0)
                .nullAware()
                .on("0: +I NULL, a\n1: +I 1, b\n2: +I 2, c", "3: +I 1\n4: +I NULL\n5: -D 1\n6: -D NULL")
                .expect("""
                        0: +I NULL, a
                        1: +I 1, b
                        2: +I 2, c
                        3: -D NULL, a
                        3: -D 1, b
                        4: -D 2, c
                        6: +I NULL, a
                        6: +I 1, b
                        6: +I 2, c
                        """);
    }

    /** {@code v NOT IN (SELECT v FROM r WHERE r.k = l.k)}: only the rows of one's own key count. */
    @Test
    void correlatedNotIn() {
        Joins.of(JoinType.ANTI)
                .left(KV, APPEND)
                .right(KV, RETRACT)
                .on(1, 1)
                .nullAware()
                .where(call(BuiltinFunction.EQUAL, column(0), column(2), Type.BOOLEAN))
                .on("0: +I 1, 5\n1: +I 2, 5\n2: +I 3, NULL", "3: +I 1, NULL\n4: +I 2, 6\n5: +I 3, 1\n6: -D 1, NULL")
                .expect("""
                        0: +I 1, 5
                        1: +I 2, 5
                        2: +I 3, NULL
                        3: -D 1, 5
                        5: -D 3, NULL
                        6: +I 1, 5
                        """);
    }

    @Test
    void existsWithACondition() {
        Joins.of(JoinType.SEMI)
                .left(KV, RETRACT)
                .right(KV, RETRACT)
                .on(0, 0)
                .where(call(BuiltinFunction.LESS, column(1), column(3), Type.BOOLEAN))
                .on(
                        "0: +I 1, 10\n4: -U 1, 10\n4: +U 1, 12\n5: -U 1, 12\n5: +U 1, 99",
                        "1: +I 1, 5\n2: +I 1, 15\n3: +I 1, 20\n6: -D 1, 15")
                .expect("""
                        2: +I 1, 10
                        4: -U 1, 10
                        4: +U 1, 12
                        5: -D 1, 12
                        """);
    }

    @Test
    void consolidatedModeEmitsTheNetEffectOfATick() {
        Joins.of(JoinType.LEFT)
                .left(KX, RETRACT)
                .right(KY, RETRACT, 0)
                .on(0, 0)
                .on(
                        "0: +I 1, a\n3: -U 1, a\n3: +U 1, b\n6: -D 1, b",
                        "1: +I 1, p\n2: -U 1, p\n2: +U 1, q\n-- tick\n4: -D 1, q\n5: +I 1, r")
                .expectConsolidated("""
                        +I 1, a, 1, q
                        -- tick
                        -D 1, a, 1, q
                        """);
    }

    @Test
    void watermarkIsTheLowest() {
        Joins.of(JoinType.INNER)
                .left(KX, APPEND)
                .right(KY, APPEND)
                .on(0, 0)
                .on("0: +I 1, a\n-- watermark 10\n3: +I 2, b", "1: +I 1, p\n-- watermark 5\n4: +I 2, q")
                .expect("""
                        1: +I 1, a, 1, p
                        -- watermark 5
                        4: +I 2, b, 2, q
                        """);
    }

    @Test
    void aConditionThatFailsEndsTheJobBeforeItsPosition() {
        Joins.of(JoinType.LEFT)
                .left(KV, APPEND)
                .right(KV, APPEND)
                .on(0, 0)
                .where(quotientIsGreater())
                .on("0: +I 1, 2\n2: +I 2, 0\n4: +I 1, 0\n5: +I 3, 1", "1: +I 1, 3")
                .expect("""
                        0: +I 1, 2, NULL, NULL
                        1: -D 1, 2, NULL, NULL
                        1: +I 1, 2, 1, 3
                        2: +I 2, 0, NULL, NULL
                        -- fails at 4: DIVISION_BY_ZERO
                        """);
    }

    @Test
    void aPairOnWhichTheConditionFailsIsADeadLetterAndNoMatch() {
        Joins.of(JoinType.LEFT)
                .left(KV, RETRACT)
                .right(KV, APPEND)
                .on(0, 0)
                .where(quotientIsGreater())
                .on("1: +I 1, 0\n2: +I 1, 2\n3: -D 1, 0", "0: +I 1, 3")
                .deadLetters()
                .expect("""
                        1: +I 1, 0, NULL, NULL
                        2: +I 1, 2, 1, 3
                        3: -D 1, 0, NULL, NULL
                        """)
                .expectDeadLetters("1: +I 1, 0, 1, 3\n3: +I 1, 0, 1, 3\n");
    }

    @Test
    void aConditionThatFailsOnPairsOfInsertsEndsTheJobBeforeItsPositionToo() {
        pairsOfInserts().expect("""
                        1: +I 1, 2, 1, 3
                        -- fails at 4: DIVISION_BY_ZERO
                        """);
    }

    @Test
    void aPairOfInsertsOnWhichTheConditionFailsIsADeadLetter() {
        pairsOfInserts().deadLetters().expect("""
                        1: +I 1, 2, 1, 3
                        5: +I 1, 1, 1, 3
                        """).expectDeadLetters("4: +I 1, 0, 1, 3\n");
    }

    private static OperatorHarness pairsOfInserts() {
        return Joins.of(JoinType.INNER)
                .left(KV, APPEND)
                .right(KV, APPEND)
                .on(0, 0)
                .where(quotientIsGreater())
                .on("0: +I 1, 2\n2: +I 2, 0\n4: +I 1, 0\n5: +I 1, 1", "1: +I 1, 3");
    }

    @Test
    void retractionsOfUnknownRowsHaveNoEffectAndAreCounted() {
        Joins joins =
                Joins.of(JoinType.FULL).left(KX, RETRACT).right(KY, UPSERT, 0).on(0, 0);
        joins.on("0: -D 2, a\n1: +I 1, a\n3: -D 1, b", "2: -D 1, p").expect("1: +I 1, a, NULL, NULL");

        JoinOperator operator = operator(joins);
        receive(operator, 0, KX, "0: -D 2, a\n1: +I 1, a\n3: -D 1, b");
        receive(operator, 1, KY, "2: -D 1, p");
        operator.advance(4, new Tick(1, 0, 0), batch -> {});
        assertThat(operator.unknownRetractions()).isEqualTo(3);
    }

    @Test
    void manyRowsOfOneKeyAreTakenOutInAnyOrder() {
        int n = 60;
        String inserts = IntStream.range(0, n)
                .mapToObj(i -> i + ": +I 1, x" + i % 40 + "\n")
                .collect(Collectors.joining());
        String deletes = IntStream.range(0, n)
                .mapToObj(i -> n + 1 + i + ": -D 1, x" + i * 7 % n % 40 + "\n")
                .collect(Collectors.joining());
        List<String> table = Joins.of(JoinType.INNER)
                .left(KX, RETRACT)
                .right(KY, APPEND)
                .on(0, 0)
                .on(inserts + deletes, n + ": +I 1, p")
                .table();
        assertThat(table).isEmpty();
    }

    @Test
    void changesOfAHotKeyDoNotWalkItsRows() {
        changeHotKey(200_000);
    }

    @Test
    @Tag("long")
    void changesOfAHotKeyDoNotWalkItsMillionRows() {
        changeHotKey(1_000_000);
    }

    /** So many rows of one key and as many changes, none of which changes the result: in time only if each costs the same however many rows there are. */
    private static void changeHotKey(int n) {
        Joins joins = Joins.of(JoinType.ANTI)
                .left(KX, RETRACT)
                .right("k INT", RETRACT)
                .on(0, 0);
        JoinOperator operator = operator(joins);
        StringBuilder left = new StringBuilder();
        for (int i = 0; i < n; i++) {
            left.append(i + 1).append(": +I 1, x").append(i).append('\n');
        }
        for (int i = 0; i < n; i += 2) {
            left.append(n + 1 + i)
                    .append(": -D 1, x")
                    .append((long) i * 7919 % n)
                    .append('\n');
        }
        StringBuilder right = new StringBuilder("0: +I 1\n");
        for (int i = 1; i < n; i += 2) {
            right.append(n + 1 + i).append(i % 4 == 1 ? ": +I 1\n" : ": -D 1\n");
        }
        receive(operator, 0, KX, left.toString());
        receive(operator, 1, "k INT", right.toString());
        long[] rows = new long[1];
        operator.advance(Long.MAX_VALUE - 1, new Tick(1, 0, 0), batch -> rows[0] += batch.size());
        assertThat(rows[0]).isZero();
        assertThat(operator.unknownRetractions()).isZero();
    }

    @Test
    void anUpsertInputNeedsAUniqueKey() {
        assertThatThrownBy(() -> operator(Joins.of(JoinType.INNER)
                        .left(KX, UPSERT)
                        .right(KY, APPEND)
                        .on(0, 0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** More rows than are merged at a time: what the last of them hides must not have been shown by then. */
    @Test
    void aTickBeforeAllThatIsReadIsOneStep() {
        Joins joins = Joins.of(JoinType.ANTI)
                .left("k INT", RETRACT)
                .right("k INT", RETRACT)
                .on(0, 0);
        var operator = new JoinOperator(joins.node(), new OperatorSettings(false, ZoneOffset.UTC, null));
        String left = IntStream.rangeClosed(0, ChangeBatch.ROWS_MAX)
                .mapToObj(k -> "+I " + k)
                .collect(Collectors.joining("\n"));
        List<String> changes = new ArrayList<>();
        Output output = batch ->
                changes.addAll(List.of(ChangeText.print(batch, joins.schema()).split("\n")));

        operator.receive(0, beforeAllThatIsRead(left), new Tick(1, 0, 0), output);
        operator.receive(1, beforeAllThatIsRead("+I 0"), new Tick(1, 0, 0), output);
        operator.endTick(0, new Tick(1, 0, 0), output);

        assertThat(changes)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, ChangeBatch.ROWS_MAX)
                        .mapToObj(k -> "+I " + k)
                        .toList());
    }

    /** Where global aggregates without input put their rows. */
    private static ChangeBatch beforeAllThatIsRead(String changes) {
        ChangeBatch batch = ChangeText.parse(changes, SchemaText.parse("k INT"), 0);
        long[] positions = new long[batch.rows()];
        Arrays.fill(positions, -1);
        return ChangeBatch.of(batch.rows(), new Column[] {batch.column(0)}, null, positions, batch.watermarks());
    }

    private static JoinOperator operator(Joins joins) {
        return new JoinOperator(joins.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
    }

    private static void receive(JoinOperator operator, int input, String schema, String changes) {
        ChangeBatch batch = ChangeText.parse(changes, SchemaText.parse(schema), 0);
        operator.receive(input, batch, new Tick(1, 0, 0), out -> {});
    }
}
