// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.greater;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.UpsertMaterialize;
import org.junit.jupiter.api.Test;

/** Plans of runs that have one version only: the last. */
class BatchPlansTest {

    private final PlanBuilder plans = new PlanBuilder().batch();

    @Test
    void everyNodeOverInsertsOnlyInserts() {
        var perUser = count(plans.scan("clicks", "user_id STRING", APPEND), "n", "user_id");
        plans.append("file", count(greater(perUser, "n", 3), "users", "n"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[file], fields=[n, users], changelogMode=[NONE])
                        +- GroupAggregate(groupBy=[n], select=[n, COUNT(*) AS users], uniqueKey=[n], changelogMode=[I])
                           +- Filter(where=[n > 3], uniqueKey=[user_id], changelogMode=[I])
                              +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n], uniqueKey=[user_id], changelogMode=[I])
                                 +- TableSourceScan(table=[clicks], fields=[user_id], changelogMode=[I])""");
    }

    @Test
    void changesOfSourceAreNetBehindState() {
        plans.append("file", count(plans.scan("p", "id INTEGER*, v INTEGER", RETRACT), "n", "v"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[file], fields=[v, n], changelogMode=[NONE])
                        +- GroupAggregate(groupBy=[v], select=[v, COUNT(*) AS n], uniqueKey=[v], changelogMode=[I])
                           +- TableSourceScan(table=[p], fields=[id, v], uniqueKey=[id], changelogMode=[I,UB,UA,D])""");
    }

    @Test
    void appendSinkTakesTheFinalRowsOfUpdatingSource() {
        plans.append("file", plans.scan("p", "id INTEGER*, v INTEGER", RETRACT));

        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    @Test
    void sourceWithoutOldRowsIsNormalisedForSinkWithoutKey() {
        plans.append("file", plans.scan("p", "id INTEGER*, v INTEGER", UPSERT));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[file], fields=[id, v], changelogMode=[NONE])
                        +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I])
                           +- TableSourceScan(table=[p], fields=[id, v], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void eachKeyOfTheSinkGetsOneRow() {
        plans.upsert("out", plans.scan("t", "k STRING, v INTEGER", APPEND), "k");

        assertThat(plans.infer().get(0).input())
                .isInstanceOfSatisfying(
                        UpsertMaterialize.class, node -> assertThat(node.mode()).isEqualTo(APPEND));
    }

    @Test
    void keyOfTheResultIsOneRowAlready() {
        plans.upsert("out", count(plans.scan("t", "k STRING", APPEND), "n", "k"), "k");

        assertThat(plans.infer().get(0).input()).isNotInstanceOf(UpsertMaterialize.class);
    }

    @Test
    void sinkThatPutsRowsNeedsNoKeyForFinalOnes() {
        plans.upsert("out", project(count(plans.scan("t", "k STRING", APPEND), "n", "k"), "n"));

        assertThat(plans.sinkInputMode()).isEqualTo("[I]");
    }

    @Test
    void sourceWithoutEndIsRefused() {
        Scan scan = plans.scan("ticks", "v INTEGER", APPEND);
        plans.endless(scan).append("file", scan);

        assertThat(catchThrowableOfType(EngineException.class, plans::infer))
                .hasMessage("table 'ticks' has no end, and a batch run answers at the end");
    }
}
