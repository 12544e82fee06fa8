// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A source that ends, of one split, which is always read from its start.
 *
 * @param name that of the split
 * @param reader opens it for the columns that are read
 */
public record OneSplit(String name, ChangelogMode mode, Function<List<Integer>, SplitReader> reader) implements Source {

    @Override
    public boolean bounded() {
        return true;
    }

    @Override
    public List<String> splits() {
        return List.of(name);
    }

    @Override
    public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
        return reader.apply(columns);
    }
}
