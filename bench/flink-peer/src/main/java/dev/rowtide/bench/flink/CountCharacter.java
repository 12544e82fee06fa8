// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.query.CharacterCount;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.ScalarFunction;
import org.jspecify.annotations.Nullable;

/** How often a character of ASCII occurs in a text: the function that q14 brings along. */
public final class CountCharacter extends ScalarFunction {
    public long eval(
            @DataTypeHint("STRING") @Nullable StringData text, @DataTypeHint("STRING") @Nullable StringData character) {
        if (text == null || character == null) {
            return 0;
        }
        byte[] bytes = text.toBytes();
        return CharacterCount.of(character.toBytes()[0], bytes, 0, bytes.length);
    }
}
