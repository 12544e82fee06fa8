// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.sql.BuiltinFunctions;
import dev.rowtide.sql.Planning;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallableFunctionsTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (s STRING, i INT, x DOUBLE, n DECIMAL(5, 2), b BYTES, p BOOLEAN, d DATE, ts TIMESTAMP(6))
              WITH ('connector' = 'memory')""");

    static Stream<Map.Entry<String, String>> examples() {
        return CallableFunctions.examples().entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void whatIsListedCanBeCalled(Map.Entry<String, String> example) {
        assertThat(example.getValue()).contains(example.getKey());
        String group = example.getKey().startsWith("GROUPING") ? " GROUP BY CUBE(i, s)" : "";
        assertThatCode(() -> session.run("SELECT " + example.getValue() + " AS y FROM t" + group))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARRAY_CONCAT_AGG(ARRAY[s])",
                "COLLECT(s)",
                "ROW_NUMBER()",
                "HOP(ts)",
                "CURRENT_USER",
                "XMLTRANSFORM(s, s)"
            })
    void whatIsRefusedIsNotListed(String call) {
        assertThat(BuiltinFunctions.names()).doesNotContain(call.replaceAll("\\(.*", ""));
        assertThatThrownBy(() -> session.run("SELECT " + call + " AS y FROM t")).isInstanceOf(EngineException.class);
    }

    @Test
    void namesAreSorted() {
        assertThat(BuiltinFunctions.names())
                .isSorted()
                .contains("COUNT", "SUM", "AVG", "MIN", "MAX", "UUID", "TO_TIMESTAMP_LTZ");
    }
}
