// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.Sink;
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
        Map<String, Table> tableByPlace = new LinkedHashMap<>();
        for (SinkNode sink : sinks) {
            Table table = sink.table();
            if (sinks.size() > 1 || deadLetters.stream().anyMatch(letters -> haveOneConnector(letters, table))) {
                refuseShared(table, tableByPlace, true);
            }
        }
        deadLetters.forEach(letters -> refuseShared(letters, tableByPlace, false));
    }

    private void refuseShared(Table table, Map<String, Table> tableByPlace, boolean sharesWriter) {
        Sink sink = connectors.find(table.connector()).sink(table);
        String place = sink.writes();
        if (place == null) {
            return;
        }
        tableByPlace.forEach((otherPlace, other) -> {
            if (haveOneConnector(other, table)
                    && sink.writes(otherPlace)
                    && !(sharesWriter && other.name().equalsIgnoreCase(table.name()))) {
                throw shared(table, other, place);
            }
        });
        tableByPlace.putIfAbsent(place, table);
    }

    private static EngineException shared(Table table, Table other, String place) {
        String both = other.name().equalsIgnoreCase(table.name())
                ? "results and dead letters of the job both go to '"
                : "tables \"" + other.name() + "\" and \"" + table.name() + "\" both write '";
        return new EngineException(ErrorCode.INVALID_QUERY, both + place + "'")
                .withHint("Insert into one of them only, or give them different places.");
    }

    private static boolean haveOneConnector(Table one, Table other) {
        return one.connector().equalsIgnoreCase(other.connector());
    }

    /** Refuses to write where {@code read} is read from. */
    void refuseLoop(Table read, Source source, Table written) {
        if (!haveOneConnector(read, written)) {
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
