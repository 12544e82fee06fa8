// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonLinesTest {
    private final Events events = Events.generate(100);

    @TempDir
    private Path folder;

    @Test
    void bidsAreFlat() throws IOException {
        Path file = folder.resolve("bids.jsonl");
        JsonLines.writeBids(events, file);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(92);
        Bids bids = events.bids;
        assertThat(lines.get(0))
                .isEqualTo("{\"auction\":" + bids.auction[0] + ",\"bidder\":" + bids.bidder[0] + ",\"price\":"
                        + bids.price[0] + ",\"channel\":\"" + bids.channels.get(bids.channel[0]) + "\",\"url\":\""
                        + bids.urls.get(bids.channel[0]) + "\",\"date_time\":\"2026-01-15 07:59:55.000\",\"extra\":\""
                        + bids.extra.get(0) + "\"}");
    }

    @Test
    void eventsAreNestedUnderTheirKind() throws IOException {
        Path file = folder.resolve("events.jsonl");
        JsonLines.writeEvents(events, file);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(100);
        assertThat(lines.get(0))
                .startsWith("{\"event_type\":0,\"person\":{\"id\":1000,")
                .endsWith("\"}}");
        assertThat(lines.get(1))
                .startsWith("{\"event_type\":1,\"auction\":{\"id\":1000,")
                .endsWith("\"}}");
        assertThat(lines.get(4))
                .startsWith("{\"event_type\":2,\"bid\":{\"auction\":")
                .endsWith("\"}}");
    }
}
