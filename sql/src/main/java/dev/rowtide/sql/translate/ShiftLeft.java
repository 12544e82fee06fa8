// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code a << n}: a whole number times two to the n, where its type holds that; of a binary string the bits n places to the left, those that leave it being lost.
 *
 * @param type of the number or binary string
 */
record ShiftLeft(Type type) implements ScalarFunction {

    @Override
    public String name() {
        return "<<";
    }

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (arguments[0] == null || !(arguments[1] instanceof Long places)) {
            return null;
        }
        if (arguments[0] instanceof byte[] bytes) {
            checkPlaces(places, Math.max(1, bytes.length * (long) Byte.SIZE), "the binary string");
            return shifted(bytes, places);
        }
        int bits = bits();
        checkPlaces(places, bits, type.name());
        long number = (Long) arguments[0];
        long room = Long.SIZE - bits;
        long shifted = number << places;
        boolean fits = shifted >> places == number && shifted << room >> room == shifted;
        if (!fits) {
            throw new EngineException(
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "integer overflow: " + number + " << " + places + " is out of range for " + type.name());
        }
        return shifted;
    }

    @Override
    public String callText(List<String> arguments) {
        return "(" + arguments.get(0) + " << " + arguments.get(1) + ")";
    }

    private int bits() {
        return switch (type.kind()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INTEGER -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    private static void checkPlaces(long places, long bits, String value) {
        if (places < 0 || places >= bits) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a shift by " + places + " is not possible: " + value + " has " + bits + " bits");
        }
    }

    private static byte[] shifted(byte[] bytes, long places) {
        byte[] out = new byte[bytes.length];
        int whole = (int) (places / Byte.SIZE);
        int part = (int) (places % Byte.SIZE);
        for (int i = 0; i + whole < bytes.length; i++) {
            int high = bytes[i + whole] & 0xFF;
            int low = i + whole + 1 < bytes.length ? bytes[i + whole + 1] & 0xFF : 0;
            out[i] = (byte) ((high << Byte.SIZE | low) >> Byte.SIZE - part);
        }
        return out;
    }
}
