// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ProtocolTest {

    @Test
    void optionsAreReadAsTheyWereWritten() {
        ChildOptions options =
                new ChildOptions("q1-json", "flat", 1000, 0, 2, 3, 1500, 400, false, Path.of("bids.jsonl"));
        assertThat(ChildOptions.parse(options.arguments().toArray(String[]::new)))
                .isEqualTo(options);
    }

    @Test
    void badOptionsAreRefused() {
        assertThatThrownBy(() -> ChildOptions.parse("--query", "q1", "--speed", "high"))
                .hasMessage("unknown option --speed");
        assertThatThrownBy(() -> ChildOptions.parse("--query")).hasMessage("option --query has no value");
        assertThatThrownBy(() -> ChildOptions.parse()).hasMessage("no --query given");
    }

    @Test
    void resultsAreReadAsTheyWereWritten() {
        RunResult result = new RunResult(
                "count", 1000, "plain", RunResult.Kind.CHECK, 5_000_000, 123, 456, 789, 10, "00ff00ff00ff00ff");
        assertThat(RunResult.fromLine(result.toLine())).isEqualTo(result);
    }

    @Test
    void otherLinesAreNoResults() {
        assertThat(RunResult.fromLine("a word of warning")).isNull();
        assertThatThrownBy(() -> RunResult.fromLine("RESULT query=q1")).hasMessage("a result line has no users");
    }
}
