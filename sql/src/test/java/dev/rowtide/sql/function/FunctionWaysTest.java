// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.parser.ScriptParser;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.sql.DataDefinition;
import dev.rowtide.sql.SqlPlanner;
import dev.rowtide.sql.catalog.Catalog;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the planner takes the way that {@code scalar-functions.txt} says. */
class FunctionWaysTest {

    private static final String TABLE =
            "CREATE TABLE t (i INTEGER, x DOUBLE, s STRING, p BOOLEAN, d DATE, ts TIMESTAMP(3)) WITH (connector = 'none')";

    @ParameterizedTest
    @MethodSource("kernels")
    void everyRowGoesThroughKernels(String expression) {
        assertThat(usesLongTail(plan(expression))).isFalse();
    }

    static Stream<String> kernels() throws IOException {
        return Stream.concat(examples("kernel"), examples("rewritten"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void theRowsGoThroughCalcite(String expression) {
        assertThat(usesLongTail(plan(expression))).isTrue();
    }

    static Stream<String> calls() throws IOException {
        return examples("calcite").filter(expression -> !expression.contains("ARRAY["));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void itIsRefused(String expression) {
        assertThatThrownBy(() -> plan(expression)).isInstanceOf(EngineException.class);
    }

    static Stream<String> refused() throws IOException {
        return examples("refused");
    }

    private static Stream<String> examples(String way) throws IOException {
        return ScalarFunctionsTest.lines().stream()
                .filter(line -> line.way().equals(way) && !line.example().isEmpty())
                .map(ScalarFunctionsTest.Line::example);
    }

    private static SinkNode plan(String expression) {
        Catalog catalog = new Catalog();
        Settings settings = Settings.empty();
        new DataDefinition(catalog, settings, name -> new Nothing()).createTable((SqlCreateTable)
                ScriptParser.parseScript(TABLE).get(0).node());
        SqlPlanner planner = new SqlPlanner(catalog, settings, name -> new Nothing());
        SqlNode query = ScriptParser.parseScript("SELECT " + expression + " AS result FROM t")
                .get(0)
                .node();
        Table result = new Table("result", planner.validateQuery(query), List.of(), "none", Map.of());
        return planner.planQuery(query, result, new Nothing().sink(result));
    }

    private static boolean usesLongTail(PlanNode node) {
        boolean here = node instanceof Project project
                ? project.expressions().stream().anyMatch(FunctionWaysTest::usesLongTail)
                : node instanceof Filter filter && usesLongTail(filter.condition());
        return here || node.inputs().stream().anyMatch(FunctionWaysTest::usesLongTail);
    }

    private static boolean usesLongTail(Expression expression) {
        return expression instanceof ScalarCall
                || (expression instanceof Call call
                        && call.arguments().stream().anyMatch(FunctionWaysTest::usesLongTail));
    }

    /** Tables of which nothing is read. */
    private static final class Nothing implements Connector, Source {

        @Override
        public String name() {
            return "none";
        }

        @Override
        public List<Setting<?>> options() {
            return List.of();
        }

        @Override
        public Source source(Table table) {
            return this;
        }

        @Override
        public Sink sink(Table table) {
            return new Sink() {
                @Override
                public Encoding encoding() {
                    return Encoding.RETRACT;
                }

                @Override
                public SinkWriter open(List<String> names, ChangelogMode mode) {
                    throw new UnsupportedOperationException("plans only");
                }
            };
        }

        @Override
        public ChangelogMode mode() {
            return ChangelogMode.APPEND;
        }

        @Override
        public boolean bounded() {
            return true;
        }

        @Override
        public List<String> splits() {
            return List.of();
        }

        @Override
        public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
            throw new UnsupportedOperationException("plans only");
        }
    }
}
