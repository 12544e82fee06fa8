// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Folds a changelog into the table that it stands for, as sorted lines of text, and notes where it takes out a row that isn't in.
 *
 * <p>Without a key the table is a multiset of rows: {@code +I} and {@code +U} add a copy, {@code -U} and {@code -D} take one away. With a key, as for an
 * upsert stream, {@code +I} and {@code +U} put the row of their key and {@code -U} and {@code -D} remove it, whatever their other columns say.
 */
public final class ChangelogFold {

    private final Schema schema;
    private final int @Nullable [] key;
    private final Map<String, List<String>> rows = new TreeMap<>();
    private @Nullable String violation;

    private ChangelogFold(Schema schema, int @Nullable [] key) {
        this.schema = schema;
        this.key = key;
    }

    /** An empty table of rows that are matched whole. */
    public static ChangelogFold ofRows(Schema schema) {
        return new ChangelogFold(schema, null);
    }

    /** An empty table with a key; no key columns means at most one row. */
    public static ChangelogFold byKey(Schema schema, int... key) {
        return new ChangelogFold(schema, key.clone());
    }

    /** Applies all changes of a batch. */
    public ChangelogFold add(ChangeBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            add(batch, batch.row(i));
        }
        return this;
    }

    /** Applies the change at a physical row. */
    public ChangelogFold add(ChangeBatch batch, int row) {
        StringBuilder text = new StringBuilder();
        ChangeText.printRow(batch, row, schema, text);
        String change = text.toString();
        String values = change.length() > 2 ? change.substring(3) : "";
        String place = key == null ? values : keyText(batch, row, key);
        List<String> copies = rows.computeIfAbsent(place, absent -> new ArrayList<>());
        if (RowKind.isRetraction(batch.kind(row))) {
            if (copies.isEmpty()) {
                violation = violation != null
                        ? violation
                        : change + " at position " + batch.position(row) + " takes out a row that is not in";
            } else {
                copies.remove(copies.size() - 1);
            }
        } else {
            if (key != null) {
                copies.clear();
            }
            copies.add(values);
        }
        if (copies.isEmpty()) {
            rows.remove(place);
        }
        return this;
    }

    /** The rows of the table, sorted, a copy of a row each. */
    public List<String> lines() {
        return rows.values().stream().flatMap(List::stream).sorted().toList();
    }

    /** What the first change did that took out a row that wasn't in; null if none did. */
    public @Nullable String violation() {
        return violation;
    }

    /** The rows, a line each. */
    @Override
    public String toString() {
        return String.join("\n", lines());
    }

    private String keyText(ChangeBatch batch, int row, int[] columns) {
        Column[] picked = new Column[columns.length];
        for (int i = 0; i < columns.length; i++) {
            picked[i] = batch.column(columns[i]);
        }
        StringBuilder text = new StringBuilder();
        ChangeText.printRow(batch.withColumns(picked), row, schema.project(columns), text);
        return text.substring(2);
    }
}
