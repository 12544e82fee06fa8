// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** {@code 'connector' = 'counting'}: counts the changes that reach it and forgets them. */
public final class CountingTableFactory implements DynamicTableSinkFactory {
    static final String IDENTIFIER = "counting";
    /** Whether the sink asks for the {@code -U} of an update too. */
    static final ConfigOption<Boolean> RETRACT =
            ConfigOptions.key("retract").booleanType().noDefaultValue();

    @Override
    public String factoryIdentifier() {
        return IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(RETRACT);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) {
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validate();
        return new CountingTable(helper.getOptions().get(RETRACT), context.getPhysicalRowDataType());
    }

    private record CountingTable(boolean retract, DataType rowType) implements DynamicTableSink {
        @Override
        public ChangelogMode getChangelogMode(ChangelogMode requested) {
            if (retract) {
                return ChangelogMode.all();
            }
            ChangelogMode.Builder withoutUpdateBefore = ChangelogMode.newBuilder();
            for (RowKind kind : requested.getContainedKinds()) {
                if (kind != RowKind.UPDATE_BEFORE) {
                    withoutUpdateBefore.addContainedKind(kind);
                }
            }
            return withoutUpdateBefore.build();
        }

        @Override
        public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
            return SinkV2Provider.of(new CountingSink((RowType) rowType.getLogicalType()));
        }

        @Override
        public DynamicTableSink copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return IDENTIFIER;
        }
    }
}
