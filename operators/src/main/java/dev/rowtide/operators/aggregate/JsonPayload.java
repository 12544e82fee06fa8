// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.state.SortEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column as JSON text, with another as its name in front if it is to be the member of an object. */
final class JsonPayload implements Payload {

    private static final byte[] NULL = bytes("null");
    private static final byte[] QUOTE = {'"'};
    private static final byte[] COLON = {':'};
    private static final int NO_NAME = -1;
    private static final int BLANK = 0x20;

    private final int nameColumn;
    private final int column;
    private final Type type;
    private final boolean isJson;
    private @Nullable Column names;
    private @Nullable Column values;

    private JsonPayload(int nameColumn, int column, Type type, boolean isJson) {
        this.nameColumn = nameColumn;
        this.column = column;
        this.type = type;
        this.isJson = isJson;
    }

    /** An element of an array; {@code isJson} says that the column has JSON already. */
    static JsonPayload element(int column, Type type, boolean isJson) {
        return new JsonPayload(NO_NAME, column, type, isJson);
    }

    /** A member of an object, whose name is never NULL. */
    static JsonPayload member(int nameColumn, int column, Type type, boolean isJson) {
        return new JsonPayload(nameColumn, column, type, isJson);
    }

    @Override
    public void bind(ChangeBatch batch) {
        names = nameColumn == NO_NAME ? null : batch.column(nameColumn);
        values = batch.column(column);
    }

    @Override
    public void append(int row, SortEncoder encoder) {
        encoder.beginPayload();
        if (names != null) {
            string((BytesColumn) names, row, encoder);
            put(COLON, encoder);
        }
        Column value = Objects.requireNonNull(values);
        if (value.isNull(row)) {
            put(NULL, encoder);
        } else if (type.kind().isText()) {
            BytesColumn text = (BytesColumn) value;
            if (isJson) {
                encoder.bytes(text.data(), text.starts()[row], text.lengths()[row]);
            } else {
                string(text, row, encoder);
            }
        } else {
            put(bytes(JsonText.of(Datum.get(value, row, type), type)), encoder);
        }
    }

    private static void string(BytesColumn text, int row, SortEncoder encoder) {
        put(QUOTE, encoder);
        byte[] data = text.data();
        int from = text.starts()[row];
        int end = from + text.lengths()[row];
        for (int at = from; at < end; at++) {
            byte b = data[at];
            if ((b >= 0 && b < BLANK) || b == '"' || b == '\\') {
                encoder.bytes(data, from, at - from);
                put(bytes(JsonText.escape(b)), encoder);
                from = at + 1;
            }
        }
        encoder.bytes(data, from, end - from);
        put(QUOTE, encoder);
    }

    private static void put(byte[] bytes, SortEncoder encoder) {
        encoder.bytes(bytes, 0, bytes.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
