// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the first bytes of a file tell.
 *
 * @param recordsStart the offset of the first byte behind a byte order mark
 * @param jsonArray whether it is a JSON array, not lines
 */
record FileHead(int recordsStart, boolean jsonArray) {

    private static final int BYTES_LOOKED_AT = 4096;

    /**
     * Looks at the head of a file.
     *
     * @throws EngineException if the file can't be read, is binary or of another encoding
     */
    static FileHead of(Path path, FileFormat format) {
        byte[] data;
        try (InputStream in = Files.newInputStream(path)) {
            data = in.readNBytes(BYTES_LOOKED_AT);
        } catch (IOException e) {
            throw FilePaths.unreadable(path, e);
        }
        if (startsWith(data, 0xff, 0xfe) || startsWith(data, 0xfe, 0xff)) {
            throw wrong(path, "is in UTF-16; UTF-8 is read", "Convert it: iconv -f UTF-16 -t UTF-8 '" + path + "'");
        }
        if (startsWith(data, 0x1f, 0x8b)) {
            throw wrong(path, "is compressed with gzip", "Decompress it first: gunzip -k '" + path + "'");
        }
        for (int i = 0; i < data.length; i++) {
            if (data[i] == 0) {
                throw wrong(
                        path,
                        "is binary: there is a zero byte at offset " + i,
                        "Text in the format '" + format + "' is read.");
            }
        }
        if (format == FileFormat.CSV && endsLinesInCr(data)) {
            throw wrong(
                    path,
                    "ends its lines in carriage returns; line feeds are read",
                    "Convert it: tr '\\r' '\\n' < '" + path + "' > converted.csv");
        }
        int start = startsWith(data, 0xef, 0xbb, 0xbf) ? 3 : 0;
        int first = start;
        while (first < data.length && " \t\r\n".indexOf(data[first]) >= 0) {
            first++;
        }
        return new FileHead(start, format != FileFormat.CSV && first < data.length && data[first] == '[');
    }

    /** Whether there are carriage returns between lines, and no line feeds. */
    private static boolean endsLinesInCr(byte[] data) {
        boolean found = false;
        for (int i = 0; i < data.length; i++) {
            if (data[i] == '\n') {
                return false;
            }
            found |= data[i] == '\r' && i + 1 < data.length;
        }
        return found;
    }

    private static boolean startsWith(byte[] data, int... bytes) {
        if (data.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((data[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private static EngineException wrong(Path path, String what, String hint) {
        return new EngineException(ErrorCode.IO_ERROR, "file '" + path + "' " + what).withHint(hint);
    }
}
