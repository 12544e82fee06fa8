// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlSingleOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** The functions that streaming SQL has and Calcite lacks, or that mean something else here: above all, the clock's are the tick's. */
public final class StreamFunctions {

    private static final int CLOCK_DIGITS = 3;
    private static final int UUID_CHARACTERS = 36;

    private static final Map<String, SqlFunction> ALL = new LinkedHashMap<>();

    private static final SqlSingleOperandTypeChecker TEXT = OperandTypes.CHARACTER;
    private static final SqlSingleOperandTypeChecker TEXT_TEXT =
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);
    private static final SqlOperandTypeChecker PADDING = OperandTypes.family(
                    SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER)
            .or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER, SqlTypeFamily.CHARACTER));

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
            OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER).or(TEXT_TEXT));

    /** (unit as a text, time) or (time, unit). */
    public static final SqlFunction DATE_TRUNC = function(
            "DATE_TRUNC",
            binding -> binding.getOperandType(SqlTypeUtil.isDatetime(binding.getOperandType(0)) ? 0 : 1),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME)
                    .or(OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.DATETIME_INTERVAL)));

    /** (text) or (text, pattern): a TIMESTAMP(3). */
    public static final SqlFunction TO_TIMESTAMP =
            function("TO_TIMESTAMP", nullable(SqlTypeName.TIMESTAMP, CLOCK_DIGITS), TEXT.or(TEXT_TEXT));

    /** (text) or (text, pattern): a DATE. */
    public static final SqlFunction TO_DATE = function("TO_DATE", ReturnTypes.DATE_NULLABLE, TEXT.or(TEXT_TEXT));

    /** (seconds) or (number, its fractional digits, 0 or 3): a TIMESTAMP_LTZ(3). */
    public static final SqlFunction TO_TIMESTAMP_LTZ = function(
            "TO_TIMESTAMP_LTZ",
            nullable(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, CLOCK_DIGITS),
            OperandTypes.INTEGER.or(OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER)));

    /** () or (text) or (text, pattern): seconds since 1970, of the tick or of a text in the session's time zone. */
    public static final SqlFunction UNIX_TIMESTAMP = function(
            "UNIX_TIMESTAMP",
            ReturnTypes.BIGINT_NULLABLE,
            OperandTypes.NILADIC.or(TEXT).or(TEXT_TEXT));

    /** (seconds) or (seconds, pattern): a text in the session's time zone. */
    public static final SqlFunction FROM_UNIXTIME = function(
            "FROM_UNIXTIME",
            ReturnTypes.VARCHAR_NULLABLE,
            OperandTypes.INTEGER.or(OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.CHARACTER)));

    /** (text, separator, n): the n-th part, from 0. */
    public static final SqlFunction SPLIT_INDEX = function(
            "SPLIT_INDEX",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER));

    /** (text, pattern) or (text, pattern, group): what the group of the first match took, NULL without a match. */
    public static final SqlFunction REGEXP_EXTRACT = function(
            "REGEXP_EXTRACT",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            TEXT_TEXT.or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER)));

    /** A UUID of version 4 as a text, one for each row and call. */
    public static final SqlFunction UUID = add(new Uuid());

    public static final SqlFunction LPAD = function("LPAD", ReturnTypes.VARCHAR_NULLABLE, PADDING);
    public static final SqlFunction RPAD = function("RPAD", ReturnTypes.VARCHAR_NULLABLE, PADDING);

    static {
        alias("SUBSTR", SqlStdOperatorTable.SUBSTRING);
        alias("LOCATE", SqlStdOperatorTable.POSITION);
        alias("GREATEST", SqlLibraryOperators.GREATEST);
        alias("LEAST", SqlLibraryOperators.LEAST);
    }

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

    /** All of them; those that only give another name to a function of Calcite's are that function. */
    static Collection<SqlFunction> all() {
        return ALL.values();
    }

    /** {@code DATE_TRUNC('hour', t)} as {@code FLOOR(t TO HOUR)}. */
    public static SqlNode asFloor(SqlCall truncated) {
        boolean unitFirst = truncated.operand(0) instanceof SqlLiteral;
        SqlNode time = truncated.operand(unitFirst ? 1 : 0);
        SqlNode unit = truncated.operand(unitFirst ? 0 : 1);
        if (unit instanceof SqlLiteral text) {
            unit = new SqlIntervalQualifier(unit(text), null, text.getParserPosition());
        }
        if (!(unit instanceof SqlIntervalQualifier)) {
            throw Positions.at(
                    unit,
                    new EngineException(
                            ErrorCode.INVALID_QUERY, "the unit of DATE_TRUNC must be a constant such as 'hour'"));
        }
        return SqlStdOperatorTable.FLOOR.createCall(truncated.getParserPosition(), time, unit);
    }

    private static TimeUnit unit(SqlLiteral text) {
        String name = text.toValue();
        try {
            return TimeUnit.valueOf(String.valueOf(name).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Positions.at(
                    text,
                    new EngineException(ErrorCode.INVALID_QUERY, "'" + name + "' is not a unit of time").causedBy(e));
        }
    }

    private static SqlReturnTypeInference nullable(SqlTypeName type, int digits) {
        return binding -> {
            RelDataTypeFactory factory = binding.getTypeFactory();
            boolean nullable = binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
            return factory.createTypeWithNullability(factory.createSqlType(type, digits), nullable);
        };
    }

    private static void alias(String name, SqlFunction function) {
        ALL.put(name, function);
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

    /** As RAND: another value for each row. */
    private static final class Uuid extends SqlFunction {

        Uuid() {
            super(
                    "UUID",
                    SqlKind.OTHER_FUNCTION,
                    binding -> binding.getTypeFactory().createSqlType(SqlTypeName.CHAR, UUID_CHARACTERS),
                    null,
                    OperandTypes.NILADIC,
                    SqlFunctionCategory.SYSTEM);
        }

        @Override
        public boolean isDeterministic() {
            return false;
        }
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
