// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.tests.replay.RowChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableHistoryTest {

    private static final Schema SCHEMA = Schema.of(new Field("id", Type.BIGINT), new Field("name", Type.STRING));

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyWayEndsAtTheContent(boolean keyed) {
        TableHistory table = new TableHistory(SCHEMA, keyed ? Set.of(0) : Set.of());
        table.insert(row(1L, "a"));
        table.insert(row(2L, "b"));
        table.insert(row(3L, null));
        table.delete(row(2L, "b"));
        table.insert(row(2L, "c"));
        table.update(row(1L, "a"), row(1L, "d"));
        table.insert(row(4L, "e"));
        List<List<@Nullable Object>> content = List.of(row(1L, "d"), row(2L, "c"), row(3L, null), row(4L, "e"));

        Set<List<RowChange>> ways = new HashSet<>();
        for (long seed = 0; seed < 500; seed++) {
            List<RowChange> way = new ArrayList<>();
            table.ticks(new SplittableRandom(seed)).forEach(way::addAll);
            ways.add(way);
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (RowChange change : way) {
                assertThat(change.before() == null || rows.remove(change.before()))
                        .isTrue();
                if (change.after() != null) {
                    rows.add(change.after());
                }
                if (keyed) {
                    assertThat(rows.stream().map(row -> row.get(0))).doesNotHaveDuplicates();
                }
            }
            assertThat(rows).containsExactlyInAnyOrderElementsOf(content);
        }
        assertThat(ways.size()).isGreaterThan(100);
    }
}
