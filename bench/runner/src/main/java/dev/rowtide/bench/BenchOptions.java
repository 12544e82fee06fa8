// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What {@link Bench#USAGE} tells. */
record BenchOptions(
        List<Workload> workloads,
        List<Peer> peers,
        List<String> configs,
        List<Integer> cores,
        int events,
        int clicks,
        int runs,
        int rounds,
        int warmups,
        Path home) {

    /** @throws IllegalArgumentException if an option is unknown, or its value missing or wrong */
    static BenchOptions parse(String... arguments) {
        List<Workload> workloads = list(String.join(",", Workload.ALL), Workload::parse);
        List<Peer> peers = List.of(Peer.values());
        List<String> configs = List.of();
        List<Integer> cores = List.of(1);
        int events = 2_000_000;
        int clicks = 10_000_000;
        int runs = 6;
        int rounds = 2;
        int warmups = 2;
        Path home = Path.of("bench");
        for (int i = 0; i < arguments.length; i += 2) {
            String option = arguments[i];
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException("option " + option + " has no value");
            }
            String value = arguments[i + 1];
            switch (option) {
                case "--queries" -> workloads = list(value, Workload::parse);
                case "--peers" -> peers = list(value, Peer::parse);
                case "--configs" -> configs = list(value, Function.identity());
                case "--cores" -> cores = list(value, BenchOptions::coresPresent);
                case "--events" -> events = positive(option, value);
                case "--clicks" -> clicks = positive(option, value);
                case "--runs" -> runs = positive(option, value);
                case "--rounds" -> rounds = positive(option, value);
                case "--warmups" -> warmups = Integer.parseInt(value);
                case "--home" -> home = Path.of(value);
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        return new BenchOptions(
                workloads, peers, configs, cores, events, clicks, runs, Math.min(rounds, runs), warmups, home);
    }

    /** Whether a program is measured in a configuration. */
    boolean isChosen(String config) {
        return configs.isEmpty() || configs.contains(config);
    }

    private static <T> List<T> list(String value, Function<String, T> parse) {
        return Stream.of(value.split(",")).map(parse).toList();
    }

    private static int coresPresent(String value) {
        int cores = positive("--cores", value);
        int present = Runtime.getRuntime().availableProcessors();
        if (cores > present) {
            throw new IllegalArgumentException("only " + present + " cores are there, not " + cores);
        }
        return cores;
    }

    private static int positive(String option, String value) {
        int number = Integer.parseInt(value);
        if (number <= 0) {
            throw new IllegalArgumentException(option + " must be above 0, not " + value);
        }
        return number;
    }
}
