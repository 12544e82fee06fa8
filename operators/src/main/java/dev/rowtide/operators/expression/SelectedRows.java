// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import org.jspecify.annotations.Nullable;

/** Set operations on rising lists of physical rows. */
final class SelectedRows {

    private SelectedRows() {}

    /** The rows of {@code selection} (null for 0 to {@code size - 1}) that are not in {@code taken}, some of them; the array has room for one more. */
    static int[] without(int @Nullable [] selection, int size, int[] taken, int takenCount) {
        int bound = size == 0 ? 0 : 1 + (selection == null ? size - 1 : selection[size - 1]);
        byte[] isTaken = new byte[bound];
        for (int i = 0; i < takenCount; i++) {
            isTaken[taken[i]] = 1;
        }
        int[] rest = new int[size - takenCount + 1];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            rest[count] = row;
            count += 1 - isTaken[row];
        }
        return rest;
    }

    /** Merges two lists without common rows into {@code merged}, which is neither of them. */
    static void merge(int[] first, int firstCount, int[] second, int secondCount, int[] merged) {
        int i = 0;
        int j = 0;
        for (int k = 0; k < firstCount + secondCount; k++) {
            if (j == secondCount || (i < firstCount && first[i] < second[j])) {
                merged[k] = first[i++];
            } else {
                merged[k] = second[j++];
            }
        }
    }
}
