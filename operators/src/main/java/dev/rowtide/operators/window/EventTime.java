// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.RowFailure;

/** A column of event times in microseconds, whatever its type stores. */
public final class EventTime {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final int MICRO_DIGITS = 6;
    private static final int MILLI_DIGITS = 3;

    private final long unitsPerMicro;
    private final long resolution;

    /** Of columns of a type. */
    public EventTime(Type type) {
        unitsPerMicro = type.unitsPerSecond() > 1_000_000 ? NANOS_PER_MICRO : 1;
        long micros = 1;
        for (int digits = Math.max(MILLI_DIGITS, type.precision()); digits < MICRO_DIGITS; digits++) {
            micros *= 10;
        }
        resolution = micros;
    }

    /** Microseconds between event times. */
    public long resolution() {
        return resolution;
    }

    /** The microseconds of a value as it is stored. */
    public long micros(long stored) {
        return unitsPerMicro == 1 ? stored : Math.floorDiv(stored, unitsPerMicro);
    }

    /** The first whole microsecond from a value as it is stored on: the first watermark that is not before it. */
    public long ceilingMicros(long stored) {
        return unitsPerMicro == 1 ? stored : -Math.floorDiv(-stored, unitsPerMicro);
    }

    /** The last value as it is stored that is not later than a microsecond; the outermost value where there is none. */
    public long stored(long micros) {
        long high = Math.multiplyHigh(micros, unitsPerMicro);
        long low = micros * unitsPerMicro;
        return high == low >> 63 ? low : micros < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** The first row of a batch without event time, by its place in the batch; -1 for none. */
    int firstNull(ChangeBatch batch, LongColumn times) {
        for (int i = 0; times.nulls() != null && i < batch.size(); i++) {
            if (times.isNull(batch.row(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The rows of whole positions in front of a place in the batch. */
    static ChangeBatch before(ChangeBatch batch, int place) {
        long position = batch.position(batch.row(place));
        int size = place;
        while (size > 0 && batch.position(batch.row(size - 1)) == position) {
            size--;
        }
        int[] selection = new int[size];
        for (int i = 0; i < size; i++) {
            selection[i] = batch.row(i);
        }
        return batch.withSelection(selection, size);
    }

    /** What says that a row has no event time. */
    static RowFailure failure(ChangeBatch batch, int place) {
        return new RowFailure(
                batch.position(batch.row(place)),
                new EngineException(
                                ErrorCode.NOT_NULL_VIOLATION, "a row that is put into a window has no event time: NULL")
                        .withHint("Leave out such rows before: FROM TUMBLE((SELECT * FROM t WHERE ts IS NOT NULL), …);"
                                + " a window in GROUP BY is put behind WHERE."));
    }
}
