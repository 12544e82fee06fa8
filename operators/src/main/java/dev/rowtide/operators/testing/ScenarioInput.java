// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes of one input of a scenario.
 *
 * @param schema its columns
 * @param rows all its changes, unselected, with positions; the watermarks run over its rows
 * @param tickEnds the positions before which a tick ends
 */
record ScenarioInput(Schema schema, ChangeBatch rows, List<Long> tickEnds) {

    static final String TICK = "-- tick";
    static final String WATERMARK = "-- watermark ";

    /** Change text with the directives {@code -- tick} and {@code -- watermark <n>} between the lines. */
    static ScenarioInput parse(Schema schema, String text) {
        ChangeBatch rows = ChangeText.parse(text, schema, 0);
        List<Integer> ends = new ArrayList<>();
        List<Long> values = new ArrayList<>();
        List<Long> tickEnds = new ArrayList<>();
        long watermark = Watermarks.NONE;
        int row = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.equals(TICK)) {
                tickEnds.add(row == 0 ? 0 : rows.position(row - 1) + 1);
            } else if (line.startsWith(WATERMARK)) {
                ends.add(row);
                values.add(watermark);
                watermark = Long.parseLong(line.substring(WATERMARK.length()).strip());
            } else if (!line.isEmpty() && !line.startsWith("--")) {
                row++;
            }
        }
        Watermarks watermarks = new Watermarks(
                ends.stream().mapToInt(Integer::intValue).toArray(),
                values.stream().mapToLong(Long::longValue).toArray(),
                watermark);
        return new ScenarioInput(schema, rows.withWatermarks(watermarks), tickEnds);
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
