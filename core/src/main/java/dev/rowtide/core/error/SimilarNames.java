// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.error;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class SimilarNames {

    private SimilarNames() {}

    /** The hint {@code Did you mean "..."?} for the candidate most like {@code name}, if one is near enough. */
    public static Optional<String> didYouMean(String name, Collection<String> candidates) {
        return nearest(name, candidates).map(near -> "Did you mean \"" + near + "\"?");
    }

    /**
     * The candidate with the fewest edits from {@code name}, case ignored, if no more than a third of the letters
     * differ.
     */
    public static Optional<String> nearest(String name, Collection<String> candidates) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int fewest = Math.max(1, wanted.length() / 3) + 1;
        String nearest = null;
        for (String candidate : candidates) {
            int edits = edits(wanted, candidate.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Letters inserted, left out, replaced or swapped with their neighbour to get from one text to the other. */
    public static int edits(String from, String to) {
        int[] twoBefore = new int[to.length() + 1];
        int[] before = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(before[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], twoBefore[j - 2] + 1);
                }
            }
            twoBefore = before;
            before = row;
        }
        return before[to.length()];
    }
}
