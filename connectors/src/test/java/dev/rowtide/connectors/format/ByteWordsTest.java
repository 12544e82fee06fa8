// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What is found in eight bytes at once is what is found one by one. */
class ByteWordsTest {

    private static final int WORDS = 100_000;

    @Test
    void firstBytes() {
        Random random = new Random(1);
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < WORDS; i++) {
            random.nextBytes(bytes);
            for (int j = random.nextInt(Long.BYTES + 1); j < Long.BYTES; j++) {
                bytes[j] = (byte) ('0' + random.nextInt(10));
            }
            for (int j = 0; j < random.nextInt(Long.BYTES + 1); j++) {
                bytes[j] = (byte) ('0' + random.nextInt(10));
            }
            long word = ByteWords.get(bytes, 0);
            assertThat(ByteWords.firstByte(ByteWords.stringStops(word)))
                    .as("the stop in %x", word)
                    .isEqualTo(first(bytes, b -> b == '"' || b == '\\' || b >= 0 && b < ' '));
            assertThat(ByteWords.firstByte(ByteWords.nonDigits(word)))
                    .as("what is no digit in %x", word)
                    .isEqualTo(first(bytes, b -> b < '0' || b > '9'));
        }
    }

    @Test
    void stopsAtEveryPlace() {
        byte[] bytes = new byte[Long.BYTES];
        for (int at = 0; at < Long.BYTES; at++) {
            for (int b = Byte.MIN_VALUE; b <= Byte.MAX_VALUE; b++) {
                for (byte other : new byte[] {'!', '#', ' ', ']', '[', 'x', 0x7f, -128, -1, -94}) {
                    Arrays.fill(bytes, other);
                    bytes[at] = (byte) b;
                    boolean stop = b == '"' || b == '\\' || b >= 0 && b < ' ';
                    assertThat(ByteWords.firstByte(ByteWords.stringStops(ByteWords.get(bytes, 0))))
                            .as("%x at %s among %x", b, at, other)
                            .isEqualTo(stop ? at : Long.BYTES);
                }
            }
        }
    }

    @Test
    void numbers() {
        Random random = new Random(2);
        for (int i = 0; i < WORDS; i++) {
            int count = 1 + random.nextInt(Long.BYTES);
            String digits = String.format("%08d", random.nextInt(100_000_000)).substring(Long.BYTES - count);
            byte[] bytes = (digits + ",\"\u007f]}    ").getBytes(US_ASCII);
            assertThat(ByteWords.number(ByteWords.get(bytes, 0), count)).isEqualTo(Long.parseLong(digits));
        }
    }

    @Test
    void secondsOfTheDay() {
        for (int second = 0; second < 86_400; second++) {
            byte[] text = String.format("%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60)
                    .getBytes(US_ASCII);
            assertThat(IsoText.secondOfDay(text, 0)).isEqualTo(second);
        }
        byte[] text = "19:58:37".getBytes(US_ASCII);
        for (int at = 0; at < text.length; at++) {
            byte right = text[at];
            for (int b = Byte.MIN_VALUE; b <= Byte.MAX_VALUE; b++) {
                text[at] = (byte) b;
                boolean fits = right == ':' ? b == ':' : b >= '0' && b <= (at == 0 ? '1' : at % 3 == 0 ? '5' : '9');
                assertThat(IsoText.secondOfDay(text, 0) != IsoText.NONE)
                        .as("%x at %s", b, at)
                        .isEqualTo(fits);
            }
            text[at] = right;
        }
    }

    private static int first(byte[] bytes, IntPredicate wanted) {
        for (int i = 0; i < bytes.length; i++) {
            if (wanted.test(bytes[i])) {
                return i;
            }
        }
        return bytes.length;
    }
}
