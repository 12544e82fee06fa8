// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import org.jspecify.annotations.Nullable;

/** UUID: the layout of version 4 (RFC 9562), 122 bits of hash in hexadecimal digits. */
final class UuidKernel implements Kernel {

    private static final int CHARACTERS = 36;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(US_ASCII);
    private static final long VERSION = 0x4000L;
    private static final long VERSION_BITS = 0xF000L;
    private static final long VARIANT = 1L << 63;
    private static final long VARIANT_BITS = 3L << 62;

    private final PositionHash hash;

    UuidKernel(PositionHash hash) {
        this.hash = hash;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        TextWriter writer = new TextWriter(new Rows(selection, size, batch.rows()), (long) CHARACTERS * size);
        long stream = hash.stream(evaluation.tick());
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            long high = PositionHash.at(stream, 2 * batch.position(row));
            long low = PositionHash.at(stream, 2 * batch.position(row) + 1);
            writer.begin();
            write(high & ~VERSION_BITS | VERSION, low & ~VARIANT_BITS | VARIANT, writer);
            writer.end(row);
        }
        return writer.column(null);
    }

    private static void write(long high, long low, TextWriter writer) {
        byte[] target = writer.reserve(CHARACTERS);
        int at = writer.used();
        for (int digit = 0; digit < 32; digit++) {
            if (digit == 8 || digit == 12 || digit == 16 || digit == 20) {
                target[at++] = '-';
            }
            long half = digit < 16 ? high : low;
            target[at++] = DIGITS[(int) (half >>> 60 - 4 * (digit & 15)) & 15];
        }
        writer.advance(CHARACTERS);
    }
}
