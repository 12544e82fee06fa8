// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import org.junit.jupiter.api.Test;

/** Groups by arrays, maps and rows, kept over ticks and restored from snapshots, as the harness does. */
class NestedKeysTest {

    @Test
    void anArray() {
        Aggregates.over("k ARRAY<STRING>").by(0).count().on("""
                +I "[a, NULL]"
                +I "[a]"
                +I []
                -- tick
                +I "[a, NULL]"
                +I NULL
                -D [a]
                -- tick
                +I NULL
                -D []
                """).expect("""
                +I "[a, NULL]", 1
                +I [a], 1
                +I [], 1
                -U "[a, NULL]", 1
                +U "[a, NULL]", 2
                +I NULL, 1
                -D [a], 1
                -U NULL, 1
                +U NULL, 2
                -D [], 1
                """);
    }

    @Test
    void aMapAndARowTogether() {
        Aggregates.over("m MAP<STRING, DOUBLE>, r ROW<x INT, y STRING>")
                .by(0, 1)
                .count()
                .on("""
                +I "{b=0.0, a=NULL}", "(1, NULL)"
                +I "{a=NULL, b=-0.0}", "(1, NULL)"
                -- tick
                +I "{b=0.0, a=NULL}", "(NULL, 1)"
                -D "{b=0.0, a=NULL}", "(1, NULL)"
                """)
                .expectConsolidated("""
                +I "{a=NULL, b=0.0}", "(1, NULL)", 2
                -- tick
                +I "{a=NULL, b=0.0}", "(NULL, 1)", 1
                -U "{a=NULL, b=0.0}", "(1, NULL)", 2
                +U "{a=NULL, b=0.0}", "(1, NULL)", 1
                """);
    }
}
