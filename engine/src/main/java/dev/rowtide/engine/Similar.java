// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that somebody may have meant. */
final class Similar {

    private Similar() {}

    /** The candidate with the fewest edits to {@code name}, if they are at most a third of its length; else null. */
    static @Nullable String nearest(String name, Collection<String> candidates) {
        String nearest = null;
        int fewest = name.length() / 3 + 1;
        for (String candidate : candidates) {
            int edits = edits(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                nearest = candidate;
            }
        }
        return nearest;
    }

    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
