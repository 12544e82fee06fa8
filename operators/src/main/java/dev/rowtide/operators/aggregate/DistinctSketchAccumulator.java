// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.state.Hashing;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Objects;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * About how many different values there are, of values that are never taken back. Its words: the estimate (when settled), and the group's sketch. A sketch takes 2 KB at
 * most, counts exactly up to about a hundred values, and has a standard error of 1.3 % beyond. It depends on the values in their order alone, however they
 * were cut.
 */
final class DistinctSketchAccumulator extends Accumulator {

    private static final int LOG_BUCKETS = 12;
    private static final int BYTES = 2 * 1024;
    private static final int SKETCH = 1;

    private final int column;
    private final Sketches<HllSketch> sketches = new Sketches<>(() -> new HllSketch(LOG_BUCKETS, TgtHllType.HLL_4));
    private @Nullable Column bound;

    DistinctSketchAccumulator(int column) {
        super(2);
        this.column = column;
    }

    @Override
    void bind(ChangeBatch batch) {
        bound = batch.column(column);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        records[at + SKETCH] = sketches.ensure(records[at + SKETCH]);
        sketches.get(records[at + SKETCH]).update(word(Objects.requireNonNull(bound), row));
    }

    private static long word(Column values, int row) {
        if (values instanceof BytesColumn bytes) {
            return Hashing.hash(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
        } else if (values instanceof WideColumn wide) {
            return Hashing.hash(wide.high()[row], wide.low()[row]);
        }
        return KeyWords.of(values, row);
    }

    @Override
    void settle(long[] records, int at) {
        long sketch = records[at + SKETCH];
        records[at] = sketch == 0 ? 0 : Math.round(sketches.get(sketch).getEstimate());
    }

    @Override
    void clear(long[] records, int at) {
        sketches.free(records[at + SKETCH]);
        super.clear(records, at);
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        long sketch = records[at + SKETCH];
        Sketches.writeBytes(sketch == 0 ? new byte[0] : sketches.get(sketch).toCompactByteArray(), writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        byte[] bytes = Sketches.readBytes(reader);
        records[at + SKETCH] = bytes.length == 0 ? 0 : sketches.add(HllSketch.heapify(Memory.wrap(bytes)));
    }

    @Override
    long bytes() {
        return sketches.size() * BYTES;
    }
}
