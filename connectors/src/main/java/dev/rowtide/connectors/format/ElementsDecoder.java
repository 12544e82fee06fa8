// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.NestedWriter;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.TypeKind;
import java.util.Arrays;

/** ARRAY, a JSON array, and MAP, a JSON object; a key of another type than text is written as text. The elements of all rows lie in one column, row behind row. */
final class ElementsDecoder extends NestedDecoder {

    private static final Column NONE = new LongColumn(new long[0], null);

    private final boolean map;

    /** Of the elements; or of the keys, and of the values. */
    private final ColumnDecoder[] parts;

    private final Column[] built;
    private int[] starts = {};
    private int[] counts = {};
    private int elements;
    private int room;

    ElementsDecoder(Field field, DecodeOptions options) {
        super(field);
        map = type.kind() == TypeKind.MAP;
        parts = type.fields().stream()
                .map(part -> ColumnDecoder.of(new Field(field.name(), part.type()), within(options)))
                .toArray(ColumnDecoder[]::new);
        built = new Column[parts.length];
        Arrays.fill(built, NONE);
    }

    @Override
    void beginParts(byte[] block, int capacity) {
        starts = new int[capacity];
        counts = new int[capacity];
        elements = 0;
        room = capacity;
        for (ColumnDecoder part : parts) {
            part.begin(block, capacity);
        }
    }

    @Override
    void growRows(int capacity) {
        starts = Arrays.copyOf(starts, capacity);
        counts = Arrays.copyOf(counts, capacity);
    }

    @Override
    char opening() {
        return map ? '{' : '[';
    }

    @Override
    void writeParts(byte[] data, int start, int row) {
        starts[row] = elements;
        counts[row] = 0;
        char closing = map ? '}' : ']';
        int at = JsonScanner.skipBlanks(data, start + 1);
        while (data[at] != closing) {
            int element = next();
            if (map) {
                at = entry(data, at, element);
            } else {
                at = element(data, at, element, row);
            }
            counts[row]++;
            at = JsonScanner.skipBlanks(data, at);
            if (data[at] == ',') {
                at = JsonScanner.skipBlanks(data, at + 1);
            }
        }
    }

    private int element(byte[] data, int start, int element, int row) {
        try {
            return values.decode(data, start, parts[0], element);
        } catch (MalformedRecord e) {
            throw e.inField("[" + (counts[row] + 1) + "]");
        }
    }

    private int entry(byte[] data, int start, int element) {
        int value = JsonScanner.colon(data, key(data, start, element));
        try {
            return values.decode(data, value, parts[1], element);
        } catch (MalformedRecord e) {
            throw e.inField("[" + JsonStrings.text(data, start) + "]");
        }
    }

    private int key(byte[] data, int start, int element) {
        try {
            return values.string(data, start, parts[0], element);
        } catch (MalformedRecord e) {
            throw e.inKey();
        }
    }

    private int next() {
        if (elements == room) {
            room *= 2;
            for (ColumnDecoder part : parts) {
                part.grow(room);
            }
        }
        return elements++;
    }

    @Override
    void buildParts() {
        for (int i = 0; i < parts.length; i++) {
            built[i] = parts[i].build();
        }
    }

    @Override
    void put(int row, NestedWriter writer) {
        if (map) {
            writer.map(built[0], built[1], starts[row], counts[row]);
        } else {
            writer.array(built[0], starts[row], counts[row]);
        }
    }
}
