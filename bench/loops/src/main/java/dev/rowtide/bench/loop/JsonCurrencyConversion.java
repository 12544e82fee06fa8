// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * q1 over bids as JSON lines. The scan takes members in any order and skips those it does not need, but knows that
 * objects are flat, numbers whole, and text without escapes.
 */
final class JsonCurrencyConversion implements Loop {
    private static final int DATE_LENGTH = "yyyy-MM-dd".length();

    private final byte[] lines;
    private int at;

    private final byte[] date = new byte[DATE_LENGTH];
    /** Of the day in {@link #date}, in milliseconds since 1970. */
    private long dateMillis;

    /** @param lines objects, each ended by a newline */
    JsonCurrencyConversion(byte[] lines) {
        this.lines = lines;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest,
                new Output.Numbers(),
                new Output.Numbers(),
                new Output.Numbers(CurrencyConversion.RATE_SCALE),
                new Output.Numbers(),
                new Output.Text(lines));
    }

    @Override
    public void run(Output output) {
        long[] auctions = output.numbers(0).values;
        long[] bidders = output.numbers(1).values;
        long[] prices = output.numbers(2).values;
        long[] times = output.numbers(3).values;
        Output.Text extras = output.text(4);
        int row = 0;
        for (at = 0; at < lines.length; at++) { // steps over the newline
            expect('{');
            while (lines[at - 1] != '}') {
                expect('"');
                byte member = lines[at];
                skipPast('"');
                expect(':');
                switch (member) {
                    case 'a' -> auctions[row] = number();
                    case 'b' -> bidders[row] = number();
                    case 'p' -> prices[row] = number() * CurrencyConversion.RATE;
                    case 'd' -> times[row] = time();
                    case 'e' -> {
                        expect('"');
                        extras.offset[row] = at;
                        skipPast('"');
                        extras.length[row] = at - 1 - extras.offset[row];
                    }
                    case 'c', 'u' -> {
                        expect('"');
                        skipPast('"');
                    }
                    default -> throw new IllegalStateException("an unknown member at byte " + at);
                }
                at++; // the comma or the closing brace
            }
            if (++row == Output.CAPACITY) {
                output.rows = row;
                output.deliver();
                row = 0;
            }
        }
        output.rows = row;
    }

    private void expect(char wanted) {
        if (lines[at++] != wanted) {
            throw new IllegalStateException("no " + wanted + " at byte " + (at - 1));
        }
    }

    private void skipPast(char wanted) {
        int next = at;
        while (lines[next] != wanted) {
            next++;
        }
        at = next + 1;
    }

    private long number() {
        long value = 0;
        while (lines[at] >= '0' && lines[at] <= '9') {
            value = value * 10 + lines[at++] - '0';
        }
        return value;
    }

    /** A time such as {@code "2026-01-15 07:59:55.000"}, in milliseconds since 1970. */
    private long time() {
        expect('"');
        long day = day();
        expect(' ');
        long hour = number();
        expect(':');
        long minute = number();
        expect(':');
        long second = number();
        expect('.');
        long milli = number();
        expect('"');
        return day + ((hour * 60 + minute) * 60 + second) * 1000 + milli;
    }

    private long day() {
        for (int i = 0; i < DATE_LENGTH; i++) {
            if (date[i] != lines[at + i]) {
                newDay();
                break;
            }
        }
        at += DATE_LENGTH;
        return dateMillis;
    }

    private void newDay() {
        System.arraycopy(lines, at, date, 0, DATE_LENGTH);
        dateMillis =
                LocalDate.parse(new String(date, StandardCharsets.US_ASCII)).toEpochDay() * 86_400_000;
    }
}
