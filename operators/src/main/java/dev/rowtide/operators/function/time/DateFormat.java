// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.VectorFunction;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DATE_FORMAT. A text that depends on the date alone is written once for each run of rows of one day. */
final class DateFormat implements VectorFunction {

    private static final int TEXT_BYTES_GUESS = 24;

    /** Patterns that come from a column are compiled once each, while there are few. */
    private static final int PATTERNS_MAX = 64;

    private final LocalTimes times;
    private final @Nullable TimeScale scale;
    private final CallSite site;
    private final Map<String, DatePattern> patterns = new HashMap<>();
    private final @Nullable DatePattern constant;

    /** @param pattern the pattern if it is a literal */
    DateFormat(Type type, @Nullable String pattern, ZoneId zone, CallSite site) {
        times = new LocalTimes(type, zone);
        scale = type.kind() == TypeKind.DATE ? null : TimeScale.of(type);
        constant = pattern == null ? null : new DatePattern(pattern);
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        BytesColumn patternColumn = (BytesColumn) arguments[1];
        long[] nulls = Nulls.union(column.nulls(), patternColumn.nulls());
        long[] local = times.read(column, rows);
        boolean ofDateOnly = constant != null && constant.isOfDateOnly();
        TextWriter writer = new TextWriter(rows, ofDateOnly ? 0 : (long) rows.size() * TEXT_BYTES_GUESS);
        long lastDay = Long.MIN_VALUE;
        int lastRow = -1;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            long day = scale == null ? local[row] : scale.day(local[row]);
            if (day != lastDay) {
                lastDay = day;
                lastRow = -1;
            }
            if (ofDateOnly && lastRow >= 0) {
                writer.repeat(row, lastRow);
                continue;
            }
            long nanoOfDay = scale == null
                    ? 0
                    : (local[row] - day * scale.unitsPerDay()) * (1_000_000_000L / scale.unitsPerSecond());
            writer.begin();
            try {
                pattern(patternColumn, row).write(day, nanoOfDay, writer);
                lastRow = row;
            } catch (EngineException e) {
                failures.fail(row, () -> site.at(e));
            } catch (DateTimeException e) {
                failures.fail(row, () -> site.error(ErrorCode.INVALID_DATETIME, String.valueOf(e.getMessage())));
            }
            writer.end(row);
        }
        return writer.column(nulls);
    }

    private DatePattern pattern(BytesColumn column, int row) {
        if (constant != null) {
            return constant;
        }
        if (patterns.size() > PATTERNS_MAX) {
            patterns.clear();
        }
        return patterns.computeIfAbsent(column.text(row), DatePattern::new);
    }
}
