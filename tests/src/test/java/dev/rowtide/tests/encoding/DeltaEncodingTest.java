// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.engine.Change;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results written as differences: what they say, how they fold, and which are refused. */
class DeltaEncodingTest {

    @TempDir
    Path folder;

    private String table(String name, String columns, String options) {
        return "CREATE TABLE " + name + " (" + columns + ") WITH ('connector' = 'filesystem', 'path' = '"
                + folder.resolve(name) + ".csv'" + options + ");";
    }

    private void writeInput() throws IOException {
        Files.writeString(folder.resolve("sales.csv"), """
                op,id,shop,amount
                +I,1,Oslo,10
                +I,2,Rome,5
                -U,1,Oslo,10
                +U,1,Oslo,12
                +I,3,Oslo,-12
                -U,2,Rome,5
                +U,2,Oslo,5
                -D,3,Oslo,-12
                """);
    }

    private String sales() {
        return table("sales", "id BIGINT, shop STRING, amount BIGINT NOT NULL", ", 'changelog.encoding' = 'retract'");
    }

    private static List<String> changes(Rowtide rowtide, String query) {
        List<String> changes = new ArrayList<>();
        try (Result result = rowtide.execute(query)) {
            for (Change change : result) {
                changes.add(change.toString());
            }
        }
        return changes;
    }

    @Test
    void anUpdateIsTheDifferenceAndARowThatIsGoneAddsUpToNothing() throws IOException {
        writeInput();
        String columns = "shop STRING, amount BIGINT, delta BIGINT";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(sales()
                    + table(
                            "deltas",
                            columns + ", PRIMARY KEY (shop) NOT ENFORCED",
                            ", 'changelog.encoding' = 'delta'"));
            rowtide.execute("INSERT INTO deltas SELECT shop, SUM(amount), COUNT(*) FROM sales GROUP BY shop");

            // By hand: each line of the input adds to its shop; the update of 2 leaves Rome and comes to Oslo.
            assertThat(Files.readString(folder.resolve("deltas.csv"))).isEqualTo("""
                    shop,amount,delta
                    Oslo,10,1
                    Rome,5,1
                    Oslo,2,0
                    Oslo,-12,1
                    Rome,-5,-1
                    Oslo,5,1
                    Oslo,12,-1
                    """);

            rowtide.execute(
                    "DROP TABLE deltas; " + table("deltas", columns, "") + "SET 'execution.runtime-mode' = 'batch'");
            assertThat(
                            changes(
                                    rowtide,
                                    "SELECT shop, SUM(amount) AS amount, SUM(delta) AS n FROM deltas GROUP BY shop HAVING SUM(delta) <> 0"))
                    .isEqualTo(changes(
                            rowtide, "SELECT shop, SUM(amount) AS amount, COUNT(*) AS n FROM sales GROUP BY shop"))
                    .containsExactly("+I[Oslo, 17, 2]");
        }
    }

    @Test
    void aResultOfOneRowNeedsNoKey() throws IOException {
        writeInput();
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(sales() + table("deltas", "n BIGINT", ", 'changelog.encoding' = 'delta'"));
            rowtide.execute("INSERT INTO deltas SELECT COUNT(*) FROM sales WHERE shop = 'Rome'");
            assertThat(Files.readAllLines(folder.resolve("deltas.csv"))).containsExactly("n", "1", "-1");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    SELECT shop, MIN(amount), COUNT(*) FROM sales GROUP BY shop             | MIN(amount) is not additive: its new value does not follow from a difference.
                    SELECT shop, COUNT(DISTINCT id), COUNT(*) FROM sales GROUP BY shop      | COUNT(DISTINCT id) is not additive: a value that is there already adds nothing.
                    SELECT shop, AVG(amount), COUNT(*) FROM sales GROUP BY shop             | AVG(amount) is not additive: its new value does not follow from a difference.
                    SELECT shop, SUM(id), COUNT(*) FROM sales GROUP BY shop                 | SUM(id) may be NULL, which no difference says; COALESCE its argument.
                    SELECT shop, SUM(amount), COUNT(id) FROM sales GROUP BY shop            | Rows leave the result, and no column tells a row that is gone from one whose values are 0.
                    SELECT shop, amount, COUNT(*) FROM sales GROUP BY shop, amount          | Several rows of the result may have one primary key.
                    SELECT shop, amount, id FROM sales                                      | Several rows of the result may have one primary key.
                    SELECT shop, SUM(amount) * 2, COUNT(*) FROM sales GROUP BY shop         | Column amount is SUM(amount) * 2, and of no aggregate a difference can be added.
                    """)
    void whatDoesNotAddUpIsRefused(String query, String detail) {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(sales()
                    + table(
                            "deltas",
                            "shop STRING, amount BIGINT, n BIGINT, PRIMARY KEY (shop) NOT ENFORCED",
                            ", 'changelog.encoding' = 'delta'"));
            EngineException refused =
                    catchThrowableOfType(EngineException.class, () -> rowtide.execute("INSERT INTO deltas " + query));
            assertThat(refused.code()).isEqualTo(ErrorCode.CHANGELOG_MISMATCH);
            assertThat(refused).hasMessage("the result can't be written to sink 'deltas' as differences");
            assertThat(refused.detail()).isEqualTo(detail);
        }
    }

    @Test
    void sumsOfFloatingNumbersAreRefused() {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(table("t", "k STRING, x DOUBLE NOT NULL", "")
                    + table("deltas", "k STRING PRIMARY KEY, x DOUBLE", ", 'changelog.encoding' = 'delta'"));
            EngineException refused = catchThrowableOfType(
                    EngineException.class,
                    () -> rowtide.execute("INSERT INTO deltas SELECT k, SUM(x) FROM t GROUP BY k"));
            assertThat(refused.detail()).isEqualTo("SUM(x) adds up DOUBLE values, whose differences are rounded.");
        }
    }

    @Test
    void rowsThatNeverLeaveNeedNoCount() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "k,x\na,1.50\na,-1.50\nb,99999999999999999999.25\na,2.00\n");
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute(table("t", "k STRING, x DECIMAL(30, 2) NOT NULL", "")
                    + table("deltas", "k STRING PRIMARY KEY, x DECIMAL(38, 2)", ", 'changelog.encoding' = 'delta'"));
            rowtide.execute("INSERT INTO deltas SELECT k, SUM(x) FROM t GROUP BY k");
            assertThat(Files.readAllLines(folder.resolve("deltas.csv")))
                    .containsExactly("k,x", "a,1.50", "a,-1.50", "b,99999999999999999999.25", "a,2.00");
        }
    }
}
