// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.Planning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TO_CHANGELOG and FROM_CHANGELOG: their arguments, and what they give. */
class ChangelogFunctionsTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'memory', 'mode' = 'retract');
            CREATE TABLE log (id INT, op STRING, name STRING) WITH ('connector' = 'memory');
            CREATE VIEW counts AS SELECT k, COUNT(*) AS n FROM t GROUP BY k""");

    @Test
    void changesBecomeRowsWithTheirKindInFront() {
        ToChangelog node = (ToChangelog) planned("SELECT * FROM TO_CHANGELOG(input => TABLE counts)");

        assertThat(node.schema().names()).containsExactly("op", "k", "n");
        assertThat(node.schema().type(0)).isEqualTo(Type.STRING.withNullable(false));
        assertThat(node.codes()).containsExactly("INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE");
        assertThat(node.mode()).isEqualTo(ChangelogMode.APPEND);
    }

    @Test
    void kindsGetOtherCodesOrNone() {
        ToChangelog node = (ToChangelog) planned("""
                SELECT * FROM TABLE(TO_CHANGELOG(
                  input => TABLE t, op => DESCRIPTOR(kind), op_mapping => MAP['INSERT, UPDATE_AFTER', 'put', 'DELETE', 'x']))""");

        assertThat(node.schema().names()).containsExactly("kind", "k", "v");
        assertThat(node.codes()).containsExactly("put", null, "put", "x");
    }

    /** Calcite takes calls for one if their functions and tables are equal. */
    @Test
    void callsWithOtherArgumentsAreOthers() {
        String rows = "SELECT op FROM TO_CHANGELOG(input => TABLE t";
        PlanNode both = planned(rows + ") UNION ALL " + rows + ", op_mapping => MAP['INSERT', 'put'])");
        assertThat(both.inputs()).hasSize(2).doesNotHaveDuplicates();

        String changes = "SELECT id FROM FROM_CHANGELOG(input => TABLE log, op_mapping => MAP['a', 'INSERT', 'd', '";
        both = planned(changes + "DELETE']) UNION ALL " + changes + "UPDATE_BEFORE', 'u', 'UPDATE_AFTER'])");
        assertThat(both.inputs()).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void aChangeOfAColumnThatNobodyReadsIsAChange() {
        PlanNode node = planned("SELECT op FROM TO_CHANGELOG(input => (SELECT k, SUM(v) AS s FROM t GROUP BY k))");

        assertThat(node.inputs().get(0).schema().names()).containsExactly("op", "k", "s");
    }

    @Test
    void rowsBecomeChanges() {
        FromChangelog node = (FromChangelog) planned("SELECT * FROM FROM_CHANGELOG(input => TABLE log)");

        assertThat(node.schema().names()).containsExactly("id", "name");
        assertThat(node.operation()).isEqualTo(1);
        assertThat(node.kinds()).isEqualTo(Map.of("INSERT", 0, "UPDATE_BEFORE", 1, "UPDATE_AFTER", 2, "DELETE", 3));
    }

    @Test
    void argumentsInTheirOrder() {
        FromChangelog node = (FromChangelog) planned(
                "SELECT name FROM FROM_CHANGELOG(TABLE log, DESCRIPTOR(OP), MAP['c, r', 'INSERT', 'd', 'DELETE'])");

        assertThat(node.kinds()).isEqualTo(Map.of("c", 0, "r", 0, "d", 3));
        assertThat(node.schema().names()).containsExactly("name");
    }

    @Test
    void thereAndBack() {
        session.run("CREATE VIEW changes AS SELECT * FROM TO_CHANGELOG(input => TABLE t)");

        assertThat(planned("SELECT * FROM FROM_CHANGELOG(input => TABLE changes)"))
                .isInstanceOfSatisfying(
                        FromChangelog.class, node -> assertThat(node.input()).isInstanceOf(ToChangelog.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '"',
            value = {
                "TO_CHANGELOG() # 1:15 TO_CHANGELOG needs a table",
                "TO_CHANGELOG(input => t) # 1:37 the input of TO_CHANGELOG must be a table",
                "TO_CHANGELOG(inptu => TABLE t) # 1:28 TO_CHANGELOG has no argument \"inptu\" | It takes: input, op, op_mapping",
                "TO_CHANGELOG(input => TABLE t, input => TABLE t) # 1:46 the argument \"input\" is given twice",
                "TO_CHANGELOG(input => TABLE nix) # 1:43 table or view \"nix\" does not exist",
                "TO_CHANGELOG(input => TABLE t PARTITION BY k) # 1:34 PARTITION BY and ORDER BY in TO_CHANGELOG are",
                "TO_CHANGELOG(input => TABLE log) # 1:15 the table has a column \"op\" already",
                "TO_CHANGELOG(input => TABLE t, op => DESCRIPTOR(x, y)) # 1:52 op names one column",
                "TO_CHANGELOG(input => TABLE t, op => 'x') # 1:52 op names one column",
                "TO_CHANGELOG(input => TABLE t, op_mapping => 'x') # 1:60 op_mapping is a constant",
                "TO_CHANGELOG(input => TABLE t, op_mapping => MAP['UPSERT', 'u']) # 1:64 'UPSERT' is not a kind of change",
                "TO_CHANGELOG(input => TABLE t, op_mapping => MAP['insert', 'u']) # 1:64 'insert' is not a kind of change",
                "TO_CHANGELOG(input => TABLE t, op_mapping => MAP['INSERT', 'a', 'INSERT', 'b']) # 1:79 'INSERT' is mapped twice",
                "FROM_CHANGELOG(input => TABLE t) # 1:15 column \"op\", which is to say the kind of change, does not exist",
                "FROM_CHANGELOG(input => TABLE log, op => DESCRIPTOR(id)) # 1:67 column \"id\" must be a text",
                "FROM_CHANGELOG(input => TABLE log, op_mapping => MAP['u', 'UPDATE_AFTER']) # 1:64 UPDATE_AFTER needs UPDATE_BEFORE",
                "FROM_CHANGELOG(input => TABLE log, op_mapping => MAP['i', 'INSERT', 'j', 'INSERT']) # 1:88 'INSERT' is mapped twice",
                "FROM_CHANGELOG(input => TABLE log, op_mapping => MAP['i, i', 'INSERT']) # 1:68 'i' is mapped twice"
            })
    void wrongArguments(String call, String error) {
        assertThat(session.error("SELECT * FROM " + call)).startsWith(error);
    }

    private PlanNode planned(String query) {
        return session.run(query).get(0).input();
    }
}
