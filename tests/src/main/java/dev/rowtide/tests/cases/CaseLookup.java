// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.connector.LookupAnswer;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.cases.CaseFile.ChangeJson;
import dev.rowtide.tests.cases.CaseFile.Input;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table of a case that is asked for rows and never changes, of which the engine is not told. */
final class CaseLookup implements LookupTable {

    private final Input input;
    private final Schema schema;

    CaseLookup(Input input, Schema schema) {
        this.input = input;
        this.schema = schema;
    }

    @Override
    public LookupCaching caching() {
        return LookupCaching.NONE;
    }

    @Override
    public LookupReader open(List<Integer> columns, List<Integer> keys) {
        return new LookupReader() {
            @Override
            public LookupAnswer rows(Column[] keyColumns, int count) {
                Set<List<@Nullable String>> asked = new HashSet<>();
                for (int row = 0; row < count; row++) {
                    List<@Nullable String> key = new ArrayList<>();
                    for (int k = 0; k < keyColumns.length; k++) {
                        key.add(CaseValues.text(keyColumns[k], row, schema.type(columns.get(keys.get(k)))));
                    }
                    asked.add(key);
                }
                return answer(columns, keys, asked);
            }

            @Override
            public LookupAnswer allRows() {
                return answer(columns, keys, null);
            }

            @Override
            public void close() {}
        };
    }

    private LookupAnswer answer(
            List<Integer> columns, List<Integer> keys, @Nullable Set<List<@Nullable String>> asked) {
        List<ColumnBuilder> builders = columns.stream()
                .map(column -> ColumnBuilder.of(schema.type(column).storage()))
                .toList();
        int rows = 0;
        for (ChangeJson row : input.rows()) {
            List<@Nullable String> texts = CaseValues.texts(row.values(), schema);
            List<@Nullable String> key = new ArrayList<>();
            keys.forEach(k -> key.add(texts.get(columns.get(k))));
            if (asked == null || asked.contains(key)) {
                for (int c = 0; c < builders.size(); c++) {
                    int column = columns.get(c);
                    CaseValues.append(builders.get(c), row.values().get(column), schema.type(column));
                }
                rows++;
            }
        }
        return new LookupAnswer(
                rows, builders.stream().map(ColumnBuilder::build).toList());
    }
}
