// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.BytesTable;
import dev.rowtide.operators.state.KeyEncoder;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.LongPairTable;
import dev.rowtide.operators.state.RecordTable;
import java.util.List;

/** Finds records by a group's number and the values of some columns. */
abstract sealed class DistinctKeys {

    /** @param nulls whether the values may be NULL */
    static DistinctKeys of(Schema schema, List<Integer> arguments, boolean nulls, int valueWords) {
        return !nulls && isOneWord(schema, arguments)
                ? new OfWord(arguments.get(0), valueWords)
                : new OfBytes(arguments, valueWords);
    }

    /** Whether values that are not NULL are a word each. */
    static boolean isOneWord(Schema schema, List<Integer> arguments) {
        return arguments.size() == 1
                && KeyWords.fit(schema.type(arguments.get(0)).storage());
    }

    abstract RecordTable table();

    /**
     * Finds the records of rows, making those that are missing.
     *
     * @param rows which rows of the steps to take, of which the first {@code n} count
     * @param at receives the addresses, one behind the other
     */
    abstract void locate(Steps steps, int[] rows, int n, int[] at);

    /** The group's number in the key of a record. */
    abstract long groupId(int at);

    private static final class OfWord extends DistinctKeys {
        private final GroupedWords grouped;
        private final LongPairTable table;

        OfWord(int column, int valueWords) {
            grouped = new GroupedWords(column);
            table = new LongPairTable(valueWords);
        }

        @Override
        RecordTable table() {
            return table;
        }

        @Override
        void locate(Steps steps, int[] rows, int n, int[] at) {
            grouped.load(steps, rows, n);
            table.locate(grouped.groups(), grouped.words(), null, n, at);
        }

        @Override
        long groupId(int at) {
            return table.first(at);
        }
    }

    private static final class OfBytes extends DistinctKeys {
        private final List<Integer> columns;
        private final BytesTable table;
        private final KeyEncoder encoder = new KeyEncoder();

        OfBytes(List<Integer> columns, int valueWords) {
            this.columns = columns;
            table = new BytesTable(valueWords);
        }

        @Override
        RecordTable table() {
            return table;
        }

        @Override
        void locate(Steps steps, int[] rows, int n, int[] at) {
            encoder.clear();
            long[] groupIds = steps.groupIds();
            Column[] arguments = new Column[columns.size()];
            for (int c = 0; c < arguments.length; c++) {
                arguments[c] = steps.batch().column(columns.get(c));
            }
            for (int k = 0; k < n; k++) {
                encoder.begin();
                encoder.word(groupIds[rows[k]]);
                for (Column argument : arguments) {
                    encoder.value(argument, steps.row(rows[k]));
                }
                encoder.end();
            }
            table.locate(encoder.data(), encoder.starts(), encoder.lengths(), null, null, n, at);
        }

        @Override
        long groupId(int at) {
            return KeyEncoder.firstWord(table.data(), table.handle(at));
        }
    }
}
