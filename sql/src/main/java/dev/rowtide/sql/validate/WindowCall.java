// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A call of TUMBLE, HOP, CUMULATE or SESSION in FROM as it was written: {@code (TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)}, by position or by name. Its arguments but
 * the table are looked at here, before names are looked up.
 */
final class WindowCall {

    private static final String DATA = "data";
    private static final String TIME = "timecol";
    private static final String KEY = "key";
    private static final String SIZE = "size";
    private static final String OFFSET = "offset";

    private static final Map<String, List<String>> PARAMETERS = Map.of(
            "TUMBLE", List.of(DATA, TIME, SIZE, OFFSET),
            "HOP", List.of(DATA, TIME, "slide", SIZE, OFFSET),
            "CUMULATE", List.of(DATA, TIME, "step", SIZE, OFFSET),
            "SESSION", List.of(DATA, TIME, "gap"));

    private final SqlCall call;
    private final String name;
    private final List<String> parameters;
    private final Map<String, SqlNode> arguments = new LinkedHashMap<>();

    private WindowCall(SqlCall call) {
        this.call = call;
        this.name = name(call);
        this.parameters = PARAMETERS.getOrDefault(name, List.of());
        List<SqlNode> written = new ArrayList<>(call.getOperandList());
        if (isSession() && written.size() == 4 && isDescriptor(written.get(2))) {
            arguments.put(KEY, written.remove(2));
        }
        for (int i = 0; i < written.size(); i++) {
            addArgument(written.get(i), i);
        }
    }

    /** Whether a call is one of them, of a table; those without a table are of GROUP BY. */
    static boolean is(SqlNode node) {
        return node instanceof SqlCall call
                && PARAMETERS.containsKey(name(call))
                && call.operandCount() > 0
                && isTable(value(call.operand(0)));
    }

    private static boolean isTable(SqlNode node) {
        return node.getKind() == SqlKind.SET_SEMANTICS_TABLE || node.isA(SqlKind.QUERY);
    }

    private static SqlNode value(SqlNode argument) {
        return argument.getKind() == SqlKind.ARGUMENT_ASSIGNMENT ? ((SqlCall) argument).operand(0) : argument;
    }

    private static String name(SqlCall call) {
        return call.getOperator().getName().toUpperCase(Locale.ROOT);
    }

    /**
     * The table that is given.
     *
     * @throws EngineException at its place if the arguments are wrong
     */
    static SqlNode inputOf(SqlCall call) {
        return new WindowCall(call).input();
    }

    /**
     * The call ready for validation.
     *
     * @throws EngineException at its place if the arguments are wrong
     */
    static SqlCall resolved(SqlCall written) {
        WindowCall call = new WindowCall(written);
        SqlNode input = call.input();
        SqlParserPos position = input.getParserPosition();
        SqlNode select = input.isA(SqlKind.QUERY) && input.getKind() != SqlKind.EXPLICIT_TABLE
                ? input
                : new SqlSelect(
                        position,
                        null,
                        SqlNodeList.of(SqlIdentifier.star(position)),
                        input.getKind() == SqlKind.EXPLICIT_TABLE ? ((SqlCall) input).operand(0) : input,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        return call.function()
                .createCall(written.getParserPosition(), SqlStdOperatorTable.CURSOR.createCall(position, select));
    }

    private boolean isSession() {
        return name.equals("SESSION");
    }

    private void addArgument(SqlNode written, int index) {
        boolean named = written.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
        if (!named && index >= parameters.size()) {
            throw invalid(written, name + " takes " + parameters.size() + " arguments")
                    .withDetail("They are: " + String.join(", ", parameters));
        }
        SqlNode place = named ? ((SqlCall) written).operand(1) : written;
        String parameter = named ? ((SqlIdentifier) place).getSimple().toLowerCase(Locale.ROOT) : parameters.get(index);
        if (!parameters.contains(parameter) && !(isSession() && parameter.equals(KEY))) {
            EngineException error = invalid(place, name + " has no argument \"" + parameter + "\"")
                    .withDetail("It takes: " + String.join(", ", parameters));
            throw SimilarNames.didYouMean(parameter, parameters)
                    .map(error::withHint)
                    .orElse(error);
        }
        if (arguments.put(parameter, value(written)) != null) {
            throw invalid(place, "the argument \"" + parameter + "\" is given twice");
        }
    }

    private SqlNode input() {
        SqlNode input = arguments.get(DATA);
        if (input == null) {
            throw invalid(call, name + " needs a table").withHint("Write DATA => TABLE its_name.");
        }
        if (input.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
            SqlCall partitioned = (SqlCall) input;
            boolean ordered = !((SqlNodeList) partitioned.operand(2)).isEmpty();
            boolean divided = !((SqlNodeList) partitioned.operand(1)).isEmpty();
            if (ordered || divided && !isSession()) {
                throw Positions.notSupported(input, (ordered ? "ORDER BY in " : "PARTITION BY in ") + name + " is");
            }
            return partitioned.operand(0);
        }
        return input;
    }

    private WindowFunction function() {
        SqlIdentifier time = column(arguments.get(TIME), "the column of event time");
        if (isSession()) {
            return WindowFunction.session(time, partition(), length("gap"));
        }
        WindowLength size = length(SIZE);
        WindowLength step = name.equals("TUMBLE") ? size : length(parameters.get(2));
        return WindowFunction.of(name, time, size, step, offset(size), call.getParserPosition());
    }

    private List<SqlIdentifier> partition() {
        List<SqlIdentifier> columns = new ArrayList<>();
        SqlNode key = arguments.get(KEY);
        if (key != null) {
            columns.add(column(key, "the key"));
        }
        if (arguments.get(DATA) instanceof SqlCall partitioned
                && partitioned.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
            for (SqlNode column : (SqlNodeList) partitioned.operand(1)) {
                if (!(column instanceof SqlIdentifier identifier)) {
                    throw invalid(column, "PARTITION BY of SESSION takes columns")
                            .withHint("Compute it in a query: SESSION((SELECT …) PARTITION BY its_name, …).");
                }
                columns.add(identifier);
            }
        }
        return columns;
    }

    private static boolean isDescriptor(SqlNode node) {
        return node instanceof SqlCall call && name(call).equals("DESCRIPTOR");
    }

    private SqlIdentifier column(@Nullable SqlNode node, String what) {
        if (node instanceof SqlCall descriptor
                && isDescriptor(descriptor)
                && descriptor.operandCount() == 1
                && descriptor.operand(0) instanceof SqlIdentifier column
                && column.isSimple()) {
            return column;
        }
        throw invalid(node == null ? call : node, name + " needs " + what).withHint("Write DESCRIPTOR(its_name).");
    }

    private WindowLength length(String parameter) {
        SqlNode written = arguments.get(parameter);
        if (written == null) {
            throw invalid(call, name + " needs its " + parameter)
                    .withHint("Write " + parameter.toUpperCase(Locale.ROOT) + " => INTERVAL '10' SECOND.");
        }
        return WindowLength.positive(written, "the " + parameter + " of " + name);
    }

    private WindowLength offset(WindowLength size) {
        SqlNode written = arguments.get(OFFSET);
        return written == null
                ? new WindowLength(size.unit(), 0, call.getParserPosition())
                : WindowLength.of(written, "the offset of " + name);
    }

    private static EngineException invalid(SqlNode place, String message) {
        return Positions.at(place, new EngineException(ErrorCode.INVALID_QUERY, message));
    }
}
