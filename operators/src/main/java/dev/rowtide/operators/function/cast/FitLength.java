// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;

/** Cuts texts and binary strings to the length of their type, and fills CHAR with blanks and BINARY with zeros up to it. */
final class FitLength implements VectorFunction {

    private final int length;
    private final boolean binary;
    private final boolean fixed;

    FitLength(Type to) {
        length = to.precision();
        binary = to.kind().isBinary();
        fixed = to.kind() == TypeKind.CHAR || to.kind() == TypeKind.BINARY;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        return fixed ? fill(text, rows) : cut(text, rows);
    }

    private Column cut(BytesColumn text, Rows rows) {
        int[] lengths = new int[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!text.isNull(row)) {
                lengths[row] = cutLength(text, row);
            }
        }
        return new BytesColumn(text.data(), text.starts(), lengths, text.nulls());
    }

    private Column fill(BytesColumn text, Rows rows) {
        TextWriter writer = new TextWriter(rows, (long) Math.min(length, 64) * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (text.isNull(row)) {
                continue;
            }
            int start = text.starts()[row];
            int kept = cutLength(text, row);
            writer.begin();
            writer.write(text.data(), start, kept);
            int characters = binary ? kept : Utf8.length(text.data(), start, start + kept);
            for (int k = characters; k < length; k++) {
                writer.write(binary ? 0 : ' ');
            }
            writer.end(row);
        }
        return writer.column(text.nulls());
    }

    private int cutLength(BytesColumn text, int row) {
        int bytes = text.lengths()[row];
        if (bytes <= length || binary) {
            return Math.min(bytes, length);
        }
        int start = text.starts()[row];
        return Utf8.skip(text.data(), start, start + bytes, length) - start;
    }
}
