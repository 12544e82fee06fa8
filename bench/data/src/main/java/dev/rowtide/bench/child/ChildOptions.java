// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a measured program is told to do: {@code --query q1 --config flat --events 2000000 …}, in any order.
 *
 * @param query the query's name, such as {@code q1} or {@code count-flush}
 * @param config which of the program's own ways to run it
 * @param events how many events the stream has; for a query over clicks, how many clicks
 * @param users how many users click; 0 for a query over events
 * @param warmups how many runs are made before the measured ones
 * @param runs how many runs are measured
 * @param warmupMillis for how long a run before the measured ones repeats its pass: a fast program gets as much time as a
 *     slow one for its code to be compiled
 * @param runMillisMin a measured run repeats its pass until its timed spans last so long, within reason
 * @param check whether a last, untimed pass makes the digest of the final table
 * @param input the JSON lines of a query that reads a file
 */
public record ChildOptions(
        String query,
        String config,
        int events,
        int users,
        int warmups,
        int runs,
        long warmupMillis,
        long runMillisMin,
        boolean check,
        @Nullable Path input) {

    /**
     * Reads the arguments of a program.
     *
     * @throws IllegalArgumentException if an option is unknown, has no value or a bad one, or a query is not named
     */
    public static ChildOptions parse(String... arguments) {
        String query = "";
        String config = "plain";
        int events = 1_000_000;
        int users = 0;
        int warmups = 1;
        int runs = 3;
        long warmupMillis = 4000;
        long runMillisMin = 500;
        boolean check = true;
        Path input = null;
        for (int i = 0; i < arguments.length; i += 2) {
            String option = arguments[i];
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException("option " + option + " has no value");
            }
            String value = arguments[i + 1];
            switch (option) {
                case "--query" -> query = value;
                case "--config" -> config = value;
                case "--events" -> events = Integer.parseInt(value);
                case "--users" -> users = Integer.parseInt(value);
                case "--warmups" -> warmups = Integer.parseInt(value);
                case "--runs" -> runs = Integer.parseInt(value);
                case "--warmup-millis" -> warmupMillis = Long.parseLong(value);
                case "--run-millis-min" -> runMillisMin = Long.parseLong(value);
                case "--check" -> check = Boolean.parseBoolean(value);
                case "--input" -> input = Path.of(value);
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        if (query.isEmpty()) {
            throw new IllegalArgumentException("no --query given");
        }
        return new ChildOptions(query, config, events, users, warmups, runs, warmupMillis, runMillisMin, check, input);
    }

    /** The arguments that {@link #parse} reads as these options. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--query", query,
                "--config", config,
                "--events", Integer.toString(events),
                "--users", Integer.toString(users),
                "--warmups", Integer.toString(warmups),
                "--runs", Integer.toString(runs),
                "--warmup-millis", Long.toString(warmupMillis),
                "--run-millis-min", Long.toString(runMillisMin),
                "--check", Boolean.toString(check)));
        if (input != null) {
            arguments.addAll(List.of("--input", input.toString()));
        }
        return arguments;
    }
}
