// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.Arrays;

/** CHAR and VARCHAR. Numbers, booleans, objects and arrays are taken as the text that writes them. */
final class TextDecoder extends SliceDecoder {

    private final int lengthMax;
    private final boolean padded;

    TextDecoder(Field field) {
        super(field);
        lengthMax = type.precision();
        padded = type.kind() == TypeKind.CHAR;
    }

    @Override
    boolean refersToBlock() {
        return true;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        if (lengthMax == Type.UNBOUNDED) {
            writeSlice(data, start, end - start, row);
        } else {
            writeBounded(data, start, end, row);
        }
    }

    private void writeBounded(byte[] data, int start, int end, int row) {
        int length = Utf8.characters(data, start, end);
        if (length > lengthMax) {
            throw MalformedRecord.unfit("a text of " + length + " characters is too long for " + type.name());
        }
        if (!padded || length == lengthMax) {
            writeSlice(data, start, end - start, row);
            return;
        }
        byte[] full = Arrays.copyOfRange(data, start, end + lengthMax - length);
        Arrays.fill(full, end - start, full.length, (byte) ' ');
        writeSlice(full, 0, full.length, row);
    }

    @Override
    void writeNumber(byte[] data, int start, int end, int row) {
        writeText(data, start, end, row);
    }

    @Override
    void writeBoolean(byte[] data, int start, int end, int row) {
        writeText(data, start, end, row);
    }

    @Override
    void writeNested(byte[] data, int start, int end, int row) {
        writeText(data, start, end, row);
    }
}
