// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.Planning;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NonDeterministicUpdatesTest {

    private static final String TABLES = """
            CREATE TABLE t (id INT, v INT) WITH ('connector' = 'memory');
            CREATE TABLE p (id INT PRIMARY KEY NOT ENFORCED, v INT) WITH ('connector' = 'memory', 'mode' = 'retract');
            CREATE TABLE prices (id INT PRIMARY KEY NOT ENFORCED, v DOUBLE) WITH ('connector' = 'memory');
            CREATE TABLE keyed (id STRING PRIMARY KEY NOT ENFORCED, v DOUBLE) WITH ('connector' = 'memory')""";

    private final Planning session = new Planning(TABLES);

    @Test
    void insertedRowsAreNeverTakenBack() {
        planned("SELECT id, UUID() AS u FROM t");
        planned("SELECT v, COUNT(*) AS n FROM (SELECT RAND() AS v FROM t) GROUP BY v");
    }

    @Test
    void rowsThatAreFoundByKeyMayDifferOtherwise() {
        planned("INSERT INTO prices SELECT id, RAND() FROM p");
    }

    @Test
    void aBatchRunTakesNothingBackOfAnAggregate() {
        Planning batch = new Planning(
                Settings.empty().with("execution.runtime-mode", "batch"),
                "CREATE TABLE t (id INT, v INT) WITH ('connector' = 'memory')");
        assertThatCode(() -> batch.run("SELECT id, RAND() AS r FROM (SELECT id, COUNT(*) AS n FROM t GROUP BY id)"))
                .doesNotThrowAnyException();
    }

    @Test
    void aBatchRunHasOneTimeForAllRows() {
        Planning batch = new Planning(Settings.empty().with("execution.runtime-mode", "batch"), TABLES);
        assertThatCode(() -> batch.run("SELECT id, NOW() AS at, PROCTIME() AS seen FROM p WHERE YEAR(NOW()) > v"))
                .doesNotThrowAnyException();
        assertThat(batch.error("SELECT id, NOW() AS at FROM p WHERE v > RAND()"))
                .contains("which rows are left out depends on RAND")
                .doesNotContain("execution.runtime-mode");
    }

    @Test
    void theErrorNamesTheExpressionAndTheWaysOut() {
        assertThat(
                        session.error(
                                "SELECT id, n, CAST(RAND() * 10 AS INT) AS r FROM (SELECT id, COUNT(*) AS n FROM t GROUP BY id)"))
                .endsWith(
                        "the column \"r\" depends on RAND, which gives a retraction another value than the row it takes back"
                                + " | The expression is CAST(RAND() * 10.0 AS INTEGER); its rows come from"
                                + " GroupAggregate(groupBy=[id], select=[id, COUNT(*) AS n]), which sends [I,UB,UA]."
                                + " | Compute it where rows are only inserted, such as below the aggregation;"
                                + " or leave it out of the key and write to a table with a PRIMARY KEY whose connector puts rows by key;"
                                + " or write the final rows only: SET 'execution.runtime-mode' = 'batch';"
                                + " or accept rows that are never taken back:"
                                + " SET 'table.optimizer.non-deterministic-update.strategy' = 'ignore'.");
        assertThat(session.error("SELECT id, NOW() AS at FROM p")).contains("\"at\" depends on CURRENT_TIMESTAMP");
        assertThat(session.error("SELECT id, PROCTIME() AS at FROM p")).contains("depends on CURRENT_TIMESTAMP");
    }

    @Test
    void aFunctionThatSaysSoIsAsGoodAsRand() {
        PlanBuilder plans = new PlanBuilder();
        GroupAggregate perKey = PlanBuilder.count(plans.scan("t", "k STRING", ChangelogMode.APPEND), "n", "k");
        ScalarCall roll = new ScalarCall(new Dice(), List.of(PlanBuilder.ref(perKey, "n")), Type.BIGINT);
        plans.retract("out", PlanBuilder.project(perKey, List.of("k", "r"), PlanBuilder.ref(perKey, "k"), roll));

        assertThatThrownBy(plans::infer).hasMessageContaining("the column \"r\" depends on ROLL");
    }

    @Test
    void rowsThatAreLeftOutMustBeLeftOutAgain() {
        String refused = "which rows are left out depends on RAND";
        assertThat(session.error("SELECT id, v FROM p WHERE v > RAND()"))
                .contains(refused)
                .contains("The expression is CAST(v AS DOUBLE) > RAND()");
        // Neither a key nor a count that reads no column makes up for it.
        assertThat(session.error("INSERT INTO prices SELECT id, v FROM p WHERE RAND() < 0.5"))
                .contains(refused);
        assertThat(session.error("SELECT COUNT(*) AS n FROM p WHERE RAND() < 0.5"))
                .contains(refused);
        assertThat(session.error("INSERT INTO prices SELECT id, r FROM (SELECT id, RAND() AS r FROM p) WHERE r > 0.5"))
                .contains("\"r\" depends on RAND");
    }

    @Test
    void expressionsThatFailLeaveOutRowsWhereTheJobGoesOn() {
        String insert = "INSERT INTO prices SELECT id, 1 / CAST(RAND() * 2 AS INT) FROM p";
        planned(insert);
        Planning skipping = new Planning(Settings.empty().with("bad-records", "skip"), TABLES);
        assertThat(skipping.error(insert)).contains("which rows are left out depends on RAND");
    }

    @Test
    void valuesThatAreTakenBackAreRefused() {
        assertThat(session.error("SELECT id, UUID() AS u FROM p"))
                .contains("the column \"u\" depends on UUID, which gives a retraction another value");
        assertThat(session.error("INSERT INTO keyed SELECT UUID(), v FROM p"))
                .contains("the column \"id\" depends on UUID");
        assertThat(session.error("SELECT SUM(r) AS s FROM (SELECT v + RAND() AS r FROM p)"))
                .contains("\"r\" depends on RAND");
    }

    @Test
    void theyAreIgnoredWhereAskedForAndUnderFlinksRules() {
        ignored(Settings.empty().with("table.optimizer.non-deterministic-update.strategy", "ignore"));
        ignored(Settings.empty().with("compatibility", "flink"));
    }

    private static void ignored(Settings settings) {
        Planning lenient = new Planning(
                settings,
                "CREATE TABLE p (id INT PRIMARY KEY NOT ENFORCED) WITH ('connector' = 'memory', 'mode' = 'retract')");
        assertThatCode(() -> lenient.run("SELECT id, UUID() AS u FROM p")).doesNotThrowAnyException();
    }

    private void planned(String sql) {
        assertThatCode(() -> session.run(sql)).doesNotThrowAnyException();
    }

    private static final class Dice implements ScalarFunction {

        @Override
        public String name() {
            return "ROLL";
        }

        @Override
        public boolean deterministic() {
            return false;
        }

        @Override
        public Object apply(@Nullable Object[] arguments) {
            throw new UnsupportedOperationException("plans only");
        }
    }
}
