// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

/** Decodes JSON values into columns: the kind of token decides how a column takes it. */
final class JsonValues {

    private final JsonScanner scanner;
    private byte[] unescaped = new byte[256];

    JsonValues(JsonScanner scanner) {
        this.scanner = scanner;
    }

    /**
     * Decodes the value that starts at {@code start}.
     *
     * @return the index behind it
     */
    int decode(byte[] data, int start, ColumnDecoder column, int row) {
        int end;
        switch (data[start]) {
            case '"' -> end = string(data, start, column, row);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                end = JsonScanner.number(data, start);
                column.writeNumber(data, start, end, row);
            }
            case '{', '[' -> {
                end = scanner.value(data, start);
                column.writeNested(data, start, end, row);
            }
            case 'n' -> {
                end = JsonScanner.literal(data, start);
                column.writeNull(row);
            }
            default -> {
                end = JsonScanner.literal(data, start);
                column.writeBoolean(data, start, end, row);
            }
        }
        return end;
    }

    /** Decodes the string whose opening quote is at {@code start}; behind its closing one. */
    int string(byte[] data, int start, ColumnDecoder column, int row) {
        int close = scanner.string(data, start + 1);
        if (scanner.escaped()) {
            writeEscaped(column, data, start + 1, close, row);
        } else {
            column.writeText(data, start + 1, close, row);
        }
        return close + 1;
    }

    private void writeEscaped(ColumnDecoder column, byte[] data, int start, int end, int row) {
        if (unescaped.length < end - start) {
            unescaped = new byte[Math.max(end - start, 2 * unescaped.length)];
        }
        int length = JsonStrings.unescape(data, start, end, unescaped);
        column.writeText(unescaped, 0, length, row);
    }
}
