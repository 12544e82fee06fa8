// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.jspecify.annotations.Nullable;

/** The functions that streaming SQL has and Calcite lacks, or that mean something else here: above all, the clock's are the tick's. */
public final class StreamFunctions {

    private static final int CLOCK_DIGITS = 3;

    private static final Map<String, SqlFunction> ALL = new LinkedHashMap<>();

    /** The tick's processing time; read by name as in SQL, or called. */
    public static final SqlFunction CURRENT_TIMESTAMP =
            clock("CURRENT_TIMESTAMP", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, CLOCK_DIGITS);

    public static final SqlFunction NOW = clock("NOW", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, CLOCK_DIGITS);
    public static final SqlFunction PROCTIME =
            clock("PROCTIME", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, CLOCK_DIGITS);
    public static final SqlFunction CURRENT_ROW_TIMESTAMP =
            clock("CURRENT_ROW_TIMESTAMP", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, CLOCK_DIGITS);
    public static final SqlFunction LOCALTIMESTAMP = clock("LOCALTIMESTAMP", SqlTypeName.TIMESTAMP, CLOCK_DIGITS);
    public static final SqlFunction CURRENT_DATE = clock("CURRENT_DATE", SqlTypeName.DATE, 0);
    public static final SqlFunction CURRENT_TIME = clock("CURRENT_TIME", SqlTypeName.TIME, 0);
    public static final SqlFunction LOCALTIME = clock("LOCALTIME", SqlTypeName.TIME, 0);

    /** (timestamp, date or text; pattern). */
    public static final SqlFunction DATE_FORMAT = function(
            "DATE_FORMAT",
            ReturnTypes.VARCHAR_NULLABLE,
            OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER)
                    .or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER)));

    /** (text, separator, n): the n-th part, from 0. */
    public static final SqlFunction SPLIT_INDEX = function(
            "SPLIT_INDEX",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER));

    private StreamFunctions() {}

    /** The function of that name that is written so, or null. */
    static @Nullable SqlFunction find(String name, SqlSyntax syntax) {
        SqlFunction function = ALL.get(name.toUpperCase(Locale.ROOT));
        return function != null && (syntax == SqlSyntax.FUNCTION || function.getSyntax() == syntax) ? function : null;
    }

    /** Whether a function tells the tick's processing time, in one form or another. */
    public static boolean isClock(SqlOperator operator) {
        return operator instanceof Clock;
    }

    static Collection<SqlFunction> all() {
        return ALL.values();
    }

    private static SqlFunction function(String name, SqlReturnTypeInference result, SqlOperandTypeChecker arguments) {
        return add(new SqlFunction(name, SqlKind.OTHER_FUNCTION, result, null, arguments, SqlFunctionCategory.SYSTEM));
    }

    private static SqlFunction clock(String name, SqlTypeName type, int digits) {
        return add(new Clock(name, type, digits));
    }

    private static SqlFunction add(SqlFunction function) {
        ALL.put(function.getName(), function);
        return function;
    }

    /** A function of the tick's processing time, with or without parentheses. */
    private static final class Clock extends SqlFunction {

        private final SqlSyntax syntax;

        Clock(String name, SqlTypeName type, int digits) {
            super(
                    name,
                    SqlKind.OTHER_FUNCTION,
                    opBinding -> type(opBinding.getTypeFactory(), type, digits),
                    null,
                    OperandTypes.NILADIC,
                    SqlFunctionCategory.TIMEDATE);
            syntax =
                    name.startsWith("CURRENT") || name.startsWith("LOCAL") ? SqlSyntax.FUNCTION_ID : SqlSyntax.FUNCTION;
        }

        private static RelDataType type(RelDataTypeFactory factory, SqlTypeName type, int digits) {
            return type.allowsPrec() ? factory.createSqlType(type, digits) : factory.createSqlType(type);
        }

        @Override
        public SqlSyntax getSyntax() {
            return syntax;
        }

        @Override
        public boolean isDynamicFunction() {
            return true;
        }
    }
}
