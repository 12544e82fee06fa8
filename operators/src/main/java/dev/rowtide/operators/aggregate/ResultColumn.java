// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.Arena;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One call's results before and after each step, and the output column that they make. */
final class ResultColumn {

    private final Result result;
    private final Storage storage;
    private final Extreme.@Nullable OfBytes bytes;
    private final ResultVector before = new ResultVector();
    private final ResultVector after = new ResultVector();
    private boolean knowsBefore;

    /** @param bytes where byte strings lie; null for other storages */
    ResultColumn(Result result, Storage storage, Extreme.@Nullable OfBytes bytes) {
        this.result = result;
        this.storage = storage;
        this.bytes = bytes;
    }

    /** Computes the results of steps 0 to {@code n - 1} from the words that they left. */
    void compute(WordColumns left, int n) {
        result.compute(left, n, after);
        knowsBefore = false;
    }

    /** Computes also the results before steps 0 to {@code n - 1}, from the words that they found, if they are not known yet. */
    void computeBefore(WordColumns found, int n) {
        if (!knowsBefore) {
            result.compute(found, n, before);
            knowsBefore = true;
        }
    }

    /** Whether a result is a word as it stands, so that one more costs nothing. */
    boolean isPlain() {
        return result instanceof CountResult;
    }

    /** Whether results are byte strings. */
    boolean isBytes() {
        return storage == Storage.BYTES;
    }

    /** The results after the steps. */
    ResultVector after() {
        return after;
    }

    /** Whether every step's result is plainly not what it was. That is common, a count being among the results, and saves looking at each. */
    boolean isChangedThroughout(int n) {
        if (storage == Storage.BYTES || before.hasNulls() || after.hasNulls()) {
            return false;
        }
        long[] old = before.values();
        long[] now = after.values();
        for (int i = 0; i < n; i++) {
            if (old[i] == now[i]) {
                return false;
            }
        }
        return true;
    }

    /** Sets {@code changed} at all steps whose result is not what it was. */
    void markChanges(boolean[] changed, int n) {
        long[] old = before.values();
        long[] now = after.values();
        if (storage == Storage.BYTES) {
            for (int i = 0; i < n; i++) {
                changed[i] |= before.isNull(i) != after.isNull(i) || !sameBytes(old[i], now[i]);
            }
            return;
        }
        for (int i = 0; i < n; i++) {
            changed[i] |= old[i] != now[i];
        }
        if (storage == Storage.WIDE) {
            for (int i = 0; i < n; i++) {
                changed[i] |= before.low()[i] != after.low()[i] && !before.isNull(i);
            }
        }
        if (before.hasNulls() || after.hasNulls()) {
            for (int i = 0; i < n; i++) {
                changed[i] |= before.isNull(i) != after.isNull(i);
            }
        }
    }

    /**
     * The column of an output batch.
     *
     * @param steps the step of each output row
     * @param retractions bit 0 is set at rows that have the result before the step, which is computed then; null when none has
     * @param n the output rows
     */
    Column column(int[] steps, byte @Nullable [] retractions, int n) {
        long[] nulls = nulls(steps, retractions, n);
        long[] values = choose(before.values(), after.values(), steps, retractions, n);
        return switch (storage) {
            case LONG -> new LongColumn(values, nulls);
            case DOUBLE -> new DoubleColumn(doubles(values), nulls);
            case BOOLEAN -> new BooleanColumn(booleans(values), nulls);
            case BYTES -> bytes(values, nulls);
            case WIDE -> new WideColumn(values, choose(before.low(), after.low(), steps, retractions, n), nulls);
        };
    }

    private static long[] choose(long[] before, long[] after, int[] steps, byte @Nullable [] retractions, int n) {
        if (retractions == null && steps == OutputRows.STEPS) {
            return Arrays.copyOf(after, n);
        }
        long[] chosen = new long[n];
        if (retractions == null) {
            for (int i = 0; i < n; i++) {
                chosen[i] = after[steps[i]];
            }
        } else if (retractions == OutputRows.PAIR_KINDS) {
            for (int step = 0; step < n / 2; step++) {
                chosen[2 * step] = before[step];
                chosen[2 * step + 1] = after[step];
            }
        } else {
            for (int i = 0; i < n; i++) {
                chosen[i] = (retractions[i] & 1) != 0 ? before[steps[i]] : after[steps[i]];
            }
        }
        return chosen;
    }

    private long @Nullable [] nulls(int[] steps, byte @Nullable [] retractions, int n) {
        boolean nullsBefore = retractions != null && before.hasNulls();
        if (!nullsBefore && !after.hasNulls()) {
            return null;
        }
        long[] nulls = null;
        for (int i = 0; i < n; i++) {
            boolean old = retractions != null && (retractions[i] & 1) != 0;
            if ((old ? before : after).isNull(steps[i])) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }

    private static double[] doubles(long[] bits) {
        double[] values = new double[bits.length];
        for (int i = 0; i < bits.length; i++) {
            values[i] = Double.longBitsToDouble(bits[i]);
        }
        return values;
    }

    private static boolean[] booleans(long[] words) {
        boolean[] values = new boolean[words.length];
        for (int i = 0; i < words.length; i++) {
            values[i] = words[i] != 0;
        }
        return values;
    }

    private BytesColumn bytes(long[] handles, long @Nullable [] nulls) {
        int[] starts = new int[handles.length];
        int[] lengths = new int[handles.length];
        for (int i = 0; i < handles.length; i++) {
            starts[i] = Arena.start(handles[i]);
            lengths[i] = Arena.length(handles[i]);
        }
        return new BytesColumn(data(), starts, lengths, nulls);
    }

    private boolean sameBytes(long a, long b) {
        if (a == b) {
            return true;
        }
        byte[] data = data();
        int startA = Arena.start(a);
        int startB = Arena.start(b);
        return Arrays.equals(data, startA, startA + Arena.length(a), data, startB, startB + Arena.length(b));
    }

    /** What the handles of byte strings refer to. */
    byte[] data() {
        return bytes == null ? new byte[0] : bytes.data();
    }
}
