// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result folded from its changes. */
public final class FoldedResult {

    private static final int ROWS_MAX = 2_000_000;

    private final Schema schema;
    private final Map<List<@Nullable Object>, Integer> copies = new LinkedHashMap<>();
    private @Nullable String stray;
    private int changes;

    /** An empty result. */
    public FoldedResult(Schema schema) {
        this.schema = schema;
    }

    /** Takes changes. */
    public void add(ChangeBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            add(batch, batch.row(i));
        }
    }

    private void add(ChangeBatch batch, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int c = 0; c < schema.size(); c++) {
            values.add(Datum.get(batch.column(c), row, schema.type(c)));
        }
        int step = RowKind.isRetraction(batch.kind(row)) ? -1 : 1;
        int now = copies.merge(values, step, Integer::sum);
        if (now == 0) {
            copies.remove(values);
        } else if (now < 0 && stray == null) {
            stray = RowKind.of(batch.kind(row)).symbol() + " " + values;
        }
        if (++changes > ROWS_MAX) {
            throw new IllegalStateException("more than " + ROWS_MAX + " changes");
        }
    }

    /** The first change that took out a row that was not in, or null. */
    public @Nullable String stray() {
        return stray;
    }

    /** Its columns. */
    public Schema schema() {
        return schema;
    }

    /** The rows, each as often as it is in; null if one is taken out that was never in. */
    public @Nullable List<List<@Nullable Object>> rows() {
        if (stray != null) {
            return null;
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        copies.forEach((row, times) -> rows.addAll(Collections.nCopies(times, row)));
        return rows;
    }
}
