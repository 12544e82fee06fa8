// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A source of one split whose rows are made up.
 *
 * @param rowsPerSecond how many rows come due
 * @param rowCount how many rows there are; {@link Long#MAX_VALUE} for no end
 * @param generators from the columns wanted to what makes them
 */
record GeneratedSource(double rowsPerSecond, long rowCount, Function<List<Integer>, RowGenerator> generators)
        implements Source {

    @Override
    public ChangelogMode mode() {
        return ChangelogMode.APPEND;
    }

    @Override
    public boolean bounded() {
        return rowCount < Long.MAX_VALUE;
    }

    @Override
    public List<String> splits() {
        return List.of("0");
    }

    @Override
    public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
        return new GeneratedReader(generators.apply(columns), rowsPerSecond, rowCount, position);
    }
}
