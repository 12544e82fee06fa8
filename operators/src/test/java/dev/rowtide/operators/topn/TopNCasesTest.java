// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import org.junit.jupiter.api.Test;

/** The changelogs that the cases of the families top-n, dedup and sort-limit state, where an update is two changes of one position. */
class TopNCasesTest {

    @Test
    void theLastRowByProcessingTime() {
        Rankings.of("k STRING, v INT, pt TIMESTAMP(3)")
                .by(0)
                .descending(2)
                .latest()
                .top(1)
                .harness("""
                +I a, 1, 2025-03-01 12:00:00
                +I b, 2, 2025-03-01 12:00:00
                +I a, 3, 2025-03-01 12:00:00
                +I a, 5, 2025-03-01 12:00:00
                +I b, 4, 2025-03-01 12:00:00
                """)
                .expect("""
                +I a, 1, 2025-03-01 12:00:00
                +I b, 2, 2025-03-01 12:00:00
                -U a, 1, 2025-03-01 12:00:00
                +U a, 3, 2025-03-01 12:00:00
                -U a, 3, 2025-03-01 12:00:00
                +U a, 5, 2025-03-01 12:00:00
                -U b, 2, 2025-03-01 12:00:00
                +U b, 4, 2025-03-01 12:00:00
                """);
    }

    @Test
    void theLastRowByRowTime() {
        Rankings.of("k STRING, v INT, ts TIMESTAMP(3)")
                .by(0)
                .descending(2)
                .latest()
                .top(1)
                .harness("""
                +I a, 1, 2025-03-01 12:00:05
                +I a, 2, 2025-03-01 12:00:03
                +I a, 3, 2025-03-01 12:00:05
                +I a, 4, 2025-03-01 12:00:09
                """)
                .expect("""
                +I a, 1, 2025-03-01 12:00:05
                -U a, 1, 2025-03-01 12:00:05
                +U a, 3, 2025-03-01 12:00:05
                -U a, 3, 2025-03-01 12:00:05
                +U a, 4, 2025-03-01 12:00:09
                """);
    }

    @Test
    void theFirstRow() {
        Rankings.of("k STRING, v INT, pt TIMESTAMP(3)")
                .by(0)
                .ascending(2)
                .top(1)
                .harness("""
                +I a, 1, 2025-03-01 12:00:00
                +I b, 2, 2025-03-01 12:00:00
                +I a, 3, 2025-03-01 12:00:00
                +I b, 4, 2025-03-01 12:00:01
                """)
                .expect("""
                +I a, 1, 2025-03-01 12:00:00
                +I b, 2, 2025-03-01 12:00:00
                """);
    }

    @Test
    void theLastRowOfARetractInput() {
        Rankings.of("id INT, k STRING, v INT, ts TIMESTAMP(3)")
                .retract()
                .unique(0)
                .by(1)
                .descending(3)
                .latest()
                .top(1)
                .harness("""
                +I 1, a, 1, 2025-03-01 12:00:05
                +I 2, a, 2, 2025-03-01 12:00:09
                -D 2, a, 2, 2025-03-01 12:00:09
                -D 1, a, 1, 2025-03-01 12:00:05
                """)
                .expect("""
                +I 1, a, 1, 2025-03-01 12:00:05
                -D 1, a, 1, 2025-03-01 12:00:05
                +I 2, a, 2, 2025-03-01 12:00:09
                -D 2, a, 2, 2025-03-01 12:00:09
                +I 1, a, 1, 2025-03-01 12:00:05
                -D 1, a, 1, 2025-03-01 12:00:05
                """);
    }

    @Test
    void orderByWithLimit() {
        Rankings.of("k STRING, v INT")
                .descending(1)
                .top(2)
                .harness("+I a, 5\n+I b, 9\n+I c, 1\n+I d, 7")
                .expect("""
                0: +I a, 5
                1: +I b, 9
                3: -D a, 5
                3: +I d, 7
                """);
    }

    @Test
    void limitOfInserts() {
        Rankings.of("v INT").top(2).harness("+I 5\n+I 9\n+I 1").expect("+I 5\n+I 9");
    }

    @Test
    void limitOfAnAggregate() {
        Rankings limit = Rankings.of("k STRING, s INT").top(2);
        limit.retract().unique(0).harness("""
                +I a, 1
                +I b, 2
                +I c, 3
                -U a, 1
                +U a, 5
                """).expect("""
                +I a, 1
                +I b, 2
                -D a, 1
                +I c, 3
                """);
        limit.upsert(0).harness("+I a, 1\n+I b, 2\n+I c, 3\n+U a, 5").expect("""
                +I a, 1
                +I b, 2
                -D a, 1
                +I c, 3
                """);
    }

    @Test
    void topThreeWithRank() {
        Rankings.of("k STRING, v INT")
                .by(0)
                .descending(1)
                .top(3)
                .ranked()
                .harness("+I a, 5\n+I a, 9\n+I a, 1\n+I a, 7\n+I b, 3")
                .expect("""
                0: +I a, 5, 1
                1: -U a, 5, 1
                1: +U a, 9, 1
                1: +I a, 5, 2
                2: +I a, 1, 3
                3: -U a, 5, 2
                3: +U a, 7, 2
                3: -U a, 1, 3
                3: +U a, 5, 3
                4: +I b, 3, 1
                """);
    }

    @Test
    void bottomTwoWithRankOfOnePartition() {
        Rankings.of("id INT, v INT")
                .ascending(1)
                .top(2)
                .ranked()
                .harness("+I 1, 5\n+I 2, 3\n+I 3, 4\n+I 4, 1")
                .expect("""
                0: +I 1, 5, 1
                1: -U 1, 5, 1
                1: +U 2, 3, 1
                1: +I 1, 5, 2
                2: -U 1, 5, 2
                2: +U 3, 4, 2
                3: -U 2, 3, 1
                3: +U 4, 1, 1
                3: -U 3, 4, 2
                3: +U 2, 3, 2
                """);
    }

    @Test
    void topThreeWithRankOfARetractInput() {
        Rankings.of("id INT, v INT")
                .retract()
                .unique(0)
                .descending(1)
                .top(3)
                .ranked()
                .harness("+I 1, 5\n+I 2, 9\n+I 3, 7\n-D 2, 9\n-D 1, 5")
                .expect("""
                0: +I 1, 5, 1
                1: -U 1, 5, 1
                1: +U 2, 9, 1
                1: +I 1, 5, 2
                2: -U 1, 5, 2
                2: +U 3, 7, 2
                2: +I 1, 5, 3
                3: -U 2, 9, 1
                3: +U 3, 7, 1
                3: -U 3, 7, 2
                3: +U 1, 5, 2
                3: -D 1, 5, 3
                4: -D 1, 5, 2
                """);
    }

    /** The case's log has the same changes of each arrival in another order: there the row that climbs comes first. */
    @Test
    void topTwoOfGrowingCountsWithRank() {
        Rankings.of("shop STRING, item STRING, n BIGINT")
                .upsert(0, 1)
                .by(0)
                .descending(2)
                .top(2)
                .ranked()
                .harness("""
                +I s, pen, 1
                +I s, ink, 1
                +U s, ink, 2
                +I s, cap, 1
                +U s, cap, 2
                +U s, cap, 3
                """)
                .expect("""
                0: +I s, pen, 1, 1
                1: +I s, ink, 1, 2
                2: -U s, pen, 1, 1
                2: +U s, ink, 2, 1
                2: -U s, ink, 1, 2
                2: +U s, pen, 1, 2
                4: -U s, pen, 1, 2
                4: +U s, cap, 2, 2
                5: -U s, ink, 2, 1
                5: +U s, cap, 3, 1
                5: -U s, cap, 2, 2
                5: +U s, ink, 2, 2
                """);
    }

    /** The case's log has an update per rank below; here rows that stay are not told. */
    @Test
    void rankBetweenTwoAndThree() {
        Rankings.of("id INT, v INT")
                .descending(1)
                .between(2, 3)
                .harness("+I 1, 5\n+I 2, 9\n+I 3, 7\n+I 4, 8")
                .expect("""
                1: +I 1, 5
                2: +I 3, 7
                3: -D 1, 5
                3: +I 4, 8
                """);
    }

    @Test
    void topTwoWithRankByRank() {
        Rankings.of("id INT, v INT")
                .descending(1)
                .top(2)
                .ranked()
                .withoutUpdateBefore()
                .harness("+I 1, 5\n+I 2, 9\n+I 3, 7")
                .outputKey(2)
                .expect("""
                0: +I 1, 5, 1
                1: +U 2, 9, 1
                1: +I 1, 5, 2
                2: +U 3, 7, 2
                """);
    }

    @Test
    void nullsComeFirstGoingUp() {
        Rankings.of("id INT, v INT")
                .ascending(1)
                .top(2)
                .harness("+I 1, 5\n+I 2, NULL\n+I 3, 7\n+I 4, NULL")
                .expect("""
                0: +I 1, 5
                1: +I 2, NULL
                3: -D 1, 5
                3: +I 4, NULL
                """);
    }
}
