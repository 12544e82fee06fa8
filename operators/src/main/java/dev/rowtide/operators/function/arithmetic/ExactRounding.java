// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.ExactWriter;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** FLOOR, CEIL, ROUND, TRUNCATE, and for decimals of 128 bits also NEGATE, ABS and SIGN, of integers and decimals. */
final class ExactRounding implements VectorFunction {

    private static final int DIGITS_MAX = 40;

    private final BuiltinFunction function;
    private final Type argument;
    private final Type result;
    private final CallSite site;

    ExactRounding(BuiltinFunction function, Type argument, Type result, CallSite site) {
        this.function = function;
        this.argument = argument;
        this.result = result;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn digits = arguments.length > 1 ? (LongColumn) arguments[1] : null;
        if (digits == null
                && argument.scale() == 0
                && argument.equals(result.withNullable(argument.nullable()))
                && isRounding()) {
            return arguments[0];
        }
        long[] nulls = Nulls.union(arguments[0].nulls(), digits == null ? null : digits.nulls());
        LongColumn longs = isRounding() && arguments[0] instanceof LongColumn column ? column : null;
        ExactWriter writer = new ExactWriter(result, rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            long places = digits == null ? 0 : digits.values()[row];
            if (longs != null && setFast(row, longs.values()[row], places, writer)) {
                continue;
            }
            BigDecimal x = Decimals.get(arguments[0], row, argument);
            if (!writer.set(row, compute(x, places), RoundingMode.HALF_UP)) {
                failures.fail(
                        row,
                        () -> site.error(
                                ErrorCode.NUMERIC_OUT_OF_RANGE,
                                "overflow: " + function + "(" + x.toPlainString() + ") is out of range for "
                                        + result.name()));
            }
        }
        return writer.column(nulls);
    }

    /** Rounds within 64 bits; false, with nothing set, if that does not do. */
    private boolean setFast(int row, long x, long places, ExactWriter writer) {
        long kept = Math.min(places, argument.scale());
        long cut = argument.scale() - kept;
        long added = result.scale() - kept;
        if (cut > Type.LONG_DECIMAL_DIGITS_MAX || added < 0 || added > Type.LONG_DECIMAL_DIGITS_MAX) {
            return false;
        }
        long rounded = rounded(x, Decimals.power((int) cut));
        long power = Decimals.power((int) added);
        long scaled = rounded * power;
        return Math.multiplyHigh(rounded, power) == scaled >> (Long.SIZE - 1) && writer.set(row, scaled);
    }

    /** The number of whole units in {@code x}. */
    private long rounded(long x, long unit) {
        long quotient = x / unit;
        long remainder = x - quotient * unit;
        return switch (function) {
            case FLOOR -> remainder < 0 ? quotient - 1 : quotient;
            case CEIL -> remainder > 0 ? quotient + 1 : quotient;
            case ROUND -> {
                boolean away = unit > 1 && Math.abs(remainder) >= unit - Math.abs(remainder);
                yield away ? quotient + (x < 0 ? -1 : 1) : quotient;
            }
            default -> quotient;
        };
    }

    private BigDecimal compute(BigDecimal x, long digits) {
        return switch (function) {
            case NEGATE -> x.negate();
            case ABS -> x.abs();
            case SIGN -> BigDecimal.valueOf(x.signum());
            case FLOOR -> x.setScale(0, RoundingMode.FLOOR);
            case CEIL -> x.setScale(0, RoundingMode.CEILING);
            case ROUND -> toDigits(x, digits, RoundingMode.HALF_UP);
            case TRUNCATE -> toDigits(x, digits, RoundingMode.DOWN);
            default -> throw new IllegalStateException(function.name());
        };
    }

    private static BigDecimal toDigits(BigDecimal x, long digits, RoundingMode rounding) {
        return digits >= x.scale() ? x : x.setScale((int) Math.max(-DIGITS_MAX, digits), rounding);
    }

    private boolean isRounding() {
        return switch (function) {
            case FLOOR, CEIL, ROUND, TRUNCATE -> true;
            default -> false;
        };
    }
}
