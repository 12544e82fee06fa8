// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.query.Queries;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.jspecify.annotations.Nullable;

/** The input of this process, in static fields for the reason that {@link MeasuredPass} tells. */
final class MemoryInput {
    private static @Nullable Events events;
    private static @Nullable Clicks clicks;
    private static @Nullable Lines lines;

    private MemoryInput() {}

    static void load(ChildOptions options) throws IOException {
        if (Queries.readsClicks(options.query())) {
            clicks = Clicks.generate(options.events(), options.users());
        } else if (Queries.readsJson(options.query())) {
            lines = new Lines(Files.readAllBytes(Objects.requireNonNull(options.input(), "no --input given")));
        } else {
            events = Events.generate(options.events());
        }
    }

    static RowCursor cursor(String rows, @Nullable DeserializationSchema<RowData> decoder) throws Exception {
        return switch (rows) {
            case "events" -> new EventRows(Objects.requireNonNull(events));
            case "bids" -> new EventRows.Bid(Objects.requireNonNull(events).bids);
            case "auctions" -> new EventRows.Auction(Objects.requireNonNull(events).auctions);
            case "persons" -> new EventRows.Person(Objects.requireNonNull(events).persons);
            case "users" -> new UserRows(Objects.requireNonNull(clicks).users);
            case "clicks" -> new ClickRows(Objects.requireNonNull(clicks), false);
            case "visits" -> new ClickRows(Objects.requireNonNull(clicks), true);
            case "lines" -> {
                DeserializationSchema<RowData> opened = Objects.requireNonNull(decoder, "lines need a format");
                opened.open(new DecoderContext());
                yield new DecodedRows(Objects.requireNonNull(lines), opened);
            }
            default -> throw new IllegalArgumentException("no rows " + rows);
        };
    }

    private static final class DecodedRows implements RowCursor {
        private final Lines lines;
        private final DeserializationSchema<RowData> decoder;

        DecodedRows(Lines lines, DeserializationSchema<RowData> decoder) {
            this.lines = lines;
            this.decoder = decoder;
        }

        @Override
        public int size() {
            return lines.count();
        }

        @Override
        public RowData at(int row) throws IOException {
            return decoder.deserialize(lines.get(row));
        }
    }

    private static final class DecoderContext implements DeserializationSchema.InitializationContext {
        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup();
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            return SimpleUserCodeClassLoader.create(MemoryInput.class.getClassLoader());
        }
    }
}
