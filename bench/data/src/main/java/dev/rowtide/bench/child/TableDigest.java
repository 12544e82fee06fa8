// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A digest of the table that a changelog folds to: the sum, over its rows, of a hash of the row's text. It depends
 * neither on the order of the rows nor on the way the changes led there, since a retracted row is subtracted again.
 *
 * <p>A row's text is its fields with {@code |} between them: numbers in decimal, decimals with all digits of their
 * scale, timestamps as milliseconds since 1970, NULL as {@code \N}. Fields are added one by one, then the row is
 * closed by {@link #endRow}.
 */
public final class TableDigest {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final byte[] NULL_TEXT = {'\\', 'N'};

    /** Long enough for the digits of any long, its sign and a decimal point. */
    private final byte[] scratch = new byte[24];

    private long rowHash = FNV_OFFSET;
    private boolean rowBegun;
    private long rows;
    private long sum;

    public TableDigest number(long value) {
        return decimal(value, 0);
    }

    /** Adds a decimal field of value {@code unscaled / 10^scale}, {@code scale} from 0 to 18. */
    public TableDigest decimal(long unscaled, int scale) {
        int at = scratch.length;
        long rest = unscaled;
        for (int digits = 0; rest != 0 || digits <= scale; digits++) {
            if (digits == scale && scale > 0) {
                scratch[--at] = '.';
            }
            scratch[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        if (unscaled < 0) {
            scratch[--at] = '-';
        }
        return text(scratch, at, scratch.length - at);
    }

    /** Adds a field of text, given as UTF-8; null is NULL. */
    public TableDigest text(@Nullable String value) {
        byte[] bytes = value == null ? NULL_TEXT : value.getBytes(StandardCharsets.UTF_8);
        return text(bytes, 0, bytes.length);
    }

    /** Adds a field of text in UTF-8. */
    public TableDigest text(byte[] bytes, int offset, int length) {
        long hash = rowHash;
        if (rowBegun) {
            hash = (hash ^ '|') * FNV_PRIME;
        }
        for (int i = offset; i < offset + length; i++) {
            hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        }
        rowHash = hash;
        rowBegun = true;
        return this;
    }

    /** Closes a row: it came into the table ({@code +I}, {@code +U}) or left it ({@code -U}, {@code -D}). */
    public void endRow(boolean added) {
        long hash = mix(rowHash);
        sum += added ? hash : -hash;
        rows += added ? 1 : -1;
        rowHash = FNV_OFFSET;
        rowBegun = false;
    }

    /** Adds all of another digest's rows, such as those of a parallel sink. */
    public void add(TableDigest other) {
        rows += other.rows;
        sum += other.sum;
    }

    /** How many rows the table has. */
    public long rows() {
        return rows;
    }

    /** The digest in 16 hexadecimal digits. */
    public String value() {
        return String.format("%016x", sum);
    }

    /** Spreads the hash's bits, so that sums of the hashes of similar rows do not meet by accident. */
    private static long mix(long hash) {
        long mixed = (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 29)) * 0xbf58476d1ce4e5b9L;
        return mixed ^ (mixed >>> 32);
    }
}
