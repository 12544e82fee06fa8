// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.RowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Differences: rows of the key columns and, for each other column, what is to be added to its value; a row that is not there has zeros. An update is one row, and one
 * that changes the key two. The sums of all differences of a key are the row's values.
 */
final class DeltaEncoder extends MessageEncoder {

    private final RowWriter rows;
    private final Schema schema;
    private final TableKey key;
    private final boolean[] isKey;
    private final BatchBuilder differences;

    private final UpdatePairs pairs = new UpdatePairs() {
        @Override
        void insert(ChangeBatch batch, int row) {
            add(null, 0, batch, row);
        }

        @Override
        void update(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row) {
            if (key.equal(beforeBatch, beforeRow, batch, row)) {
                add(beforeBatch, beforeRow, batch, row);
            } else {
                add(beforeBatch, beforeRow, null, 0);
                add(null, 0, batch, row);
            }
        }

        @Override
        void delete(ChangeBatch batch, int row) {
            add(batch, row, null, 0);
        }
    };

    DeltaEncoder(RowWriter rows, Schema schema, TableKey key) {
        this.rows = rows;
        this.schema = schema;
        this.key = key;
        differences = new BatchBuilder(schema);
        isKey = new boolean[schema.size()];
        for (int column : key.columns()) {
            isKey[column] = true;
        }
    }

    @Override
    public void header(TextBuffer out) {
        rows.header(out);
    }

    @Override
    public void encode(ChangeBatch batch, TextBuffer out) {
        pairs.accept(batch);
        write(out);
    }

    @Override
    public void endTick(TextBuffer out) {
        pairs.endTick();
        write(out);
    }

    private void write(TextBuffer out) {
        ChangeBatch batch = differences.build(Watermarks.absent());
        for (int row = 0; row < batch.rows(); row++) {
            rows.row(batch, row, out);
        }
        count(batch.rows());
    }

    /** Adds the difference between two rows of one key, of which one may not be there. */
    private void add(@Nullable ChangeBatch before, int beforeRow, @Nullable ChangeBatch after, int afterRow) {
        boolean differs = false;
        for (int c = 0; c < isKey.length; c++) {
            Column old = before == null ? null : before.column(c);
            Column now = after == null ? null : after.column(c);
            ColumnBuilder builder = differences.column(c);
            if (isKey[c]) {
                if (now != null) {
                    builder.append(now, afterRow);
                } else if (old != null) {
                    builder.append(old, beforeRow);
                }
            } else {
                differs |= schema.type(c).storage() == Storage.WIDE
                        ? addWide(builder, old, beforeRow, now, afterRow, schema.type(c))
                        : addLong(builder, old, beforeRow, now, afterRow, schema.type(c));
            }
        }
        if (differs) {
            differences.endRow(RowKind.PLUS_I, differences.rows());
        } else {
            differences.abandonRow();
        }
    }

    private static boolean addLong(
            ColumnBuilder builder, @Nullable Column old, int oldRow, @Nullable Column now, int nowRow, Type type) {
        long from = old == null || old.isNull(oldRow) ? 0 : ((LongColumn) old).values()[oldRow];
        long to = now == null || now.isNull(nowRow) ? 0 : ((LongColumn) now).values()[nowRow];
        long difference = to - from;
        boolean overflows = ((to ^ from) & (to ^ difference)) < 0;
        if (overflows
                || difference > max(type)
                || difference < -max(type) - (type.kind() == TypeKind.DECIMAL ? 0 : 1)) {
            throw outOfRange(type);
        }
        builder.appendLong(difference);
        return difference != 0;
    }

    private static long max(Type type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            case DECIMAL -> BigInteger.TEN.pow(type.precision()).longValueExact() - 1;
            default -> Long.MAX_VALUE;
        };
    }

    private static boolean addWide(
            ColumnBuilder builder, @Nullable Column old, int oldRow, @Nullable Column now, int nowRow, Type type) {
        BigInteger from = old == null || old.isNull(oldRow) ? BigInteger.ZERO : ((WideColumn) old).value(oldRow);
        BigInteger to = now == null || now.isNull(nowRow) ? BigInteger.ZERO : ((WideColumn) now).value(nowRow);
        BigInteger difference = to.subtract(from);
        if (difference.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
            throw outOfRange(type);
        }
        builder.appendWide(difference);
        return difference.signum() != 0;
    }

    private static EngineException outOfRange(Type type) {
        return new EngineException(
                        ErrorCode.NUMERIC_OUT_OF_RANGE,
                        "the difference of two values is out of range for " + type.name())
                .withHint("Declare the column of the table written to with a wider type.");
    }
}
