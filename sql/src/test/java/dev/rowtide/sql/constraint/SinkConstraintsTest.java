// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.Planning;
import dev.rowtide.sql.SqlSettings;
import dev.rowtide.sql.changelog.ExplainPlan;
import org.junit.jupiter.api.Test;

class SinkConstraintsTest {

    private static final String TABLES = """
            CREATE TABLE t (k STRING, v INT, c VARCHAR(9)) WITH ('connector' = 'memory');
            CREATE TABLE u (id INT PRIMARY KEY NOT ENFORCED, v INT) WITH ('connector' = 'memory', 'mode' = 'upsert');
            CREATE TABLE strict (k STRING NOT NULL, v INT) WITH ('connector' = 'memory');
            CREATE TABLE keyed (k STRING PRIMARY KEY NOT ENFORCED, n INT NOT NULL) WITH ('connector' = 'memory');
            CREATE TABLE mirror (id INT PRIMARY KEY NOT ENFORCED, v INT NOT NULL) WITH ('connector' = 'memory');
            CREATE TABLE short (c VARCHAR(4), f CHAR(2)) WITH ('connector' = 'memory')""";

    private final Planning session = new Planning(TABLES);
    private final Planning dropping =
            new Planning(Settings.empty().with(SqlSettings.NOT_NULL_ENFORCER.name(), "drop"), TABLES);

    @Test
    void onlyColumnsThatMayBeNullAreChecked() {
        assertThat(session.plan("INSERT INTO strict SELECT k, v FROM t")).isEqualTo("""
                        Sink(table=[strict], fields=[k, v])
                        +- Filter(where=[CHECK(k IS NOT NULL)])
                           +- TableSourceScan(table=[t], fields=[k, v])""");
        assertThat(session.plan("INSERT INTO strict SELECT 'x', v FROM t")).doesNotContain("CHECK");
        assertThat(session.plan("SELECT k, v FROM t")).doesNotContain("CHECK");
    }

    @Test
    void aCheckThatFailsTheJobNeedsNoOldRows() {
        String insert = "INSERT INTO keyed SELECT k, MAX(v) FROM t GROUP BY k";

        assertThat(session.run(insert).get(0).input().mode()).hasToString("[I,UA]");
        assertThat(dropping.run(insert).get(0).input().mode()).hasToString("[I,UB,UA]");
    }

    @Test
    void rowsThatAreLeftOutAreTakenOutOfTheSink() {
        String insert = "INSERT INTO mirror SELECT id, v FROM u";

        assertThat(explained(session, insert)).isEqualTo("""
                        Sink(table=[mirror], fields=[id, v], changelogMode=[NONE])
                        +- Filter(where=[CHECK(v IS NOT NULL)], uniqueKey=[id], changelogMode=[I,UA,D])
                           +- TableSourceScan(table=[u], fields=[id, v], uniqueKey=[id], changelogMode=[I,UA,D])""");
        SinkNode sink = dropping.run(insert).get(0);
        assertThat(sink.input()).isInstanceOf(Filter.class);
        assertThat(sink.input().mode()).hasToString("[I,UB,UA,D]");
    }

    @Test
    void lengthIsIgnoredCutOrChecked() {
        String insert = "INSERT INTO short SELECT c, v FROM t";

        assertThat(session.plan(insert)).contains("Project(select=[c, CAST(v AS STRING) AS f])");
        assertThat(withLengths("trim-pad").plan(insert))
                .contains("select=[CAST(c AS VARCHAR(4)) AS c, CAST(v AS CHAR(2)) AS f]");
        assertThat(withLengths("error").plan(insert))
                .contains("Filter(where=[CHECK(CHAR_LENGTH(c) <= 4) AND CHECK(CHAR_LENGTH(f) = 2)])");
        assertThat(withLengths("error")
                        .plan("INSERT INTO short SELECT CAST(k AS VARCHAR(4)), CAST('a' AS CHAR(2)) FROM t"))
                .doesNotContain("CHECK");
    }

    @Test
    void aCheckSaysWhatIsWrongWhere() {
        NotNullCheck notNull = new NotNullCheck("t", "c", NotNullEnforcer.ERROR);
        assertThat(notNull.apply(new Object[] {0L})).isEqualTo(true);
        assertThatThrownBy(() -> notNull.apply(new Object[] {null}))
                .hasMessage("column \"c\" of table \"t\" is NOT NULL, the row has NULL");

        LengthCheck atMost = new LengthCheck("t", "c", Type.varchar(2));
        assertThat(atMost.apply(new Object[] {"äö"})).isEqualTo(true);
        assertThat(atMost.apply(new Object[] {null})).isEqualTo(true);
        assertThatThrownBy(() -> atMost.apply(new Object[] {"äöü"}))
                .hasMessage("column \"c\" of table \"t\" is VARCHAR(2), the row has 3 characters");
    }

    private static Planning withLengths(String enforcer) {
        return new Planning(Settings.empty().with(SqlSettings.TYPE_LENGTH_ENFORCER.name(), enforcer), TABLES);
    }

    private static String explained(Planning session, String insert) {
        return ExplainPlan.of(session.run(insert), true);
    }
}
