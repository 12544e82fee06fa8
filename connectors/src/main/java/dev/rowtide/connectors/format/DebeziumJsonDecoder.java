// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Field;
import java.util.Arrays;
import java.util.List;

/**
 * Debezium messages as JSON, one a line: the envelope {@code {"before":...,"after":...,"op":...}}, with or without more fields; bare, or as the
 * {@code payload} beside its {@code schema}; alone, or as the {@code value} beside its {@code key}, which may have a schema of its own. An update makes two rows,
 * {@code -U} and {@code +U}.
 *
 * <p>By key, only the key columns are taken from the image before: databases that log no old rows send nothing else. Then a delete has its key and no more, and a
 * {@code -U} stands only where the message has the old key, for the caller to see whether that changed.
 *
 * <p>A tombstone, {@code null} for a message, says again what the {@code d} before it has said. It counts where it follows none, and has a key: a log that was
 * compacted keeps it alone.
 */
public final class DebeziumJsonDecoder extends JsonRecordDecoder {

    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int OP = 2;
    private static final int PAYLOAD = 3;
    private static final int KEY = 4;
    private static final int VALUE = 5;

    private static final byte[] NO_KEY = {};

    /** What stands in a row for a large value that an update left alone, and that the database did not send. */
    private static final byte[] UNAVAILABLE = "__debezium_unavailable_value".getBytes(UTF_8);

    private final JsonMembers members = new JsonMembers(scanner, "before", "after", "op", "payload", "key", "value");
    private final JsonMembers keyMembers = new JsonMembers(scanner, "payload", "schema");
    private final boolean byKey;

    /** Where the row of the message's key starts, or {@link JsonMembers#ABSENT}. */
    private int keyStart;

    /** The key, as it is written, of the delete that was the last message; empty if it was none. */
    private byte[] deletedKey = NO_KEY;

    /**
     * @param key the key columns, as indices of {@code fields}
     * @param byKey whether changes are found by their key, else by the whole old row
     */
    public DebeziumJsonDecoder(
            List<Field> fields, List<String> tableColumns, DecodeOptions options, int[] key, boolean byKey) {
        super(fields, tableColumns, options, new KindDecoder("op", OpWords.SYMBOLS), key, false);
        this.byKey = byKey;
    }

    @Override
    public int decode(byte[] data, int start, int end) {
        int at = JsonScanner.skipBlanks(data, start);
        if (data[at] == '\n') {
            return at + 1;
        }
        scanner.beginRecord();
        int message = at;
        at = JsonScanner.skipBlanks(data, data[at] == '{' ? members.find(data, at) : scanner.value(data, at));
        if (data[at] != '\n') {
            throw JsonScanner.unexpected(data, at, "the end of the line");
        }
        scanner.checkUtf8(data, start, at);
        int firstRow = openRow();
        try {
            keyStart = JsonMembers.ABSENT;
            byte[] lastDeleted = deletedKey;
            deletedKey = NO_KEY;
            message(data, message, lastDeleted);
        } catch (MalformedRecord e) {
            abandonRows(firstRow);
            throw e;
        }
        return at + 1;
    }

    /** Reads the message at {@code start}, in which {@link #members} are already found if it is an object. */
    private void message(byte[] data, int start, byte[] lastDeleted) {
        int at = start;
        if (data[at] == '{' && members.has(VALUE) && !members.has(OP)) {
            keyStart = members.has(KEY) ? key(data, members.start(KEY)) : JsonMembers.ABSENT;
            at = into(data, members.start(VALUE));
        }
        if (data[at] == '{' && members.has(PAYLOAD) && !members.has(OP)) {
            at = into(data, members.start(PAYLOAD));
        }
        if (data[at] == 'n') {
            tombstone(data, lastDeleted);
        } else if (data[at] != '{' || !members.has(OP)) {
            throw MalformedRecord.unfit("the record is not a Debezium message: it has no field op");
        } else {
            change(data);
        }
    }

    /** Looks for the members of the value that starts there. */
    private int into(byte[] data, int start) {
        if (data[start] == '{') {
            members.find(data, start);
        }
        return start;
    }

    /** Where the key columns start: a key may stand beside its schema. */
    private int key(byte[] data, int start) {
        if (data[start] != '{') {
            return JsonMembers.ABSENT;
        }
        keyMembers.find(data, start);
        int payload = keyMembers.start(0);
        boolean wrapped = payload != JsonMembers.ABSENT && keyMembers.has(1) && data[payload] == '{';
        return wrapped ? payload : start;
    }

    private void tombstone(byte[] data, byte[] lastDeleted) {
        if (!byKey || keyStart == JsonMembers.ABSENT || Arrays.equals(lastDeleted, keyText(data))) {
            return;
        }
        writeKey(data, keyStart, openRow());
        end(RowKind.MINUS_D);
    }

    private byte[] keyText(byte[] data) {
        return Arrays.copyOfRange(data, keyStart, scanner.value(data, keyStart));
    }

    private void change(byte[] data) {
        int at = members.start(OP);
        char op = data[at] == '"' && data[at + 1] != '"' && data[at + 2] == '"' ? (char) data[at + 1] : ' ';
        switch (op) {
            case 'c', 'r' -> after(data, op, RowKind.PLUS_I);
            case 'u' -> {
                before(data);
                after(data, op, RowKind.PLUS_U);
            }
            case 'd' -> delete(data);
            case 't' ->
                throw MalformedRecord.unfit(
                        "op t, TRUNCATE: which rows it deleted is not said, so that it can't be applied");
            default -> {
                String found = new String(data, at, Math.min(scanner.value(data, at) - at, 20), UTF_8);
                throw MalformedRecord.unfit("op " + found + " is not one of c, u, d, r");
            }
        }
    }

    private void after(byte[] data, char op, byte kind) {
        writeRow(data, image(data, AFTER, op), openRow());
        refuseUnavailable();
        end(kind);
    }

    private void before(byte[] data) {
        if (!byKey) {
            writeOldRow(data, 'u');
            end(RowKind.MINUS_U);
        } else if (isObject(data, BEFORE)) {
            writeKey(data, members.start(BEFORE), openRow());
            end(RowKind.MINUS_U);
        }
    }

    private void delete(byte[] data) {
        if (!byKey) {
            writeOldRow(data, 'd');
        } else if (keyStart != JsonMembers.ABSENT) {
            writeKey(data, keyStart, openRow());
        } else {
            writeKey(data, image(data, BEFORE, 'd'), openRow());
        }
        end(RowKind.MINUS_D);
        if (keyStart != JsonMembers.ABSENT) {
            deletedKey = keyText(data);
        }
    }

    private void writeOldRow(byte[] data, char op) {
        if (!isObject(data, BEFORE)) {
            throw MalformedRecord.unfit("op " + op + " has no image before, without which the old row is not known:"
                    + " let the database log it (PostgreSQL: REPLICA IDENTITY FULL), or read the changes by key:"
                    + " PRIMARY KEY (...) NOT ENFORCED and 'changelog-mode' = 'upsert'");
        }
        writeWholeRow(data, members.start(BEFORE), openRow());
        refuseUnavailable();
    }

    private int image(byte[] data, int member, char op) {
        if (!isObject(data, member)) {
            throw MalformedRecord.unfit("op " + op + " has no image " + (member == AFTER ? "after" : "before"));
        }
        return members.start(member);
    }

    private boolean isObject(byte[] data, int member) {
        return members.has(member) && data[members.start(member)] == '{';
    }

    private void refuseUnavailable() {
        for (ColumnDecoder column : columns) {
            if (column.holds(UNAVAILABLE, rows())) {
                throw MalformedRecord.unfit("the database did not send the value, which is large and was not changed:"
                                + " let it log whole rows (PostgreSQL: REPLICA IDENTITY FULL)")
                        .inField(column.field.name());
            }
        }
    }

    private void end(byte kind) {
        setKind(rows(), kind);
        endRow();
    }
}
