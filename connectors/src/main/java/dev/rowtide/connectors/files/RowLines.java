// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import java.util.Arrays;

/** The lines at which the rows of a batch start: runs of rows on successive lines, broken by blank lines, bad records and line feeds in quotes. */
final class RowLines {

    private int[] firstRows = new int[4];
    private long[] firstLines = new long[4];
    private int runs;
    private int nextRow;
    private long nextLine;

    void clear() {
        runs = 0;
        nextRow = 0;
        nextLine = 0;
    }

    /** Adds the next row. */
    void add(int row, long line) {
        if (runs == 0 || line != nextLine) {
            if (runs == firstRows.length) {
                firstRows = Arrays.copyOf(firstRows, 2 * runs);
                firstLines = Arrays.copyOf(firstLines, 2 * runs);
            }
            firstRows[runs] = row;
            firstLines[runs++] = line;
        }
        nextRow = row + 1;
        nextLine = line + 1;
    }

    /** The line of a row that was added. */
    long lineOf(int row) {
        if (row < 0 || row >= nextRow) {
            throw new IllegalArgumentException("row " + row + " of " + nextRow);
        }
        int run = Arrays.binarySearch(firstRows, 0, runs, row);
        int at = run >= 0 ? run : -run - 2;
        return firstLines[at] + row - firstRows[at];
    }
}
