// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.LookupAnswer;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import java.util.ArrayList;
import java.util.List;

/** Reads a table whole that ends and only inserts. */
public final class ScannedLookup implements LookupReader {

    private final Source source;
    private final List<Integer> columns;
    private final BadRecords badRecords;

    public ScannedLookup(Source source, List<Integer> columns, BadRecords badRecords) {
        this.source = source;
        this.columns = columns;
        this.badRecords = badRecords;
    }

    @Override
    public LookupAnswer rows(Column[] keys, int count) {
        throw new IllegalStateException("a table that is read whole is not asked for single keys");
    }

    @Override
    public LookupAnswer allRows() {
        List<ColumnBuilder> builders = new ArrayList<>();
        int rows = 0;
        for (String split : source.splits()) {
            try (SplitReader reader = source.open(split, columns, null, badRecords)) {
                // In a time of its own, in which whatever is to come later comes at once.
                for (long now = 0; !reader.ended(); ) {
                    ChangeBatch batch = reader.poll(0, ChangeBatch.ROWS_MAX, now);
                    if (batch == null) {
                        now = Math.max(now + 1, reader.nextPollMillis(now));
                    } else {
                        rows += append(batch, builders);
                    }
                }
            }
        }
        return new LookupAnswer(
                rows,
                rows == 0
                        ? List.of()
                        : builders.stream().map(ColumnBuilder::build).toList());
    }

    private static int append(ChangeBatch batch, List<ColumnBuilder> builders) {
        while (builders.size() < batch.columnCount()) {
            builders.add(ColumnBuilder.of(batch.column(builders.size()).storage()));
        }
        for (int c = 0; c < builders.size(); c++) {
            for (int i = 0; i < batch.size(); i++) {
                builders.get(c).append(batch.column(c), batch.row(i));
            }
        }
        return batch.size();
    }

    @Override
    public void close() {}
}
