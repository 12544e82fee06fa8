// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import org.junit.jupiter.api.Test;

class TextTouchTest {

    private static final int BYTES = 2 << 20;

    @Test
    void slicesMayBeEmptyAtTheEndOrOfNull() {
        int[] starts = {0, BYTES, BYTES - 1, -1, BYTES + 7, 5};
        int[] lengths = {BYTES, 0, 1, 3, 9, 0};
        Column texts = new BytesColumn(new byte[BYTES], starts, lengths, new long[] {0b11000});
        Column numbers = new LongColumn(new long[starts.length], null);
        TextTouch touch = new TextTouch();

        assertThatCode(() -> {
                    touch.touch(new Column[] {numbers, texts}, null, starts.length);
                    touch.touch(new Column[] {texts}, new int[] {1, 3, 4, 9}, 3);
                })
                .doesNotThrowAnyException();
    }
}
