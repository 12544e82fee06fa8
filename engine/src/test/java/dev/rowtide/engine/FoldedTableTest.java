// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import org.junit.jupiter.api.Test;

class FoldedTableTest {

    private static final Schema SCHEMA = Schema.of(new Field("k", Type.STRING), new Field("n", Type.BIGINT));

    private static FoldedTable fold(String... batches) {
        FoldedTable table = new FoldedTable(SCHEMA);
        for (String batch : batches) {
            table.add(ChangeText.parse(batch, SCHEMA, 0));
        }
        return table;
    }

    private static String text(FoldedTable table) {
        return ChangeText.print(table.toBatch(), SCHEMA);
    }

    @Test
    void rowsStandInTheOrderInWhichTheyCameIn() {
        FoldedTable table = fold("+I b, 1\n+I a, 1", "-U b, 1\n+U b, 2\n+I NULL, NULL");
        assertThat(text(table)).isEqualTo("+I a, 1\n+I b, 2\n+I NULL, NULL\n");
        assertThat(table.rows()).isEqualTo(3);
    }

    @Test
    void equalRowsAreCounted() {
        FoldedTable table = fold("+I a, 1\n+I a, 1\n+I a, 1\n-D a, 1");
        assertThat(text(table)).isEqualTo("+I a, 1\n+I a, 1\n");
        assertThat(table.rows()).isEqualTo(2);
    }

    @Test
    void whatWasTakenOutIsGone() {
        assertThat(text(fold("+I a, 1", "-D a, 1"))).isEmpty();
    }
}
