// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.function.AggregateFunction;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlJsonArrayAggAggFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectAggAggFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates that Calcite lacks, or that mean something else here: FIRST_VALUE and LAST_VALUE need no OVER, and what is computed with means is a DOUBLE, where Calcite
 * takes the argument's type and so an INTEGER for the deviation of integers.
 */
public final class AggregateFunctions {

    private static final Map<String, Aggregate> ALL = new LinkedHashMap<>();

    private static final SqlReturnTypeInference NULLABLE_DOUBLE =
            ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    private static final Aggregate ARRAY_AGG = new ParsedAggregate(
            "ARRAY_AGG",
            SqlKind.ARRAY_AGG,
            AggregateFunction.ARRAY_AGG,
            ReturnTypes.andThen(
                    ReturnTypes::stripOrderBy, ReturnTypes.TO_ARRAY.andThen(SqlTypeTransforms.FORCE_NULLABLE)),
            OperandTypes.ANY,
            Optionality.OPTIONAL);

    static {
        ordered("FIRST_VALUE", SqlKind.FIRST_VALUE, AggregateFunction.FIRST_VALUE);
        ordered("LAST_VALUE", SqlKind.LAST_VALUE, AggregateFunction.LAST_VALUE);
        ALL.put("ARRAY_AGG", ARRAY_AGG);
        add("SUM0", SqlKind.SUM0, AggregateFunction.SUM0, ReturnTypes.AGG_SUM_EMPTY_IS_ZERO, OperandTypes.NUMERIC);
        ofNumber("VAR_POP", AggregateFunction.VAR_POP);
        ofNumber("VAR_SAMP", AggregateFunction.VAR_SAMP);
        ofNumber("VARIANCE", AggregateFunction.VAR_SAMP);
        ofNumber("STDDEV_POP", AggregateFunction.STDDEV_POP);
        ofNumber("STDDEV_SAMP", AggregateFunction.STDDEV_SAMP);
        ofNumber("STDDEV", AggregateFunction.STDDEV_SAMP);
        ofTwo("COVAR_POP", AggregateFunction.COVAR_POP);
        ofTwo("COVAR_SAMP", AggregateFunction.COVAR_SAMP);
        ofTwo("CORR", AggregateFunction.CORR);
        add(
                "REGR_COUNT",
                SqlKind.REGR_COUNT,
                AggregateFunction.REGR_COUNT,
                ReturnTypes.BIGINT,
                OperandTypes.NUMERIC_NUMERIC);
        ofTwo("REGR_AVGX", AggregateFunction.REGR_AVGX);
        ofTwo("REGR_AVGY", AggregateFunction.REGR_AVGY);
        ofTwo("REGR_SXX", AggregateFunction.REGR_SXX);
        ofTwo("REGR_SYY", AggregateFunction.REGR_SYY);
        ofTwo("REGR_SXY", AggregateFunction.REGR_SXY);
        ofTwo("REGR_SLOPE", AggregateFunction.REGR_SLOPE);
        ofTwo("REGR_INTERCEPT", AggregateFunction.REGR_INTERCEPT);
        ofTwo("REGR_R2", AggregateFunction.REGR_R2);
        ofNumber("MEDIAN", AggregateFunction.PERCENTILE_CONT);
        percentile("PERCENTILE_CONT", SqlKind.PERCENTILE_CONT, AggregateFunction.PERCENTILE_CONT, NULLABLE_DOUBLE);
        percentile(
                "PERCENTILE_DISC",
                SqlKind.PERCENTILE_DISC,
                AggregateFunction.PERCENTILE_DISC,
                ReturnTypes.PERCENTILE_DISC_CONT.andThen(SqlTypeTransforms.FORCE_NULLABLE));
    }

    private AggregateFunctions() {}

    /** The aggregate of that name, or null. */
    static @Nullable SqlAggFunction find(String name) {
        return ALL.get(name.toUpperCase(Locale.ROOT));
    }

    static Collection<? extends SqlAggFunction> all() {
        return ALL.values();
    }

    /**
     * Puts ours in the place of an aggregate for which the grammar makes a call of Calcite's at once.
     *
     * @param call changed in place
     */
    static void replace(SqlBasicCall call) {
        SqlOperator calcites = call.getOperator();
        if (calcites == SqlStdOperatorTable.PERCENTILE_CONT || calcites == SqlStdOperatorTable.PERCENTILE_DISC) {
            call.setOperator(Objects.requireNonNull(find(calcites.getName())));
        } else if (calcites == SqlLibraryOperators.ARRAY_AGG) {
            call.setOperator(ARRAY_AGG);
        } else if (calcites instanceof SqlJsonObjectAggAggFunction json) {
            call.setOperator(new JsonAggregate(
                    "JSON_OBJECTAGG",
                    AggregateFunction.JSON_OBJECTAGG,
                    json.getNullClause(),
                    OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.ANY)));
        } else if (calcites instanceof SqlJsonArrayAggAggFunction json) {
            call.setOperator(new JsonAggregate(
                    "JSON_ARRAYAGG", AggregateFunction.JSON_ARRAYAGG, json.getNullClause(), OperandTypes.ANY));
        }
    }

    /** Whether a JSON aggregate keeps NULLs. */
    public static boolean keepsNulls(SqlAggFunction aggregate) {
        return aggregate instanceof JsonAggregate json && json.nullClause == SqlJsonConstructorNullClause.NULL_ON_NULL;
    }

    /** What one of these aggregates computes; null for another. */
    public static @Nullable AggregateFunction function(SqlAggFunction aggregate) {
        return aggregate instanceof Aggregate ours ? ours.function : null;
    }

    private static void ordered(String name, SqlKind kind, AggregateFunction function) {
        ALL.put(
                name,
                new Aggregate(
                        name,
                        kind,
                        function,
                        ReturnTypes.ARG0_NULLABLE_IF_EMPTY,
                        OperandTypes.ANY,
                        Optionality.OPTIONAL,
                        true));
    }

    /** An aggregate of the values of its one sort key. */
    private static void percentile(String name, SqlKind kind, AggregateFunction function, SqlReturnTypeInference type) {
        ALL.put(
                name,
                new Aggregate(
                        name,
                        kind,
                        function,
                        type,
                        OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL,
                        Optionality.MANDATORY,
                        false));
    }

    private static void ofNumber(String name, AggregateFunction function) {
        add(name, SqlKind.OTHER_FUNCTION, function, NULLABLE_DOUBLE, OperandTypes.NUMERIC);
    }

    private static void ofTwo(String name, AggregateFunction function) {
        add(name, SqlKind.OTHER_FUNCTION, function, NULLABLE_DOUBLE, OperandTypes.NUMERIC_NUMERIC);
    }

    private static void add(
            String name,
            SqlKind kind,
            AggregateFunction function,
            SqlReturnTypeInference type,
            SqlOperandTypeChecker arguments) {
        ALL.put(name, new Aggregate(name, kind, function, type, arguments, Optionality.FORBIDDEN, false));
    }

    /** JSON_OBJECTAGG or JSON_ARRAYAGG with a clause for NULLs; NULL of no rows. */
    private static final class JsonAggregate extends ParsedAggregate {

        private final SqlJsonConstructorNullClause nullClause;

        JsonAggregate(
                String name,
                AggregateFunction function,
                SqlJsonConstructorNullClause nullClause,
                SqlOperandTypeChecker arguments) {
            super(
                    name,
                    SqlKind.OTHER_FUNCTION,
                    function,
                    ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                    arguments,
                    function == AggregateFunction.JSON_ARRAYAGG ? Optionality.OPTIONAL : Optionality.FORBIDDEN);
            this.nullClause = nullClause;
        }
    }

    /** An aggregate with a call of its own in the grammar, perhaps with an ORDER BY behind the arguments. */
    private static class ParsedAggregate extends Aggregate {

        ParsedAggregate(
                String name,
                SqlKind kind,
                AggregateFunction function,
                SqlReturnTypeInference type,
                SqlOperandTypeChecker arguments,
                Optionality order) {
            super(name, kind, function, type, arguments, order, false);
        }

        /** Without looking for another function of that name, which would be Calcite's. */
        @Override
        public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
            SqlCall bare = ReturnTypes.stripOrderBy(call);
            for (SqlNode operand : bare.getOperandList()) {
                validator.setValidatedNodeType(operand, validator.deriveType(scope, operand));
            }
            return validateOperands(validator, scope, bare);
        }
    }

    private static class Aggregate extends SqlAggFunction {

        private final AggregateFunction function;
        private final boolean nullTreatment;

        Aggregate(
                String name,
                SqlKind kind,
                AggregateFunction function,
                SqlReturnTypeInference type,
                SqlOperandTypeChecker arguments,
                Optionality order,
                boolean nullTreatment) {
            super(name, null, kind, type, null, arguments, SqlFunctionCategory.NUMERIC, false, false, order);
            this.function = function;
            this.nullTreatment = nullTreatment;
        }

        @Override
        public boolean allowsNullTreatment() {
            return nullTreatment;
        }
    }
}
