// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Rows;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Reads the numbers of a date or time column as local time: those of a TIMESTAMP_LTZ are shifted by the zone's offset. */
public final class LocalTimes {

    private final @Nullable ZoneOffsets offsets;
    private final @Nullable TimeScale scale;

    public LocalTimes(Type type, ZoneId zone) {
        boolean zoned = type.kind() == TypeKind.TIMESTAMP_LTZ;
        offsets = zoned ? new ZoneOffsets(zone) : null;
        scale = zoned ? TimeScale.of(type) : null;
    }

    /** The local times of the rows, by physical row: the column's own array where nothing shifts. */
    public long[] read(LongColumn column, Rows rows) {
        long[] values = column.values();
        if (offsets == null || scale == null) {
            return values;
        }
        long[] local = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            local[row] = values[row] + offsets.offset(scale.second(values[row])) * scale.unitsPerSecond();
        }
        return local;
    }

    /** The stored number of a local time. */
    public long store(long local) {
        if (offsets == null || scale == null) {
            return local;
        }
        long second = scale.second(local);
        return local + (offsets.toEpochSecond(second) - second) * scale.unitsPerSecond();
    }
}
