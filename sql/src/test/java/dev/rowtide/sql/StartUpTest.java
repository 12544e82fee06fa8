// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Start-up is a feature: planning a simple query loads neither a compiler nor the list of all rules. Told by the classes, not by the clock. */
class StartUpTest {

    private static final List<String> UNWANTED = List.of(
            "org.apache.calcite.rel.rules.CoreRules",
            "org.apache.calcite.rel.rules.SubQueryRemoveRule",
            "org.apache.calcite.sql2rel.RelDecorrelator",
            "org.codehaus.janino.",
            "org.apache.calcite.adapter.enumerable.RexImpTable",
            "org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory",
            "dev.rowtide.sql.function.CompiledCall");

    /** Plans simple queries, in a process of its own. */
    static final class PlanOneQuery {
        public static void main(String[] arguments) {
            new Planning("CREATE TABLE t (k BIGINT, v INT) WITH ('connector' = 'memory')")
                    .run("SELECT k, COUNT(*) FROM t WHERE v > 3 GROUP BY k HAVING COUNT(*) > 1;"
                            + "SELECT a.k FROM t a JOIN t b ON a.k = b.k ORDER BY a.v LIMIT 3");
        }
    }

    @Test
    void planningLoadsNoCompilerAndNoListOfRules() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(List.of(
                        java,
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlanOneQuery.class.getName()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        List<String> classes = output.lines()
                .filter(line -> line.contains("source: "))
                .map(line -> line.replaceAll("^.*\\] | source: .*$", ""))
                .toList();
        assertThat(classes).contains("dev.rowtide.sql.translate.TranslatePlan");
        assertThat(classes.stream().filter(name -> UNWANTED.stream().anyMatch(name::startsWith)))
                .isEmpty();
    }
}
