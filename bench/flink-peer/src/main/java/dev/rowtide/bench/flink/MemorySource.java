// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;
import org.jspecify.annotations.Nullable;

/**
 * A bounded source whose readers share the input's blocks in turn: of {@code n} readers the first takes blocks 0, n,
 * 2n and so on. There are no checkpoints in a measurement, so none are kept.
 */
final class MemorySource implements Source<RowData, MemorySource.Share, MemorySource.Nothing> {
    private static final long serialVersionUID = 1;

    private final String rows;
    private final @Nullable DeserializationSchema<RowData> decoder;

    MemorySource(String rows, @Nullable DeserializationSchema<RowData> decoder) {
        this.rows = rows;
        this.decoder = decoder;
    }

    /** One reader's part of the input. */
    record Share(int reader, int readers) implements SourceSplit {
        @Override
        public String splitId() {
            return Integer.toString(reader);
        }
    }

    /** The state of an enumerator which has none. */
    record Nothing() {}

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<RowData, Share> createReader(SourceReaderContext context) throws Exception {
        return new MemoryReader(MemoryInput.cursor(rows, decoder), MeasuredPass.current());
    }

    @Override
    public SplitEnumerator<Share, Nothing> createEnumerator(SplitEnumeratorContext<Share> context) {
        return new Enumerator(context);
    }

    @Override
    public SplitEnumerator<Share, Nothing> restoreEnumerator(SplitEnumeratorContext<Share> context, Nothing state) {
        return new Enumerator(context);
    }

    @Override
    public SimpleVersionedSerializer<Share> getSplitSerializer() {
        return new ShareSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Nothing> getEnumeratorCheckpointSerializer() {
        return new NothingSerializer();
    }

    /** Gives each reader its share as soon as it shows up. */
    private record Enumerator(SplitEnumeratorContext<Share> context) implements SplitEnumerator<Share, Nothing> {
        @Override
        public void start() {}

        @Override
        public void addReader(int reader) {
            context.assignSplit(new Share(reader, context.currentParallelism()), reader);
            context.signalNoMoreSplits(reader);
        }

        @Override
        public void handleSplitRequest(int reader, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<Share> shares, int reader) {
            throw new IllegalStateException("a reader failed, and a measurement is not resumed");
        }

        @Override
        public Nothing snapshotState(long checkpoint) {
            return new Nothing();
        }

        @Override
        public void close() {}
    }

    private static final class ShareSerializer implements SimpleVersionedSerializer<Share> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Share share) {
            return ByteBuffer.allocate(2 * Integer.BYTES)
                    .putInt(share.reader)
                    .putInt(share.readers)
                    .array();
        }

        @Override
        public Share deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Share(buffer.getInt(), buffer.getInt());
        }
    }

    private static final class NothingSerializer implements SimpleVersionedSerializer<Nothing> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Nothing nothing) {
            return new byte[0];
        }

        @Override
        public Nothing deserialize(int version, byte[] bytes) {
            return new Nothing();
        }
    }
}
