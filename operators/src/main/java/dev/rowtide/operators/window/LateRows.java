// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.calc.RowText;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts rows that come too late for their windows, and hands them to whoever wants them. */
public final class LateRows {

    private static final Type MICROSECONDS = Type.timestamp(6);

    private final List<Schema> inputs;
    private final ZoneId zone;
    private final @Nullable DeadLetters takers;
    private final boolean areTold;
    private long count;

    /** The first of the virtual partitions that were restored; -1 if none was, and all are the operator's. */
    private int firstGiven = -1;

    /** @param inputs the columns of each input */
    public LateRows(List<Schema> inputs, OperatorSettings settings) {
        this(inputs, settings, true);
    }

    /** @param areTold whether they are; not where another operator tells of the same ones */
    LateRows(List<Schema> inputs, OperatorSettings settings, boolean areTold) {
        this.inputs = inputs;
        this.areTold = areTold;
        zone = settings.zone();
        takers = settings.lateRows();
    }

    /**
     * A row is left out.
     *
     * @param watermark that before the row
     */
    void leaveOut(int input, ChangeBatch batch, int row, long watermark) {
        leaveOut(input, batch, row, watermark, "its window was complete");
    }

    /**
     * A row comes too late.
     *
     * @param watermark that before the row
     * @param why what was over at the watermark
     */
    public void leaveOut(int input, ChangeBatch batch, int row, long watermark, String why) {
        if (!areTold) {
            return;
        }
        count++;
        if (takers != null) {
            String time = ValueText.format(watermark, MICROSECONDS, ZoneOffset.UTC);
            takers.accept(
                    batch.position(row),
                    RowText.of(batch, row, inputs.get(input), zone),
                    new EngineException(ErrorCode.INVALID_ARGUMENT, "late: " + why + " at the watermark " + time));
        }
    }

    /** How many so far. */
    public long count() {
        return count;
    }

    /** Writes the count with the first partition that the operator was ever given, so that it is written once, whichever worker has them. */
    public void snapshot(int first, int last, StateWriter writer) {
        int home = Math.max(0, firstGiven);
        writer.writeLong(first);
        writer.writeLong(first <= home && home <= last ? count : 0);
    }

    /** Counts those of before a restore. */
    public void restore(StateReader reader) {
        int first = (int) reader.readLong();
        firstGiven = firstGiven < 0 ? first : Math.min(firstGiven, first);
        count += reader.readLong();
    }
}
