// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.unnest;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.nested.RowField;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects rows of the output, each an input row and the number of an element, into batches. */
final class UnnestedRows {

    /** The element of a row whose collection has none. */
    static final int NO_ELEMENT = -1;

    private final int[] kept;
    private final boolean ordinality;
    private final boolean map;
    private final Type type;
    private final ElementReader reader;

    /** What reads the fields of an element that is a ROW and is spread to them; none if it is not. */
    private final RowField[] spread;

    private ChangeBatch batch = ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent());
    private BytesColumn collections = new BytesColumn(new byte[0], new int[0], new int[0], null);
    private int[] rowOf = new int[64];
    private int[] elementOf = new int[64];
    private byte @Nullable [] kinds;
    private long[] positions = new long[64];
    private int count;

    UnnestedRows(Unnest node) {
        kept = node.kept().stream().mapToInt(Integer::intValue).toArray();
        ordinality = node.ordinality();
        type = node.collectionType();
        map = type.kind() == TypeKind.MAP;
        reader = new ElementReader(type);
        boolean rows = !map && type.element().kind() == TypeKind.ROW;
        spread = new RowField[rows ? type.element().fields().size() : 0];
        for (int i = 0; i < spread.length; i++) {
            spread[i] = new RowField(type.element(), i);
        }
    }

    /** Whether the output has the number of the element. */
    boolean numbersElements() {
        return ordinality;
    }

    /** Starts on the rows of a batch with the given collections. */
    void begin(ChangeBatch batch, BytesColumn collections) {
        this.batch = batch;
        this.collections = collections;
    }

    /** The rows collected since the last {@link #build}. */
    int count() {
        return count;
    }

    /** Adds the row for an element of an input row's collection, counted from 0, or for none. */
    void add(int row, int element, byte kind, long position) {
        if (count == rowOf.length) {
            rowOf = Arrays.copyOf(rowOf, count * 2);
            elementOf = Arrays.copyOf(elementOf, count * 2);
            positions = Arrays.copyOf(positions, count * 2);
            kinds = kinds == null ? null : Arrays.copyOf(kinds, count * 2);
        }
        if (kind != RowKind.PLUS_I && kinds == null) {
            kinds = new byte[rowOf.length];
        }
        if (kinds != null) {
            kinds[count] = kind;
        }
        rowOf[count] = row;
        elementOf[count] = element;
        positions[count++] = position;
    }

    /** The batch of the rows collected. */
    ChangeBatch build() {
        int elementColumns = map ? 2 : spread.length > 0 ? spread.length : 1;
        Column[] columns = new Column[kept.length + elementColumns + (ordinality ? 1 : 0)];
        for (int i = 0; i < kept.length; i++) {
            columns[i] = TakenRows.of(batch.column(kept[i]), rowOf, count);
        }
        Column elements = elements(false);
        if (spread.length > 0) {
            for (int i = 0; i < spread.length; i++) {
                columns[kept.length + i] =
                        spread[i].apply(new Column[] {elements}, new Rows(null, count, count), (row, error) -> {});
            }
        } else {
            columns[kept.length] = elements;
        }
        if (map) {
            columns[kept.length + 1] = elements(true);
        }
        if (ordinality) {
            columns[columns.length - 1] = numbers();
        }
        ChangeBatch built = ChangeBatch.of(count, columns, kinds, positions, batch.watermarks());
        rowOf = new int[64];
        elementOf = new int[64];
        positions = new long[64];
        kinds = null;
        count = 0;
        return built;
    }

    private Column elements(boolean values) {
        Type part = type.fields().get(values ? 1 : 0).type();
        ColumnBuilder builder = ColumnBuilder.of(part.storage(), count);
        byte[] data = collections.data();
        int[] starts = collections.starts();
        for (int i = 0; i < count; i++) {
            if (elementOf[i] == NO_ELEMENT) {
                builder.appendNull();
            } else if (values) {
                reader.appendValue(data, starts[rowOf[i]], elementOf[i], builder);
            } else {
                reader.append(data, starts[rowOf[i]], elementOf[i], builder);
            }
        }
        return builder.build();
    }

    private Column numbers() {
        ColumnBuilder builder = ColumnBuilder.of(Storage.LONG, count);
        for (int i = 0; i < count; i++) {
            if (elementOf[i] == NO_ELEMENT) {
                builder.appendNull();
            } else {
                builder.appendLong(elementOf[i] + 1L);
            }
        }
        return builder.build();
    }
}
