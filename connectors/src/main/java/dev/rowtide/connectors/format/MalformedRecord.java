// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.type.Type;

/**
 * A record can't be read as a row. Thrown while decoding, caught by the reader that knows the place; without a stack
 * trace, since a file may hold millions of them.
 */
public final class MalformedRecord extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The value of {@link #at()} when the reason has no single place. */
    public static final int NOWHERE = -1;

    private static final int VALUE_CHARS_MAX = 60;

    private final int at;

    /** The field that the reason is said of, as {@code a.b[2]}; empty if it is said of none. */
    private final String field;

    private final boolean unknownField;

    private MalformedRecord(String reason, int at, String field, boolean unknownField) {
        super(reason, null, false, false);
        this.at = at;
        this.field = field;
        this.unknownField = unknownField;
    }

    /** The bytes are not of the format, from index {@code at} of the block on. */
    static MalformedRecord syntax(String reason, int at) {
        return new MalformedRecord(reason, at, "", false);
    }

    /** The record is well formed and does not fit the table. */
    static MalformedRecord unfit(String reason) {
        return new MalformedRecord(reason, NOWHERE, "", false);
    }

    /** The record has a field that the table, or a ROW of it, has not. */
    static MalformedRecord unknownField(String reason) {
        return new MalformedRecord(reason, NOWHERE, "", true);
    }

    /** The bytes are no value of the type. */
    static MalformedRecord notA(Type type, byte[] data, int start, int end) {
        return unfit(quoted(data, start, end) + " is not " + withArticle(type));
    }

    /** The bytes are a number or a time, beyond the type's range. */
    static MalformedRecord outOfRange(Type type, byte[] data, int start, int end) {
        return unfit(quoted(data, start, end) + " is out of range for " + type.name());
    }

    /** The bytes are a time with an offset from UTC, which the type can't keep. */
    static MalformedRecord hasOffset(Type type, byte[] data, int start, int end) {
        return unfit(quoted(data, start, end) + " has an offset from UTC, which " + withArticle(type)
                + " can't keep; declare the column as TIMESTAMP_LTZ(" + type.precision() + ")");
    }

    /**
     * This, said of a field, or of what it names within the field called {@code name}; what is wrong in a known place
     * stays as it is.
     */
    MalformedRecord inField(String name) {
        if (at != NOWHERE) {
            return this;
        }
        boolean dotted = !field.isEmpty() && !field.startsWith("[");
        return new MalformedRecord(String.valueOf(getMessage()), at, name + (dotted ? "." : "") + field, unknownField);
    }

    /** This, said of a key of a map. */
    MalformedRecord inKey() {
        return at == NOWHERE ? unfit("in a key, " + getMessage()) : this;
    }

    /** What is wrong, for people. */
    public String reason() {
        String reason = String.valueOf(getMessage());
        return field.isEmpty() ? reason : "field " + field + ": " + reason;
    }

    /** Whether it has a field that there is no column for. */
    public boolean isOfUnknownField() {
        return unknownField;
    }

    /** Whether it is the value of a field that its column can't hold. */
    public boolean isOfField() {
        return !field.isEmpty();
    }

    /** The index in the block where it is wrong, or {@link #NOWHERE}. */
    public int at() {
        return at;
    }

    static String withArticle(Type type) {
        String name = type.name();
        return ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    private static String quoted(byte[] data, int start, int end) {
        String text = new String(data, start, Math.min(end - start, 4 * VALUE_CHARS_MAX), UTF_8);
        return "'" + (text.length() <= VALUE_CHARS_MAX ? text : text.substring(0, VALUE_CHARS_MAX - 3) + "...") + "'";
    }
}
