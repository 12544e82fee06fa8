// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.error.ErrorCode.DIVISION_BY_ZERO;
import static dev.rowtide.core.function.BuiltinFunction.ADD;
import static dev.rowtide.core.function.BuiltinFunction.AND;
import static dev.rowtide.core.function.BuiltinFunction.CASE;
import static dev.rowtide.core.function.BuiltinFunction.COALESCE;
import static dev.rowtide.core.function.BuiltinFunction.DIVIDE;
import static dev.rowtide.core.function.BuiltinFunction.GREATER;
import static dev.rowtide.core.function.BuiltinFunction.IS_NOT_NULL;
import static dev.rowtide.core.function.BuiltinFunction.NOT_EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.OR;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What expressions have in common is computed once for a row, and for no row that would not need it. */
class CommonExpressionsTest {

    private static final Expression X = new InputRef(0, BIGINT);
    private static final Expression ZERO = literal(0);

    /** Squares and keeps the arguments it was called with. */
    private static final class Square implements ScalarFunction {
        private final List<Object> calls = new ArrayList<>();
        private final boolean deterministic;

        Square(boolean deterministic) {
            this.deterministic = deterministic;
        }

        @Override
        public String name() {
            return "square";
        }

        @Override
        public boolean deterministic() {
            return deterministic;
        }

        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            Long x = (Long) arguments[0];
            if (x == null) {
                return null;
            }
            calls.add(x);
            return x * x;
        }
    }

    private final Square square = new Square(true);
    private final Expression squared = new ScalarCall(square, List.of(X), BIGINT);

    private static Expression literal(long value) {
        return new Literal(value, BIGINT);
    }

    private static Expression call(BuiltinFunction function, Type type, Expression... arguments) {
        return new Call(function, List.of(arguments), type);
    }

    private static ChangeBatch batch(long... values) {
        return ChangeBatch.inserts(values.length, new Column[] {new LongColumn(values, null)}, 0, Watermarks.absent());
    }

    /** The values of each expression by row of the batch. */
    private static List<List<@Nullable Object>> evaluate(
            ChangeBatch batch, Evaluation evaluation, Kernel[] kernels, Expression... expressions) {
        List<List<@Nullable Object>> all = new ArrayList<>();
        for (int k = 0; k < kernels.length; k++) {
            Column column = kernels[k].evaluate(batch, batch.selection(), batch.size(), evaluation);
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < batch.size(); i++) {
                values.add(Datum.get(column, batch.row(i), expressions[k].type()));
            }
            all.add(values);
        }
        return all;
    }

    private static Kernel[] compile(Expression... expressions) {
        return ExpressionCompiler.compileAll(List.of(expressions), ZoneOffset.UTC);
    }

    private static List<List<@Nullable Object>> evaluate(ChangeBatch batch, Expression... expressions) {
        return evaluate(batch, new Evaluation(FunctionCheck.TICK), compile(expressions), expressions);
    }

    @Test
    void columnsShareWhatTheyHaveInCommon() {
        assertThat(evaluate(batch(2, 3), call(ADD, BIGINT, squared, literal(1)), squared))
                .containsExactly(List.of(5L, 10L), List.of(4L, 9L));
        assertThat(square.calls).containsExactly(2L, 3L);
    }

    @Test
    void conditionsAndBranchesOfACaseShareWhatTheFirstConditionNeeds() {
        Expression byRange = call(
                CASE,
                BIGINT,
                call(GREATER, BOOLEAN, squared, literal(10)),
                squared,
                call(GREATER, BOOLEAN, squared, literal(5)),
                call(ADD, BIGINT, squared, literal(1000)),
                ZERO);
        assertThat(evaluate(batch(4, 3, 2), byRange)).containsExactly(List.of(16L, 1009L, 0L));
        assertThat(square.calls).containsExactly(4L, 3L, 2L);
    }

    @Test
    void whatABranchNeedsIsNotThereForOtherRows() {
        Expression guarded = call(CASE, BIGINT, call(GREATER, BOOLEAN, X, literal(2)), squared, ZERO);
        assertThat(evaluate(batch(1, 5), guarded, squared)).containsExactly(List.of(0L, 25L), List.of(1L, 25L));
        assertThat(square.calls).containsExactly(5L, 1L, 5L);
    }

    @Test
    void laterConditionsOfACaseShareWithWhatComesAfterThem() {
        Expression chosen = call(
                CASE,
                BIGINT,
                call(GREATER, BOOLEAN, X, literal(2)),
                ZERO,
                call(GREATER, BOOLEAN, squared, literal(3)),
                squared,
                call(ADD, BIGINT, squared, literal(100)));
        assertThat(evaluate(batch(1, 2, 5), chosen)).containsExactly(List.of(101L, 4L, 0L));
        assertThat(square.calls).containsExactly(1L, 2L);
    }

    @Test
    void junctionsAndCoalesceShareTheirFirstOperandOnly() {
        Expression big = call(GREATER, BOOLEAN, squared, literal(3));
        Expression positive = call(GREATER, BOOLEAN, X, literal(1));
        for (Expression first : List.of(
                call(AND, BOOLEAN, big, positive),
                call(OR, BOOLEAN, big, positive),
                call(IS_NOT_NULL, BOOLEAN, call(COALESCE, BIGINT, squared, X)))) {
            square.calls.clear();
            evaluate(batch(1, 2), first, squared);
            assertThat(square.calls).as(first.toString()).containsExactly(1L, 2L);
        }
        for (Expression later : List.of(call(AND, BOOLEAN, positive, big), call(OR, BOOLEAN, positive, big))) {
            square.calls.clear();
            assertThat(evaluate(batch(1, 2), later, squared).get(1)).containsExactly(1L, 4L);
            assertThat(square.calls).as(later.toString()).hasSize(3);
        }
    }

    @Test
    void aGuardedFailureStaysGuarded() {
        Expression quotient = call(DIVIDE, BIGINT, literal(12), X);
        Expression guard = call(NOT_EQUAL, BOOLEAN, X, ZERO);
        Expression[] guarded = {
            call(CASE, BIGINT, guard, quotient, ZERO),
            call(CASE, BIGINT, call(AND, BOOLEAN, guard, call(GREATER, BOOLEAN, quotient, literal(3))), quotient, ZERO)
        };
        Evaluation evaluation = new Evaluation(FunctionCheck.TICK);
        assertThat(evaluate(batch(0, 3, 6), evaluation, compile(guarded), guarded))
                .containsExactly(List.of(0L, 4L, 2L), List.of(0L, 4L, 0L));
        assertThat(evaluation.hasFailures()).isFalse();

        Expression[] unguarded = {guarded[0], quotient};
        Evaluation failing = new Evaluation(FunctionCheck.TICK);
        List<List<@Nullable Object>> values = evaluate(batch(0, 3), failing, compile(unguarded), unguarded);
        assertThat(failing.failure(0)).isNotNull();
        assertThat(failing.failure(0).code()).isEqualTo(DIVISION_BY_ZERO);
        assertThat(failing.failure(1)).isNull();
        assertThat(values.get(1).get(1)).isEqualTo(4L);
    }

    /** Else the copies that are made of a call had different values. */
    @Test
    void copiesOfWhatIsNotDeterministicAreEvaluatedOnce() {
        Square counting = new Square(false);
        Expression copied = new ScalarCall(counting, List.of(X), BIGINT);
        evaluate(batch(2), copied, call(ADD, BIGINT, copied, literal(1)));
        assertThat(counting.calls).containsExactly(2L);

        Square other = new Square(false);
        evaluate(batch(2), copied, new ScalarCall(other, List.of(X), BIGINT));
        assertThat(counting.calls).containsExactly(2L, 2L);
        assertThat(other.calls).containsExactly(2L);
    }

    @Test
    void eachBatchHasItsOwn() {
        Expression[] expressions = {squared, call(ADD, BIGINT, squared, literal(1))};
        Kernel[] kernels = compile(expressions);
        ChangeBatch[] batches = {
            batch(1, 2, 3),
            batch(1, 2, 3).withSelection(new int[] {}, 0),
            batch(7),
            batch(4, 5).withSelection(new int[] {1}, 1)
        };
        List<List<List<@Nullable Object>>> all = new ArrayList<>();
        for (ChangeBatch batch : batches) {
            all.add(evaluate(batch, new Evaluation(FunctionCheck.TICK), kernels, expressions));
        }
        assertThat(all)
                .containsExactly(
                        List.of(List.of(1L, 4L, 9L), List.of(2L, 5L, 10L)),
                        List.of(List.of(), List.of()),
                        List.of(List.of(49L), List.of(50L)),
                        List.of(List.of(25L), List.of(26L)));
        assertThat(square.calls).containsExactly(1L, 2L, 3L, 7L, 5L);
    }
}
