// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pins processes to processors with {@code taskset}, where there is one. */
final class Cores {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cores() {}

    /**
     * What to put before a command so that it runs on {@code count} processors only, the last ones this process may use;
     * nothing where that cannot be done.
     */
    static List<String> pinnedTo(int count) throws IOException {
        if (!isOnPath("taskset") || !Files.exists(STATUS)) {
            System.err.println("there is no taskset here: processes are not pinned");
            return List.of();
        }
        List<Integer> allowed = allowed();
        String chosen = allowed.subList(allowed.size() - count, allowed.size()).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        return List.of("taskset", "-c", chosen);
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static List<Integer> allowed() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(ALLOWED)) {
                return parse(line.substring(ALLOWED.length()).trim());
            }
        }
        throw new IOException(STATUS + " does not tell the processors allowed");
    }

    /** Reads a list such as {@code 0-3,6}. */
    static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", -1);
            for (int core = Integer.parseInt(ends[0]); core <= Integer.parseInt(ends[ends.length - 1]); core++) {
                cores.add(core);
            }
        }
        return cores;
    }
}
