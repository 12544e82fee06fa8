// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.nio.file.Path;

/** What the first bytes of a file tell: a byte order mark to skip, or that it is no file of lines at all. */
final class FileHead {

    private static final int BYTES_LOOKED_AT = 4096;

    private FileHead() {}

    /**
     * Reads the first block and moves behind a byte order mark.
     *
     * @throws EngineException if the file is binary, of another encoding, or of another layout
     */
    static void check(BlockInput input, Path path, FileFormat format) {
        input.read();
        byte[] data = input.block();
        int end = Math.min(input.bytesEnd(), BYTES_LOOKED_AT);
        if (startsWith(data, end, 0xef, 0xbb, 0xbf)) {
            input.advanceTo(3);
        } else if (startsWith(data, end, 0xff, 0xfe) || startsWith(data, end, 0xfe, 0xff)) {
            throw wrong(path, "is in UTF-16; UTF-8 is read", "Convert it: iconv -f UTF-16 -t UTF-8 '" + path + "'");
        } else if (startsWith(data, end, 0x1f, 0x8b)) {
            throw wrong(path, "is compressed with gzip", "Decompress it first: gunzip -k '" + path + "'");
        }
        for (int i = 0; i < end; i++) {
            if (data[i] == 0) {
                throw wrong(
                        path,
                        "is binary: there is a zero byte at offset " + i,
                        "Text in the format '" + format + "' is read.");
            }
        }
        if (format == FileFormat.JSON) {
            int first = input.at();
            while (first < end && data[first] <= ' ') {
                first++;
            }
            if (first < end && data[first] == '[') {
                throw wrong(
                        path,
                        "holds a JSON array; one object a line is read",
                        "Convert it: jq -c '.[]' '" + path + "'");
            }
        }
    }

    private static boolean startsWith(byte[] data, int end, int... bytes) {
        if (end < bytes.length) {
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
