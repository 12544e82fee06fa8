// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
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
            "SESSION", List.of(DATA, TIME, "gap", KEY));

    private final SqlCall call;
    private final String name;
    private final List<String> parameters;
    private final TableFunctionArguments arguments;

    private WindowCall(SqlCall call) {
        this.call = call;
        this.name = name(call);
        this.parameters = PARAMETERS.getOrDefault(name, List.of());
        List<SqlNode> written = new ArrayList<>(call.getOperandList());
        if (isSession() && written.size() == 4 && isDescriptor(written.get(2))) {
            // Calcite's own form has the key in front of the gap.
            written.add(written.remove(2));
        }
        this.arguments = new TableFunctionArguments(name, parameters, written);
    }

    /** Whether a call is one of them, of a table; those without a table are of GROUP BY. */
    static boolean is(SqlNode node) {
        return node instanceof SqlCall call
                && PARAMETERS.containsKey(name(call))
                && call.operandCount() > 0
                && isTable(TableFunctionArguments.value(call.operand(0)));
    }

    private static boolean isTable(SqlNode node) {
        return node.getKind() == SqlKind.SET_SEMANTICS_TABLE || node.isA(SqlKind.QUERY);
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
        return TableFunctionArguments.call(call.function(), call.input(), written.getParserPosition());
    }

    private boolean isSession() {
        return name.equals("SESSION");
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
