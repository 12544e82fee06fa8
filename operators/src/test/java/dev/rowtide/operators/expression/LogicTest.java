// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.function.BuiltinFunction.AND;
import static dev.rowtide.core.function.BuiltinFunction.CASE;
import static dev.rowtide.core.function.BuiltinFunction.COALESCE;
import static dev.rowtide.core.function.BuiltinFunction.IS_FALSE;
import static dev.rowtide.core.function.BuiltinFunction.IS_NOT_FALSE;
import static dev.rowtide.core.function.BuiltinFunction.IS_NOT_NULL;
import static dev.rowtide.core.function.BuiltinFunction.IS_NOT_TRUE;
import static dev.rowtide.core.function.BuiltinFunction.IS_NULL;
import static dev.rowtide.core.function.BuiltinFunction.IS_TRUE;
import static dev.rowtide.core.function.BuiltinFunction.NOT;
import static dev.rowtide.core.function.BuiltinFunction.NULLIF;
import static dev.rowtide.core.function.BuiltinFunction.OR;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.DOUBLE;
import static dev.rowtide.core.type.Type.STRING;
import static dev.rowtide.core.type.Type.decimal;

import org.junit.jupiter.api.Test;

class LogicTest {

    private static final String T = "TRUE";
    private static final String F = "FALSE";
    private static final String N = null;

    @Test
    void and() {
        FunctionCheck.of(AND, BOOLEAN, BOOLEAN, BOOLEAN)
                .gives(T, T, T)
                .gives(T, F, F)
                .gives(T, N, N)
                .gives(F, T, F)
                .gives(F, F, F)
                .gives(F, N, F)
                .gives(N, T, N)
                .gives(N, F, F)
                .gives(N, N, N);
        FunctionCheck.of(AND, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN)
                .gives(T, N, F, F)
                .gives(N, T, T, N)
                .gives(T, T, T, T);
    }

    @Test
    void or() {
        FunctionCheck.of(OR, BOOLEAN, BOOLEAN, BOOLEAN)
                .gives(T, T, T)
                .gives(T, F, T)
                .gives(T, N, T)
                .gives(F, T, T)
                .gives(F, F, F)
                .gives(F, N, N)
                .gives(N, T, T)
                .gives(N, F, N)
                .gives(N, N, N);
        FunctionCheck.of(OR, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN)
                .gives(F, N, T, T)
                .gives(N, F, F, N)
                .gives(F, F, F, F);
    }

    @Test
    void testsOfTruth() {
        FunctionCheck.of(NOT, BOOLEAN, BOOLEAN).gives(T, F).gives(F, T).gives(N, N);
        FunctionCheck.of(IS_TRUE, BOOLEAN, BOOLEAN).gives(T, T).gives(F, F).gives(N, F);
        FunctionCheck.of(IS_NOT_TRUE, BOOLEAN, BOOLEAN).gives(T, F).gives(F, T).gives(N, T);
        FunctionCheck.of(IS_FALSE, BOOLEAN, BOOLEAN).gives(T, F).gives(F, T).gives(N, F);
        FunctionCheck.of(IS_NOT_FALSE, BOOLEAN, BOOLEAN).gives(T, T).gives(F, F).gives(N, T);
        FunctionCheck.of(IS_NULL, BOOLEAN, BIGINT).gives("1", F).gives(N, T);
        FunctionCheck.of(IS_NOT_NULL, BOOLEAN, STRING).gives("", T).gives(N, F);
    }

    @Test
    void conditionals() {
        FunctionCheck.of(CASE, STRING, BOOLEAN, STRING, BOOLEAN, STRING, STRING)
                .gives(T, "a", T, "b", "c", "a")
                .gives(F, "a", T, "b", "c", "b")
                .gives(N, "a", T, "b", "c", "b")
                .gives(N, "a", F, "b", "c", "c")
                .gives(T, N, T, "b", "c", N);
        FunctionCheck.of(CASE, BIGINT, BOOLEAN, BIGINT, BIGINT)
                .gives(T, "1", "2", "1")
                .gives(F, "1", "2", "2")
                .gives(F, "1", N, N);
        FunctionCheck.of(CASE, decimal(30, 1), BOOLEAN, decimal(30, 1), decimal(30, 1))
                .gives(N, "1.5", "2.5", "2.5");
        FunctionCheck.of(CASE, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN)
                .gives(T, F, T, F)
                .gives(N, F, N, N);
        FunctionCheck.of(COALESCE, BIGINT, BIGINT, BIGINT, BIGINT)
                .gives("1", "2", "3", "1")
                .gives(N, "2", "3", "2")
                .gives(N, N, "3", "3")
                .gives(N, N, N, N);
        FunctionCheck.of(COALESCE, STRING, STRING, STRING).gives(N, "x", "x").gives("y", N, "y");
        FunctionCheck.of(COALESCE, DOUBLE, DOUBLE, DOUBLE).gives(N, "0.5", "0.5");
        FunctionCheck.of(NULLIF, BIGINT, BIGINT, BIGINT)
                .gives("1", "1", N)
                .gives("1", "2", "1")
                .gives("1", N, "1")
                .gives(N, "1", N);
        FunctionCheck.of(NULLIF, STRING, STRING, STRING).gives("a", "a", N).gives("a", "b", "a");
    }
}
