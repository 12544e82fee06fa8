// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import java.math.BigDecimal;

/** The binary operations and how messages write them. */
enum Operation {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%");

    private final String symbol;

    Operation(String symbol) {
        this.symbol = symbol;
    }

    /** The error of an operation that has no result of the type; the operation is not named where it is part of a function and nobody wrote it. */
    EngineException error(BigDecimal left, BigDecimal right, Type type, CallSite site) {
        if ((this == DIVIDE || this == REMAINDER) && right.signum() == 0) {
            return site.error(ErrorCode.DIVISION_BY_ZERO, "division by zero");
        }
        boolean written = site.origin().line() == 0 || site.origin().text().contains(symbol);
        if (!written) {
            return site.error(ErrorCode.NUMERIC_OUT_OF_RANGE, "the result is out of range");
        }
        return site.error(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                overflowing(type) + " overflow: " + left.toPlainString() + ' ' + symbol + ' ' + right.toPlainString()
                        + " is out of range for " + type.name());
    }

    private static String overflowing(Type type) {
        return type.kind() == TypeKind.DECIMAL ? "decimal" : type.kind().isInteger() ? "integer" : "interval";
    }
}
