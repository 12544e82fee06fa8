// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

class NonDeterministicUpdatesTest {

    private final Planning session =
            new Planning(Settings.empty().with(ChangelogSettings.NON_DETERMINISTIC_UPDATE.name(), "try-resolve"), """
            CREATE TABLE t (id INT, v INT) WITH ('connector' = 'memory');
            CREATE TABLE p (id INT PRIMARY KEY NOT ENFORCED, v INT) WITH ('connector' = 'memory', 'mode' = 'retract');
            CREATE TABLE prices (id INT PRIMARY KEY NOT ENFORCED, v DOUBLE) WITH ('connector' = 'memory');
            CREATE TABLE keyed (id STRING PRIMARY KEY NOT ENFORCED, v DOUBLE) WITH ('connector' = 'memory')""");

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
    void valuesThatAreTakenBackAreRefused() {
        assertThat(session.error("SELECT id, UUID() AS u FROM p"))
                .contains("the column \"u\" depends on UUID, which gives a retraction another value");
        assertThat(session.error("INSERT INTO keyed SELECT UUID(), v FROM p"))
                .contains("the column \"id\" depends on UUID");
        assertThat(session.error("SELECT SUM(r) AS s FROM (SELECT v + RAND() AS r FROM p)"))
                .contains("\"r\" depends on RAND");
        assertThat(session.error("SELECT id, v FROM p WHERE v > RAND()"))
                .contains("the condition CAST(v AS DOUBLE) > RAND()");
    }

    @Test
    void theyAreIgnoredUnlessAskedFor() {
        Planning lenient = new Planning(
                "CREATE TABLE p (id INT PRIMARY KEY NOT ENFORCED) WITH ('connector' = 'memory', 'mode' = 'retract')");
        assertThatCode(() -> lenient.run("SELECT id, UUID() AS u FROM p")).doesNotThrowAnyException();
    }

    private void planned(String sql) {
        assertThatCode(() -> session.run(sql)).doesNotThrowAnyException();
    }
}
