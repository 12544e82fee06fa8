// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.unnest;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.PositionwiseOperator;
import dev.rowtide.operators.merge.RowMatch;

/**
 * A row for each element of a collection, under the kind and position of the row that has it.
 *
 * <p>An update becomes what it changes: rows that are the same before and after are left alone. Where the rows of an input row are numbered, and that has a key, the row
 * with the same number is updated; else the old rows are deleted and the new ones inserted.
 */
public final class UnnestOperator extends PositionwiseOperator {

    private final boolean outer;
    private final boolean updates;
    private final boolean updateBefore;
    private final int collection;
    private final RowMatch kept;
    private final RowMatch key;
    private final UnnestedRows rows;
    private final ElementMatch match;

    public UnnestOperator(Unnest node) {
        super(node.input(), node.schema());
        outer = node.outer();
        updates = node.mode().updateAfter();
        updateBefore = node.mode().updateBefore();
        collection = node.collection();
        kept = new RowMatch(node.kept().stream().mapToInt(Integer::intValue).toArray());
        key = new RowMatch(node.numberedKey().map(columns -> columns.toArray()).orElse(new int[0]));
        rows = new UnnestedRows(node);
        match = new ElementMatch(node.collectionType());
    }

    @Override
    protected void apply(ChangeBatch batch, int from, int to, Tick tick, Output output) {
        BytesColumn collections = batch.bytes(collection);
        rows.begin(batch, collections);
        for (int i = from; i < to; i++) {
            int row = batch.row(i);
            if (isUpdate(batch, i, to)) {
                update(batch, collections, row, batch.row(++i), output);
            } else {
                all(
                        batch,
                        collections,
                        row,
                        RowKind.isRetraction(batch.kind(row)) ? RowKind.MINUS_D : RowKind.PLUS_I,
                        output);
            }
        }
        if (rows.count() > 0) {
            output.emit(rows.build());
        }
    }

    private void all(ChangeBatch batch, BytesColumn collections, int row, byte kind, Output output) {
        long position = batch.position(row);
        int count = count(collections, row);
        for (int element = 0; element < count; element++) {
            rows.add(row, element, kind, position);
            emitIfFull(output);
        }
        if (count == 0 && outer) {
            rows.add(row, UnnestedRows.NO_ELEMENT, kind, position);
            emitIfFull(output);
        }
    }

    private void update(ChangeBatch batch, BytesColumn collections, int before, int after, Output output) {
        boolean sameRow = (updates ? key : kept).equal(batch, before, batch, after);
        if (!sameRow) {
            all(batch, collections, before, RowKind.MINUS_D, output);
            all(batch, collections, after, RowKind.PLUS_I, output);
        } else if (updates) {
            updateByNumber(batch, collections, before, after, output);
        } else {
            replace(batch, collections, before, after, output);
        }
    }

    /** Every element is judged by its number: updated, deleted or inserted. */
    private void updateByNumber(ChangeBatch batch, BytesColumn collections, int before, int after, Output output) {
        long position = batch.position(before);
        boolean sameKept = kept.equal(batch, before, batch, after);
        int countBefore = count(collections, before);
        int countAfter = count(collections, after);
        int common = Math.min(countBefore, countAfter);
        match.load(collections, before, countBefore, after, countAfter);
        for (int element = 0; element < common; element++) {
            if (sameKept && match.sameAt(element)) {
                continue;
            }
            if (updateBefore) {
                rows.add(before, element, RowKind.MINUS_U, position);
            }
            rows.add(after, element, RowKind.PLUS_U, position);
            emitIfFull(output);
        }
        if (outer && countBefore == 0 && countAfter == 0) {
            if (!sameKept) {
                rows.add(before, UnnestedRows.NO_ELEMENT, RowKind.MINUS_D, position);
                rows.add(after, UnnestedRows.NO_ELEMENT, RowKind.PLUS_I, position);
            }
            return;
        }
        rest(before, common, countBefore, RowKind.MINUS_D, position, output);
        rest(after, common, countAfter, RowKind.PLUS_I, position, output);
    }

    /** The elements from {@code from} on; of a collection without any the padded row. */
    private void rest(int row, int from, int count, byte kind, long position, Output output) {
        for (int element = from; element < count; element++) {
            rows.add(row, element, kind, position);
            emitIfFull(output);
        }
        if (count == 0 && outer) {
            rows.add(row, UnnestedRows.NO_ELEMENT, kind, position);
            emitIfFull(output);
        }
    }

    /** What is in both collections stays; of the rest the old is deleted, the new inserted. */
    private void replace(ChangeBatch batch, BytesColumn collections, int before, int after, Output output) {
        long position = batch.position(before);
        int countBefore = count(collections, before);
        int countAfter = count(collections, after);
        if (countBefore == 0 || countAfter == 0) {
            if (countBefore != countAfter) {
                rest(before, 0, countBefore, RowKind.MINUS_D, position, output);
                rest(after, 0, countAfter, RowKind.PLUS_I, position, output);
            }
            return;
        }
        match.load(collections, before, countBefore, after, countAfter);
        boolean[] stays = rows.numbersElements() ? match.stayingByNumber() : match.staying();
        for (int i = 0; i < countBefore + countAfter; i++) {
            if (!stays[i]) {
                boolean old = i < countBefore;
                rows.add(
                        old ? before : after,
                        old ? i : i - countBefore,
                        old ? RowKind.MINUS_D : RowKind.PLUS_I,
                        position);
                emitIfFull(output);
            }
        }
    }

    private int count(BytesColumn collections, int row) {
        return collections.isNull(row)
                ? 0
                : ElementReader.count(collections.data(), collections.starts()[row]);
    }

    private void emitIfFull(Output output) {
        if (rows.count() >= ChangeBatch.ROWS_MAX) {
            output.emit(rows.build());
        }
    }
}
