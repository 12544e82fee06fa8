// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.child.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a program in a JVM of its own and takes down its results. */
final class ChildProcess {
    private static final int LINES_SHOWN = 12;

    private final Path home;
    private final List<String> pinning;

    /** @param pinning what to put before the command to keep it on its cores */
    ChildProcess(Path home, List<String> pinning) {
        this.home = home;
        this.pinning = pinning;
    }

    /**
     * The results of one process.
     *
     * @param results what it printed before it ended
     * @param failure why it ended, or empty if it ended well
     */
    record Outcome(List<RunResult> results, String failure) {}

    Outcome run(Peer peer, ChildOptions options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(pinning);
        command.addAll(peer.command(home));
        command.addAll(options.arguments());
        Path errors = Files.createTempFile("rowtide-bench", ".log");
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            List<RunResult> results = new ArrayList<>();
            try (BufferedReader lines = process.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    RunResult result = RunResult.fromLine(line);
                    if (result != null) {
                        results.add(result);
                    }
                }
            }
            int status = process.waitFor();
            return new Outcome(results, status == 0 ? "" : "status " + status + "\n" + firstLines(errors));
        } finally {
            Files.delete(errors);
        }
    }

    private static String firstLines(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        return String.join("\n", lines.subList(0, Math.min(LINES_SHOWN, lines.size())));
    }
}
