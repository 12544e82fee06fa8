// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.util.Set;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * {@code 'connector' = 'memory'}: rows that lie ready in memory, {@code 'rows' = 'events'}, {@code 'persons'},
 * {@code 'auctions'}, {@code 'bids'}, {@code 'clicks'} or {@code 'users'}; or {@code 'lines'}, which a {@code 'format'}
 * decodes.
 */
public final class MemoryTableFactory implements DynamicTableSourceFactory {
    private static final ConfigOption<String> ROWS =
            ConfigOptions.key("rows").stringType().noDefaultValue();

    @Override
    public String factoryIdentifier() {
        return "memory";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(ROWS);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(FactoryUtil.FORMAT);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        DecodingFormat<DeserializationSchema<RowData>> format = helper.discoverOptionalDecodingFormat(
                        DeserializationFormatFactory.class, FactoryUtil.FORMAT)
                .orElse(null);
        helper.validate();
        if (helper.getOptions().get(ROWS).equals("side")) {
            return new SideInput();
        }
        return new MemoryTable(helper.getOptions().get(ROWS), context.getPhysicalRowDataType(), format);
    }

    private record MemoryTable(
            String rows, DataType rowType, @Nullable DecodingFormat<DeserializationSchema<RowData>> format)
            implements ScanTableSource {
        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            DeserializationSchema<RowData> decoder =
                    format == null ? null : format.createRuntimeDecoder(context, rowType);
            return SourceProvider.of(new MemorySource(rows, decoder));
        }

        @Override
        public DynamicTableSource copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "memory";
        }
    }
}
