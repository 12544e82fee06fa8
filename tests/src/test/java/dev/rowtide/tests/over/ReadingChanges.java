// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.over;

import dev.rowtide.tests.replay.RowChange;
import dev.rowtide.tests.replay.TableChanges;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A table of readings whose rows come, go and change, with NULLs and with many that are equal in what they are sorted by. */
final class ReadingChanges {

    static final String TABLE =
            "CREATE TABLE t (id INT, k VARCHAR, o INT, v INT, d DOUBLE, m DECIMAL(10, 2), s VARCHAR, ts TIMESTAMP(3))";

    private static final long FIRST_MICROS = 1_740_830_400_000_000L;
    private static final long MICROS_PER_MINUTE = 60_000_000L;

    private ReadingChanges() {}

    /** So many changes, each of them a version. */
    static List<TableChanges> of(int count) {
        Random random = new Random(7);
        List<List<@Nullable Object>> live = new ArrayList<>();
        List<TableChanges> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int action = live.size() < 8 ? 0 : random.nextInt(4);
            RowChange change;
            if (action < 2) {
                List<@Nullable Object> row = row(i, random);
                live.add(row);
                change = RowChange.insert(row);
            } else {
                List<@Nullable Object> before = live.remove(random.nextInt(live.size()));
                if (action == 2) {
                    change = RowChange.delete(before);
                } else {
                    List<@Nullable Object> after = row(((Long) before.get(0)).intValue(), random);
                    for (int c = 1; c < after.size(); c++) {
                        if (random.nextInt(2) == 0) {
                            after.set(c, before.get(c));
                        }
                    }
                    live.add(after);
                    change = new RowChange(before, after);
                }
            }
            changes.add(new TableChanges("t", List.of(change)));
        }
        return changes;
    }

    private static List<@Nullable Object> row(int id, Random random) {
        return Arrays.asList(
                (long) id,
                random.nextInt(7) == 0 ? null : random.nextInt(3) == 0 ? "a" : "b",
                random.nextInt(8) == 0 ? null : (long) random.nextInt(9),
                random.nextInt(6) == 0 ? null : (long) random.nextInt(12) - 3,
                random.nextInt(6) == 0 ? null : random.nextInt(12) / 2.0,
                random.nextInt(6) == 0 ? null : BigDecimal.valueOf(random.nextInt(600), 2),
                random.nextInt(6) == 0 ? null : "s" + random.nextInt(5),
                random.nextInt(8) == 0 ? null : FIRST_MICROS + MICROS_PER_MINUTE * random.nextInt(12));
    }
}
