// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.DOUBLE;
import static dev.rowtide.core.type.Type.INTEGER;
import static dev.rowtide.core.type.Type.STRING;
import static dev.rowtide.core.type.Type.decimal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels and selectors against {@link BoxedEvaluator}: random expressions over random rows, all of them and a selection. */
class RandomExpressionTest {

    private static final Type NARROW = decimal(8, 2);
    private static final Type WIDE = decimal(25, 3);
    private static final List<Type> TYPES = List.of(BIGINT, INTEGER, DOUBLE, NARROW, WIDE, STRING, BOOLEAN);
    private static final int ROWS = 150;
    private static final int EXPRESSIONS = 200;
    private static final String[] WORDS = {"", " ", "a", "Ab", "ab ", "é", "ÀB", "12", "-7", "3.5", "1e3", "x😀", " 42 "
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void kernelsAgreeWithTheModel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < EXPRESSIONS; i++) {
            List<List<@Nullable Object>> rows = rows(random, random.nextInt(3) == 0 ? 0 : 0.2);
            ChangeBatch batch = batch(rows);
            Expression expression = expression(TYPES.get(random.nextInt(TYPES.size())), 4, random);
            check(expression, rows, batch, null, ROWS);
            int[] selection = random.ints(ROWS / 3, 0, ROWS).sorted().distinct().toArray();
            check(expression, rows, batch, selection, selection.length);
        }
    }

    private static void check(
            Expression expression,
            List<List<@Nullable Object>> rows,
            ChangeBatch batch,
            int @Nullable [] selection,
            int size) {
        Evaluation evaluation = new Evaluation(FunctionCheck.TICK);
        Column column =
                ExpressionCompiler.compile(expression, ZoneOffset.UTC).evaluate(batch, selection, size, evaluation);
        Evaluation selecting = new Evaluation(FunctionCheck.TICK);
        int[] selected = new int[size];
        int count = expression.type() == BOOLEAN
                ? ExpressionCompiler.compileCondition(expression, ZoneOffset.UTC)
                        .select(batch, selection, size, selected, selecting)
                : 0;
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            Supplier<String> where = () -> expression + " of " + rows.get(row);
            Object expected;
            try {
                expected = BoxedEvaluator.evaluate(expression, rows.get(row));
            } catch (EngineException e) {
                // Kernels may join conditions and so spare a row the failure of an operand, but only below AND and OR.
                if (!expression.toString().matches(".*\\b(AND|OR)\\(.*")) {
                    assertThat(evaluation.failure(row)).as(where).isNotNull();
                    assertThat(evaluation.failure(row).code()).as(where).isEqualTo(e.code());
                }
                continue;
            }
            assertThat(evaluation.failure(row)).as(where).isNull();
            assertThat(Datum.get(column, row, expression.type())).as(where).isEqualTo(expected);
            if (expression.type() == BOOLEAN) {
                assertThat(selecting.failure(row)).as(where).isNull();
                assertThat(Arrays.binarySearch(selected, 0, count, row) >= 0)
                        .as(where)
                        .isEqualTo(Boolean.TRUE.equals(expected));
            }
        }
    }

    private static Expression expression(Type type, int depth, SplittableRandom random) {
        int kind = random.nextInt(10);
        if (depth == 0 || kind < 2) {
            return random.nextInt(3) == 0
                    ? new Literal(random.nextInt(8) == 0 ? null : value(type, random), type)
                    : new InputRef(TYPES.indexOf(type), type);
        }
        if (kind == 2) {
            return call(BuiltinFunction.CASE, type, depth, random, BOOLEAN, type, BOOLEAN, type, type);
        } else if (kind == 3) {
            return call(
                    pick(
                            random,
                            BuiltinFunction.COALESCE,
                            BuiltinFunction.NULLIF,
                            BuiltinFunction.LEAST,
                            BuiltinFunction.GREATEST),
                    type,
                    depth,
                    random,
                    type,
                    type);
        } else if (type == BOOLEAN) {
            return condition(depth, random);
        } else if (type == STRING) {
            return text(depth, random);
        } else if (kind == 4) {
            Type from = TYPES.get(random.nextInt(TYPES.size() - 1));
            return from == type
                    ? expression(type, depth - 1, random)
                    : call(BuiltinFunction.CAST, type, depth, random, from);
        } else if (kind == 5) {
            return call(pick(random, BuiltinFunction.NEGATE, BuiltinFunction.ABS), type, depth, random, type);
        } else if (type == WIDE && kind == 6) {
            return call(BuiltinFunction.MULTIPLY, decimal(33, 5), WIDE, depth, random, WIDE, NARROW);
        } else if (type == BIGINT && kind == 6) {
            return call(BuiltinFunction.CHAR_LENGTH, type, depth, random, STRING);
        }
        return call(
                pick(
                        random,
                        BuiltinFunction.ADD,
                        BuiltinFunction.SUBTRACT,
                        BuiltinFunction.MULTIPLY,
                        BuiltinFunction.DIVIDE,
                        BuiltinFunction.MOD),
                type,
                depth,
                random,
                type,
                type);
    }

    private static Expression condition(int depth, SplittableRandom random) {
        Type type = TYPES.get(random.nextInt(TYPES.size()));
        BuiltinFunction comparison = pick(
                random,
                BuiltinFunction.EQUAL,
                BuiltinFunction.NOT_EQUAL,
                BuiltinFunction.LESS,
                BuiltinFunction.LESS_OR_EQUAL,
                BuiltinFunction.GREATER,
                BuiltinFunction.GREATER_OR_EQUAL,
                BuiltinFunction.IS_DISTINCT_FROM,
                BuiltinFunction.IS_NOT_DISTINCT_FROM);
        return switch (random.nextInt(9)) {
            case 0, 1 -> junction(BuiltinFunction.AND, depth, random);
            case 2, 3 -> junction(BuiltinFunction.OR, depth, random);
            case 4 -> call(BuiltinFunction.NOT, BOOLEAN, depth, random, BOOLEAN);
            case 5 ->
                call(
                        pick(
                                random,
                                BuiltinFunction.IS_TRUE,
                                BuiltinFunction.IS_NOT_TRUE,
                                BuiltinFunction.IS_FALSE,
                                BuiltinFunction.IS_NOT_FALSE),
                        BOOLEAN,
                        depth,
                        random,
                        BOOLEAN);
            case 6 ->
                call(pick(random, BuiltinFunction.IS_NULL, BuiltinFunction.IS_NOT_NULL), BOOLEAN, depth, random, type);
            default -> call(comparison, BOOLEAN, depth, random, type, type);
        };
    }

    /** Often tests of one column with literals, which are joined. */
    private static Expression junction(BuiltinFunction function, int depth, SplittableRandom random) {
        if (random.nextInt(3) > 0) {
            return call(function, BOOLEAN, depth, random, BOOLEAN, BOOLEAN, BOOLEAN);
        }
        Type type = TYPES.get(random.nextInt(TYPES.size() - 1));
        List<Expression> tests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            BuiltinFunction comparison = pick(
                    random,
                    BuiltinFunction.EQUAL,
                    BuiltinFunction.NOT_EQUAL,
                    BuiltinFunction.LESS,
                    BuiltinFunction.LESS_OR_EQUAL,
                    BuiltinFunction.GREATER,
                    BuiltinFunction.GREATER_OR_EQUAL);
            Expression column = new InputRef(TYPES.indexOf(type), type);
            Expression literal = new Literal(value(type, random), type);
            boolean swapped = random.nextBoolean();
            tests.add(new Call(comparison, swapped ? List.of(literal, column) : List.of(column, literal), BOOLEAN));
        }
        return new Call(function, tests, BOOLEAN);
    }

    private static Expression text(int depth, SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> call(pick(random, BuiltinFunction.UPPER, BuiltinFunction.TRIM), STRING, depth, random, STRING);
            case 1 -> call(BuiltinFunction.CONCAT, STRING, depth, random, STRING, STRING);
            case 2 -> call(BuiltinFunction.CAST, STRING, depth, random, TYPES.get(random.nextInt(5)));
            default ->
                new Call(
                        BuiltinFunction.REPLACE,
                        List.of(
                                expression(STRING, depth - 1, random),
                                new Literal("b", STRING),
                                expression(STRING, depth - 1, random)),
                        STRING);
        };
    }

    private static Expression call(
            BuiltinFunction function, Type type, int depth, SplittableRandom random, Type... arguments) {
        List<Expression> expressions = new ArrayList<>();
        for (Type argument : arguments) {
            expressions.add(expression(argument, depth - 1, random));
        }
        return new Call(function, expressions, type);
    }

    /** The call, cast to another type. */
    private static Expression call(
            BuiltinFunction function, Type type, Type cast, int depth, SplittableRandom random, Type... arguments) {
        return new Call(BuiltinFunction.CAST, List.of(call(function, type, depth, random, arguments)), cast);
    }

    private static BuiltinFunction pick(SplittableRandom random, BuiltinFunction... functions) {
        return functions[random.nextInt(functions.length)];
    }

    private static List<List<@Nullable Object>> rows(SplittableRandom random, double nulls) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            for (Type type : TYPES) {
                row.add(random.nextDouble() < nulls ? null : value(type, random));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Object value(Type type, SplittableRandom random) {
        if (type == BOOLEAN) {
            return random.nextBoolean();
        } else if (type == STRING) {
            return WORDS[random.nextInt(WORDS.length)];
        } else if (type == DOUBLE) {
            double[] special = {0.0, -0.0, 1.5, -2.25, Double.NaN, Double.POSITIVE_INFINITY, 1e18, 0.1};
            return special[random.nextInt(special.length)];
        } else if (type == NARROW) {
            return BigDecimal.valueOf(
                    random.nextInt(4) == 0 ? 99_999_999 - random.nextInt(3) : random.nextInt(-300, 300), 2);
        } else if (type == WIDE) {
            BigDecimal small = BigDecimal.valueOf(random.nextInt(-3000, 3000), 3);
            return random.nextInt(4) == 0 ? small.add(new BigDecimal("9999999999999999999990.000")) : small;
        }
        long max = type == INTEGER ? Integer.MAX_VALUE : Long.MAX_VALUE;
        return switch (random.nextInt(8)) {
            case 0 -> max - random.nextInt(2);
            case 1 -> -max - 1 + random.nextInt(2);
            default -> (long) random.nextInt(-5, 6);
        };
    }

    private static ChangeBatch batch(List<List<@Nullable Object>> rows) {
        BatchBuilder builder = new BatchBuilder(
                new Schema(TYPES.stream().map(type -> new Field("c", type)).toList()));
        for (List<@Nullable Object> row : rows) {
            for (int c = 0; c < TYPES.size(); c++) {
                Datum.append(builder.column(c), row.get(c), TYPES.get(c));
            }
            builder.endRow(RowKind.PLUS_I, builder.rows());
        }
        return builder.build(Watermarks.absent());
    }
}
