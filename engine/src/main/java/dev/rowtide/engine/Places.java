// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.engine.runner.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The places outside that a job reads and writes: it is refused where it would destroy what it reads, or what it has written. */
final class Places {

    private final Connectors connectors;

    Places(Connectors connectors) {
        this.connectors = connectors;
    }

    /** Two writers of one place outside would write over one another; INSERTs into one table share a writer. */
    void refuseShared(List<SinkNode> sinks, List<Table> deadLetters) {
        Map<String, String> tableByPlace = new LinkedHashMap<>();
        for (SinkNode sink : sinks) {
            Table table = sink.table();
            if (sinks.size() > 1
                    || deadLetters.stream()
                            .anyMatch(letters -> letters.connector().equalsIgnoreCase(table.connector()))) {
                refuseShared(table, tableByPlace, true);
            }
        }
        deadLetters.forEach(letters -> refuseShared(letters, tableByPlace, false));
    }

    private void refuseShared(Table table, Map<String, String> tableByPlace, boolean sharesWriter) {
        String place = connectors.find(table.connector()).sink(table).writes();
        String other = place == null ? null : tableByPlace.putIfAbsent(place, table.name());
        if (other == null || sharesWriter && other.equalsIgnoreCase(table.name())) {
            return;
        }
        String both = other.equalsIgnoreCase(table.name())
                ? "results and dead letters of the job both go to '"
                : "tables \"" + other + "\" and \"" + table.name() + "\" both write '";
        throw new EngineException(ErrorCode.INVALID_QUERY, both + place + "'")
                .withHint("Insert into one of them only, or give them different places.");
    }

    /** Refuses to write where {@code read} is read from. */
    void refuseLoop(Table read, Source source, Table written) {
        if (!read.connector().equalsIgnoreCase(written.connector())) {
            return;
        }
        String place = connectors.find(written.connector()).sink(written).writes();
        if (place != null && source.reads(place)) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the job would write '" + place + "', which it reads as \"" + read.name() + "\"")
                    .withHint("Write to another place, and replace the input when the job is through.");
        }
    }

    /** Refuses dead letters that go where the job reads. */
    void refuseLoops(List<SinkNode> sinks, List<Table> deadLetters) {
        for (PlanNode leaf : deadLetters.isEmpty() ? List.<PlanNode>of() : Graph.leaves(sinks)) {
            if (leaf instanceof Scan scan) {
                Source source = connectors.find(scan.table().connector()).source(scan.table());
                deadLetters.forEach(table -> refuseLoop(scan.table(), source, table));
            }
        }
    }
}
