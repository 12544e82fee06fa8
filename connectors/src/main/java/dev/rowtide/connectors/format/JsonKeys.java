// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The field names of JSON records. Records of one source mostly have the same fields in the same order, so each key is first compared, in its bytes,
 * with the one that stood in its place before; only a miss is looked up by its text.
 */
final class JsonKeys {

    /** A source may name its fields by data; names beyond this many are looked up each time. */
    private static final int KNOWN_MAX = 4_096;

    private final ColumnDecoder[] columns;
    private final Set<String> tableColumns;
    private final Map<String, Key> known = new HashMap<>();
    private boolean metColumn;
    private @Nullable Key[] expected = new Key[16];

    /**
     * @param columns those that are decoded
     * @param tableColumns the names of all columns of the table, in lower case
     */
    JsonKeys(ColumnDecoder[] columns, Set<String> tableColumns) {
        this.columns = columns;
        this.tableColumns = tableColumns;
    }

    /** Whether names were met, and none was that of a column of the table. */
    boolean areAllUnknown() {
        return !metColumn && !known.isEmpty();
    }

    /**
     * A field name as it is written between its quotes.
     */
    static final class Key {
        private final int length;

        /** The name and the quote behind it. The last word has zeros in the bytes that {@link #lastMask} leaves out. */
        private final long[] words;

        private final long lastMask;
        final String name;

        /** The index of the column that the field is for, or -1. */
        final int column;

        /** Whether the names are equal, not only but for their case. */
        final boolean exact;

        Key(byte[] bytes, String name, int column, boolean exact) {
            length = bytes.length;
            int last = length / Long.BYTES;
            byte[] quoted = Arrays.copyOf(bytes, (last + 1) * Long.BYTES);
            quoted[length] = '"';
            words = new long[last + 1];
            for (int i = 0; i <= last; i++) {
                words[i] = ByteWords.get(quoted, i * Long.BYTES);
            }
            lastMask = -1L >>> (Long.BYTES - 1 - length % Long.BYTES) * Byte.SIZE;
            this.name = name;
            this.column = column;
            this.exact = exact;
        }

        int length() {
            return length;
        }

        /** Whether this key and a quote stand at {@code at}. */
        boolean isAt(byte[] data, int at) {
            long[] own = words;
            int last = own.length - 1;
            if (data.length - at < own.length * Long.BYTES) {
                return false;
            }
            int next = at;
            for (int i = 0; i < last; i++, next += Long.BYTES) {
                if (ByteWords.get(data, next) != own[i]) {
                    return false;
                }
            }
            return (ByteWords.get(data, next) & lastMask) == own[last];
        }
    }

    /** The key that the {@code ordinal}-th field of a record had last time, if it had that many. */
    @Nullable
    Key expected(int ordinal) {
        return ordinal < expected.length ? expected[ordinal] : null;
    }

    /** The key written in the bytes, which is expected at {@code ordinal} from now on. */
    Key find(byte[] data, int start, int end, boolean escaped, int ordinal) {
        String name = JsonStrings.text(data, start, end, escaped);
        Key key = known.get(name);
        if (key == null) {
            key = resolve(Arrays.copyOfRange(data, start, end), name);
            if (known.size() < KNOWN_MAX) {
                known.put(name, key);
            }
        }
        if (ordinal < KNOWN_MAX) {
            if (ordinal >= expected.length) {
                expected = Arrays.copyOf(expected, 2 * ordinal);
            }
            expected[ordinal] = key;
        }
        return key;
    }

    private Key resolve(byte[] bytes, String name) {
        if (Utf8.firstMalformed(bytes, 0, bytes.length) < bytes.length) {
            throw MalformedRecord.unfit("invalid UTF-8 in the field name " + name);
        }
        metColumn |= tableColumns.contains(name.toLowerCase(Locale.ROOT));
        int similar = -1;
        for (int i = 0; i < columns.length; i++) {
            String column = columns[i].field.name();
            if (column.equals(name)) {
                return new Key(bytes, name, i, true);
            }
            if (column.equalsIgnoreCase(name)) {
                similar = i;
            }
        }
        return new Key(bytes, name, similar, false);
    }
}
