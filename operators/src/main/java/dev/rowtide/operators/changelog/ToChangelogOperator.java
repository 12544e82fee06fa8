// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.changelog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.io.ByteArrayOutputStream;

/** Makes an inserted row of each change, with the code of its kind as a first column; changes of kinds without a code are left out. */
public final class ToChangelogOperator implements Operator {

    private static final int NO_CODE = -1;

    /** All codes, one after the other. */
    private final byte[] codes;

    // By kind.
    private final int[] starts;
    private final int[] lengths;
    private final boolean isTotal;

    public ToChangelogOperator(ToChangelog node, OperatorSettings settings) {
        starts = new int[node.codes().size()];
        lengths = new int[starts.length];
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        boolean total = true;
        for (int kind = 0; kind < starts.length; kind++) {
            String code = node.codes().get(kind);
            byte[] text = code == null ? new byte[0] : code.getBytes(UTF_8);
            starts[kind] = all.size();
            lengths[kind] = code == null ? NO_CODE : text.length;
            all.writeBytes(text);
            total &= code != null;
        }
        codes = all.toByteArray();
        isTotal = total;
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int[] codeStarts = new int[batch.rows()];
        int[] codeLengths = new int[batch.rows()];
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            byte kind = batch.kind(row);
            codeStarts[row] = starts[kind];
            codeLengths[row] = lengths[kind];
        }
        Column[] columns = new Column[batch.columnCount() + 1];
        columns[0] = new BytesColumn(codes, codeStarts, codeLengths, null);
        for (int c = 1; c < columns.length; c++) {
            columns[c] = batch.column(c - 1);
        }
        ChangeBatch rows = batch.withColumns(columns).withKinds(null);
        ChangeBatch coded = isTotal ? rows : coded(rows, codeLengths);
        if (coded.size() > 0 || coded.watermarks().after() != Watermarks.NONE) {
            output.emit(coded);
        }
    }

    private static ChangeBatch coded(ChangeBatch rows, int[] codeLengths) {
        int[] selected = new int[rows.size()];
        int count = 0;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (codeLengths[row] != NO_CODE) {
                selected[count++] = row;
            }
        }
        return count == rows.size() ? rows : rows.withSelection(selected, count);
    }
}
