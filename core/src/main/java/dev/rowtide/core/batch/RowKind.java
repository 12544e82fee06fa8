// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

/**
 * The kind of a change. {@code +I} and {@code +U} put one copy of the row in, {@code -U} and {@code -D} take one copy out. In a batch a kind is
 * its {@link #code()}.
 */
public enum RowKind {
    INSERT("+I"),
    UPDATE_BEFORE("-U"),
    UPDATE_AFTER("+U"),
    DELETE("-D");

    /** The codes, for the hot path: 0 to 3, in the order of the constants. */
    public static final byte PLUS_I = 0;

    public static final byte MINUS_U = 1;
    public static final byte PLUS_U = 2;
    public static final byte MINUS_D = 3;

    private static final RowKind[] KINDS = values();

    private final String symbol;

    RowKind(String symbol) {
        this.symbol = symbol;
    }

    /** The code that stands for this kind in {@link ChangeBatch#kinds()}. */
    public byte code() {
        return (byte) ordinal();
    }

    /** {@code +I}, {@code -U}, {@code +U} or {@code -D}. */
    public String symbol() {
        return symbol;
    }

    /** Whether this kind takes a copy of the row out. */
    public boolean isRetraction() {
        return isRetraction(code());
    }

    /** Whether the kind with this code takes a copy of the row out. */
    public static boolean isRetraction(byte code) {
        return (code & 1) != 0;
    }

    /** The kind with the code. */
    public static RowKind of(byte code) {
        return KINDS[code];
    }

    /**
     * The kind written as {@code symbol}.
     *
     * @throws IllegalArgumentException if it is none of the four
     */
    public static RowKind ofSymbol(String symbol) {
        for (RowKind kind : KINDS) {
            if (kind.symbol.equals(symbol)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no row kind is written " + symbol);
    }
}
