// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.PlanBuilder.UPSERT_KEY_DELETES;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.distinct;
import static dev.rowtide.sql.changelog.PlanBuilder.greater;
import static dev.rowtide.sql.changelog.PlanBuilder.literal;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static dev.rowtide.sql.changelog.PlanBuilder.ref;
import static dev.rowtide.sql.changelog.PlanBuilder.union;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InferChangelogTest {

    private final PlanBuilder plans = new PlanBuilder();

    // ---- the aggregate of the specification, in front of the two kinds of sink

    @Test
    void aggregateSendsPairsToSinkWithoutKey() {
        plans.retract("out", count(clicks("user_id"), "clicks", "user_id"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[user_id, clicks], changelogMode=[NONE])
                        +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS clicks], uniqueKey=[user_id], changelogMode=[I,UB,UA])
                           +- TableSourceScan(table=[clicks], fields=[user_id], changelogMode=[I])""");
    }

    @Test
    void aggregateSendsNoOldRowsToSinkWithItsKey() {
        plans.upsert("out", count(clicks("user_id"), "clicks", "user_id"), "user_id");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[user_id, clicks], changelogMode=[NONE])
                        +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS clicks], uniqueKey=[user_id], changelogMode=[I,UA])
                           +- TableSourceScan(table=[clicks], fields=[user_id], changelogMode=[I])""");
    }

    @Test
    void aggregateOverAggregateNeedsPairsBelowOnly() {
        GroupAggregate perUser = count(clicks("user_id"), "n", "user_id");
        plans.upsert("out", count(perUser, "users", "n"), "n");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[n, users], changelogMode=[NONE])
                        +- GroupAggregate(groupBy=[n], select=[n, COUNT(*) AS users], uniqueKey=[n], changelogMode=[I,UA,D])
                           +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n], uniqueKey=[user_id], changelogMode=[I,UB,UA])
                              +- TableSourceScan(table=[clicks], fields=[user_id], changelogMode=[I])""");
    }

    // ---- filters

    @Test
    void filterOnUpdatedColumnNeedsPairsEvenForSinkWithKey() {
        GroupAggregate perUser = count(clicks("user_id"), "n", "user_id");
        plans.upsert("out", greater(perUser, "n", 3), "user_id");

        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA]");
    }

    @Test
    void filterOnKeyPassesUpdatesWithoutOldRows() {
        GroupAggregate perDay = count(plans.scan("t", "day INTEGER", APPEND), "n", "day");
        plans.upsert("out", greater(perDay, "day", 3), "day");

        assertThat(plans.sinkInputMode()).isEqualTo("[I,UA]");
    }

    @Test
    void filterOverInsertsIsInsertOnly() {
        plans.append("out", greater(clicks("user_id", "dwell"), "dwell", 60));

        assertThat(plans.sinkInputMode()).isEqualTo("[I]");
    }

    // ---- sources without old rows

    @Test
    void upsertSourceFlowsThroughToSinkWithItsKey() {
        plans.upsert("out", plans.scan("p", "id INTEGER*, price INTEGER", UPSERT), "id");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, price], changelogMode=[NONE])
                        +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void upsertSourceIsNormalisedForSinkWithoutKey() {
        plans.retract("out", plans.scan("p", "id INTEGER*, price INTEGER", UPSERT));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, price], changelogMode=[NONE])
                        +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                           +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void filterOnValueIsTakenIntoTheStateOfUpsertSource() {
        plans.upsert("out", greater(plans.scan("p", "id INTEGER*, price INTEGER", UPSERT), "price", 10), "id");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, price], changelogMode=[NONE])
                        +- ChangelogNormalize(key=[id], condition=[price > 10], uniqueKey=[id], changelogMode=[I,UA,D])
                           +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void filterOnKeyStaysBelowTheStateOfUpsertSource() {
        Scan scan = plans.scan("p", "id INTEGER*, price INTEGER", UPSERT);
        Expression both = new Call(
                BuiltinFunction.AND,
                List.of(greater(ref(scan, "id"), 7), greater(ref(scan, "price"), 10)),
                Type.BOOLEAN);
        plans.retract("out", new Filter(scan, both, scan.traits()));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, price], changelogMode=[NONE])
                        +- ChangelogNormalize(key=[id], condition=[price > 10], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                           +- Filter(where=[id > 7], uniqueKey=[id], changelogMode=[I,UA,D])
                              +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void conditionOnKeyBehindAnotherKeepsItsGuard() {
        Scan scan = plans.scan("p", "id INTEGER*, price INTEGER", UPSERT);
        Expression both = new Call(
                BuiltinFunction.AND,
                List.of(greater(ref(scan, "price"), 10), greater(ref(scan, "id"), 7)),
                Type.BOOLEAN);
        plans.retract("out", new Filter(scan, both, scan.traits()));

        assertThat(plans.plan()).contains("condition=[price > 10 AND id > 7]");
    }

    @Test
    void scanIsWidenedByTheKeyThatTheQueryDoesNotUse() {
        plans.retract("out", plans.scan(PlanBuilder.table("p", "id INTEGER*, price INTEGER"), UPSERT, "price"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[price], changelogMode=[NONE])
                        +- Project(select=[price], changelogMode=[I,UB,UA,D])
                           +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                              +- TableSourceScan(table=[p], fields=[price, id], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void projectionAboveAWidenedScanReadsItsStateDirectly() {
        Scan scan =
                plans.scan(PlanBuilder.table("p", "id INTEGER*, price INTEGER, name STRING"), UPSERT, "price", "name");
        plans.retract("out", project(scan, "name"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[name], changelogMode=[NONE])
                        +- Project(select=[name], changelogMode=[I,UB,UA,D])
                           +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                              +- TableSourceScan(table=[p], fields=[price, name, id], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void deletesByKeyGoThroughOnlyToSinkThatTakesThem() {
        Scan scan = plans.scan("p", "id INTEGER*, price INTEGER", UPSERT_KEY_DELETES);
        plans.sink("out", scan, Sink.Encoding.UPSERT, true, null, "id");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UA,PD]");

        PlanBuilder whole = new PlanBuilder();
        whole.upsert("out", whole.scan("p", "id INTEGER*, price INTEGER", UPSERT_KEY_DELETES), "id");
        assertThat(whole.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, price], changelogMode=[NONE])
                        +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UA,D])
                           +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UA,PD])""");
    }

    /** A delete with its key only has no time, and so no window. */
    @Test
    void whatIsPutIntoWindowsIsDeletedWithItsTime() {
        Scan scan = plans.scan("p", "id INTEGER*, price INTEGER, ts TIMESTAMP", UPSERT_KEY_DELETES);
        List<Field> fields = new ArrayList<>(scan.schema().fields());
        for (String name : List.of("window_start", "window_end", "window_time")) {
            fields.add(new Field(name, Type.timestamp(3)));
        }
        WindowSpec tumble =
                new WindowSpec(WindowSpec.Kind.TUMBLE, WindowSpec.Unit.MICROS, 10_000_000, 10_000_000, 0, null);
        Traits traits = new Traits(new Schema(fields), Set.of(ColumnSet.of(0)), ChangelogMode.UNKNOWN);
        AssignWindows assigned = new AssignWindows(scan, 2, tumble, Emission.ON_WATERMARK, traits);
        plans.sink("out", assigned, Sink.Encoding.UPSERT, true, null, "id");

        assertThat(plans.sinkInputMode()).isEqualTo("[I,UA,D]");
        assertThat(plans.plan()).contains("ChangelogNormalize(key=[id]");
    }

    @Test
    void repeatedEventsAreAbsorbedWhereAskedFor() {
        plans.set("table.exec.source.cdc-events-duplicate", "true");
        plans.retract("out", count(plans.scan("p", "id INTEGER*, price INTEGER", RETRACT), "n"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[n], changelogMode=[NONE])
                        +- GroupAggregate(select=[COUNT(*) AS n], uniqueKey=[at most one row], changelogMode=[I,UB,UA,D])
                           +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                              +- DropUpdateBefore(uniqueKey=[id], changelogMode=[I,UA,D])
                                 +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UB,UA,D])""");
    }

    // ---- sources with old rows

    @Test
    void oldRowsAreDroppedRightAboveTheScanWhenNobodyNeedsThem() {
        Scan scan = plans.scan("p", "id INTEGER*, price INTEGER", RETRACT);
        plans.upsert("out", project(greater(scan, "id", 7), "id"), "id");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id], changelogMode=[NONE])
                        +- Calc(select=[id], where=[id > 7], uniqueKey=[id], changelogMode=[I,UA,D])
                           +- DropUpdateBefore(uniqueKey=[id], changelogMode=[I,UA,D])
                              +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UB,UA,D])""");
    }

    @Test
    void oldRowsStayForSinkWithAnotherKey() {
        Scan scan = plans.scan("p", "id INTEGER*, name STRING", RETRACT);
        plans.sink("out", scan, Sink.Encoding.UPSERT, false, ConflictAction.DEDUPLICATE, "name");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, name], changelogMode=[NONE])
                        +- UpsertMaterialize(key=[name], inputKey=[id], uniqueKey=[name], changelogMode=[I,UA,D])
                           +- TableSourceScan(table=[p], fields=[id, name], uniqueKey=[id], changelogMode=[I,UB,UA,D])""");
    }

    @Test
    void unionMergesKinds() {
        plans.retract("out", union(plans.scan("a", "x INTEGER", RETRACT), plans.scan("b", "x INTEGER", APPEND)));

        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    // ---- keys of sinks

    @Test
    void sinkKeyBeyondTheResultsKeyNeedsOldRowsButNoState() {
        GroupAggregate perUser = count(clicks("user_id"), "n", "user_id");
        plans.upsert("out", perUser, "user_id", "n");

        assertThat(plans.plan()).doesNotContain("UpsertMaterialize");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA]");
    }

    @Test
    void constantColumnInSinkKeyNeverChanges() {
        GroupAggregate total = count(clicks("user_id"), "n");
        plans.upsert("out", project(total, List.of("one", "n"), literal(1), ref(total, "n")), "one");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UA]");

        assertThat(plans.flink().sinkInputMode()).isEqualTo("[I,UB,UA]");
    }

    @Test
    void onlySinksThatPutRowsByKeyHaveOne() {
        plans.sink("log", count(clicks("user_id"), "n", "user_id"), Sink.Encoding.RETRACT, false, null, "user_id");
        plans.upsert("latest", count(clicks("user_id"), "n", "user_id"), "user_id");

        assertThat(plans.infer()).extracting(SinkNode::key).containsExactly(ColumnSet.of(), ColumnSet.of(0));
    }

    @Test
    void insertsGoToSinkWithKeyAndTheLastOneStands() {
        plans.upsert("out", clicks("user_id"), "user_id");

        assertThat(plans.plan()).doesNotContain("UpsertMaterialize");
        assertThat(plans.sinkInputMode()).isEqualTo("[I]");
    }

    @Test
    void updatingResultIsMaterialisedWhenItsKeyDoesNotFit() {
        GroupAggregate perUser = count(clicks("user_id"), "n", "user_id");
        plans.upsert("out", perUser, "n");

        assertThat(plans.plan()).startsWith("""
                        Sink(table=[out], fields=[user_id, n], changelogMode=[NONE])
                        +- UpsertMaterialize(key=[n], inputKey=[user_id], uniqueKey=[n], changelogMode=[I,UA,D])
                           +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n], uniqueKey=[user_id], changelogMode=[I,UB,UA])
                        """);
    }

    @Test
    void materialisationCanBeSwitchedOffAndForced() {
        plans.flink().set("table.exec.sink.upsert-materialize", "NONE");
        plans.upsert("out", count(clicks("user_id"), "n", "user_id"), "n");
        assertThat(plans.plan()).doesNotContain("UpsertMaterialize");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA]");

        PlanBuilder forced = new PlanBuilder().set("table.exec.sink.upsert-materialize", "FORCE");
        forced.upsert("out", count(forced.scan("t", "k STRING", APPEND), "n", "k"), "k");
        assertThat(forced.plan()).contains("UpsertMaterialize(key=[k], inputKey=[k]");
    }

    @Test
    void onConflictNeedNotBeSaidWhereTheSettingSaysSo() {
        plans.flink().set("table.exec.sink.require-on-conflict", "false");
        plans.upsert("out", plans.scan("p", "id INTEGER*, name STRING", RETRACT), "name");

        assertThat(plans.plan()).contains("UpsertMaterialize(key=[name], inputKey=[id]");
    }

    // ---- DISTINCT

    @Test
    void distinctOverInsertsIsInsertOnly() {
        plans.append("out", distinct(clicks("user_id")));
        assertThat(plans.sinkInputMode()).isEqualTo("[I]");

        PlanBuilder flink = new PlanBuilder().flink();
        flink.retract("out", distinct(flink.scan("t", "a STRING", APPEND)));
        assertThat(flink.sinkInputMode()).isEqualTo("[I,UB,UA]");
    }

    @Test
    void distinctOverUpdatesInsertsAndDeletes() {
        plans.retract("out", distinct(plans.scan("a", "x INTEGER", RETRACT)));
        assertThat(plans.sinkInputMode()).isEqualTo("[I,D]");

        PlanBuilder flink = new PlanBuilder().flink();
        flink.upsert("out", distinct(flink.scan("a", "x INTEGER", RETRACT)), "x");
        assertThat(flink.sinkInputMode()).isEqualTo("[I,UA,D]");
    }

    // ---- shared nodes

    @Test
    void sharedAggregateServesTheParentThatNeedsMore() {
        GroupAggregate perUser = count(clicks("user_id"), "n", "user_id");
        plans.retract("log", perUser).upsert("latest", perUser, "user_id");

        List<? extends PlanNode> sinks = plans.infer();
        PlanNode shared = sinks.get(0).inputs().get(0);
        assertThat(sinks.get(1).inputs().get(0).inputs().get(0)).isSameAs(shared);
        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[log], fields=[user_id, n], changelogMode=[NONE])
                        +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n], uniqueKey=[user_id], changelogMode=[I,UB,UA])(reuse_id=[1])
                           +- TableSourceScan(table=[clicks], fields=[user_id], changelogMode=[I])

                        Sink(table=[latest], fields=[user_id, n], changelogMode=[NONE])
                        +- DropUpdateBefore(uniqueKey=[user_id], changelogMode=[I,UA])
                           +- Reused(reference_id=[1])""");
    }

    @Test
    void sharedAggregateSendsNoOldRowsWhenNoParentNeedsThem() {
        GroupAggregate perUser = count(clicks("user_id"), "n", "user_id");
        plans.upsert("a", perUser, "user_id").upsert("b", perUser, "user_id");

        assertThat(plans.plan()).contains("changelogMode=[I,UA])(reuse_id=[1])").doesNotContain("DropUpdateBefore");
    }

    @Test
    void sharedUpsertSourceIsNormalisedOnce() {
        Scan scan = plans.scan("p", "id INTEGER*, price INTEGER", UPSERT);
        plans.retract("cheap", greater(scan, "price", 10)).upsert("all", scan, "id");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[cheap], fields=[id, price], changelogMode=[NONE])
                        +- Filter(where=[price > 10], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                           +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])(reuse_id=[1])
                              +- TableSourceScan(table=[p], fields=[id, price], uniqueKey=[id], changelogMode=[I,UA,D])

                        Sink(table=[all], fields=[id, price], changelogMode=[NONE])
                        +- DropUpdateBefore(uniqueKey=[id], changelogMode=[I,UA,D])
                           +- Reused(reference_id=[1])""");
    }

    private Scan clicks(String... columns) {
        return plans.scan(
                PlanBuilder.table("clicks", "user_id STRING, url STRING, dwell INTEGER, ts TIMESTAMP"),
                APPEND,
                columns);
    }
}
