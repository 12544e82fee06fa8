// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of a file that nobody declared, guessed from the records at its head: BIGINT, DOUBLE, BOOLEAN, DATE,
 * TIMESTAMP, TIMESTAMP_LTZ, in JSON also ROW and ARRAY, else STRING; all may be NULL. Records that are malformed are
 * passed over: reading will report them.
 */
public final class SchemaGuess {

    private static final int RECORDS_MAX = 10_000;

    private SchemaGuess() {}

    /**
     * The columns of JSON lines: the fields in the order in which they first appear. An object is a ROW of all the fields that it has anywhere; one without is STRING.
     *
     * @param end behind a line feed
     * @throws EngineException if fields differ in their case alone
     */
    public static Schema ofJson(byte[] data, int start, int end) {
        Map<String, TypeGuess> guesses = new LinkedHashMap<>();
        JsonScanner scanner = new JsonScanner();
        int at = start;
        for (int records = 0; at < end && records < RECORDS_MAX; records++) {
            try {
                addRecord(scanner, data, at, guesses);
            } catch (MalformedRecord e) {
                // What came before the fault counts: the fields are there.
            }
            at = RecordDecoder.nextLine(data, at);
        }
        return new Schema(TypeGuess.fields(guesses));
    }

    private static void addRecord(JsonScanner scanner, byte[] data, int start, Map<String, TypeGuess> guesses) {
        int at = JsonScanner.skipBlanks(data, start);
        if (data[at] == '{') {
            addObject(scanner, data, at, guesses);
        }
    }

    private static void addObject(JsonScanner scanner, byte[] data, int start, Map<String, TypeGuess> guesses) {
        int at = JsonScanner.skipBlanks(data, start + 1);
        while (data[at] != '}') {
            int key = JsonScanner.key(data, at);
            int close = scanner.string(data, key);
            String name = JsonStrings.text(data, key, close, scanner.escaped());
            at = JsonScanner.colon(data, close + 1);
            int end = scanner.value(data, at);
            if (!name.isEmpty()) { // no column can be called so
                refuseOtherCase(name, guesses);
                addValue(scanner, guesses.computeIfAbsent(name, any -> new TypeGuess()), data, at, end);
            }
            at = JsonScanner.skipBlanks(data, end);
            if (data[at] != '}') {
                at = JsonScanner.skipBlanks(data, JsonScanner.comma(data, at, "'}'"));
            }
        }
    }

    /** Columns can't differ in their case alone, and which of the fields is meant can't be guessed. */
    private static void refuseOtherCase(String name, Map<String, TypeGuess> guesses) {
        if (guesses.containsKey(name)) {
            return;
        }
        for (String known : guesses.keySet()) {
            if (known.equalsIgnoreCase(name)) {
                throw new EngineException(
                        ErrorCode.INVALID_QUERY,
                        "the fields \"" + known + "\" and \"" + name + "\" differ in their case alone");
            }
        }
    }

    private static void addArray(JsonScanner scanner, byte[] data, int start, TypeGuess guess) {
        int at = JsonScanner.skipBlanks(data, start + 1);
        while (data[at] != ']') {
            int end = scanner.value(data, at);
            addValue(scanner, guess, data, at, end);
            at = JsonScanner.skipBlanks(data, end);
            if (data[at] != ']') {
                at = JsonScanner.skipBlanks(data, JsonScanner.comma(data, at, "']'"));
            }
        }
    }

    private static void addValue(JsonScanner scanner, TypeGuess guess, byte[] data, int start, int end) {
        switch (data[start]) {
            case 'n' -> {}
            case 't', 'f' -> guess.add(TypeGuess.Shape.BOOLEAN, 0);
            case '"' -> guess.addString(data, start + 1, end - 1);
            case '{' -> addObject(scanner, data, start, guess.addObject());
            case '[' -> addArray(scanner, data, start, guess.addArray());
            default -> guess.addField(data, start, end);
        }
    }

    /**
     * The columns of CSV records: named by the header, or {@code column0, column1, ...}. Where the options leave it
     * open, the first record is a header unless one of its fields is a number, a boolean or a time.
     *
     * @param end behind a line feed
     */
    public static Schema ofCsv(byte[] data, int start, int end, CsvOptions options) {
        CsvScanner scanner = new CsvScanner(options.delimiter());
        List<String> names = new ArrayList<>();
        List<TypeGuess> guesses = new ArrayList<>();
        int at = start;
        for (int records = 0; at < end && records < RECORDS_MAX; ) {
            int next = CsvLayout.scanFirst(scanner, data, at, end);
            if (next == RecordDecoder.INCOMPLETE) {
                at = RecordDecoder.nextLine(data, at);
                continue;
            }
            at = next;
            if (scanner.fields() == 0) {
                continue;
            }
            if (records++ == 0) {
                boolean header = options.header() == null ? looksLikeHeader(data, scanner) : options.header();
                for (int i = 0; i < scanner.fields(); i++) {
                    guesses.add(new TypeGuess());
                    names.add("column" + i);
                }
                if (header) {
                    names = CsvLayout.names(data, scanner);
                    continue;
                }
            }
            for (int i = 0; i < Math.min(scanner.fields(), guesses.size()); i++) {
                addField(guesses.get(i), data, scanner, i, options);
            }
        }
        return schema(names, guesses);
    }

    private static void addField(TypeGuess guess, byte[] data, CsvScanner scanner, int field, CsvOptions options) {
        boolean empty = scanner.start(field) == scanner.end(field);
        if (empty || scanner.text(data, field).equals(options.nullLiteral())) {
            return;
        }
        guess.addField(data, scanner.start(field), scanner.end(field));
    }

    private static boolean looksLikeHeader(byte[] data, CsvScanner record) {
        boolean named = false;
        for (int i = 0; i < record.fields(); i++) {
            if (record.start(i) < record.end(i)) {
                named = true;
                if (TypeGuess.shapeOfField(data, record.start(i), record.end(i)) != TypeGuess.Shape.TEXT) {
                    return false;
                }
            }
        }
        return named;
    }

    private static Schema schema(List<String> names, List<TypeGuess> guesses) {
        List<Field> fields = new ArrayList<>();
        Map<String, Integer> taken = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (taken.putIfAbsent(names.get(i).toLowerCase(Locale.ROOT), i) == null) {
                fields.add(new Field(names.get(i), guesses.get(i).type()));
            }
        }
        return new Schema(fields);
    }
}
