// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Row;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.sql.catalog.CatalogFunction;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays, maps and rows from a file through queries to Java. */
class NestedValuesTest {

    private static final String PEOPLE = """
            {"id":1,"tags":["a","b"],"m":{"x":1,"y":null},"r":{"a":1,"b":"hi","c":[{"d":1},{"d":2}]}}
            {"id":2,"tags":[],"m":{},"r":{"a":null,"b":"x"}}
            {"id":3,"tags":null,"r":null}
            {"id":4,"tags":["a","b"],"m":{"y":null,"x":1},"r":{"c":[{"d":1},{"d":2}],"b":"hi","a":1}}
            """;

    @TempDir
    Path folder;

    private Rowtide rowtide;

    @BeforeEach
    void table() throws IOException {
        Path file = folder.resolve("people.jsonl");
        Files.writeString(file, PEOPLE);
        rowtide = Rowtide.open();
        rowtide.execute("CREATE TABLE people (id INT, tags ARRAY<STRING>, m MAP<STRING, INT>,"
                + " r ROW<a INT, b STRING, c ARRAY<ROW<d INT>>>, PRIMARY KEY (id) NOT ENFORCED)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + file + "')");
    }

    private List<String> changes(String query) {
        List<String> changes = new ArrayList<>();
        rowtide.execute(query).forEach(change -> changes.add(change.toString()));
        return changes;
    }

    private List<@Nullable Object> row(String query) {
        return rowtide.execute(query).iterator().next().values();
    }

    private EngineException error(String query) {
        return catchThrowableOfType(EngineException.class, () -> changes(query));
    }

    @Test
    void javaValuesAreListsMapsAndRows() {
        List<@Nullable Object> values = row("SELECT tags, m, r FROM people WHERE id = 1");

        assertThat(values.get(0)).isEqualTo(List.of("a", "b"));
        assertThat(values.get(1)).isInstanceOfSatisfying(Map.class, map -> {
            assertThat(map.get("x")).isEqualTo(1);
            assertThat(map).containsKey("y");
        });
        assertThat(values.get(2)).isInstanceOfSatisfying(Row.class, row -> {
            assertThat(row.names()).containsExactly("a", "b", "c");
            assertThat(row.get("b")).isEqualTo("hi");
            assertThat(row.get("c"))
                    .isEqualTo(List.of(new Row(List.of("d"), List.of(1)), new Row(List.of("d"), List.of(2))));
        });
    }

    @Test
    void partsAreReached() {
        assertThat(row("SELECT tags[2], tags[3], m['x'], m['z'], r.b, people.r.a, r.c[2].d, CARDINALITY(r.c)"
                        + " FROM people WHERE id = 1"))
                .containsExactly("b", null, 1, null, "hi", 1, 2, 2);
        assertThat(row("SELECT tags[1], m['x'], r.b, r.c[1].d FROM people WHERE id = 3"))
                .containsOnlyNulls();
        assertThat(changes("SELECT r.* FROM people WHERE id = 2")).containsExactly("+I[null, x, null]");
        assertThat(changes("WITH w AS (SELECT id, r AS q FROM people) SELECT q.b FROM w AS x WHERE q.a = 1"))
                .containsExactly("+I[hi]", "+I[hi]");
    }

    @Test
    void aFieldIsNeverFoundByItsNameAlone() {
        assertThat(error("SELECT b FROM people").code()).isEqualTo(ErrorCode.UNDEFINED_COLUMN);
        assertThat(changes("SELECT id, a FROM people CROSS JOIN UNNEST(tags) AS u (a) WHERE id = 1"))
                .containsExactly("+I[1, a]", "+I[1, b]");
    }

    @Test
    void anOrdinalityIsNeverNull() {
        String elements = "SELECT id, o FROM people CROSS JOIN UNNEST(tags) WITH ORDINALITY AS u (t, o)";
        assertThat(changes(elements + " WHERE id = 1")).containsExactly("+I[1, 1]", "+I[1, 2]");
        assertThat(changes(elements + " WHERE o IS NULL")).isEmpty();
    }

    @Test
    void equalValuesAreOneKey() {
        assertThat(changes("SELECT m, COUNT(*) AS n FROM people WHERE m IS NOT NULL GROUP BY m"))
                .containsExactly("+I[{x=1, y=null}, 1]", "+I[{}, 1]", "-U[{x=1, y=null}, 1]", "+U[{x=1, y=null}, 2]");
        assertThat(changes("SELECT DISTINCT tags FROM people")).containsExactly("+I[[a, b]]", "+I[[]]", "+I[null]");
        assertThat(changes("SELECT COUNT(DISTINCT r) AS n FROM people")).containsExactly("+I[1]", "-U[1]", "+U[2]");
        assertThat(changes("SELECT r, tags, COUNT(*) AS n FROM people WHERE id IN (1, 4) GROUP BY tags, r")
                        .get(2))
                .startsWith("+U[")
                .endsWith(", [a, b], 2]");
        assertThat(
                        changes(
                                "SELECT id FROM people WHERE tags = ARRAY['a', 'b'] AND r = ROW(1, 'hi', ARRAY[ROW(1), ROW(2)])"))
                .containsExactly("+I[1]", "+I[4]");
        assertThat(changes("SELECT id FROM people WHERE tags IS DISTINCT FROM ARRAY['a', 'b']"))
                .containsExactly("+I[2]", "+I[3]");
        assertThat(changes("SELECT id FROM people WHERE m IN (MAP['y', CAST(NULL AS INT), 'x', 1])"))
                .containsExactly("+I[1]", "+I[4]");
    }

    @Test
    void constructorsFindACommonType() {
        assertThat(row("SELECT ARRAY[id, 2.5], ARRAY[NULL, id], MAP['k', ARRAY[id]], ROW(id, NULL)[1],"
                        + " ARRAY_APPEND(ARRAY[1], CAST(5 AS BIGINT)) FROM people WHERE id = 1"))
                .containsExactly(
                        List.of(new BigDecimal("1.0"), new BigDecimal("2.5")),
                        Arrays.asList(null, 1),
                        Map.of("k", List.of(1)),
                        1,
                        List.of(1L, 5L));
    }

    @Test
    void castsGoPartByPart() {
        assertThat(
                        row(
                                "SELECT CAST(r AS ROW<x STRING, y STRING, z ARRAY<ROW<e BIGINT>>>), CAST(tags AS STRING),"
                                        + " TRY_CAST(tags AS ARRAY<INT>), CAST(m AS MAP<STRING, DOUBLE>)['x'] FROM people WHERE id = 1"))
                .containsExactly(
                        new Row(
                                List.of("x", "y", "z"),
                                List.of(
                                        "1",
                                        "hi",
                                        List.of(
                                                new Row(List.of("e"), List.of(1L)),
                                                new Row(List.of("e"), List.of(2L))))),
                        "[a, b]",
                        null,
                        1.0);
        EngineException error = error("SELECT CAST(tags AS ARRAY<INT>) FROM people");
        assertThat(error.message()).isEqualTo("'a' is not an INTEGER");
        assertThat(error.detail()).startsWith("in CAST(tags AS ARRAY<INTEGER>), for the row tags = [a, b]");
    }

    @Test
    void whatHasNoOrderIsNotOrdered() {
        for (String query : List.of(
                "SELECT MIN(tags) FROM people",
                "SELECT id FROM people WHERE m < m",
                "SELECT id FROM people WHERE r BETWEEN r AND r",
                "SELECT GREATEST(tags, tags) FROM people")) {
            assertThat(error(query).code()).as(query).isEqualTo(ErrorCode.NOT_SUPPORTED);
        }
        assertThat(error("SELECT ARRAY_MAX(ARRAY[tags]) FROM people").code()).isEqualTo(ErrorCode.INVALID_QUERY);
        assertThat(error("SELECT MAP[CAST(NULL AS STRING), 1] FROM people"))
                .hasMessageContaining("a key of a MAP is NULL");
    }

    @Test
    void functionsOfOnesOwnTakeAndGiveLists() {
        rowtide.define(new CatalogFunction(
                "twice", List.of(Type.array(Type.STRING)), Type.array(Type.STRING), new ScalarFunction() {
                    @Override
                    public String name() {
                        return "twice";
                    }

                    @Override
                    public @Nullable Object apply(@Nullable Object[] arguments) {
                        List<@Nullable Object> twice = new ArrayList<>();
                        if (arguments[0] instanceof List<?> list) {
                            twice.addAll(list);
                            twice.addAll(list);
                        }
                        return twice;
                    }
                }));

        assertThat(changes("SELECT twice(tags) FROM people WHERE id = 1")).containsExactly("+I[[a, b, a, b]]");
    }

    @Test
    void unnestedRowsFollowAChangingInput() {
        assertThat(changes("SELECT id, k, v FROM people CROSS JOIN UNNEST(m) AS u (k, v) WHERE id < 4"))
                .containsExactly("+I[1, x, 1]", "+I[1, y, null]");
        assertThat(changes("SELECT n, t, o FROM (SELECT COUNT(*) AS n FROM people)"
                        + " CROSS JOIN UNNEST(ARRAY['n', CAST(n AS STRING)]) WITH ORDINALITY AS u (t, o) WHERE n < 3"))
                .containsExactly(
                        "+I[1, n, 1]",
                        "+I[1, 1, 2]",
                        "-U[1, n, 1]",
                        "+U[2, n, 1]",
                        "-U[1, 1, 2]",
                        "+U[2, 2, 2]",
                        "-D[2, n, 1]",
                        "-D[2, 2, 2]");
        assertThat(changes("SELECT n, t FROM (SELECT COUNT(*) AS n FROM people WHERE id = 1)"
                        + " CROSS JOIN UNNEST(ARRAY['n']) AS u (t)"))
                .as("as a join with VALUES")
                .containsExactly("+I[0, n]", "-D[0, n]", "+I[1, n]");
        assertThat(changes("SELECT t FROM (SELECT COUNT(*) AS n FROM people WHERE id <= 2)"
                        + " CROSS JOIN UNNEST(ARRAY['n', CAST(n AS STRING)]) AS u (t)"))
                .containsExactly("+I[n]", "+I[1]", "-D[1]", "+I[2]");
    }

    @Test
    void unnestIsAsIncrementalAsItsInput() {
        assertThat(text("EXPLAIN CHANGELOG_MODE SELECT id, tag FROM people CROSS JOIN UNNEST(tags) AS u (tag)"))
                .contains("Unnest(collection=[tags], joinType=[InnerJoin], select=[id, tags], changelogMode=[I])")
                .contains("TableSourceScan(table=[people], fields=[id, tags],");
        assertThat(text("EXPLAIN CHANGELOG_MODE SELECT n, o FROM (SELECT id, COUNT(*) AS n FROM people GROUP BY id)"
                        + " LEFT JOIN UNNEST(ARRAY[n]) WITH ORDINALITY AS u (x, o) ON TRUE"))
                .contains("joinType=[LeftOuterJoin]")
                .contains("changelogMode=[I");
        assertThat(error("SELECT id FROM people LEFT JOIN UNNEST(tags) AS u (t) ON t = 'a'")
                        .code())
                .isEqualTo(ErrorCode.NOT_SUPPORTED);
    }

    private String text(String statement) {
        return ((Result.Text) rowtide.execute(statement)).text();
    }

    @Test
    void nestedValuesJoinAndAreCarriedThroughJoins() {
        assertThat(changes("SELECT a.id, b.id, a.r.b FROM people a JOIN people b ON a.m = b.m AND a.id < b.id"))
                .containsExactly("+I[1, 4, hi]");
        assertThat(changes("SELECT id FROM people WHERE tags NOT IN (SELECT tags FROM people WHERE id = 2)"))
                .contains("+I[1]", "+I[4]")
                .doesNotContain("+I[3]");
        assertThat(changes("SELECT p.id, tag, q.id FROM people p CROSS JOIN UNNEST(p.tags) AS t (tag)"
                        + " JOIN people q ON q.tags = ARRAY[tag, 'b'] AND q.id = p.id"))
                .containsExactly("+I[1, a, 1]", "+I[4, a, 4]");
        assertThat(changes("SELECT p.id, n FROM people p LEFT JOIN UNNEST(ARRAY[2, 4]) AS t (n) ON p.id = n"
                        + " WHERE n IS NOT NULL"))
                .containsExactlyInAnyOrder("+I[2, 2]", "+I[4, 4]");
        assertThat(error("SELECT a.id FROM people a JOIN people b ON a.tags < b.tags")
                        .code())
                .isEqualTo(ErrorCode.NOT_SUPPORTED);
    }

    @Test
    void nestedValuesInSetOperationsRanksAndGroupingSets() {
        assertThat(changes("SELECT tags FROM people INTERSECT SELECT tags FROM people WHERE id > 2"))
                .containsExactlyInAnyOrder("+I[[a, b]]", "+I[null]");
        assertThat(changes("SELECT tags FROM people WHERE id < 4 EXCEPT ALL SELECT tags FROM people WHERE id = 4"))
                .endsWith("-D[[a, b]]");
        assertThat(changes("SELECT id, tags, ROW_NUMBER() OVER (PARTITION BY tags ORDER BY id) AS n FROM people"
                        + " QUALIFY n > 1"))
                .containsExactly("+I[4, [a, b], 2]");
        assertThat(changes("SELECT id, m FROM people ORDER BY id DESC LIMIT 1")).endsWith("+U[4, {x=1, y=null}]");
        assertThat(changes("SELECT tags, COUNT(*) AS n FROM people GROUP BY ROLLUP (tags)"))
                .contains("+U[[a, b], 2]", "+U[null, 4]");
    }

    @Test
    void rowsAreCollectedIntoArraysAndSpreadAgain() {
        assertThat(changes("SELECT tags, ARRAY_AGG(id ORDER BY id DESC) AS ids FROM people GROUP BY tags"))
                .containsExactly(
                        "+I[[a, b], [1]]", "+I[[], [2]]", "+I[null, [3]]", "-U[[a, b], [1]]", "+U[[a, b], [4, 1]]");
        assertThat(changes("SELECT id FROM (SELECT ARRAY_AGG(id) AS ids FROM people) CROSS JOIN UNNEST(ids) AS t (id)"
                        + " WHERE id > 2"))
                .contains("+I[3]", "+I[4]");
        assertThat(changes("SELECT ARRAY_AGG(DISTINCT tags) AS a FROM people")).endsWith("+U[[[a, b], [], null]]");
        assertThat(changes("SELECT ARRAY_AGG(id) FILTER (WHERE id > 9) AS a FROM people WHERE id = 1"))
                .containsExactly("+I[null]");
    }

    @Test
    void nestedValuesAreJson() {
        assertThat(row("SELECT JSON_ARRAY(r), JSON_OBJECT(KEY 'm' VALUE m NULL ON NULL) FROM people WHERE id = 1"))
                .containsExactly(
                        "[{\"a\":1,\"b\":\"hi\",\"c\":[{\"d\":1},{\"d\":2}]}]", "{\"m\":{\"x\":1,\"y\":null}}");
        assertThat(row("SELECT JSON_ARRAYAGG(r), JSON_OBJECTAGG(KEY 'm' VALUE m) FROM people WHERE id = 1"))
                .containsExactly(
                        "[{\"a\":1,\"b\":\"hi\",\"c\":[{\"d\":1},{\"d\":2}]}]", "{\"m\":{\"x\":1,\"y\":null}}");
    }
}
