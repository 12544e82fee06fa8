// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.Planning;
import dev.rowtide.sql.catalog.CatalogFunction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call whose value may be another each time has one value, however often its text is copied on the way. */
class VolatileCallsTest {

    private static final Pattern DRAWN = Pattern.compile("(?:RAND|UUID)\\((\\d+)\\)");

    private final Planning session = new Planning("CREATE TABLE t (a INT, s STRING) WITH ('connector' = 'memory')");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RAND() BETWEEN 0.2 AND 0.5",
                "RAND() NOT BETWEEN 0.2 AND 0.5",
                "RAND() BETWEEN SYMMETRIC 0.5 AND 0.2",
                "RAND() IN (0.1, 0.2, 0.3)",
                "RAND() * a + 1 NOT IN (1, 2)",
                "RAND_INTEGER(10) IN (1, 2)",
                "UUID() IN (s, 'b')",
                "COALESCE(s, UUID()) IN ('a', 'b')",
                "CASE RAND_INTEGER(3) WHEN 0 THEN 'a' WHEN 1 THEN 'b' END",
                "NULLIF(RAND(), 0.5)",
                "COALESCE(NULLIF(RAND(), 0.5), NULLIF(a, 1), 0)",
                "NVL(NULLIF(RAND(), 0.5), 0)",
                "DECODE(RAND_INTEGER(3), 0, 'a', 1, 'b')",
                "CASE RAND() + 1 WHEN 1.5 THEN 'a' WHEN a THEN 'b' ELSE 'c' END",
                "ABS(RAND() - 0.5) > 0.2 IS TRUE",
            })
    void isOneInAnExpression(String sql) {
        Expression expression = expression(sql);
        assertThat(numbers(List.of(expression))).as(expression.toString()).containsExactly("0");
    }

    @Test
    void eachThatIsWrittenIsItsOwn() {
        assertThat(numbers(List.of(expression("RAND() BETWEEN RAND() AND RAND() + 1"))))
                .containsExactlyInAnyOrder("0", "1", "2");
        assertThat(numbers(List.of(expression("RAND() IN (RAND(), 1)")))).containsExactlyInAnyOrder("0", "1");
        assertThat(numbers(projected("SELECT RAND() AS x, RAND() AS y, RAND() FROM t")))
                .hasSize(3);
    }

    @Test
    void isOneUnderItsName() {
        assertThat(session.plan("SELECT RAND_INTEGER(4) AS r, COUNT(*) AS n FROM t GROUP BY r HAVING r > 1"))
                .containsOnlyOnce("RAND() * 4");
    }

    @Test
    void callsOfQueriesMayStandInSeveralPlacesToo() {
        assertThat(session.plan("SELECT a FROM t WHERE ABS((SELECT MAX(a) FROM t)) IN (1, 2)"))
                .contains("MAX(a)");
        assertThat(session.plan("SELECT CASE ABS((SELECT MAX(a) FROM t)) WHEN 1 THEN 'a' WHEN 2 THEN 'b' END FROM t"))
                .contains("MAX(a)");
    }

    @Test
    void functionsOfTheUsersToo() {
        session.catalog().defineFunction(new CatalogFunction("roll", List.of(Type.INTEGER), Type.INTEGER, new Roll()));

        for (String sql : List.of("roll(a) BETWEEN 1 AND 2", "roll(a) IN (1, 2, 3)", "NULLIF(roll(a), 1) + 1")) {
            assertThat(bodies(expression(sql))).as(sql).hasSize(1);
        }
        assertThat(bodies(expression("roll(a) = roll(a)"))).hasSize(2);
    }

    private Expression expression(String sql) {
        List<Expression> projected = projected("SELECT a, " + sql + " AS x FROM t");
        return projected.get(1);
    }

    private List<Expression> projected(String query) {
        return ((Project) session.run(query).get(0).input()).expressions();
    }

    private static Set<String> numbers(List<Expression> expressions) {
        return new LinkedHashSet<>(DRAWN.matcher(expressions.toString())
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList());
    }

    private static Set<ScalarFunction> bodies(Expression expression) {
        Set<ScalarFunction> bodies = new LinkedHashSet<>();
        List<Expression> open = new ArrayList<>(List.of(expression));
        while (!open.isEmpty()) {
            Expression next = open.remove(0);
            if (next instanceof ScalarCall call) {
                bodies.add(call.function());
                open.addAll(call.arguments());
            } else if (next instanceof Call call) {
                open.addAll(call.arguments());
            }
        }
        return bodies;
    }

    private static final class Roll implements ScalarFunction {

        @Override
        public String name() {
            return "roll";
        }

        @Override
        public boolean deterministic() {
            return false;
        }

        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            return arguments[0];
        }
    }
}
