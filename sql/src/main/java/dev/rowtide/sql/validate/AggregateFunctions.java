// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.AggregateFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNullTreatmentOperator;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlJsonArrayAggAggFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectAggAggFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlNthValueAggFunction;
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

    private static final Map<String, SqlAggFunction> ALL = new LinkedHashMap<>();

    private static final SqlReturnTypeInference NULLABLE_DOUBLE =
            ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    private static final SqlReturnTypeInference NULLABLE_TEXT =
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    /** Calcite's is no longer than its argument. */
    private static final Aggregate LISTAGG = new Aggregate(
            "LISTAGG",
            SqlKind.LISTAGG,
            AggregateFunction.LISTAGG,
            NULLABLE_TEXT,
            OperandTypes.STRING.or(OperandTypes.STRING_STRING),
            Optionality.OPTIONAL,
            false);

    private static final Aggregate ARRAY_AGG = array(true);
    private static final Aggregate ARRAY_AGG_IGNORING_NULLS = array(false);

    /** A window may have nothing but NULLs, or nothing at all; Calcite's own takes the type of the argument, and puts itself in the place of others when it is looked up. */
    private static final SqlOperator IGNORE_NULLS = new SqlNullTreatmentOperator(SqlKind.IGNORE_NULLS) {
        @Override
        public RelDataType inferReturnType(SqlOperatorBinding binding) {
            return binding.getTypeFactory().createTypeWithNullability(super.inferReturnType(binding), true);
        }

        @Override
        public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
            RelDataType type = super.deriveType(validator, scope, call);
            ((SqlBasicCall) call).setOperator(this);
            return validator.getTypeFactory().createTypeWithNullability(type, true);
        }
    };

    /** NULL where the frame has fewer rows, also if it is never empty. */
    private static final SqlAggFunction NTH_VALUE = new SqlNthValueAggFunction(SqlKind.NTH_VALUE) {
        @Override
        public RelDataType inferReturnType(SqlOperatorBinding binding) {
            return binding.getTypeFactory().createTypeWithNullability(super.inferReturnType(binding), true);
        }
    };

    private static final Set<SqlKind> ORDERINGS = Set.of(SqlKind.DESCENDING, SqlKind.NULLS_FIRST, SqlKind.NULLS_LAST);
    private static final Aggregate PERCENTILE_CONT = new Unnamed(
            "PERCENTILE_CONT",
            AggregateFunction.PERCENTILE_CONT,
            NULLABLE_DOUBLE,
            OperandTypes.sequence(
                    "PERCENTILE_CONT(<fraction>) WITHIN GROUP (ORDER BY <number>)",
                    OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL,
                    OperandTypes.NUMERIC),
            Optionality.MANDATORY,
            false);
    private static final Aggregate PERCENTILE_DISC = new Unnamed(
            "PERCENTILE_DISC",
            AggregateFunction.PERCENTILE_DISC,
            ReturnTypes.ARG1.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.sequence(
                    "PERCENTILE_DISC(<fraction>) WITHIN GROUP (ORDER BY <value>)",
                    OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL,
                    OperandTypes.ANY),
            Optionality.MANDATORY,
            false);

    /** The percentiles until their WITHIN GROUP is seen, and without one, for which they are refused. */
    private static final Aggregate UNORDERED_CONT = unordered("PERCENTILE_CONT", AggregateFunction.PERCENTILE_CONT);

    private static final Aggregate UNORDERED_DISC = unordered("PERCENTILE_DISC", AggregateFunction.PERCENTILE_DISC);

    static {
        ordered("FIRST_VALUE", SqlKind.FIRST_VALUE, AggregateFunction.FIRST_VALUE);
        ordered("LAST_VALUE", SqlKind.LAST_VALUE, AggregateFunction.LAST_VALUE);
        ALL.put(NTH_VALUE.getName(), NTH_VALUE);
        ALL.put(LISTAGG.getName(), LISTAGG);
        ALL.put(ARRAY_AGG.getName(), ARRAY_AGG);
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
        by("MIN_BY", SqlKind.ARG_MIN, AggregateFunction.MIN_BY);
        by("ARG_MIN", SqlKind.ARG_MIN, AggregateFunction.MIN_BY);
        by("MAX_BY", SqlKind.ARG_MAX, AggregateFunction.MAX_BY);
        by("ARG_MAX", SqlKind.ARG_MAX, AggregateFunction.MAX_BY);
        ofTwo("REGR_AVGX", AggregateFunction.REGR_AVGX);
        ofTwo("REGR_AVGY", AggregateFunction.REGR_AVGY);
        ofTwo("REGR_SXX", AggregateFunction.REGR_SXX);
        ofTwo("REGR_SYY", AggregateFunction.REGR_SYY);
        ofTwo("REGR_SXY", AggregateFunction.REGR_SXY);
        ofTwo("REGR_SLOPE", AggregateFunction.REGR_SLOPE);
        ofTwo("REGR_INTERCEPT", AggregateFunction.REGR_INTERCEPT);
        ofTwo("REGR_R2", AggregateFunction.REGR_R2);
        ofNumber("MEDIAN", AggregateFunction.PERCENTILE_CONT);
        aboutFraction("APPROX_QUANTILE");
        aboutFraction("APPROX_PERCENTILE");
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
     * @param call may be changed in place
     * @param copy copies a part of it
     */
    static SqlNode replaced(SqlBasicCall call, UnaryOperator<SqlNode> copy) {
        SqlOperator calcites = call.getOperator();
        if (calcites == SqlLibraryOperators.STRING_AGG || calcites == SqlLibraryOperators.GROUP_CONCAT) {
            return list(LISTAGG, call);
        }
        if (calcites == SqlLibraryOperators.ARRAY_AGG) {
            return list(ARRAY_AGG, call);
        }
        if (calcites instanceof SqlNullTreatmentOperator) {
            return treated(call);
        }
        replace(call, copy);
        return call;
    }

    /** In {@code ARRAY_AGG(ABS(i) IGNORE NULLS)} the grammar takes it for part of the argument. */
    static boolean isNullTreatment(SqlNode operand) {
        return operand.getKind() == SqlKind.IGNORE_NULLS || operand.getKind() == SqlKind.RESPECT_NULLS;
    }

    /** {@code STRING_AGG(s, '/' ORDER BY i)} and {@code GROUP_CONCAT(s ORDER BY i SEPARATOR '/')} as {@code LISTAGG(s, '/') WITHIN GROUP (ORDER BY i)}. */
    private static SqlNode list(Aggregate ours, SqlCall call) {
        List<SqlNode> arguments = new ArrayList<>();
        SqlNodeList order = null;
        Aggregate made = ours;
        for (SqlNode operand : call.getOperandList()) {
            if (operand instanceof SqlNodeList list) {
                order = list;
            } else if (ours == ARRAY_AGG && isNullTreatment(operand)) {
                made = operand.getKind() == SqlKind.IGNORE_NULLS ? ARRAY_AGG_IGNORING_NULLS : made;
                arguments.add(((SqlCall) operand).operand(0));
            } else {
                arguments.add(operand.getKind() == SqlKind.SEPARATOR ? ((SqlCall) operand).operand(0) : operand);
            }
        }
        SqlNode list = made.createCall(call.getFunctionQuantifier(), call.getParserPosition(), arguments);
        return order == null
                ? list
                : SqlStdOperatorTable.WITHIN_GROUP.createCall(call.getParserPosition(), list, order);
    }

    /**
     * {@code ARRAY_AGG(…) IGNORE NULLS} is another aggregate, since Calcite takes it with no order; only ours has it. Of functions over a
     * window, {@code IGNORE NULLS} is left where it is.
     */
    private static SqlNode treated(SqlBasicCall call) {
        SqlBasicCall function = call.operand(0);
        SqlBasicCall bare = function.getKind() == SqlKind.WITHIN_GROUP ? function.operand(0) : function;
        if (bare.getOperator() != ARRAY_AGG) {
            if (call.getKind() == SqlKind.IGNORE_NULLS) {
                call.setOperator(IGNORE_NULLS);
            }
            return call;
        }
        if (call.getKind() == SqlKind.IGNORE_NULLS) {
            bare.setOperator(ARRAY_AGG_IGNORING_NULLS);
        }
        return function;
    }

    private static void replace(SqlBasicCall call, UnaryOperator<SqlNode> copy) {
        SqlOperator calcites = call.getOperator();
        if (calcites == SqlStdOperatorTable.WITHIN_GROUP) {
            replacePercentile(call, copy);
        } else if (calcites == SqlStdOperatorTable.PERCENTILE_CONT) {
            call.setOperator(UNORDERED_CONT);
        } else if (calcites == SqlStdOperatorTable.PERCENTILE_DISC) {
            call.setOperator(UNORDERED_DISC);
        } else if (calcites instanceof SqlJsonObjectAggAggFunction json) {
            call.setOperator(new Unnamed(
                    "JSON_OBJECTAGG",
                    AggregateFunction.JSON_OBJECTAGG,
                    NULLABLE_TEXT,
                    OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.ANY),
                    Optionality.FORBIDDEN,
                    json.getNullClause() == SqlJsonConstructorNullClause.NULL_ON_NULL));
        } else if (calcites instanceof SqlJsonArrayAggAggFunction json) {
            call.setOperator(new Unnamed(
                    "JSON_ARRAYAGG",
                    AggregateFunction.JSON_ARRAYAGG,
                    NULLABLE_TEXT,
                    OperandTypes.ANY,
                    Optionality.OPTIONAL,
                    json.getNullClause() == SqlJsonConstructorNullClause.NULL_ON_NULL));
        }
    }

    /** A percentile takes its one sort key as an argument, too: Calcite takes no texts there. */
    private static void replacePercentile(SqlBasicCall ordered, UnaryOperator<SqlNode> copy) {
        SqlCall call = ordered.operand(0);
        SqlOperator unordered = call.getOperator();
        if (unordered != UNORDERED_CONT && unordered != UNORDERED_DISC) {
            return;
        }
        SqlNodeList order = ordered.operand(1);
        if (order.size() != 1) {
            throw Positions.at(
                    order, new EngineException(ErrorCode.INVALID_QUERY, unordered.getName() + " takes one sort key"));
        }
        SqlNode key = order.get(0);
        while (key instanceof SqlCall item && ORDERINGS.contains(item.getKind())) {
            key = item.operand(0);
        }
        Aggregate ours = unordered == UNORDERED_CONT ? PERCENTILE_CONT : PERCENTILE_DISC;
        ordered.setOperand(0, ours.createCall(call.getParserPosition(), call.operand(0), copy.apply(key)));
    }

    /** Whether an aggregate that makes JSON or an ARRAY keeps NULLs. */
    public static boolean keepsNulls(SqlAggFunction aggregate) {
        return aggregate instanceof Unnamed unnamed && unnamed.keepsNulls;
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

    private static void aboutFraction(String name) {
        add(
                name,
                SqlKind.OTHER_FUNCTION,
                AggregateFunction.APPROX_QUANTILE,
                NULLABLE_DOUBLE,
                OperandTypes.sequence(
                        name + "(<number>, <fraction>)",
                        OperandTypes.NUMERIC,
                        OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL));
    }

    private static Aggregate array(boolean keepsNulls) {
        return new Unnamed(
                "ARRAY_AGG",
                AggregateFunction.ARRAY_AGG,
                ReturnTypes.TO_ARRAY.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                OperandTypes.ANY,
                Optionality.OPTIONAL,
                keepsNulls);
    }

    private static Aggregate unordered(String name, AggregateFunction function) {
        return new Unnamed(
                name,
                function,
                NULLABLE_DOUBLE,
                OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL,
                Optionality.MANDATORY,
                false);
    }

    private static void ofNumber(String name, AggregateFunction function) {
        add(name, SqlKind.OTHER_FUNCTION, function, NULLABLE_DOUBLE, OperandTypes.NUMERIC);
    }

    private static void ofTwo(String name, AggregateFunction function) {
        add(name, SqlKind.OTHER_FUNCTION, function, NULLABLE_DOUBLE, OperandTypes.NUMERIC_NUMERIC);
    }

    /** NULL where all that the rows are compared by is NULL, whatever the value; Calcite's own take the type of the value. */
    private static void by(String name, SqlKind kind, AggregateFunction function) {
        add(
                name,
                kind,
                function,
                ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                OperandTypes.ANY_COMPARABLE);
    }

    private static void add(
            String name,
            SqlKind kind,
            AggregateFunction function,
            SqlReturnTypeInference type,
            SqlOperandTypeChecker arguments) {
        ALL.put(name, new Aggregate(name, kind, function, type, arguments, Optionality.FORBIDDEN, false));
    }

    /** An aggregate that is not known by its name alone. */
    private static class Unnamed extends Aggregate {

        private final boolean keepsNulls;

        Unnamed(
                String name,
                AggregateFunction function,
                SqlReturnTypeInference type,
                SqlOperandTypeChecker arguments,
                Optionality order,
                boolean keepsNulls) {
            super(name, SqlKind.OTHER_FUNCTION, function, type, arguments, order, false);
            this.keepsNulls = keepsNulls;
        }

        /** Without looking for another function of that name. */
        @Override
        public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
            for (SqlNode operand : call.getOperandList()) {
                validator.setValidatedNodeType(operand, validator.deriveType(scope, operand));
            }
            return validateOperands(validator, scope, call);
        }

        /** Calls of equal aggregates with equal arguments are one. */
        @Override
        public boolean equals(@Nullable Object other) {
            return super.equals(other) && other instanceof Unnamed unnamed && keepsNulls == unnamed.keepsNulls;
        }

        @Override
        public int hashCode() {
            return 31 * super.hashCode() + Boolean.hashCode(keepsNulls);
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
