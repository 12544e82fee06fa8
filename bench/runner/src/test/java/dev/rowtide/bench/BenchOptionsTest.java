// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class BenchOptionsTest {

    @Test
    void optionsNameWorkloadsProgramsAndCores() {
        BenchOptions options = BenchOptions.parse(
                "--queries", "q0,count:1000", "--peers", "loop,flink", "--cores", "1", "--runs", "5");
        assertThat(options.workloads()).containsExactly(new Workload("q0", 0), new Workload("count", 1000));
        assertThat(options.peers()).containsExactly(Peer.LOOP, Peer.FLINK);
        assertThat(options.cores()).containsExactly(1);
        assertThat(options.runs()).isEqualTo(5);
    }

    @Test
    void everyQueryThatIsNamedByDefaultExists() {
        assertThat(BenchOptions.parse().workloads()).hasSameSizeAs(Workload.ALL);
    }

    @Test
    void mistakesAreToldBeforeAnythingRuns() {
        assertThatThrownBy(() -> BenchOptions.parse("--queries", "q99")).hasMessage("no query q99");
        assertThatThrownBy(() -> BenchOptions.parse("--queries", "count"))
                .hasMessage("count: queries over clicks, and only they, have users, count:1000");
        assertThatThrownBy(() -> BenchOptions.parse("--peers", "theirs"))
                .hasMessage("no program theirs: there are ours, flink and loop");
        assertThatThrownBy(() -> BenchOptions.parse("--runs", "0")).hasMessage("--runs must be above 0, not 0");
        assertThatThrownBy(() -> BenchOptions.parse("--cores", "100000")).hasMessageStartingWith("only ");
        assertThatThrownBy(() -> BenchOptions.parse("--fast", "yes")).hasMessage("unknown option --fast");
    }

    @Test
    void coresAreReadAsLinuxListsThem() {
        assertThat(Cores.parse("0-2,5")).containsExactly(0, 1, 2, 5);
    }
}
