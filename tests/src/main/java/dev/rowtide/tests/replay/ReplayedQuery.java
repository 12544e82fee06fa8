// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * A query over tables that change.
 *
 * @param tables the statements that make the tables, of connector {@code memory}
 * @param changes what becomes of them
 */
public record ReplayedQuery(String tables, List<TableChanges> changes, String query) {

    /**
     * Runs it.
     *
     * @param setting the name of something that is set, and {@code value} to what
     * @param versions gets what the changelog stands for, and how many of the changes of tables have been delivered, whenever these are more
     * @return what the whole changelog stands for
     */
    public FoldedResult run(String setting, String value, ObjIntConsumer<FoldedResult> versions) {
        ReplayConnector connector = new ReplayConnector();
        try (Rowtide rowtide =
                Rowtide.builder().connector(connector).clock(new ReplayClock()).open()) {
            rowtide.execute(tables);
            rowtide.set(setting, value);
            connector.rewind(changes);
            try (QueryResult result = (QueryResult) rowtide.execute(query)) {
                FoldedResult folded = new FoldedResult(result.schema());
                int[] seen = {0};
                result.forEachTick(folded::add, () -> {}, () -> {
                    if (connector.delivered() > seen[0]) {
                        seen[0] = connector.delivered();
                        versions.accept(folded, seen[0]);
                    }
                });
                return folded;
            }
        }
    }
}
