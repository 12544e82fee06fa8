// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.sql.Planning;
import dev.rowtide.sql.changelog.ExplainPlan;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectedKeysTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (
              i INT, b BIGINT, d DECIMAL(10, 2), f FLOAT, x DOUBLE, s STRING, v VARCHAR(5), c CHAR(5), dt DATE, ts TIMESTAMP(3)
            ) WITH ('connector' = 'memory');
            CREATE TABLE counts (k BIGINT PRIMARY KEY NOT ENFORCED, n BIGINT) WITH ('connector' = 'memory')""");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAST(i AS BIGINT)",
                "CAST(CAST(i AS BIGINT) AS DECIMAL(20, 0))",
                "CAST(b AS DECIMAL(19, 0))",
                "CAST(i AS DOUBLE)",
                "CAST(d AS DECIMAL(12, 3))",
                "CAST(f AS DOUBLE)",
                "CAST(v AS VARCHAR(7))",
                "CAST(c AS CHAR(7))",
                "CAST(c AS STRING)",
                "CAST(dt AS TIMESTAMP(3))",
                "CAST(ts AS TIMESTAMP(9))"
            })
    void aCastThatKeepsValuesApartKeepsTheKey(String cast) {
        assertThat(keysOfCast(cast)).containsExactly(ColumnSet.of(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAST(b AS INT)",
                "CAST(b AS DOUBLE)",
                "CAST(i AS FLOAT)",
                "CAST(d AS DECIMAL(12, 1))",
                "CAST(d AS BIGINT)",
                "CAST(x AS FLOAT)",
                "CAST(s AS VARCHAR(5))",
                "CAST(v AS CHAR(7))",
                "CAST(dt AS TIMESTAMP_LTZ(3))",
                "CAST(ts AS DATE)",
                "CAST(ts AS TIMESTAMP(0))",
                "CAST(i = 1 AS INT)",
                "i + 1"
            })
    void aCastThatCanMakeValuesEqualLosesIt(String cast) {
        assertThat(keysOfCast(cast)).isEmpty();
    }

    @Test
    void aKeyThatIsPassedOnTwiceIsTwoKeys() {
        assertThat(keys("SELECT i, COUNT(*), CAST(i AS BIGINT), i AS again FROM t GROUP BY i"))
                .containsExactlyInAnyOrder(ColumnSet.of(0), ColumnSet.of(2), ColumnSet.of(3));
        assertThat(keys("SELECT i, s, CAST(i AS BIGINT), s AS again FROM t GROUP BY i, s"))
                .containsExactlyInAnyOrder(
                        ColumnSet.of(0, 1), ColumnSet.of(0, 3), ColumnSet.of(1, 2), ColumnSet.of(2, 3));
    }

    @Test
    void theSinkOfAWidenedKeyKeepsNoRows() {
        assertThat(modes("INSERT INTO counts SELECT i, COUNT(*) FROM t GROUP BY i"))
                .doesNotContain("UpsertMaterialize")
                .contains("[I,UA]")
                .doesNotContain("UB");
        assertThat(modes("INSERT INTO counts SELECT i, i FROM (SELECT i, COUNT(*) AS n FROM t GROUP BY i)"))
                .doesNotContain("UpsertMaterialize");
        assertThat(modes("INSERT INTO counts SELECT n, i FROM (SELECT i, COUNT(*) AS n FROM t GROUP BY i)"
                        + " ON CONFLICT DO DEDUPLICATE"))
                .contains("UpsertMaterialize");
    }

    private Set<ColumnSet> keysOfCast(String cast) {
        String column = cast.replaceAll(".*?\\b(i|b|d|f|x|s|v|c|dt|ts)\\b.*", "$1");
        return keys("SELECT " + cast + " FROM (SELECT " + column + ", COUNT(*) FROM t GROUP BY " + column + ")");
    }

    private Set<ColumnSet> keys(String query) {
        return session.run(query).get(0).input().traits().uniqueKeys();
    }

    private String modes(String insert) {
        return ExplainPlan.of(session.run(insert), true);
    }
}
