// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.NumericDatePattern;
import dev.rowtide.core.function.NumericDatePattern.Field;
import dev.rowtide.core.function.NumericDatePattern.Unit;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.VectorFunction;
import java.util.List;

/** DATE_TEXT: what DATE_FORMAT writes, from the numbers that {@link DateFields} has found. A text is written once for each run of rows that have it. */
final class DateText implements VectorFunction {

    private static final int TEXTS_GUESS = 64;
    private static final long YEAR_MAX = 9_999;

    private final byte[] text;
    private final List<Field> fields;

    /** @param pattern that of the numbers */
    DateText(NumericDatePattern pattern) {
        text = pattern.text();
        fields = pattern.fields();
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] numbers = column.values();
        long[] nulls = Nulls.union(column.nulls(), arguments[1].nulls());
        TextWriter writer = new TextWriter(rows, (long) Math.min(rows.size(), TEXTS_GUESS) * text.length);
        int lastRow = -1;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            if (lastRow >= 0 && numbers[row] == numbers[lastRow]) {
                writer.repeat(row, lastRow);
                continue;
            }
            writer.begin();
            write(numbers[row], writer);
            writer.end(row);
            lastRow = row;
        }
        return writer.column(nulls);
    }

    private void write(long packed, TextWriter writer) {
        int written = 0;
        for (Field field : fields) {
            writer.write(text, written, field.start() - written);
            long number = field.unit().unpacked(packed);
            if (field.unit() == Unit.YEAR && (number < 0 || number > YEAR_MAX)) {
                writer.write((number < 0 ? "-" : "+").getBytes(US_ASCII));
            }
            writer.writeDigits(Math.abs(number), field.width());
            written = field.start() + field.width();
        }
        writer.write(text, written, text.length - written);
    }
}
