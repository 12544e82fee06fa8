// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows go to the worker that has the partition in which the operator's table has their key. */
class KeyPartitionsTest {

    private static final Schema SCHEMA =
            SchemaText.parse("a BIGINT, b STRING, c DOUBLE, d BOOLEAN, e DECIMAL(30, 2), f TIMESTAMP(3)");

    private static ChangeBatch batch() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            text.append("+I ")
                    .append(i % 7 == 0 ? "NULL" : String.valueOf(i * 31L - 900))
                    .append(i % 5 == 0 ? ", NULL" : ", text" + i % 90)
                    .append(i % 11 == 0 ? ", NULL" : i % 2 == 0 ? ", 0.5" : ", -" + i + ".25")
                    .append(i % 13 == 0 ? ", NULL" : i % 2 == 0 ? ", true" : ", false")
                    .append(i % 3 == 0 ? ", NULL" : ", " + i + "00000000000000000000.25")
                    .append(", 2020-01-01 00:00:")
                    .append(i % 50 + 10)
                    .append('\n');
        }
        return ChangeText.parse(text.toString(), SCHEMA, 0);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3", "4", "5", "0 1", "0 2", "2 0", "3 5", "0 4", "1 0 2", "0 2 5", "5 4 3 2 1 0"})
    void areThoseOfTheTables(String keyColumns) {
        int[] columns =
                Arrays.stream(keyColumns.split(" ")).mapToInt(Integer::parseInt).toArray();
        ChangeBatch all = batch();
        int[] odd = IntStream.range(0, 250).map(i -> 2 * i + 1).toArray();
        for (ChangeBatch batch : new ChangeBatch[] {all, all.withSelection(odd, 250)}) {
            int[] found = new int[batch.size()];
            new KeyPartitions(SCHEMA, columns).find(batch, found);

            Keys keys = Keys.of(SCHEMA, columns, 1);
            for (int i = 0; i < batch.size(); i++) {
                assertThat(found[i]).isEqualTo(keys.table().partition(keys.locate(batch, batch.row(i))));
            }
        }
    }
}
