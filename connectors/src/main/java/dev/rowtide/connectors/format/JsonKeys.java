// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The field names of JSON records. Records of one source mostly have the same fields in the same order, so each key is first compared, in its bytes,
 * with the one that stood in its place before; only a miss is looked up by its text.
 */
final class JsonKeys {

    /** A source may name its fields by data; names beyond this many are looked up each time. */
    private static final int KNOWN_MAX = 4_096;

    private final ColumnDecoder[] columns;
    private final Map<String, Key> known = new HashMap<>();
    private final List<Key> expected = new ArrayList<>();

    JsonKeys(ColumnDecoder[] columns) {
        this.columns = columns;
    }

    /**
     * A field name as it is written between its quotes.
     */
    static final class Key {
        private final byte[] bytes;
        final String name;

        /** The index of the column that the field is for, or -1. */
        final int column;

        /** Whether the names are equal, not only but for their case. */
        final boolean exact;

        Key(byte[] bytes, String name, int column, boolean exact) {
            this.bytes = bytes;
            this.name = name;
            this.column = column;
            this.exact = exact;
        }

        int length() {
            return bytes.length;
        }

        /** Whether this key and a quote stand at {@code at}. */
        boolean isAt(byte[] data, int at) {
            byte[] own = bytes;
            int length = own.length;
            if (data.length - at <= length) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (data[at + i] != own[i]) {
                    return false;
                }
            }
            return data[at + length] == '"';
        }
    }

    /** The key that the {@code ordinal}-th field of a record had last time, if it had that many. */
    @Nullable
    Key expected(int ordinal) {
        return ordinal < expected.size() ? expected.get(ordinal) : null;
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
        if (ordinal < expected.size()) {
            expected.set(ordinal, key);
        } else if (ordinal < KNOWN_MAX) {
            expected.add(key);
        }
        return key;
    }

    private Key resolve(byte[] bytes, String name) {
        if (Utf8.firstMalformed(bytes, 0, bytes.length) < bytes.length) {
            throw MalformedRecord.unfit("invalid UTF-8 in the field name " + name);
        }
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
