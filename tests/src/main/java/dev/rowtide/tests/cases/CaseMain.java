// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs every case of a directory: {@code CaseMain DIRECTORY [PARALLELISM]}. Prints each that fails with its first difference, and last the totals. */
public final class CaseMain {

    private CaseMain() {}

    /** Exits with 1 if a case fails. */
    public static void main(String[] arguments) throws IOException {
        List<CaseFile> cases = CaseFile.readAll(Path.of(arguments[0]));
        int parallelism = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        int failed = 0;
        for (CaseFile file : cases) {
            String difference = difference(file, parallelism);
            if (difference != null) {
                failed++;
                System.out.println(file.file() + " (" + file.family() + "): " + difference);
            }
        }
        System.out.println(cases.size() - failed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }

    private static @Nullable String difference(CaseFile file, int parallelism) {
        return new CaseRunner(file, 1, parallelism).run();
    }
}
