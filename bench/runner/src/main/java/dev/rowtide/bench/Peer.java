// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import dev.rowtide.bench.query.Queries;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A program that is measured: where it is, how its JVM is started, and the ways it has to run a query. */
enum Peer {
    OURS("ours", "dev.rowtide.bench.ours.OursMain", "3g") {
        /** On several cores with a worker for each, too. */
        @Override
        List<String> configs(String query, int cores) {
            List<String> ways = List.of("plain");
            if (Queries.updates(query)) {
                ways = Queries.key(query).isEmpty()
                        ? List.of("every-change", "flush")
                        : List.of("every-change", "upsert", "flush");
            }
            return cores == 1
                    ? ways
                    : ways.stream()
                            .flatMap(way -> Stream.of(way, way + "-parallel" + cores))
                            .toList();
        }
    },
    FLINK("flink-peer", "dev.rowtide.bench.flink.FlinkMain", "8g") {
        /** On several cores Flink may be better off with as many tasks, or with one whose threads fill them. */
        @Override
        List<String> configs(String query, int cores) {
            Stream<String> parallelisms = cores == 1 ? Stream.of("") : Stream.of("", "-parallel" + cores);
            return parallelisms
                    .flatMap(parallel -> configs(query).map(config -> config + parallel))
                    .toList();
        }

        /** Counts of clicks are delivered either with every change or consolidated, so mini-batches are not a choice. */
        private static Stream<String> configs(String query) {
            if (Queries.readsClicks(query)) {
                return Stream.of(Queries.consolidates(query) ? "flat-minibatch" : "flat");
            }
            if (Queries.readsJson(query)) {
                return Stream.of("flat");
            }
            return Stream.of("nested", "nested-minibatch", "flat", "flat-minibatch");
        }

        /** The packages Flink reaches into by reflection, as its own start script opens them. */
        @Override
        Stream<String> moreFlags() {
            return Stream.of(
                            "java.lang",
                            "java.net",
                            "java.nio",
                            "java.text",
                            "java.time",
                            "java.util",
                            "java.util.concurrent",
                            "java.util.concurrent.atomic",
                            "java.util.concurrent.locks",
                            "sun.net.util")
                    .map(opened -> "--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
    },
    LOOP("loops", "dev.rowtide.bench.loop.LoopMain", "3g") {
        @Override
        List<String> configs(String query, int cores) {
            return switch (query) {
                case "q0", "q1", "q14" -> List.of("by-reference", "copied");
                case "q4", "q15", "q16", "q17" -> List.of("every-change", "flush");
                case "q9", "q18", "q19", "diamond" -> List.of("every-change");
                default -> List.of("plain");
            };
        }
    };

    private final String module;
    private final String mainClass;
    private final String heap;

    Peer(String module, String mainClass, String heap) {
        this.module = module;
        this.mainClass = mainClass;
        this.heap = heap;
    }

    /** @throws IllegalArgumentException if there is no such program */
    static Peer parse(String label) {
        for (Peer peer : values()) {
            if (peer.label().equals(label)) {
                return peer;
            }
        }
        throw new IllegalArgumentException("no program " + label + ": there are ours, flink and loop");
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The configurations in which the program's query is measured. */
    abstract List<String> configs(String query, int cores);

    Path classPathFile(Path home) {
        return home.resolve(module).resolve("target/classpath.txt");
    }

    /** The command that starts the program, less its own arguments. */
    List<String> command(Path home) {
        String classPath;
        try {
            classPath = home.resolve(module).resolve("target/classes")
                    + File.pathSeparator
                    + Files.readString(classPathFile(home)).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // This collector serves Flink best too: on one core it ran counts of a million users at twice G1's speed.
        // Memory that is touched for the first time costs seconds per gibibyte on some machines: not on our time.
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:+UseParallelGC",
                "-XX:+AlwaysPreTouch"));
        if (System.getProperty("os.name").equals("Linux")) {
            command.add("-XX:+UseTransparentHugePages");
        }
        moreFlags().forEach(command::add);
        command.addAll(List.of("-cp", classPath, mainClass));
        return command;
    }

    Stream<String> moreFlags() {
        return Stream.of();
    }
}
