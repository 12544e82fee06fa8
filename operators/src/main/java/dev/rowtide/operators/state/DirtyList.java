// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * The records of a table that were touched since the list was last cleared, in the order of the first touch. A touched record carries its number in the list as its
 * mark, so that whether it is listed costs no look-up, and the list finds its records again after the table was rebuilt.
 */
public final class DirtyList {

    private final RecordTable table;
    private int[] addresses = new int[64];
    private int size;

    /** That of the table as of which all addresses hold; records that are listed after a rebuild don't make those before look for theirs. */
    private int generation;

    /** An empty list of records of a table. A table has one mark per record: of several lists only one may have records. */
    public DirtyList(RecordTable table) {
        this.table = table;
        generation = table.generation();
    }

    /** The table. */
    public RecordTable table() {
        return table;
    }

    /** The number of touched records. */
    public int size() {
        return size;
    }

    /** The addresses of the touched records, as of now; the first {@link #size()} count. Where a record was {@linkplain #moveToEnd moved} from there is -1. */
    public int[] addresses() {
        if (generation != table.generation()) {
            relocate();
        }
        return addresses;
    }

    /** Lists a record that is not marked ({@link RecordTable#isMarked}); its number in the list. */
    public int add(int at) {
        if (size == addresses.length) {
            addresses = Arrays.copyOf(addresses, size * 2);
        }
        addresses[size++] = at;
        table.records[at] = RecordTable.withMark(table.records[at], size);
        return size - 1;
    }

    /** Lists a record that is marked behind all others; its new number. The place where it was stays empty. */
    public int moveToEnd(int at) {
        addresses()[number(at)] = -1;
        return add(at);
    }

    /** The number in the list of a record that is marked. */
    public int number(int at) {
        return RecordTable.mark(table.records[at]) - 1;
    }

    /** Takes all marks off. */
    public void clear() {
        int[] at = addresses();
        for (int i = 0; i < size; i++) {
            if (at[i] >= 0) {
                table.records[at[i]] = RecordTable.withMark(table.records[at[i]], 0);
            }
        }
        size = 0;
    }

    private void relocate() {
        long[] records = table.records;
        for (int at = 0; size > 0 && at < records.length; at += table.width()) {
            if (RecordTable.isMarked(records[at])) {
                addresses[RecordTable.mark(records[at]) - 1] = at;
            }
        }
        generation = table.generation();
    }
}
