// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Finds certain members of a JSON object, in any order, and walks over the others. Of a member that stands twice the last counts. */
final class JsonMembers {

    /** The start of a member that the object does not have. */
    static final int ABSENT = -1;

    private final JsonScanner scanner;
    private final byte[][] names;
    private final int[] starts;

    JsonMembers(JsonScanner scanner, String... names) {
        this.scanner = scanner;
        this.names = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            this.names[i] = names[i].getBytes(UTF_8);
        }
        starts = new int[names.length];
    }

    /** Walks over the object at {@code start}; returns the index behind it. */
    int find(byte[] data, int start) {
        Arrays.fill(starts, ABSENT);
        int at = JsonScanner.skipBlanks(data, start + 1);
        if (data[at] == '}') {
            return at + 1;
        }
        while (true) {
            int key = JsonScanner.key(data, at);
            int close = scanner.string(data, key);
            int member = scanner.escaped() ? escapedMember(data, key, close) : member(data, key, close);
            at = JsonScanner.colon(data, close + 1);
            if (member >= 0) {
                starts[member] = at;
            }
            at = JsonScanner.skipBlanks(data, scanner.value(data, at));
            if (data[at] == '}') {
                return at + 1;
            }
            at = JsonScanner.skipBlanks(data, JsonScanner.comma(data, at, "'}'"));
        }
    }

    /** Where the value of a member starts, by the order of the names, or {@link #ABSENT}. */
    int start(int member) {
        return starts[member];
    }

    boolean has(int member) {
        return starts[member] != ABSENT;
    }

    private int member(byte[] data, int start, int end) {
        for (int i = 0; i < names.length; i++) {
            if (Arrays.equals(data, start, end, names[i], 0, names[i].length)) {
                return i;
            }
        }
        return -1;
    }

    private int escapedMember(byte[] data, int start, int end) {
        byte[] name = JsonStrings.text(data, start, end, true).getBytes(UTF_8);
        return member(name, 0, name.length);
    }
}
