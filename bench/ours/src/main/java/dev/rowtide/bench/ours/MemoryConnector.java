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
import org.jspecify.annotations.Nullable;

/** A connector over one table in memory, and a sink that counts. */
final class MemoryConnector implements Connector {

    private final MemoryTable memory;
    private final CountingSink sink = new CountingSink();

    MemoryConnector(MemoryTable memory) {
        this.memory = memory;
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
                return new Reader(columns);
            }
        };
    }

    private final class Reader implements SplitReader {
        private final int[] columns;
        private int chunk;

        Reader(List<Integer> columns) {
            this.columns = columns.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
            int from = chunk * ChangeBatch.ROWS_MAX;
            int rows = Math.min(ChangeBatch.ROWS_MAX, memory.rows() - from);
            if (rows <= 0) {
                return null;
            }
            Column[] chunks = new Column[columns.length];
            for (int i = 0; i < chunks.length; i++) {
                chunks[i] = memory.columns()[columns[i]][chunk];
            }
            chunk++;
            return ChangeBatch.inserts(rows, chunks, firstPosition, Watermarks.absent());
        }

        @Override
        public boolean ended() {
            return chunk * ChangeBatch.ROWS_MAX >= memory.rows();
        }

        @Override
        public String position() {
            return Integer.toString(chunk);
        }

        @Override
        public void close() {}
    }
}
