// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connector over tables in memory, and a sink that counts. Tables that are read together are read in step, chunk by chunk, as the rows of the same stretch of events
 * would come in.
 */
final class MemoryConnector implements Connector {

    private final Map<String, MemoryTable> tables;
    private final boolean inStep;
    private final CountingSink sink = new CountingSink();

    /** @param inStep whether several tables are read */
    MemoryConnector(Map<String, MemoryTable> tables, boolean inStep) {
        this.tables = tables;
        this.inStep = inStep;
    }

    CountingSink sink() {
        return sink;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of();
    }

    @Override
    public Sink sink(Table table) {
        return sink.over(table.schema());
    }

    @Override
    public Source source(Table table) {
        MemoryTable memory = Objects.requireNonNull(tables.get(table.name()));
        return new Source() {
            @Override
            public ChangelogMode mode() {
                return ChangelogMode.APPEND;
            }

            @Override
            public boolean bounded() {
                return true;
            }

            @Override
            public List<String> splits() {
                return List.of("memory");
            }

            @Override
            public SplitReader open(
                    String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
                return new Reader(memory, columns);
            }
        };
    }

    private final class Reader implements SplitReader {
        private final MemoryTable memory;
        private final int[] columns;
        private int chunk;
        private boolean othersTurn;

        Reader(MemoryTable memory, List<Integer> columns) {
            this.memory = memory;
            this.columns = columns.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
            othersTurn ^= inStep;
            if (ended() || inStep && !othersTurn) {
                return null;
            }
            Column[] chunks = new Column[columns.length];
            for (int i = 0; i < chunks.length; i++) {
                chunks[i] = memory.columns()[columns[i]][chunk];
            }
            int rows = memory.chunkRows()[chunk++];
            return ChangeBatch.inserts(rows, chunks, firstPosition, Watermarks.absent());
        }

        @Override
        public boolean ended() {
            return chunk == memory.chunkRows().length;
        }

        @Override
        public String position() {
            return Integer.toString(chunk);
        }

        @Override
        public void close() {}
    }
}
