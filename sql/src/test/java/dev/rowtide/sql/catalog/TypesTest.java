// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypesTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (
              i INT, b BIGINT, f FLOAT, x DOUBLE, d DECIMAL(10, 2), w DECIMAL(38, 18), s STRING, v VARCHAR(5),
              ts TIMESTAMP(3), dt DATE
            ) WITH ('connector' = 'memory')""");

    /** The decimal rules are SQL Server's, the aggregates' ours: a sum has its argument's type, a decimal's all digits. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '"',
            value = {
                "i + b => BIGINT",
                "i * i => INTEGER",
                "i / 2 => INTEGER",
                "b % i => INTEGER",
                "i + x => DOUBLE",
                "d + d => DECIMAL(11, 2)",
                "d + i => DECIMAL(13, 2)",
                "d * d => DECIMAL(20, 4)",
                "d / d => DECIMAL(23, 13)",
                "w * w => DECIMAL(38, 6)",
                "w / w => DECIMAL(38, 6)",
                "0.908 * b => DECIMAL(23, 3)",
                "'a' => VARCHAR(1) NOT NULL",
                "CASE WHEN i > 1 THEN 'a' ELSE 'abc' END => VARCHAR(3) NOT NULL",
                "CASE WHEN i > 1 THEN 'a' END => VARCHAR(1)",
                "COALESCE(v, 'longer than five') => VARCHAR(16) NOT NULL",
                "s || v => STRING",
                "CAST(s AS CHAR(3)) => CHAR(3)",
                "CAST(s AS VARCHAR) => STRING",
                "CAST(s AS TIMESTAMP) => TIMESTAMP(6)",
                "CAST(s AS DECIMAL) => DECIMAL(10, 0)",
                "CAST(s AS FLOAT) => FLOAT",
                "CAST(s AS BYTES) => BYTES",
                "TRY_CAST(i AS BIGINT) => BIGINT",
                "INTERVAL '100' DAY => INTERVAL DAY TO SECOND NOT NULL",
                "ts + INTERVAL '1' DAY => TIMESTAMP(3)",
                "CURRENT_TIMESTAMP => TIMESTAMP_LTZ(3) NOT NULL",
                "NULL => NULL",
                "SUM(i) => INTEGER",
                "SUM(b) => BIGINT",
                "SUM(d) => DECIMAL(38, 2)",
                "SUM(x) => DOUBLE",
                "AVG(i) => INTEGER",
                "AVG(d) => DECIMAL(38, 6)",
                "AVG(w) => DECIMAL(38, 18)",
                "COUNT(i) => BIGINT NOT NULL",
                "MIN(ts) => TIMESTAMP(3)"
            })
    void anExpressionHasItsType(String expression, String type) {
        assertThat(session.schema("SELECT " + expression + " FROM t").type(0)).hasToString(type);
    }

    @Test
    void typesOfTheEngineSurviveTheWayThroughCalcite() {
        TypeFactory factory = new TypeFactory();
        Type[] types = {
            Type.BOOLEAN,
            Type.TINYINT,
            Type.SMALLINT,
            Type.INTEGER,
            Type.BIGINT,
            Type.FLOAT,
            Type.DOUBLE,
            Type.decimal(38, 38),
            Type.decimal(1, 0),
            Type.STRING,
            Type.varchar(7),
            Type.BYTES,
            Type.DATE,
            Type.time(9),
            Type.timestamp(0),
            Type.timestamp(9),
            Type.timestampLtz(3),
            Type.of(TypeKind.INTERVAL_DAY_TIME),
            Type.of(TypeKind.INTERVAL_YEAR_MONTH),
            new Type(TypeKind.CHAR, 5, 0, true),
            new Type(TypeKind.BINARY, 16, 0, true),
            new Type(TypeKind.VARBINARY, 3, 0, true)
        };
        for (Type type : types) {
            assertThat(TypeMapping.toCore(TypeMapping.toCalcite(type, factory))).isEqualTo(type);
            Type notNull = type.withNullable(false);
            assertThat(TypeMapping.toCore(TypeMapping.toCalcite(notNull, factory)))
                    .isEqualTo(notNull);
        }
    }
}
