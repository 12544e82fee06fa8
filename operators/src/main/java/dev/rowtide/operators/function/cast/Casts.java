// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Chain;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;

/** Picks the body of a cast. */
public final class Casts {

    private static final VectorFunction IDENTITY = (arguments, rows, failures) -> arguments[0];

    private Casts() {}

    /**
     * The body of a call of CAST or TRY_CAST.
     *
     * @param zone the session's time zone
     * @throws dev.rowtide.core.error.EngineException {@code NOT_SUPPORTED} if there is no cast between the types
     */
    public static VectorFunction of(Call call, ZoneId zone) {
        VectorFunction cast = cast(call.arguments().get(0).type(), call.type(), zone, CallSite.of(call));
        return call.function() == BuiltinFunction.TRY_CAST ? new TryCast(cast) : cast;
    }

    private static VectorFunction cast(Type from, Type to, ZoneId zone, CallSite site) {
        CastError error = new CastError(to, site);
        if (from.kind() == TypeKind.NULL) {
            return (arguments, rows, failures) -> Datum.constant(null, to, rows.bound());
        } else if (from.withNullable(true).equals(to.withNullable(true))) {
            return IDENTITY;
        } else if (from.kind().isNested() && from.kind() == to.kind()) {
            return nested(from, to, zone, site);
        } else if (to.kind().isText()) {
            return toText(from, to, zone, error);
        } else if (from.kind().isText()) {
            return fromText(to, zone, error);
        } else if (isExact(from) && isExact(to)) {
            return exact(from, to, error);
        } else if (isExact(from) && to.kind().isFloating()) {
            return new ExactToDouble(from, to);
        } else if (from.kind().isFloating() && to.kind().isNumeric()) {
            return floating(from, to, error);
        } else if (from.kind() == TypeKind.BOOLEAN && to.kind().isNumeric()) {
            return new Chain(new BooleanToNumber(), cast(Type.TINYINT, to, zone, site));
        } else if (from.kind().isNumeric() && to.kind() == TypeKind.BOOLEAN) {
            return new NumberToBoolean();
        } else if (from.kind().isBinary() && to.kind().isBinary()) {
            return fitted(IDENTITY, from, to);
        } else if (isTimeCast(from.kind(), to.kind())) {
            return new TimeCast(from, to, zone, error);
        }
        throw site.error(ErrorCode.NOT_SUPPORTED, "there is no cast from " + from.name() + " to " + to.name());
    }

    private static VectorFunction nested(Type from, Type to, ZoneId zone, CallSite site) {
        if (from.fields().size() != to.fields().size()) {
            throw site.error(ErrorCode.NOT_SUPPORTED, "there is no cast from " + from.name() + " to " + to.name());
        }
        VectorFunction[] parts = new VectorFunction[from.fields().size()];
        boolean same = true;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = cast(from.fields().get(i).type(), to.fields().get(i).type(), zone, site);
            same &= parts[i] == IDENTITY;
        }
        if (same) {
            return IDENTITY;
        }
        return from.kind() == TypeKind.ROW ? new RowCast(from, parts) : new ElementCast(from, parts, site);
    }

    private static boolean isExact(Type type) {
        return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL;
    }

    private static boolean isTimeCast(TypeKind from, TypeKind to) {
        return switch (from) {
            case DATE -> to.isTimestamp();
            case TIME -> to == TypeKind.TIME || to.isTimestamp();
            case TIMESTAMP, TIMESTAMP_LTZ -> to == TypeKind.DATE || to == TypeKind.TIME || to.isTimestamp();
            default -> false;
        };
    }

    private static VectorFunction exact(Type from, Type to, CastError error) {
        int digits = to.scale() - from.scale();
        if (from.storage() == Storage.LONG && to.storage() == Storage.LONG) {
            return new RescaleLongs(from, to, error);
        }
        boolean widening = from.storage() == Storage.LONG
                && digits >= 0
                && digits <= Type.LONG_DECIMAL_DIGITS_MAX
                && Decimals.integerDigits(from) <= Decimals.integerDigits(to);
        return widening ? new WidenLongs(digits) : new RescaleDecimals(from, to, error);
    }

    private static VectorFunction floating(Type from, Type to, CastError error) {
        return switch (to.kind()) {
            case DOUBLE -> IDENTITY;
            case FLOAT -> new DoubleToSingle(error);
            case DECIMAL -> new DoubleToExact(from, to, error);
            default -> new DoubleToInteger(from, to, error);
        };
    }

    private static VectorFunction fromText(Type to, ZoneId zone, CastError error) {
        if (to.kind().isFloating()) {
            return new TextToDouble(to, zone, error);
        } else if (to.kind().isBinary()) {
            return fitted(IDENTITY, Type.BYTES, to); // a text is stored as its UTF-8
        }
        return to.storage() == Storage.LONG ? new TextToLong(to, zone, error) : new TextToValue(to, zone, error);
    }

    private static VectorFunction toText(Type from, Type to, ZoneId zone, CastError error) {
        if (from.kind().isText()) {
            return fitted(IDENTITY, from, to);
        } else if (from.kind().isBinary()) {
            return fitted(new BinaryToText(from, error), Type.STRING, to);
        }
        VectorFunction written =
                from.storage() == Storage.LONG ? new LongToText(from, zone) : new ValueToText(from, zone);
        return fitted(written, Type.STRING, to);
    }

    /** The values of {@code source}, of type {@code from}, brought to the length of {@code to} where that can differ. */
    private static VectorFunction fitted(VectorFunction source, Type from, Type to) {
        boolean fixed = to.kind() == TypeKind.CHAR || to.kind() == TypeKind.BINARY;
        if (!fixed && from.precision() <= to.precision()) {
            return source;
        }
        VectorFunction fit = new FitLength(to);
        return source == IDENTITY ? fit : new Chain(source, fit);
    }
}
