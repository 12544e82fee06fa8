// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;
import org.jspecify.annotations.Nullable;

/** An inserted row that shows line {@link #row} of some columns; a subclass answers for the types its columns have. */
abstract class RowView implements RowData {
    int row;

    @Override
    public RowKind getRowKind() {
        return RowKind.INSERT;
    }

    @Override
    public void setRowKind(RowKind kind) {
        if (kind != RowKind.INSERT) {
            throw new UnsupportedOperationException("the input has insertions only");
        }
    }

    @Override
    public boolean isNullAt(int field) {
        return false;
    }

    @Override
    public boolean getBoolean(int field) {
        throw noSuchField(field);
    }

    @Override
    public byte getByte(int field) {
        throw noSuchField(field);
    }

    @Override
    public short getShort(int field) {
        throw noSuchField(field);
    }

    @Override
    public int getInt(int field) {
        throw noSuchField(field);
    }

    @Override
    public long getLong(int field) {
        throw noSuchField(field);
    }

    @Override
    public float getFloat(int field) {
        throw noSuchField(field);
    }

    @Override
    public double getDouble(int field) {
        throw noSuchField(field);
    }

    @Override
    public StringData getString(int field) {
        throw noSuchField(field);
    }

    @Override
    public DecimalData getDecimal(int field, int precision, int scale) {
        throw noSuchField(field);
    }

    @Override
    public TimestampData getTimestamp(int field, int precision) {
        throw noSuchField(field);
    }

    @Override
    public <T> RawValueData<T> getRawValue(int field) {
        throw noSuchField(field);
    }

    @Override
    public byte[] getBinary(int field) {
        throw noSuchField(field);
    }

    @Override
    public ArrayData getArray(int field) {
        throw noSuchField(field);
    }

    @Override
    public MapData getMap(int field) {
        throw noSuchField(field);
    }

    @Override
    public @Nullable RowData getRow(int field, int fields) {
        throw noSuchField(field);
    }

    @Override
    public Variant getVariant(int field) {
        throw noSuchField(field);
    }

    IllegalArgumentException noSuchField(int field) {
        return new IllegalArgumentException(getClass().getSimpleName() + " has no such field " + field);
    }
}
