// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The changes of one input of a scenario.
 *
 * @param schema its columns
 * @param rows all its changes, unselected, with positions
 * @param tickEnds the positions before which a tick ends
 * @param times from which positions on it is how late, milliseconds since the scenario began; a tick begins there
 */
record ScenarioInput(Schema schema, ChangeBatch rows, List<Long> tickEnds, NavigableMap<Long, Long> times) {

    static final String TICK = "-- tick";
    static final String TIME = "-- at ";
    static final String WATERMARK = "-- watermark ";

    /** Change text with the directives {@code -- tick}, {@code -- at <n>} and {@code -- watermark <n>} between the lines. */
    static ScenarioInput parse(Schema schema, String text) {
        ChangeBatch rows = ChangeText.parse(text, schema, 0);
        WatermarkRuns watermarks = new WatermarkRuns(Watermarks.NONE);
        List<Long> tickEnds = new ArrayList<>();
        NavigableMap<Long, Long> times = new TreeMap<>();
        int row = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.equals(TICK)) {
                tickEnds.add(positionAfter(rows, row));
            } else if (line.startsWith(TIME)) {
                tickEnds.add(positionAfter(rows, row));
                times.put(
                        positionAfter(rows, row),
                        Long.parseLong(line.substring(TIME.length()).strip()));
            } else if (line.startsWith(WATERMARK)) {
                long watermark =
                        Long.parseLong(line.substring(WATERMARK.length()).strip());
                watermarks.raise(positionAfter(rows, row), watermark);
            } else if (!line.isEmpty() && !line.startsWith("--")) {
                row++;
            }
        }
        return new ScenarioInput(schema, rows.withWatermarks(watermarks.build()), tickEnds, times);
    }

    /** The position after those of the first {@code count} rows. */
    private static long positionAfter(ChangeBatch rows, int count) {
        return count == 0 ? 0 : rows.position(count - 1) + 1;
    }

    /** The first row whose position is {@code position} or above. */
    int firstRowFrom(long position) {
        int row = 0;
        while (row < rows.rows() && rows.position(row) < position) {
            row++;
        }
        return row;
    }
}
