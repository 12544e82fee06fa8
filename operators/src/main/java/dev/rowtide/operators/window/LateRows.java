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
    private long count;

    /** @param inputs the columns of each input */
    public LateRows(List<Schema> inputs, OperatorSettings settings) {
        this.inputs = inputs;
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

    /** Counts those of before a restore. */
    public void restore(long before) {
        count += before;
    }
}
