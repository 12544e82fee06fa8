// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.distinct;
import static dev.rowtide.sql.changelog.PlanBuilder.greater;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ConflictAction;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    private final PlanBuilder plans = new PlanBuilder();

    @Test
    void appendSinkRefusesAggregate() {
        plans.append("clicks_file", count(plans.scan("clicks", "user_id STRING", APPEND), "clicks", "user_id"));

        EngineException error = refusal();
        assertThat(error.code()).isEqualTo(ErrorCode.CHANGELOG_MISMATCH);
        assertThat(error).hasMessage("sink 'clicks_file' takes inserts only, but the query also sends updates");
        assertThat(error.detail())
                .isEqualTo("GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS clicks]) sends [I,UB,UA]:"
                        + " each further row of a group replaces the group's result.");
        assertThat(error.hint()).contains("'changelog.encoding' = 'retract'").contains("PRIMARY KEY");
    }

    @Test
    void theWayFromTheOperatorToTheSinkIsShown() {
        var perUser = count(plans.scan("clicks", "user_id STRING", APPEND), "n", "user_id");
        plans.append("file", project(greater(perUser, "n", 3), "user_id"));

        assertThat(refusal().detail())
                .endsWith("Its changes reach the sink through Filter(where=[n > 3]), then Project(select=[user_id]).");
    }

    @Test
    void appendSinkRefusesUpdatingSource() {
        plans.append("file", plans.scan("p", "id INTEGER*, v INTEGER", RETRACT));

        EngineException error = refusal();
        assertThat(error).hasMessage("sink 'file' takes inserts only, but the query also sends updates and deletes");
        assertThat(error.detail())
                .isEqualTo("TableSourceScan(table=[p], fields=[id, v]) sends [I,UB,UA,D]:"
                        + " its source delivers changes of existing rows.");
    }

    @Test
    void appendSinkRefusesDistinctAsFlinkDoes() {
        plans.flink().append("file", distinct(plans.scan("t", "a STRING", APPEND)));

        EngineException error = refusal();
        assertThat(error).hasMessage("sink 'file' takes inserts only, but the query also sends updates");
        assertThat(error.detail()).contains("compatibility = 'flink' plans DISTINCT as an aggregate that may update");
    }

    @Test
    void sourceWithoutOldRowsNeedsKey() {
        plans.retract("out", plans.scan("p", "id INTEGER, v INTEGER", UPSERT));

        EngineException error = refusal();
        assertThat(error.code()).isEqualTo(ErrorCode.CHANGELOG_MISMATCH);
        assertThat(error).hasMessage("table 'p' delivers changes by key and has no primary key");
        assertThat(error.hint()).contains("PRIMARY KEY (...) NOT ENFORCED");
    }

    @Test
    void sinkThatPutsRowsNeedsKeyForUpdates() {
        plans.upsert("out", count(plans.scan("t", "k STRING", APPEND), "n", "k"));

        assertThat(refusal())
                .hasMessage("sink 'out' has no primary key to find the rows by that the query updates or deletes");
    }

    @Test
    void keyThatDoesNotFitNeedsOnConflictAsInFlink() {
        plans.flink().upsert("out", plans.scan("p", "id INTEGER*, name STRING", RETRACT), "name");

        EngineException error = refusal();
        assertThat(error).hasMessage("several rows of the result may claim one primary key of sink 'out'");
        assertThat(error.detail()).isEqualTo("The sink's key is (name); the rows of the result are unique by (id).");
        assertThat(error.hint()).contains("ON CONFLICT DO DEDUPLICATE");
    }

    @Test
    void insertsWithoutKeyNeedOnConflictAsInFlink() {
        plans.flink().upsert("out", plans.scan("t", "k STRING, v INTEGER", APPEND), "k");

        assertThat(refusal().detail()).isEqualTo("The sink's key is (k); the rows of the result have no unique key.");
    }

    @Test
    void onConflictIsForSinksThatPutRowsByKey() {
        plans.sink(
                "out",
                plans.scan("t", "k STRING", APPEND),
                Sink.Encoding.APPEND,
                false,
                ConflictAction.DEDUPLICATE,
                "k");

        EngineException error = refusal();
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_QUERY);
        assertThat(error.detail()).isEqualTo("Sink 'out' only takes inserts.");
    }

    @Test
    void conflictsMayBeErrors() {
        insertWithoutConflicts();

        assertThat(plans.explain()).contains("UpsertMaterialize(key=[name], onConflict=[ERROR], inputKey=[id]");
    }

    /** Flink looks for conflicts when the watermark rises. */
    @Test
    void conflictsAreErrorsOnlyWithWatermarksAsInFlink() {
        plans.flink();
        insertWithoutConflicts();

        assertThat(refusal()).hasMessage("ON CONFLICT DO ERROR needs a watermark for table 'p'");
    }

    private void insertWithoutConflicts() {
        plans.sink(
                "out",
                plans.scan("p", "id INTEGER*, name STRING", RETRACT),
                Sink.Encoding.UPSERT,
                false,
                ConflictAction.ERROR,
                "name");
    }

    private EngineException refusal() {
        return catchThrowableOfType(EngineException.class, plans::infer);
    }
}
