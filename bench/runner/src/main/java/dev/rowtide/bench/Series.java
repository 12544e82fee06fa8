// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import dev.rowtide.bench.child.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** All runs of one program in one configuration on one workload. */
final class Series {
    private final Peer peer;
    private final String config;
    private final List<RunResult> measured = new ArrayList<>();
    private @Nullable RunResult check;
    private String failure = "";

    Series(Peer peer, String config) {
        this.peer = peer;
        this.config = config;
    }

    Peer peer() {
        return peer;
    }

    String config() {
        return config;
    }

    String label() {
        return peer.label() + " " + config;
    }

    void add(ChildProcess.Outcome outcome) {
        if (!outcome.failure().isEmpty()) {
            failure = outcome.failure();
            System.err.println(label() + " failed: " + failure);
        }
        for (RunResult result : outcome.results()) {
            switch (result.kind()) {
                case WARMUP -> {}
                case MEASURED -> measured.add(result);
                case CHECK -> check = result;
            }
        }
    }

    /** The measured runs. */
    List<RunResult> measured() {
        return Collections.unmodifiableList(measured);
    }

    /** The answer; null if the program did not get so far. */
    @Nullable
    RunResult check() {
        return check;
    }

    boolean failed() {
        return !failure.isEmpty() || measured.isEmpty() || check == null;
    }

    double eventsPerSecond() {
        return median(run -> run.events() * 1e9 / run.wallNanos());
    }

    double eventsPerCpuSecond() {
        return median(run -> run.events() * 1e9 / Math.max(1, run.cpuNanos()));
    }

    /** The changes that one pass delivered; in runs that differ, by time and not by input, the median. */
    long changes() {
        return Math.round(median(RunResult::changes));
    }

    private double median(ToDoubleFunction<RunResult> value) {
        double[] sorted = measured.stream().mapToDouble(value).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
