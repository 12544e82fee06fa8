// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;

/**
 * Makes changes of decoded rows and their kinds: a {@code -U} and the {@code +U} right behind it are an update, and get one position.
 *
 * <p>Where the table has a key, whoever reads it may drop a {@code -U} and rely on the {@code +U} to replace the row. So an update that changes the key
 * becomes {@code -D} and {@code +I} at one position, a {@code -U} that stands alone a {@code -D}, and a {@code +U} that stands alone a {@code +I}. Without a key
 * the kinds stay as they were read.
 *
 * <p>By key, a {@code +U} replaces the row with its key, and a {@code -U} before it only says what the key was: it is left out, or a {@code -D} if the
 * key changed.
 */
public final class UpdateAssembly {

    private final TableKey key;
    private final boolean keyed;
    private final boolean byKey;

    private UpdateAssembly(int[] key, boolean byKey) {
        this.key = new TableKey(key);
        this.keyed = key.length > 0;
        this.byKey = byKey;
    }

    /**
     * Of changes with whole old rows.
     *
     * @param key the table's key columns among those decoded; none without a key, or when not all of it was decoded
     */
    public static UpdateAssembly ofWholeRows(int[] key) {
        return new UpdateAssembly(key, false);
    }

    /** Of puts and deletes by key. */
    public static UpdateAssembly byKey(int[] key) {
        return new UpdateAssembly(key, true);
    }

    /**
     * The changes.
     *
     * @param kinds by row; may be written, and belongs to the batch afterwards
     */
    public ChangeBatch assemble(int rows, Column[] columns, byte[] kinds, long firstPosition) {
        long[] positions = new long[rows];
        int[] selection = new int[rows];
        int size = 0;
        long position = firstPosition;
        ChangeBatch decoded = ChangeBatch.of(rows, columns, kinds, positions, Watermarks.absent());
        for (int row = 0; row < rows; row++) {
            positions[row] = position;
            boolean pair = kinds[row] == RowKind.MINUS_U && row + 1 < rows && kinds[row + 1] == RowKind.PLUS_U;
            if (pair) {
                boolean onlyKey = update(decoded, row, kinds);
                if (!onlyKey) {
                    selection[size++] = row;
                }
                row++;
                positions[row] = position;
            } else if (keyed && !byKey) {
                kinds[row] = alone(kinds[row]);
            }
            selection[size++] = row;
            position++;
        }
        ChangeBatch changes = ChangeBatch.of(rows, columns, kinds, positions, Watermarks.absent());
        return size == rows ? changes : changes.withSelection(selection, size);
    }

    /** Settles the kinds of an update's halves; returns whether the first is left out. */
    private boolean update(ChangeBatch batch, int row, byte[] kinds) {
        if (!keyed || key.equal(batch, row, batch, row + 1)) {
            return byKey;
        }
        kinds[row] = RowKind.MINUS_D;
        kinds[row + 1] = byKey ? RowKind.PLUS_U : RowKind.PLUS_I;
        return false;
    }

    private static byte alone(byte kind) {
        return switch (kind) {
            case RowKind.MINUS_U -> RowKind.MINUS_D;
            case RowKind.PLUS_U -> RowKind.PLUS_I;
            default -> kind;
        };
    }
}
