// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** ASCII text in a byte array, as a regular expression wants it, without a copy. Set anew for each row. */
final class AsciiSequence implements CharSequence {

    private byte[] data = {};
    private int start;
    private int length;

    void set(byte[] data, int start, int length) {
        this.data = data;
        this.start = start;
        this.length = length;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return (char) data[start + index];
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return new String(data, start + from, to - from, US_ASCII);
    }

    @Override
    public String toString() {
        return new String(data, start, length, US_ASCII);
    }
}
