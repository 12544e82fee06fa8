// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.literal;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static dev.rowtide.sql.changelog.PlanBuilder.ref;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.Planning;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where an expression that fails leaves out a row instead of ending the job, what it fails for must be taken out of a keyed sink. */
class LeftOutRowsTest {

    private static final String SINK =
            "CREATE TABLE s (k STRING PRIMARY KEY NOT ENFORCED, n BIGINT NOT NULL) WITH ('connector' = 'memory');";

    private final PlanBuilder failing = new PlanBuilder();
    private final PlanBuilder skipping = new PlanBuilder().set("bad-records", "skip");

    @Test
    void aQuotientOfAnUpdatedColumnNeedsOldRows() {
        for (PlanBuilder plans : List.of(failing, skipping)) {
            GroupAggregate perKey = count(plans.scan("t", "k STRING", APPEND), "n", "k");
            plans.upsert("out", project(perKey, List.of("k", "q"), ref(perKey, "k"), tenBy(ref(perKey, "n"))), "k");
        }
        assertThat(failing.sinkInputMode()).isEqualTo("[I,UA]");
        assertThat(skipping.sinkInputMode()).isEqualTo("[I,UB,UA]");
    }

    @Test
    void aQuotientOfTheKeyFailsAlikeForOldAndNewRows() {
        GroupAggregate perKey = count(skipping.scan("t", "k BIGINT", APPEND), "n", "k");
        skipping.upsert(
                "out",
                project(perKey, List.of("k", "q", "n"), ref(perKey, "k"), tenBy(ref(perKey, "k")), ref(perKey, "n")),
                "k");
        assertThat(skipping.sinkInputMode()).isEqualTo("[I,UA]");
    }

    @Test
    void whatCannotFailNeedsNoOldRows() {
        GroupAggregate perKey = count(skipping.scan("t", "k STRING", APPEND), "n", "k");
        Expression text = new Call(BuiltinFunction.CAST, List.of(ref(perKey, "n")), Type.STRING);
        Expression half = new Call(BuiltinFunction.EQUAL, List.of(ref(perKey, "n"), literal(2)), Type.BOOLEAN);
        skipping.upsert("out", project(perKey, List.of("k", "t", "h"), ref(perKey, "k"), text, half), "k");
        assertThat(skipping.sinkInputMode()).isEqualTo("[I,UA]");
    }

    @Test
    void aSourceWithoutOldRowsIsNormalised() {
        Scan scan = skipping.scan("p", "id INTEGER*, v BIGINT", UPSERT);
        skipping.upsert("out", project(scan, List.of("id", "q"), ref(scan, "id"), tenBy(ref(scan, "v"))), "id");

        assertThat(skipping.plan()).isEqualTo("""
                        Sink(table=[out], fields=[id, q], changelogMode=[NONE])
                        +- Project(select=[id, 10 / v AS q], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                           +- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])
                              +- TableSourceScan(table=[p], fields=[id, v], uniqueKey=[id], changelogMode=[I,UA,D])""");
    }

    @Test
    void oldRowsAreNotDroppedBehindAProjectionThatMayHaveLeftOutTheNewOnes() {
        GroupAggregate perKey = count(skipping.scan("t", "k STRING", APPEND), "n", "k");
        var quotients = project(perKey, List.of("k", "q"), ref(perKey, "k"), tenBy(ref(perKey, "n")));
        skipping.retract("log", quotients).upsert("out", quotients, "k");

        assertThat(skipping.plan()).doesNotContain("DropUpdateBefore");
    }

    @Test
    void checksInFrontOfASinkAreFiltersWhereTheyLeaveOutRows() {
        String insert = "INSERT INTO s SELECT k, NULLIF(n, 2) FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k)";
        assertThat(modeInFrontOfSink(Settings.empty(), insert)).isEqualTo("[I,UA]");
        assertThat(modeInFrontOfSink(Settings.empty().with("table.exec.sink.not-null-enforcer", "drop"), insert))
                .isEqualTo("[I,UB,UA]");
        assertThat(modeInFrontOfSink(Settings.empty().with("bad-records", "letters"), insert))
                .isEqualTo("[I,UB,UA]");
    }

    private static String modeInFrontOfSink(Settings settings, String insert) {
        Planning session =
                new Planning(settings, SINK + "CREATE TABLE t (k STRING NOT NULL) WITH ('connector' = 'memory')");
        return session.run(insert).get(0).input().mode().toString();
    }

    private static Expression tenBy(Expression divisor) {
        return new Call(BuiltinFunction.DIVIDE, List.of(literal(10), divisor), Type.BIGINT);
    }
}
