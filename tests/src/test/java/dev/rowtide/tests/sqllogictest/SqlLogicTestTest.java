// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.tests.sqllogictest.Outcome.Verdict;
import dev.rowtide.tests.sqllogictest.TestFile.TestQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A small part of the corpus; {@link SqlLogicTestMain} runs more of it. */
final class SqlLogicTestTest {

    private static final long SEED = 1;
    private static final int EVERY = 12;

    /** A query of every twelfth file. */
    @Test
    void continuousQueriesEndAtTheExpectedResult() throws IOException {
        List<String> failures = new ArrayList<>();
        int passed = 0;
        try (Corpus corpus = new Corpus()) {
            List<String> names = corpus.names();
            for (int i = 0; i < names.size(); i += EVERY) {
                FileRun run = new FileRun(corpus.read(names.get(i)), SEED);
                List<Outcome> outcomes = new ArrayList<>();
                run.run(run.sample(1), (query, outcome) -> outcomes.add(outcome));
                for (Outcome outcome : outcomes) {
                    passed += outcome.verdict() == Verdict.PASSED ? 1 : 0;
                    if (EnumSet.of(Verdict.WRONG, Verdict.BROKEN, Verdict.FAILED)
                            .contains(outcome.verdict())) {
                        failures.add(names.get(i) + ": " + outcome);
                    }
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(passed).isGreaterThan(40);
    }

    private static final String STATEMENTS = """
            statement ok
            CREATE TABLE t1(a INTEGER PRIMARY KEY, b FLOAT, c VARCHAR(8))

            statement ok
            INSERT INTO t1 VALUES(1,2.5,'one'),(2,-0.25,''),(3,NULL,'a'' b')

            onlyif mysql
            statement ok
            DELETE FROM t1

            statement ok
            INSERT INTO t1(c,a) VALUES('four',4)

            statement ok
            UPDATE t1 SET b=a+0.5, c='two' WHERE a=2

            statement ok
            REPLACE INTO t1 VALUES(3,7,'three')

            statement ok
            DELETE FROM t1 WHERE a=1

            """;

    /** By hand: 2 has become (2.5, 'two'), 3 (7.0, 'three'), 4 is (NULL, 'four') and 1 is gone. */
    private static final String RESULT = """
            query IRT nosort
            SELECT a, b, c FROM t1 ORDER BY 2 DESC
            ----
            3
            7.000
            three
            2
            2.500
            two
            4
            NULL
            four

            """;

    private static Map<Verdict, Long> run(String text) {
        TestFile file = TestFile.parse("example", text);
        List<Outcome> outcomes = new ArrayList<>();
        for (long seed = 0; seed < 50; seed++) {
            new FileRun(file, seed).run(Set.copyOf(file.queries()), (query, outcome) -> outcomes.add(outcome));
        }
        return outcomes.stream().collect(Collectors.groupingBy(Outcome::verdict, Collectors.counting()));
    }

    @Test
    void statementsBecomeChanges() {
        assertThat(run(STATEMENTS + RESULT)).isEqualTo(Map.of(Verdict.PASSED, 50L));
    }

    /** A runner that can't fail shows nothing. */
    @Test
    void aWrongExpectationIsFound() {
        assertThat(run(STATEMENTS + RESULT.replace("three", "thr33"))).isEqualTo(Map.of(Verdict.WRONG, 50L));
        assertThat(run(STATEMENTS + RESULT.replace("ORDER BY 2 DESC", "ORDER BY 2")))
                .isEqualTo(Map.of(Verdict.WRONG, 50L));
    }

    @Test
    void aRefusedQueryIsNoWrongResult() {
        assertThat(run(STATEMENTS + "query I rowsort\nSELECT nothing FROM t1\n----\n1\n"))
                .isEqualTo(Map.of(Verdict.REFUSED, 50L));
    }

    @Test
    void whatIsForOtherEnginesIsLeftOut() {
        TestFile file = TestFile.parse("example", """
                skipif postgresql # PostgreSQL requires AS when renaming output columns
                query I rowsort
                SELECT 1 a

                skipif postgresql # strict
                query I rowsort
                SELECT 2

                onlyif mysql # DIV
                query I rowsort
                SELECT 3

                skipif mysql
                query I rowsort label-1
                SELECT 4
                ----
                4

                onlyif mssql
                halt

                onlyif postgresql
                halt

                query I rowsort
                SELECT 5
                """);
        assertThat(file.queries()).extracting(TestQuery::sql).containsExactly("SELECT 1 a", "SELECT 4");
        assertThat(file.queries().get(1).expected()).containsExactly("4");
    }

    @Test
    void queriesAreSaidInOurDialect() {
        assertThat(
                        CorpusSql.of(
                                "SELECT AVG ( DISTINCT - ( a ) ) / 2, CAST(b AS INTEGER), 'AVG(x)' FROM t WHERE + d IS NULL AND a + b = + 3 + + + c ORDER BY 2 DESC,1"))
                .isEqualTo(new CorpusSql(
                        "SELECT AVG(DISTINCT CAST(- ( a ) AS DOUBLE)) / 2 , CAST ( b AS BIGINT ) , 'AVG(x)' FROM t WHERE d IS NULL AND a + b = + 3 + c",
                        List.of(new CorpusSql.OrderKey(2, true), new CorpusSql.OrderKey(1, false))));
    }
}
