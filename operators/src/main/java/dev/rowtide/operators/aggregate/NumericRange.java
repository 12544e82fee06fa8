// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The numbers that an integer or DECIMAL type holds, unscaled, and what is said about others. */
final class NumericRange {

    private final Provenance call;
    private final Type type;
    private final BigInteger min;
    private final BigInteger max;
    private final long longMin;
    private final long longMax;

    /** @param call the aggregate as people know it, for errors */
    NumericRange(Provenance call, Type type) {
        this.call = call;
        this.type = type;
        max = max(type);
        min = type.kind() == TypeKind.DECIMAL ? max.negate() : max.not();
        boolean wide = max.bitLength() > 63;
        longMin = wide ? Long.MIN_VALUE : min.longValueExact();
        longMax = wide ? Long.MAX_VALUE : max.longValueExact();
    }

    private static BigInteger max(Type type) {
        return switch (type.kind()) {
            case TINYINT -> BigInteger.valueOf(Byte.MAX_VALUE);
            case SMALLINT -> BigInteger.valueOf(Short.MAX_VALUE);
            case INTEGER -> BigInteger.valueOf(Integer.MAX_VALUE);
            case DECIMAL -> BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
            default -> BigInteger.valueOf(Long.MAX_VALUE);
        };
    }

    boolean contains(long value) {
        return value >= longMin && value <= longMax;
    }

    boolean contains(BigInteger value) {
        return value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
    }

    /** The error for a value that is outside, without the group. */
    EngineException outOfRange(BigInteger value) {
        String message = call.text() + " is out of range for " + type.name();
        return call.of(new EngineException(ErrorCode.NUMERIC_OUT_OF_RANGE, message)
                .withDetail("The result would be " + new BigDecimal(value, type.scale()).toPlainString() + ".")
                .withHint("Cast the argument to a type with more digits."));
    }
}
