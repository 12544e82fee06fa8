// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortEncoderTest {

    /** Values in rising order, each with an ascending and a descending key. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | NULL -2147483648 -1 0 1 2147483647",
                "DOUBLE | NULL -Infinity -1.5 -1e-300 0.0 1e-300 1.5 Infinity NaN",
                "BOOLEAN | NULL FALSE TRUE",
                "DECIMAL(30,1) | NULL -12345678901234567890.5 -12345678901234567890.4 -0.1 0.0 12345678901234567890.4",
                "STRING | NULL a aa ab b é 漢",
                "BYTES | NULL x'' x'00' x'0000' x'0001' x'01' x'ff' x'ff00'"
            })
    void bytesAreInTheOrderOfTheValues(String type, String values) {
        Schema schema = SchemaText.parse("v " + type);
        ChangeBatch batch = ChangeText.parse("+I " + values.replace(" ", "\n+I "), schema, 0);
        for (int a = 0; a < batch.rows(); a++) {
            for (int b = 0; b < batch.rows(); b++) {
                int comparison = Integer.signum(
                        Arrays.compareUnsigned(encoded(batch, a, false, true), encoded(batch, b, false, true)));
                assertThat(comparison).isEqualTo(Integer.compare(a, b));
                int reversed = Integer.signum(
                        Arrays.compareUnsigned(encoded(batch, a, true, false), encoded(batch, b, true, false)));
                assertThat(reversed).isEqualTo(Integer.compare(b, a));
            }
        }
    }

    @Test
    void nullsGoWhereTheyAreTold() {
        Schema schema = SchemaText.parse("v INT");
        ChangeBatch batch = ChangeText.parse("+I NULL\n+I 1", schema, 0);
        assertThat(Arrays.compareUnsigned(encoded(batch, 0, false, false), encoded(batch, 1, false, false)))
                .isPositive();
        assertThat(Arrays.compareUnsigned(encoded(batch, 0, true, true), encoded(batch, 1, true, true)))
                .isNegative();
    }

    @Test
    void thePayloadCanBeReadBack() {
        Schema schema = SchemaText.parse("s STRING, w DECIMAL(30, 0), i INT");
        ChangeBatch batch = ChangeText.parse("+I text, -12345678901234567890, -5\n+I NULL, NULL, NULL", schema, 0);
        SortEncoder encoder = new SortEncoder();
        Arena arena = new Arena();
        long[] handles = new long[6];
        for (int c = 0; c < 6; c++) {
            encoder.begin();
            encoder.key(batch.column(0), 0, true, true);
            encoder.payload(batch.column(c % 3), c / 3);
            encoder.end();
            handles[c] = arena.add(encoder.data(), 0, encoder.length());
        }
        long text = SortEncoder.text(arena.data(), handles[0]);
        assertThat(new String(arena.data(), Arena.start(text), Arena.length(text)))
                .isEqualTo("text");
        assertThat(SortEncoder.number(arena.data(), handles[1])).isEqualTo(-1);
        assertThat(SortEncoder.low(arena.data(), handles[1])).isEqualTo(-(0xAB54A98CEB1F0AD2L));
        assertThat(SortEncoder.number(arena.data(), handles[2])).isEqualTo(-5);
        for (int c = 0; c < 6; c++) {
            assertThat(SortEncoder.isNull(arena.data(), handles[c])).isEqualTo(c >= 3);
        }
    }

    private static byte[] encoded(ChangeBatch batch, int row, boolean descending, boolean nullsFirst) {
        SortEncoder encoder = new SortEncoder();
        encoder.begin();
        encoder.key(batch.column(0), row, descending, nullsFirst);
        encoder.number(7);
        return Arrays.copyOf(encoder.data(), encoder.length());
    }
}
