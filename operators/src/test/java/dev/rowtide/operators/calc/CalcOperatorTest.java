// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.calc;

import static dev.rowtide.core.function.BuiltinFunction.ADD;
import static dev.rowtide.core.function.BuiltinFunction.DIVIDE;
import static dev.rowtide.core.function.BuiltinFunction.GREATER;
import static dev.rowtide.core.function.BuiltinFunction.UPPER;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CalcOperatorTest {

    private static final String SCHEMA = "k STRING, x BIGINT";
    private static final PlanNode INPUT = input(SchemaText.parse(SCHEMA));
    private static final Expression K = new InputRef(0, STRING);
    private static final Expression X = new InputRef(1, BIGINT);
    private static final Expression SIX_BY_X =
            new Call(DIVIDE, List.of(literal(6), X), BIGINT, new Provenance("6 / x"));

    private static PlanNode input(Schema schema) {
        return new Values(List.of(), new Traits(schema, Set.of(), ChangelogMode.RETRACT));
    }

    private static Literal literal(long value) {
        return new Literal(value, BIGINT);
    }

    private static Expression call(BuiltinFunction function, Type type, Expression... arguments) {
        return new Call(function, List.of(arguments), type);
    }

    private static OperatorHarness filter(Expression condition) {
        return OperatorHarness.of(
                settings -> new FilterOperator(new Filter(INPUT, condition, INPUT.traits()), settings));
    }

    private static Project project(Expression... expressions) {
        return new Project(INPUT, List.of(expressions), INPUT.traits());
    }

    @Test
    void filterKeepsTheKindOfWhatItKeeps() {
        filter(call(GREATER, BOOLEAN, X, literal(1)))
                .input(SCHEMA, """
                        +I a, 1
                        +I b, 2
                        +I c, NULL
                        -U a, 1
                        +U a, 5
                        -U b, 2
                        +U b, 0
                        -U a, 5
                        +U a, 6
                        -D c, NULL
                        -D a, 6
                        """)
                .loneUpdates()
                .expect("""
                        1: +I b, 2
                        3: +U a, 5
                        4: -U b, 2
                        5: -U a, 5
                        5: +U a, 6
                        7: -D a, 6
                        """);
    }

    @Test
    void projectionKeepsKindsAndPositions() {
        OperatorHarness.of(settings -> new ProjectOperator(
                        project(call(ADD, BIGINT, X, literal(1)), call(UPPER, STRING, K), K), settings))
                .input(SCHEMA, """
                        3: +I a, 1
                        4: -U a, 1
                        4: +U b, 2
                        -- watermark 7
                        9: -D b, NULL
                        """)
                .output("y BIGINT, u STRING, k STRING")
                .unknownRetractions()
                .expect("""
                        3: +I 2, A, a
                        4: -U 2, A, a
                        4: +U 3, B, b
                        -- watermark 7
                        9: -D NULL, B, b
                        """);
    }

    @Test
    void updateBeforeIsDropped() {
        OperatorHarness.of(
                        settings -> new DropUpdateBeforeOperator(new DropUpdateBefore(INPUT, INPUT.traits()), settings))
                .input(SCHEMA, """
                        +I a, 1
                        -U a, 1
                        +U a, 2
                        -D a, 2
                        """)
                .outputKey(0)
                .expect("""
                        +I a, 1
                        +U a, 2
                        -D a, 2
                        """);
    }

    @Test
    void theFirstFailureEndsTheJobAfterAllThatCameBefore() {
        OperatorHarness.of(settings -> new ProjectOperator(project(K, SIX_BY_X), settings))
                .input(SCHEMA, """
                        +I a, 1
                        +I b, 3
                        +I c, 0
                        +I d, 0
                        +I e, 2
                        """)
                .expect("""
                        +I a, 6
                        +I b, 2
                        -- fails at 2: DIVISION_BY_ZERO
                        """);
    }

    @Test
    void anUpdateThatFailsHalfwayHasNoEffect() {
        OperatorHarness.of(settings -> new ProjectOperator(project(K, SIX_BY_X), settings))
                .input(SCHEMA, """
                        +I a, 1
                        -U a, 1
                        +U a, 0
                        """)
                .expect("""
                        +I a, 6
                        -- fails at 1: DIVISION_BY_ZERO
                        """);
    }

    @Test
    void theErrorNamesExpressionAndRow() {
        List<ChangeBatch> emitted = new ArrayList<>();
        ChangeBatch batch = ChangeText.parse("""
                +I a, 1
                -U a, 1
                +U a, 0
                """, INPUT.schema(), 10);
        Operator operator = new ProjectOperator(project(K, SIX_BY_X), new OperatorSettings(true, ZoneOffset.UTC, null));
        RowFailure failure = catchThrowableOfType(
                RowFailure.class, () -> operator.receive(0, batch, new Tick(1, 0, 0), emitted::add));
        assertThat(failure.position()).isEqualTo(11);
        assertThat(failure.error().code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
        assertThat(failure.error().message()).isEqualTo("division by zero");
        assertThat(failure.error().detail()).isEqualTo("in 6 / x, for the row k = 'a', x = 0");
        assertThat(emitted).hasSize(1);
        assertThat(ChangeText.print(emitted.get(0), INPUT.schema())).isEqualTo("+I a, 6\n");
    }

    @Test
    void aFilterPassesTheWatermarkOfRowsThatItDrops() {
        List<ChangeBatch> emitted = new ArrayList<>();
        Operator operator = new FilterOperator(
                new Filter(INPUT, call(GREATER, BOOLEAN, X, literal(100)), INPUT.traits()),
                new OperatorSettings(true, ZoneOffset.UTC, null));
        ChangeBatch batch = ChangeText.parse("+I a, 1\n", INPUT.schema(), 1);
        operator.receive(0, batch, new Tick(1, 0, 0), emitted::add);
        assertThat(emitted).isEmpty();
        operator.receive(0, batch.withWatermarks(Watermarks.constant(5)), new Tick(1, 0, 0), emitted::add);
        assertThat(emitted).hasSize(1);
        assertThat(emitted.get(0).size()).isZero();
        assertThat(emitted.get(0).watermarks().after()).isEqualTo(5);
    }

    @Test
    void deadLettersTakeFailedRowsOutOfFilters() {
        filter(call(GREATER, BOOLEAN, SIX_BY_X, literal(2)))
                .input(SCHEMA, """
                        +I a, 1
                        +I b, 0
                        +I c, 6
                        -U a, 1
                        +U a, 0
                        -U a, 0
                        +U a, 2
                        -D b, 0
                        """)
                .deadLetters()
                .loneUpdates()
                .expect("""
                        0: +I a, 1
                        3: -U a, 1
                        4: +U a, 2
                        """)
                .expectDeadLetters("""
                        1: k = 'b', x = 0
                        3: k = 'a', x = 0
                        """);
    }

    @Test
    void deadLettersTakeFailedRowsOutOfProjections() {
        OperatorHarness.of(settings -> new ProjectOperator(project(K, SIX_BY_X), settings))
                .input(SCHEMA, "+I a, 1\n+I NULL, 0\n+I c, NULL\n")
                .deadLetters()
                .expect("+I a, 6\n+I c, NULL\n")
                .expectDeadLetters("1: k = NULL, x = 0");
    }
}
