// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions that make and read arrays, maps and rows. */
class NestedTest {

    private static final Type NUMBERS = Type.array(Type.INTEGER);
    private static final Type TEXTS = Type.array(Type.STRING);
    private static final Type COUNTS = Type.map(Type.STRING, Type.BIGINT);
    private static final Type ADDRESS =
            Type.row(List.of(new Field("city", Type.STRING), new Field("zip", Type.INTEGER), new Field("tags", TEXTS)));

    private static ExpressionCheck field(int field, Type type) {
        Expression access = new Call(
                BuiltinFunction.ROW_FIELD,
                List.of(new InputRef(0, ADDRESS), new Literal((long) field, Type.INTEGER)),
                type);
        return ExpressionCheck.of(access, ADDRESS);
    }

    @Test
    void fields() {
        field(0, Type.STRING)
                .gives("(Kiel, 24103, [a])", "Kiel")
                .gives("(NULL, 1, NULL)", null)
                .gives(null, null);
        field(1, Type.INTEGER).gives("(Kiel, 24103, [a])", "24103").gives("(Kiel, NULL, [])", null);
        field(2, TEXTS)
                .gives("(Kiel, 24103, [a, NULL])", "[a, NULL]")
                .gives("(NULL, NULL, [])", "[]")
                .gives("(Kiel, 1, NULL)", null);
    }

    @Test
    void elements() {
        FunctionCheck.of(BuiltinFunction.ARRAY_ITEM, Type.INTEGER, NUMBERS, Type.INTEGER)
                .gives("[5, NULL, 7]", "1", "5")
                .gives("[5, NULL, 7]", "2", null)
                .gives("[5, NULL, 7]", "3", "7")
                .gives("[5, NULL, 7]", "4", null)
                .gives("[5, NULL, 7]", "0", null)
                .gives("[5, NULL, 7]", "-1", null)
                .gives("[]", "1", null)
                .gives(null, "1", null)
                .gives("[5]", null, null);
        FunctionCheck.of(BuiltinFunction.ARRAY_ITEM, Type.STRING, TEXTS, Type.INTEGER)
                .gives("[a, NULL, cde]", "3", "cde");
    }

    @Test
    void valuesOfKeys() {
        FunctionCheck.of(BuiltinFunction.MAP_ITEM, Type.BIGINT, COUNTS, Type.STRING)
                .gives("{b=2, a=1, c=NULL}", "a", "1")
                .gives("{b=2, a=1, c=NULL}", "b", "2")
                .gives("{b=2, a=1, c=NULL}", "c", null)
                .gives("{b=2, a=1, c=NULL}", "d", null)
                .gives("{}", "a", null)
                .gives(null, "a", null)
                .gives("{a=1}", null, null);
        FunctionCheck.of(
                        BuiltinFunction.MAP_ITEM,
                        Type.decimal(25, 1),
                        Type.map(Type.DOUBLE, Type.decimal(25, 1)),
                        Type.DOUBLE)
                .gives("{0.0=1.5, 2.5=3.5}", "-0.0", "1.5");
    }

    @Test
    void cardinalities() {
        FunctionCheck.of(BuiltinFunction.CARDINALITY, Type.INTEGER, NUMBERS)
                .gives("[1, NULL]", "2")
                .gives("[]", "0")
                .gives(null, null);
        FunctionCheck.of(BuiltinFunction.CARDINALITY, Type.INTEGER, COUNTS).gives("{a=1, b=2}", "2");
    }

    @Test
    void contained() {
        FunctionCheck.of(BuiltinFunction.ARRAY_CONTAINS, Type.BOOLEAN, TEXTS, Type.STRING)
                .gives("[a, b]", "b", "TRUE")
                .gives("[a, b]", "c", "FALSE")
                .gives("[a, NULL]", null, "TRUE")
                .gives("[a]", null, "FALSE")
                .gives(null, "a", null);
    }

    @Test
    void constructors() {
        FunctionCheck.of(BuiltinFunction.ARRAY, NUMBERS, Type.INTEGER, Type.INTEGER)
                .gives("1", null, "[1, NULL]")
                .gives(null, null, "[NULL, NULL]");
        FunctionCheck.of(
                        BuiltinFunction.ROW,
                        Type.row(List.of(new Field("a", Type.STRING), new Field("b", NUMBERS))),
                        Type.STRING,
                        NUMBERS)
                .gives("x", "[1]", "(x, [1])")
                .gives(null, null, "(NULL, NULL)");
        FunctionCheck.of(BuiltinFunction.MAP, COUNTS, Type.STRING, Type.BIGINT, Type.STRING, Type.BIGINT)
                .gives("b", "2", "a", null, "{a=NULL, b=2}")
                .gives("k", "1", "k", "2", "{k=2}")
                .fails(ErrorCode.INVALID_ARGUMENT, "a key of a MAP is NULL", "a", "1", null, "2");
    }

    @Test
    void casts() {
        FunctionCheck.of(BuiltinFunction.CAST, Type.array(Type.BIGINT), TEXTS)
                .gives("[1, NULL, -3]", "[1, NULL, -3]")
                .gives("[]", "[]")
                .gives(null, null)
                .fails(ErrorCode.INVALID_CAST, "'x' is not a BIGINT", "[1, x]");
        FunctionCheck.of(BuiltinFunction.TRY_CAST, Type.array(Type.BIGINT), TEXTS)
                .gives("[1, x]", null)
                .gives("[1]", "[1]");
        FunctionCheck.of(BuiltinFunction.CAST, Type.map(Type.INTEGER, Type.STRING), COUNTS)
                .gives("{2=1, 10=NULL}", "{2=1, 10=NULL}");
        FunctionCheck.of(
                        BuiltinFunction.CAST,
                        Type.row(List.of(
                                new Field("c", Type.varchar(2)),
                                new Field("z", Type.STRING),
                                new Field("t", Type.array(Type.varchar(1))))),
                        ADDRESS)
                .gives("(Kiel, 24103, [ab])", "(Ki, 24103, [a])")
                .gives("(NULL, NULL, NULL)", "(NULL, NULL, NULL)")
                .gives(null, null);
        FunctionCheck.of(BuiltinFunction.CAST, Type.STRING, ADDRESS)
                .gives("(Kiel, 24103, [a, NULL])", "(Kiel, 24103, [a, NULL])");
    }

    @Test
    void equality() {
        FunctionCheck.of(BuiltinFunction.EQUAL, Type.BOOLEAN, TEXTS, TEXTS)
                .gives("[a, NULL]", "[a, NULL]", "TRUE")
                .gives("[a, b]", "[b, a]", "FALSE")
                .gives("[]", "[]", "TRUE")
                .gives("[a]", null, null);
        FunctionCheck.of(BuiltinFunction.IS_DISTINCT_FROM, Type.BOOLEAN, COUNTS, COUNTS)
                .gives("{a=1, b=2}", "{b=2, a=1}", "FALSE")
                .gives("{a=1}", null, "TRUE");
    }
}
