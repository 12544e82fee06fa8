// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneOffset;
import java.util.Arrays;

/** Binary strings as the text whose UTF-8 they are: the bytes stay where they are, and those that are no UTF-8 fail. */
final class BinaryToText implements VectorFunction {

    private static final int SHOWN_MAX = 30;

    private final Type from;
    private final CastError error;

    BinaryToText(Type from, CastError error) {
        this.from = from;
        this.error = error;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn binary = (BytesColumn) arguments[0];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!binary.isNull(row) && !isText(binary, row)) {
                byte[] bytes = binary.bytes(row);
                failures.fail(row, () -> error.site().error(ErrorCode.INVALID_CAST, shown(bytes) + " is not UTF-8"));
            }
        }
        return binary;
    }

    private static boolean isText(BytesColumn binary, int row) {
        int start = binary.starts()[row];
        if (Utf8.isAscii(binary.data(), start, start + binary.lengths()[row])) {
            return true;
        }
        // What is malformed is replaced by another character, whose bytes are others.
        byte[] bytes = binary.bytes(row);
        return Arrays.equals(bytes, new String(bytes, UTF_8).getBytes(UTF_8));
    }

    private String shown(byte[] bytes) {
        return bytes.length <= SHOWN_MAX
                ? ValueText.format(bytes, from, ZoneOffset.UTC)
                : ValueText.format(Arrays.copyOf(bytes, SHOWN_MAX), from, ZoneOffset.UTC) + "...";
    }
}
