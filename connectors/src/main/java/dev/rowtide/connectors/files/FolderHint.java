// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.error.SimilarNames;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a mistyped file name may have been meant to be. */
final class FolderHint {

    private static final int NAMES_SHOWN = 5;

    private FolderHint() {}

    /** A hint that names files of the folder, those most like {@code name} if some are like it. */
    static String of(Path folder, String name) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException e) {
            return "The folder '" + folder + "' can't be listed.";
        }
        if (names.isEmpty()) {
            return "The folder '" + folder + "' is empty.";
        }
        Collections.sort(names);
        List<String> similar = names.stream()
                .filter(other -> !other.equals(name) && edits(name, other) <= Math.max(2, name.length() / 3))
                .sorted(Comparator.comparingInt(other -> edits(name, other)))
                .limit(3)
                .toList();
        if (!name.isEmpty() && !similar.isEmpty()) {
            return "Did you mean "
                    + String.join(
                            " or ", similar.stream().map(n -> "'" + n + "'").toList()) + "?";
        }
        String shown = String.join(", ", names.subList(0, Math.min(NAMES_SHOWN, names.size())));
        return "The folder has: " + shown + (names.size() > NAMES_SHOWN ? ", ..." : "");
    }

    private static int edits(String name, String other) {
        return SimilarNames.edits(name.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
    }
}
