// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.bench.child.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportTest {
    private static final Workload WORKLOAD = new Workload("q2", 0);

    @Test
    void ratiosAreToTheBestOfEachKind() {
        Report report = new Report();
        report.add(
                WORKLOAD,
                1,
                List.of(
                        series(Peer.OURS, "plain", "aa", 8_000_000, 12_000_000, 10_000_000),
                        series(Peer.FLINK, "nested", "aa", 1_000_000),
                        series(Peer.FLINK, "nested-minibatch", "aa", 2_000_000),
                        series(Peer.FLINK, "flat", "aa", 5_000_000),
                        series(Peer.LOOP, "plain", "aa", 20_000_000)));
        assertThat(report.markdown())
                .contains("| ours | plain | 10.0 M | 10.0 M | 5.00 | 2.00 | 0.50 | 7 | aa agrees |");
        assertThat(report.sound()).isTrue();
    }

    @Test
    void answersThatDifferAreShown() {
        Report report = new Report();
        report.add(WORKLOAD, 1, List.of(series(Peer.OURS, "plain", "aa", 1), series(Peer.LOOP, "plain", "bb", 1)));
        assertThat(report.markdown()).contains("aa DIFFERS").contains("bb DIFFERS");
        assertThat(report.sound()).isFalse();
    }

    @Test
    void answersThatDependOnTheClockAreNotCompared() {
        Report report = new Report();
        report.add(
                new Workload("q12", 0),
                1,
                List.of(series("q12", Peer.OURS, "plain", "aa", 1), series("q12", Peer.LOOP, "plain", "bb", 1)));
        assertThat(report.markdown()).contains("by the clock").doesNotContain("DIFFERS");
        assertThat(report.sound()).isTrue();
    }

    @Test
    void aProgramThatFailedIsShown() {
        Series series = new Series(Peer.LOOP, "plain");
        series.add(new ChildProcess.Outcome(List.of(), "status 1"));
        Report report = new Report();
        report.add(WORKLOAD, 1, List.of(series));
        assertThat(report.markdown()).contains("| loop | plain | - | - | - | - | - | 0 | failed |");
        assertThat(report.sound()).isFalse();
    }

    /** A series of runs that took a second, each with so many events. */
    private static Series series(Peer peer, String config, String digest, long... events) {
        return series(WORKLOAD.query(), peer, config, digest, events);
    }

    private static Series series(String query, Peer peer, String config, String digest, long... events) {
        List<RunResult> results = new ArrayList<>();
        for (long count : events) {
            results.add(result(query, config, RunResult.Kind.MEASURED, count, "-"));
        }
        results.add(result(query, config, RunResult.Kind.CHECK, 1, digest));
        Series series = new Series(peer, config);
        series.add(new ChildProcess.Outcome(results, ""));
        return series;
    }

    private static RunResult result(String query, String config, RunResult.Kind kind, long events, String digest) {
        return new RunResult(query, 0, config, kind, events, 1_000_000_000, 1_000_000_000, 7, 1, digest);
    }
}
