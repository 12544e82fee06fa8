// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;

/**
 * One way to run a query, named such as {@code nested}, {@code flat-minibatch} or {@code flat-parallel2}.
 *
 * @param nested whether bids come as the public benchmark has them, as a ROW in the table of all events; if not they
 *     are a table of their own, which Flink reads several times faster
 * @param miniBatch whether aggregates gather rows for up to two seconds or 50,000 of them, the public benchmark's
 *     settings
 * @param parallelism how many tasks each operator has
 */
record FlinkConfig(boolean nested, boolean miniBatch, int parallelism) {

    private static final String PARALLEL = "parallel";

    static FlinkConfig parse(String name) {
        List<String> words = Arrays.asList(name.split("-"));
        boolean nested = words.get(0).equals("nested");
        if (!nested && !words.get(0).equals("flat")) {
            throw new IllegalArgumentException("no configuration " + name + ": it is nested or flat, then -minibatch");
        }
        boolean miniBatch = false;
        int parallelism = 1;
        for (String word : words.subList(1, words.size())) {
            if (word.equals("minibatch")) {
                miniBatch = true;
            } else if (word.startsWith(PARALLEL)) {
                parallelism = Integer.parseInt(word.substring(PARALLEL.length()));
            } else {
                throw new IllegalArgumentException("no configuration " + name + ": what is " + word + "?");
            }
        }
        return new FlinkConfig(nested, miniBatch, parallelism);
    }

    Configuration settings() {
        Map<String, String> settings = new HashMap<>(Map.of(
                "pipeline.object-reuse", "true",
                "parallelism.default", Integer.toString(parallelism),
                "taskmanager.numberOfTaskSlots", Integer.toString(parallelism),
                "state.backend.type", "hashmap",
                "taskmanager.memory.managed.size", "128m",
                "taskmanager.memory.network.min", "64m",
                "taskmanager.memory.network.max", "64m",
                "restart-strategy.type", "none",
                "rest.bind-port", "0",
                "table.local-time-zone", "UTC"));
        if (miniBatch) {
            settings.putAll(Map.of(
                    "table.exec.mini-batch.enabled", "true",
                    "table.exec.mini-batch.allow-latency", "2s",
                    "table.exec.mini-batch.size", "50000",
                    "table.optimizer.distinct-agg.split.enabled", "true"));
        }
        return Configuration.fromMap(settings);
    }
}
