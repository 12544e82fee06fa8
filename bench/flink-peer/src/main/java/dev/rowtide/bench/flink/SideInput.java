// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.data.Events;
import java.util.Collection;
import java.util.List;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.LookupFunction;

/** The table that bids are looked up in, in memory: an array of rows. */
final class SideInput implements LookupTableSource {

    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
        return LookupFunctionProvider.of(new Rows());
    }

    @Override
    public DynamicTableSource copy() {
        return this;
    }

    @Override
    public String asSummaryString() {
        return "side input";
    }

    /** Finds a row by its key. Public, as Flink calls it by generated code. */
    public static final class Rows extends LookupFunction {
        private static final long serialVersionUID = 1;

        private transient List<RowData>[] rows;

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Collection<RowData> lookup(RowData key) {
            if (rows == null) {
                rows = new List[Events.SIDE_ROWS];
                for (int i = 0; i < rows.length; i++) {
                    rows[i] = List.of(GenericRowData.of((long) i, Events.sideValue(i)));
                }
            }
            long wanted = key.getLong(0);
            return wanted >= 0 && wanted < rows.length ? rows[(int) wanted] : List.of();
        }
    }
}
