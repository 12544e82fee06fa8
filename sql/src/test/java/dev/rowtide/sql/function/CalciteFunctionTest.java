// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

class CalciteFunctionTest {

    private final RexExpressions expressions = new RexExpressions();

    @Test
    void literalsStayInsideAndOrdinaryCallsBecomeArguments() {
        RexNode column = column(0, SqlTypeName.VARCHAR);
        RexNode upper = call(SqlStdOperatorTable.UPPER, column);
        CalciteFunction similar = function(SqlStdOperatorTable.SIMILAR_TO, upper, expressions.rex("'T%'"));

        assertThat(similar.name()).isEqualTo("SIMILAR TO");
        assertThat(similar.operands()).containsExactly(upper);
        assertThat(similar.apply(new Object[] {"TIDE"})).isEqualTo(true);
    }

    @Test
    void textsWhoseCharactersAreCountedAreArguments() {
        RexNode column = column(0, SqlTypeName.VARCHAR);
        CalciteFunction overlay =
                function(SqlStdOperatorTable.OVERLAY, column, expressions.rex("'-'"), expressions.rex("2"));

        assertThat(overlay.callText(List.of("s", "'-'"))).isEqualTo("OVERLAY(s, '-', 2)");
        assertThat(overlay.operands()).hasSize(2);
        assertThat(overlay.apply(new Object[] {"TIDE", "-"})).isEqualTo("T-DE");
    }

    @Test
    void plansShowTheWholeCall() {
        RexNode column = column(0, SqlTypeName.INTEGER);
        CalciteFunction and = function(SqlStdOperatorTable.BITAND_OPERATOR, column, expressions.rex("7"));

        assertThat(and.callText(List.of("flags"))).isEqualTo("(flags & 7)");
    }

    @Test
    void aCallThatGivesAnArrayIsAnInput() {
        RexNode text = column(0, SqlTypeName.VARCHAR);
        RexNode index = column(1, SqlTypeName.INTEGER);
        RexNode split = call(SqlLibraryOperators.SPLIT, text, expressions.rex("','"));
        CalciteFunction item = function(SqlStdOperatorTable.ITEM, split, index);

        assertThat(item.operands()).containsExactly(split, index);
        assertThat(item.apply(new Object[] {List.of("a", "b"), 2L})).isEqualTo("b");
        assertThat(function(SqlLibraryOperators.SPLIT, text, expressions.rex("','"))
                        .apply(new Object[] {"a,b"}))
                .isEqualTo(List.of("a", "b"));
    }

    @Test
    void anArgumentUsedTwiceIsPassedOnce() {
        RexNode column = column(0, SqlTypeName.INTEGER);
        CalciteFunction and = function(SqlStdOperatorTable.BITAND, column, column);

        assertThat(and.operands()).containsExactly(column);
        assertThat(and.apply(new Object[] {12L})).isEqualTo(12L);
    }

    @Test
    void nullIsTakenEvenWhereTheTypeSaysThereIsNone() {
        CalciteFunction ascii = function(SqlStdOperatorTable.ASCII, column(0, SqlTypeName.VARCHAR));

        assertThat(ascii.apply(new Object[] {null})).isNull();
    }

    @Test
    void theSessionsTimeZoneCounts() {
        RexCall call = (RexCall) call(
                SqlLibraryOperators.FORMAT_TIMESTAMP,
                expressions.rex("'HH24:MI'"),
                column(0, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE));
        Object[] epoch = {0L};

        assertThat(CalciteFunction.of(expressions.rexBuilder(), call, ZoneOffset.UTC)
                        .apply(epoch))
                .isEqualTo("00:00");
    }

    @Test
    void anErrorNamesTheExpressionAndItsValues() {
        CalciteFunction similar = function(
                SqlStdOperatorTable.SIMILAR_TO, column(0, SqlTypeName.VARCHAR), column(1, SqlTypeName.VARCHAR));

        EngineException error =
                catchThrowableOfType(EngineException.class, () -> similar.apply(new Object[] {"tide", "["}));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error).hasMessageStartingWith("SIMILAR TO failed: ");
        assertThat(error.detail()).isEqualTo("in SIMILAR TO('tide', '[')");
    }

    @Test
    void functionsOfEqualCallsAreEqual() {
        RexNode column = column(0, SqlTypeName.VARCHAR);
        RexNode other = column(1, SqlTypeName.VARCHAR);
        CalciteFunction ascii = function(SqlStdOperatorTable.ASCII, column);

        assertThat(ascii).isEqualTo(function(SqlStdOperatorTable.ASCII, other));
        assertThat(ascii).hasSameHashCodeAs(function(SqlStdOperatorTable.ASCII, other));
        assertThat(ascii).isNotEqualTo(function(SqlStdOperatorTable.INITCAP, column));
        RexCall call = (RexCall) call(SqlStdOperatorTable.ASCII, column);
        assertThat(ascii).isNotEqualTo(CalciteFunction.of(expressions.rexBuilder(), call, ZoneId.of("Asia/Tokyo")));
    }

    @Test
    void columnsThatNoOperatorCarriesAreRefused() {
        RexNode multiset = expressions
                .rexBuilder()
                .makeInputRef(
                        expressions
                                .rexBuilder()
                                .getTypeFactory()
                                .createMultisetType(
                                        expressions
                                                .rexBuilder()
                                                .getTypeFactory()
                                                .createSqlType(SqlTypeName.INTEGER),
                                        -1),
                        0);

        EngineException error =
                catchThrowableOfType(EngineException.class, () -> function(SqlStdOperatorTable.CARDINALITY, multiset));
        assertThat(error.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }

    private CalciteFunction function(SqlOperator operator, RexNode... operands) {
        return CalciteFunction.of(expressions.rexBuilder(), (RexCall) call(operator, operands), ZoneOffset.UTC);
    }

    private RexNode call(SqlOperator operator, RexNode... operands) {
        return expressions.rexBuilder().makeCall(operator, List.of(operands));
    }

    private RexNode column(int index, SqlTypeName type) {
        return expressions
                .rexBuilder()
                .makeInputRef(expressions.rexBuilder().getTypeFactory().createSqlType(type), index);
    }
}
