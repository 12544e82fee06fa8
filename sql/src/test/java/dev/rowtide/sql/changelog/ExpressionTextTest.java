// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpressionTextTest {

    private static final Schema SCHEMA =
            Schema.of(new Field("a", Type.INTEGER), new Field("b", Type.INTEGER), new Field("s", Type.STRING));
    private static final Expression A = new InputRef(0, Type.INTEGER);
    private static final Expression B = new InputRef(1, Type.INTEGER);
    private static final Expression S = new InputRef(2, Type.STRING);

    @Test
    void parenthesesStandOnlyWhereTheyMatter() {
        assertText(call(BuiltinFunction.MULTIPLY, call(BuiltinFunction.ADD, A, B), A), "(a + b) * a");
        assertText(call(BuiltinFunction.ADD, call(BuiltinFunction.MULTIPLY, A, B), A), "a * b + a");
        assertText(call(BuiltinFunction.SUBTRACT, call(BuiltinFunction.SUBTRACT, A, B), A), "a - b - a");
        assertText(call(BuiltinFunction.SUBTRACT, A, call(BuiltinFunction.SUBTRACT, A, B)), "a - (a - b)");
        assertText(
                call(BuiltinFunction.AND, call(BuiltinFunction.OR, less(A, B), less(B, A)), less(A, A)),
                "(a < b OR b < a) AND a < a");
        assertText(call(BuiltinFunction.NOT, less(A, B)), "NOT a < b");
        assertText(
                call(BuiltinFunction.NOT, call(BuiltinFunction.AND, less(A, B), less(B, A))), "NOT (a < b AND b < a)");
        assertText(call(BuiltinFunction.EQUAL, less(A, B), less(B, A)), "(a < b) = (b < a)");
        assertText(call(BuiltinFunction.NEGATE, call(BuiltinFunction.ADD, A, B)), "-(a + b)");
        assertText(call(BuiltinFunction.IS_NULL, call(BuiltinFunction.ADD, A, B)), "a + b IS NULL");
    }

    @Test
    void functionsAreWrittenAsInSql() {
        assertText(new Call(BuiltinFunction.CAST, List.of(S), Type.BIGINT), "CAST(s AS BIGINT)");
        assertText(call(BuiltinFunction.CASE, less(A, B), A, B), "CASE WHEN a < b THEN a ELSE b END");
        assertText(call(BuiltinFunction.LIKE, S, new Literal("it's%", Type.STRING)), "s LIKE 'it''s%'");
        assertText(call(BuiltinFunction.EXTRACT_DAY_OF_WEEK, A), "EXTRACT(DAYOFWEEK FROM a)");
        assertText(call(BuiltinFunction.FLOOR_TIME, A, new Literal("HOUR", Type.STRING)), "FLOOR(a TO HOUR)");
        assertText(call(BuiltinFunction.UPPER, S), "UPPER(s)");
    }

    @Test
    void literalsAreWrittenAsInSql() {
        assertText(new Literal(null, Type.INTEGER), "NULL");
        assertText(new Literal(0L, Type.DATE), "DATE '1970-01-01'");
        assertText(new Literal(1_500_000L, Type.timestamp(3)), "TIMESTAMP '1970-01-01 00:00:01.500'");
        assertText(new Literal(86_400_000_000L, Type.of(TypeKind.INTERVAL_DAY_TIME)), "INTERVAL '1' DAY");
        assertText(new Literal(5_000_000L, Type.of(TypeKind.INTERVAL_DAY_TIME)), "INTERVAL '5' SECOND");
        assertText(
                new Literal(1_500_000L, Type.of(TypeKind.INTERVAL_DAY_TIME)),
                "INTERVAL '0 00:00:01.500' DAY TO SECOND");
        assertText(new Literal(14L, Type.of(TypeKind.INTERVAL_YEAR_MONTH)), "INTERVAL '14' MONTH");
    }

    private static Call call(BuiltinFunction function, Expression... arguments) {
        return new Call(function, List.of(arguments), Type.INTEGER);
    }

    private static Call less(Expression left, Expression right) {
        return new Call(BuiltinFunction.LESS, List.of(left, right), Type.BOOLEAN);
    }

    private static void assertText(Expression expression, String text) {
        assertThat(ExpressionText.of(expression, SCHEMA)).isEqualTo(text);
    }
}
