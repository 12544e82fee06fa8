// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.sql.catalog.TypeMapping;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reviewed list of how each of Calcite's standard functions is evaluated, in {@code scalar-functions.txt}, and its examples. */
class ScalarFunctionsTest {

    record Line(String name, String way, String example, String value) {}

    private final RexExpressions expressions = new RexExpressions();

    @Test
    void everyStandardOperatorIsListed() throws IOException {
        Set<String> listed = lines().stream().map(Line::name).collect(Collectors.toCollection(TreeSet::new));
        listed.addAll(texts("not-scalar.txt"));
        Set<String> operators = SqlStdOperatorTable.instance().getOperatorList().stream()
                .filter(operator -> !operator.isAggregator() && !(operator instanceof SqlTableFunction))
                .map(SqlOperator::getName)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(operators).isEqualTo(listed);
    }

    @Test
    void waysAreThoseOfTheHead() throws IOException {
        assertThat(lines())
                .extracting(Line::way)
                .isSubsetOf("kernel", "calcite", "rewritten", "refused", "no syntax", "no values");
        assertThat(named("refused")).isSubsetOf(RefusedFunctions.names());
    }

    static Stream<List<String>> examples() throws IOException {
        return lines().stream()
                .filter(line -> line.way().equals("calcite"))
                .map(line -> List.of(line.example(), line.value()));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleHasItsValue(List<String> example) {
        assertValue(example.get(0), example.get(1));
    }

    @ParameterizedTest
    @MethodSource("libraryExamples")
    void functionsOfOtherSystemsRunToo(List<String> example) {
        assertValue(example.get(0), example.get(1));
    }

    static Stream<List<String>> libraryExamples() {
        return Stream.of(
                List.of("SOUNDEX('Robert')", "R163"),
                List.of("MD5('')", "d41d8cd98f00b204e9800998ecf8427e"),
                List.of("SHA1('abc')", "a9993e364706816aba3e25717850c26c9cd0d89d"),
                List.of("TO_BASE64(X'616263')", "YWJj"),
                List.of("FROM_BASE64('YWJj')", "x'616263'"),
                List.of("SPACE(3)", "   "),
                List.of("STRCMP('a', 'b')", "-1"),
                List.of("CHR(65)", "A"),
                List.of("INSTR('tide', 'd')", "3"),
                List.of("COSH(0)", "1.0"),
                List.of("MONTHNAME(DATE '2024-02-29')", "February"),
                List.of("DAYNAME(DATE '2024-02-29')", "Thursday"),
                List.of("UNIX_DATE(DATE '1970-01-11')", "10"),
                List.of("DATE_FROM_UNIX_DATE(10)", "1970-01-11"),
                List.of("UNIX_MILLIS(TIMESTAMP_MILLIS(1500))", "1500"),
                List.of("REGEXP_REPLACE('a1b22', '[0-9]+', '-')", "a-b-"),
                List.of("REGEXP_EXTRACT('tide 42', '[0-9]+')", "42"),
                List.of("CARDINALITY(SPLIT('a,b,c', ','))", "3"),
                List.of("LEVENSHTEIN('kitten', 'sitting')", "3"));
    }

    @Test
    void refusedFunctionsSayWhy() {
        for (String sql : List.of("CURRENT_USER", "RAND_INTEGER(10)", "CURRENT_DATE")) {
            RexCall call = (RexCall) expressions.rex(sql);
            assertThatThrownBy(() -> CalciteFunction.of(expressions.rexBuilder(), call, ZoneOffset.UTC))
                    .hasMessageEndingWith("is not supported");
        }
    }

    /** The example's value, once with its literals inside and once with them as arguments. */
    private void assertValue(String sql, String value) {
        RexCall call = (RexCall) expressions.rex(sql);
        Type type = TypeMapping.toCore(call.getType());
        assertThat(text(run(call, List.of()), type))
                .as("%s, literals inside", sql)
                .isEqualTo(value);

        Literals literals = new Literals(expressions.rexBuilder());
        RexCall parametric = (RexCall) literals.visitCall(call);
        if (!literals.types.isEmpty() && !needsLiterals(sql)) {
            assertThat(text(run(parametric, literals.values), type))
                    .as("%s, literals as arguments", sql)
                    .isEqualTo(value);
            assertNullIsTaken(parametric, literals.values.size());
        }
    }

    /** NULL gives a value, NULL or not, or an error of the engine: never a crash. */
    private void assertNullIsTaken(RexCall call, int arguments) {
        try {
            run(call, Collections.nCopies(arguments, null));
        } catch (EngineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }

    /** Functions that look at the text of an argument while they are compiled. */
    private static boolean needsLiterals(String sql) {
        return sql.startsWith("CONVERT") || sql.startsWith("TRANSLATE");
    }

    private @Nullable Object run(RexCall call, List<?> row) {
        CalciteFunction function = CalciteFunction.of(expressions.rexBuilder(), call, ZoneOffset.UTC);
        Object[] arguments = function.operands().stream()
                .map(operand -> argument(operand, row))
                .toArray();
        return function.apply(arguments);
    }

    private @Nullable Object argument(RexNode operand, List<?> row) {
        if (operand instanceof RexLiteral literal) {
            return Literals.datum(literal, TypeMapping.toCore(literal.getType()));
        }
        return operand instanceof RexInputRef ref ? row.get(ref.getIndex()) : run((RexCall) operand, row);
    }

    private static String text(@Nullable Object datum, Type type) {
        return datum == null ? "NULL" : ValueText.format(datum, type, ZoneOffset.UTC);
    }

    /** Turns literals that an operator could compute into references to a row. */
    private static final class Literals extends RexShuttle {

        private final RexBuilder rexBuilder;
        final List<Type> types = new ArrayList<>();
        final List<@Nullable Object> values = new ArrayList<>();

        Literals(RexBuilder rexBuilder) {
            this.rexBuilder = rexBuilder;
        }

        @Override
        public RexNode visitLiteral(RexLiteral literal) {
            SqlTypeName name = literal.getType().getSqlTypeName();
            if (name == SqlTypeName.SYMBOL || name == SqlTypeName.NULL || literal.isNull()) {
                return literal;
            }
            types.add(TypeMapping.toCore(literal.getType()));
            values.add(datum(literal, types.get(types.size() - 1)));
            return rexBuilder.makeInputRef(literal.getType(), values.size() - 1);
        }

        static @Nullable Object datum(RexLiteral literal, Type type) {
            return switch (type.kind()) {
                case TINYINT, SMALLINT, INTEGER, BIGINT, DATE -> ((Number) literal.getValue2()).longValue();
                case DECIMAL -> literal.getValueAs(BigDecimal.class).setScale(type.scale());
                case DOUBLE -> literal.getValueAs(Double.class);
                case CHAR, VARCHAR -> literal.getValueAs(String.class);
                case BINARY, VARBINARY -> literal.getValueAs(ByteString.class).getBytes();
                default -> throw new IllegalArgumentException("no example has " + type);
            };
        }
    }

    private static Collection<String> named(String way) throws IOException {
        return lines().stream()
                .filter(line -> line.way().equals(way))
                .map(Line::name)
                .toList();
    }

    static List<Line> lines() throws IOException {
        return texts("scalar-functions.txt").stream()
                .map(text -> text.split(" {2,}", -1))
                .map(parts -> new Line(parts[0], parts[1], part(parts, 2), part(parts, 3)))
                .toList();
    }

    private static String part(String[] parts, int index) {
        return index < parts.length ? parts[index] : "";
    }

    private static List<String> texts(String file) throws IOException {
        try (InputStream in = ScalarFunctionsTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }
}
