// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;

/** BINARY and VARBINARY: Base64 in JSON, {@code x'0aff'} in CSV. */
final class BinaryDecoder extends SliceDecoder {

    private final boolean base64;

    BinaryDecoder(Field field, boolean base64) {
        super(field);
        this.base64 = base64;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        byte[] bytes;
        try {
            bytes = base64
                    ? Base64.getDecoder().decode(Arrays.copyOfRange(data, start, end))
                    : (byte[]) ValueText.parse(new String(data, start, end - start, ISO_8859_1), type, ZoneOffset.UTC);
        } catch (IllegalArgumentException | EngineException e) {
            throw MalformedRecord.unfit("not " + (base64 ? "Base64" : "hexadecimal digits"));
        }
        if (bytes.length > type.precision()) {
            throw MalformedRecord.unfit(bytes.length + " bytes are too long for " + type.name());
        }
        writeSlice(bytes, 0, bytes.length, row);
    }
}
