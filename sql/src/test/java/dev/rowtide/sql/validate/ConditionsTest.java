// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.sql.Planning;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {

    private static final int MANY = 2_000;

    private final Planning session =
            new Planning("CREATE TABLE t (a INT, b INT, s STRING) WITH ('connector' = 'memory')");

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 65, 130, MANY})
    void aChainHasItsTermsInOrderHoweverLongItIs(int terms) {
        String or = condition(chain(terms, " OR ", i -> "a = " + i)).toString();

        assertThat(or).isEqualTo(expected(terms, "OR(", i -> "EQUAL($0, " + i + ")"));
        assertThat(condition(chain(terms, " AND ", i -> "a <> " + i)).toString())
                .isEqualTo(expected(terms, "AND(", i -> "NOT_EQUAL($0, " + i + ")"));
        assertThat(condition("a IN (" + chain(terms, ", ", String::valueOf) + ")")
                        .toString())
                .isEqualTo(or);
    }

    @Test
    void chainsWithinChainsStayApart() {
        String inner = chain(MANY / 2, " OR ", i -> "a = " + i);
        Call condition = (Call) condition("(" + inner + ") AND b = 1 AND NOT (" + inner + ")");

        assertThat(condition.function()).isEqualTo(BuiltinFunction.AND);
        assertThat(condition.arguments())
                .hasSize(3)
                .satisfiesExactly(
                        first -> assertThat(((Call) first).arguments()).hasSize(MANY / 2),
                        second -> assertThat(second).hasToString("EQUAL($1, 1)"),
                        third -> assertThat(third.toString()).startsWith("NOT(OR("));
    }

    @Test
    void aLongChainCanBeGroupedBy() {
        String chain = chain(MANY, " OR ", i -> "a = " + i);

        assertThat(session.plan("SELECT COUNT(*) AS n FROM t GROUP BY " + chain + " HAVING " + chain))
                .contains("GroupAggregate(groupBy=[");
    }

    @Test
    void errorsOfATermAreAtTheTerm() {
        assertThat(session.error("SELECT a FROM t WHERE " + chain(100, " OR ", i -> "a = 1") + " OR\n  zz = 1"))
                .startsWith("2:3 column \"zz\" does not exist");
        assertThat(session.error("SELECT a FROM t WHERE a IN (1,\n zz)"))
                .startsWith("2:2 column \"zz\" does not exist");
        assertThat(session.error("SELECT a FROM t WHERE a IN (1,\n DATE '2024-01-31')"))
                .startsWith("1:23 '=' can't be applied to INTEGER = DATE");
        assertThat(session.error("SELECT a FROM t WHERE zz NOT IN (1, 2)"))
                .startsWith("1:23 column \"zz\" does not exist");
    }

    private Expression condition(String sql) {
        return ((Filter)
                        session.run("SELECT a, b, s FROM t WHERE " + sql).get(0).input())
                .condition();
    }

    private static String chain(int terms, String between, IntFunction<String> term) {
        return IntStream.range(0, terms).mapToObj(term).collect(Collectors.joining(between));
    }

    private static String expected(int terms, String function, IntFunction<String> term) {
        return function + chain(terms, ", ", term) + ")";
    }
}
