// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.Table;
import dev.rowtide.engine.runner.ScannedLookup;
import dev.rowtide.sql.changelog.ChangelogSettings;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What asks the tables outside of a job. An operator keeps what it needs of an answer in its state, so that a restored job goes on with that; what is asked behind a
 * snapshot, and asked again after a restore, may have changed in between, as with any question that is asked later.
 */
final class LookupReaders implements AutoCloseable {

    private final Connectors connectors;
    private final UnaryOperator<Table> inSessionZone;
    private final BadRecordPolicy badRecords;
    private final Map<LookupJoin, LookupReader> readers = new IdentityHashMap<>();
    private final List<LookupReader> opened = new ArrayList<>();

    LookupReaders(Connectors connectors, UnaryOperator<Table> inSessionZone, BadRecordPolicy badRecords) {
        this.connectors = connectors;
        this.inSessionZone = inSessionZone;
        this.badRecords = badRecords;
    }

    /**
     * The one of a node, which is asked by one operator at a time.
     *
     * @throws dev.rowtide.core.error.EngineException if the table can't be asked
     */
    LookupReader of(LookupJoin node) {
        LookupReader known = readers.get(node);
        if (known == null) {
            Table table = inSessionZone.apply(node.table());
            LookupTable lookup = connectors.find(table.connector()).lookup(table);
            known = lookup == null ? scanned(table, node) : lookup.open(node.columns(), node.tableKeys());
            readers.put(node, known);
            opened.add(known);
        }
        return known;
    }

    private LookupReader scanned(Table table, LookupJoin node) {
        String option = table.options().get(ChangelogSettings.BAD_RECORDS.name());
        BadRecords ofTable = badRecords.forTable(table.name(), option, false);
        return new ScannedLookup(connectors.find(table.connector()).source(table), node.columns(), ofTable);
    }

    @Override
    public void close() {
        opened.forEach(LookupReader::close);
        opened.clear();
    }
}
