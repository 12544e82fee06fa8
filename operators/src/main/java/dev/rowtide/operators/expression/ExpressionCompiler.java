// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.VectorFunction;
import dev.rowtide.operators.function.arithmetic.Arithmetic;
import dev.rowtide.operators.function.cast.Casts;
import dev.rowtide.operators.function.comparison.Comparisons;
import dev.rowtide.operators.function.logic.Negation;
import dev.rowtide.operators.function.logic.NullIf;
import dev.rowtide.operators.function.logic.NullTest;
import dev.rowtide.operators.function.logic.TruthTest;
import dev.rowtide.operators.function.nested.NestedValues;
import dev.rowtide.operators.function.text.Texts;
import dev.rowtide.operators.function.time.Times;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes kernels of expressions. Calls of literals are computed here, once; what expressions have in common is computed once per batch. */
public final class ExpressionCompiler {

    private final ZoneId zone;
    private final EvaluatedExpressions evaluated = new EvaluatedExpressions();

    private ExpressionCompiler(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * The kernel of an expression.
     *
     * @param zone the session's time zone, for casts of TIMESTAMP_LTZ
     * @throws dev.rowtide.core.error.EngineException if the expression has no meaning whatever the input, such as a malformed pattern, or is not supported
     */
    public static Kernel compile(Expression expression, ZoneId zone) {
        return new ExpressionCompiler(zone).kernel(simplified(expression, zone));
    }

    /**
     * The kernels of expressions which are evaluated one after the other, for the same rows.
     *
     * @throws dev.rowtide.core.error.EngineException as {@link #compile} does
     */
    public static Kernel[] compileAll(List<Expression> expressions, ZoneId zone) {
        ExpressionCompiler compiler = new ExpressionCompiler(zone);
        return compiler.kernels(expressions.stream()
                .map(expression -> simplified(expression, zone))
                .toList());
    }

    /**
     * The selector of a condition, for those who only want the rows where it is TRUE.
     *
     * @param condition a BOOLEAN expression
     * @throws dev.rowtide.core.error.EngineException as {@link #compile} does
     */
    public static Selector compileCondition(Expression condition, ZoneId zone) {
        return new ExpressionCompiler(zone).selector(simplified(condition, zone));
    }

    private static Expression simplified(Expression expression, ZoneId zone) {
        return new Simplifier(zone).simplify(expression);
    }

    /** The kernel of an expression as it stands, without simplification. */
    static Kernel compileAsIs(Expression expression, ZoneId zone) {
        return new ExpressionCompiler(zone).kernel(expression);
    }

    private Kernel kernel(Expression expression) {
        if (expression instanceof InputRef reference) {
            int index = reference.index();
            return (batch, selection, size, evaluation) -> batch.column(index);
        } else if (expression instanceof Literal literal) {
            return new LiteralKernel(literal);
        }
        Kernel known = evaluated.find(expression);
        if (known != null) {
            return known;
        }
        Kernel kernel = expression instanceof ScalarCall call
                ? new ScalarCallKernel(call, kernels(call.arguments()))
                : kernel((Call) expression);
        return evaluated.add(expression, kernel);
    }

    private Kernel kernel(Call call) {
        return switch (call.function()) {
            case AND -> junction(false, call);
            case OR -> junction(true, call);
            case CASE -> caseKernel(call);
            case COALESCE ->
                new CoalesceKernel(
                        firstForAllRows(call.arguments(), this::kernel).toArray(Kernel[]::new));
            case CURRENT_TIMESTAMP -> new CurrentTimestampKernel(call.type());
            case RAND -> new RandomKernel(PositionHash.of(call));
            case UUID -> new UuidKernel(PositionHash.of(call));
            default -> {
                Condition condition = Condition.of(call);
                yield condition.test() == null
                        ? new CallKernel(function(call), kernels(call.arguments()))
                        : kernel(condition);
            }
        };
    }

    private Kernel kernel(Condition condition) {
        Kernel kernel = kernel(condition.expression());
        return condition.test() == null ? kernel : new CallKernel(condition.test(), kernel);
    }

    private Kernel junction(boolean decisive, Call call) {
        Kernel[] operands = firstForAllRows(Condition.operands(call), (Condition operand) -> kernel(operand))
                .toArray(Kernel[]::new);
        return operands.length == 1 ? operands[0] : new JunctionKernel(decisive, operands);
    }

    private Kernel caseKernel(Call call) {
        List<Expression> arguments = call.arguments();
        Selector first = selector(arguments.get(0));
        return evaluated.scope(() -> caseKernel(first, arguments, call.type().storage()));
    }

    private Kernel caseKernel(Selector first, List<Expression> arguments, Storage storage) {
        Selector[] conditions = new Selector[arguments.size() / 2];
        Kernel[] branches = new Kernel[conditions.length + 1];
        for (int i = 0; i < conditions.length; i++) {
            conditions[i] = i == 0 ? first : selector(arguments.get(2 * i));
            Expression branch = arguments.get(2 * i + 1);
            branches[i] = evaluated.scope(() -> kernel(branch));
        }
        branches[conditions.length] = kernel(arguments.get(arguments.size() - 1));
        return new CaseKernel(conditions, branches, storage);
    }

    private Selector selector(Expression expression) {
        return selector(Condition.of(expression));
    }

    private Selector selector(Condition condition) {
        Expression expression = condition.expression();
        if (condition.test() != null) {
            return Selectors.predicate(condition.test(), kernel(expression));
        } else if (expression instanceof Literal literal) {
            return Selectors.constant(Boolean.TRUE.equals(literal.value()));
        }
        return expression instanceof Call call ? selector(call) : Selectors.column(kernel(expression));
    }

    private Selector selector(Call call) {
        return switch (call.function()) {
            case AND -> Selectors.all(selectors(call));
            case OR -> Selectors.any(selectors(call));
            case IS_TRUE -> selector(call.arguments().get(0));
            case IS_NOT_TRUE -> Selectors.others(selector(call.arguments().get(0)));
            case CASE,
                    COALESCE,
                    CAST,
                    TRY_CAST,
                    NULLIF,
                    LEAST,
                    GREATEST,
                    ROW_FIELD,
                    ARRAY_ITEM,
                    MAP_ITEM,
                    ARRAY_CONTAINS -> Selectors.column(kernel(call));
            default -> Selectors.predicate((Predicate) function(call), kernels(call.arguments()));
        };
    }

    private Selector[] selectors(Call junction) {
        return firstForAllRows(Condition.operands(junction), (Condition operand) -> selector(operand))
                .toArray(Selector[]::new);
    }

    /** Compiles the parts of an expression of which the first is evaluated for all rows, each other one for some of those of the one before. */
    private <P, T> List<T> firstForAllRows(List<P> parts, Function<P, T> compilation) {
        List<T> compiled = new ArrayList<>(parts.size());
        compiled.add(compilation.apply(parts.get(0)));
        return evaluated.scope(() -> {
            parts.stream().skip(1).map(compilation).forEach(compiled::add);
            return compiled;
        });
    }

    private Kernel[] kernels(List<Expression> expressions) {
        return expressions.stream().map(this::kernel).toArray(Kernel[]::new);
    }

    private VectorFunction function(Call call) {
        return switch (call.function()) {
            case NOT -> new Negation();
            case IS_NULL -> new NullTest(false);
            case IS_NOT_NULL -> new NullTest(true);
            case IS_TRUE -> new TruthTest(true, false);
            case IS_NOT_TRUE -> new TruthTest(true, true);
            case IS_FALSE -> new TruthTest(false, false);
            case IS_NOT_FALSE -> new TruthTest(false, true);
            case EQUAL,
                    NOT_EQUAL,
                    LESS,
                    LESS_OR_EQUAL,
                    GREATER,
                    GREATER_OR_EQUAL,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM -> Comparisons.of(call);
            case LEAST, GREATEST -> Comparisons.extreme(call);
            case NULLIF ->
                new NullIf(Comparisons.equality(
                        call.arguments().get(0).type(), call.arguments().get(1).type()));
            case ADD,
                    SUBTRACT,
                    MULTIPLY,
                    DIVIDE,
                    MOD,
                    NEGATE,
                    ABS,
                    SIGN,
                    FLOOR,
                    CEIL,
                    ROUND,
                    TRUNCATE,
                    SQRT,
                    POWER,
                    EXP,
                    LN,
                    LOG10 -> Arithmetic.of(call);
            case CAST, TRY_CAST -> Casts.of(call, zone);
            case UPPER,
                    LOWER,
                    CHAR_LENGTH,
                    OCTET_LENGTH,
                    SUBSTRING,
                    CONCAT,
                    TRIM,
                    LTRIM,
                    RTRIM,
                    POSITION,
                    REPLACE,
                    LIKE,
                    ILIKE,
                    STARTS_WITH,
                    ENDS_WITH,
                    LEFT,
                    RIGHT,
                    REVERSE,
                    REPEAT,
                    LPAD,
                    RPAD,
                    SPLIT_PART,
                    REGEXP_LIKE,
                    REGEXP_EXTRACT -> Texts.of(call);
            case EXTRACT_YEAR,
                    EXTRACT_QUARTER,
                    EXTRACT_MONTH,
                    EXTRACT_WEEK,
                    EXTRACT_DAY,
                    EXTRACT_DAY_OF_WEEK,
                    EXTRACT_DAY_OF_YEAR,
                    EXTRACT_HOUR,
                    EXTRACT_MINUTE,
                    EXTRACT_SECOND,
                    EXTRACT_MILLISECOND,
                    EXTRACT_MICROSECOND,
                    EXTRACT_EPOCH,
                    FLOOR_TIME,
                    CEIL_TIME,
                    TIME_ADD,
                    TIME_SUBTRACT,
                    TIME_DIFFERENCE,
                    DATE_FORMAT,
                    DATE_FIELDS,
                    DATE_TEXT -> Times.of(call, zone);
            case ARRAY, MAP, ROW, ROW_FIELD, ARRAY_ITEM, MAP_ITEM, CARDINALITY, ARRAY_CONTAINS -> NestedValues.of(call);
            case AND, OR, CASE, COALESCE, CURRENT_TIMESTAMP, RAND, UUID ->
                throw new IllegalStateException(call.function() + " has a kernel of its own");
        };
    }
}
