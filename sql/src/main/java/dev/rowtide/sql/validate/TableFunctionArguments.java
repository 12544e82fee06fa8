// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The arguments of a function in FROM that takes a table, by name, whether they were written in order or with their names. */
final class TableFunctionArguments {

    private final String function;
    private final List<String> parameters;
    private final Map<String, SqlNode> arguments = new HashMap<>();

    /**
     * Takes the arguments as they were written.
     *
     * @param function its name, for errors
     * @param parameters the names of its parameters in lower case, in order
     * @throws EngineException at the place of one that there are too many of, that is unknown, or given twice
     */
    TableFunctionArguments(String function, List<String> parameters, List<SqlNode> written) {
        this.function = function;
        this.parameters = parameters;
        for (int i = 0; i < written.size(); i++) {
            add(written.get(i), i);
        }
    }

    private void add(SqlNode written, int index) {
        boolean named = written.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
        if (!named && index >= parameters.size()) {
            throw invalid(written, function + " takes " + parameters.size() + " arguments")
                    .withDetail("They are: " + String.join(", ", parameters));
        }
        SqlNode place = named ? ((SqlCall) written).operand(1) : written;
        String parameter = named ? ((SqlIdentifier) place).getSimple().toLowerCase(Locale.ROOT) : parameters.get(index);
        if (!parameters.contains(parameter)) {
            EngineException error = invalid(place, function + " has no argument \"" + parameter + "\"")
                    .withDetail("It takes: " + String.join(", ", parameters));
            throw SimilarNames.didYouMean(parameter, parameters)
                    .map(error::withHint)
                    .orElse(error);
        }
        if (arguments.put(parameter, value(written)) != null) {
            throw invalid(place, "the argument \"" + parameter + "\" is given twice");
        }
    }

    /** What an argument is, without its name. */
    static SqlNode value(SqlNode argument) {
        return argument.getKind() == SqlKind.ARGUMENT_ASSIGNMENT ? ((SqlCall) argument).operand(0) : argument;
    }

    /** An argument, or null if it was not given. */
    @Nullable
    SqlNode get(String parameter) {
        return arguments.get(parameter);
    }

    /** A call of a function of one table, ready for validation. */
    static SqlCall call(SqlOperator function, SqlNode input, SqlParserPos place) {
        SqlParserPos position = input.getParserPosition();
        SqlNode table = input.getKind() == SqlKind.EXPLICIT_TABLE ? ((SqlCall) input).operand(0) : input;
        SqlNode select = input instanceof SqlSelect ? input : AllColumns.of(table, null, null);
        return function.createCall(place, SqlStdOperatorTable.CURSOR.createCall(position, select));
    }

    private static EngineException invalid(SqlNode place, String message) {
        return Positions.at(place, new EngineException(ErrorCode.INVALID_QUERY, message));
    }
}
