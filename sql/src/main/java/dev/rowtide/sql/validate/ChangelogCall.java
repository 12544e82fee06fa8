// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A call of TO_CHANGELOG or FROM_CHANGELOG as it was written: {@code (input => TABLE t, op => DESCRIPTOR(name), op_mapping => MAP['INSERT', 'i'])}, by name or in
 * that order. Its arguments but the table are looked at here, before names are looked up.
 */
final class ChangelogCall {

    private static final List<String> PARAMETERS = List.of("input", "op", "op_mapping");
    private static final List<String> KINDS = List.of("INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE");
    private static final int UPDATE_BEFORE = 1;
    private static final int UPDATE_AFTER = 2;

    private final SqlCall call;
    private final String name;
    private final TableFunctionArguments arguments;

    private ChangelogCall(SqlCall call) {
        this.call = call;
        this.name = name(call);
        this.arguments = new TableFunctionArguments(name, PARAMETERS, call.getOperandList());
    }

    /** Whether a call is one of the two. */
    static boolean is(SqlNode node) {
        return node.getKind() == SqlKind.OTHER_FUNCTION
                && node instanceof SqlCall call
                && (name(call).equals("TO_CHANGELOG") || name(call).equals("FROM_CHANGELOG"));
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
        return new ChangelogCall(call).input();
    }

    /**
     * The call ready for validation.
     *
     * @throws EngineException at its place if the arguments are wrong
     */
    static SqlCall resolved(SqlCall written) {
        ChangelogCall call = new ChangelogCall(written);
        return TableFunctionArguments.call(call.function(), call.input(), written.getParserPosition());
    }

    private SqlNode input() {
        SqlNode input = arguments.get("input");
        if (input == null) {
            throw invalid(call, name + " needs a table").withHint("Write input => TABLE its_name.");
        }
        if (input.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
            SqlCall partitioned = (SqlCall) input;
            boolean bare = ((SqlNodeList) partitioned.operand(1)).isEmpty()
                    && ((SqlNodeList) partitioned.operand(2)).isEmpty();
            if (!bare) {
                throw Positions.notSupported(input, "PARTITION BY and ORDER BY in " + name + " are");
            }
            return partitioned.operand(0);
        }
        if (!input.isA(SqlKind.QUERY)) {
            throw invalid(input, "the input of " + name + " must be a table")
                    .withHint("Write TABLE in front of its name, or a query in parentheses.");
        }
        return input;
    }

    private ChangelogFunction function() {
        SqlIdentifier column = column();
        String columnName = column == null ? "op" : column.getSimple();
        SqlParserPos position = column == null ? call.getParserPosition() : column.getParserPosition();
        return name.equals("TO_CHANGELOG")
                ? new ChangelogFunction.To(columnName, position, codes())
                : new ChangelogFunction.From(columnName, position, kinds());
    }

    private @Nullable SqlIdentifier column() {
        SqlNode op = arguments.get("op");
        if (op == null || op.getKind() == SqlKind.DEFAULT) {
            return null;
        }
        if (!(op instanceof SqlCall descriptor)
                || !name(descriptor).equals("DESCRIPTOR")
                || descriptor.operandCount() != 1
                || !(descriptor.operand(0) instanceof SqlIdentifier column)
                || !column.isSimple()) {
            throw invalid(op, "op names one column").withHint("Write op => DESCRIPTOR(its_name).");
        }
        return column;
    }

    /** {@code MAP['INSERT, UPDATE_AFTER', 'put']}: kinds to codes. */
    private List<@Nullable String> codes() {
        SqlNode mapping = mapping();
        if (mapping == null) {
            return new ArrayList<>(KINDS);
        }
        @Nullable String[] codes = new @Nullable String[KINDS.size()];
        for (Entry entry : entries(mapping)) {
            for (String written : entry.key.split(",", -1)) {
                int kind = kind(written.strip(), entry.keyPlace);
                if (codes[kind] != null) {
                    throw twice(written.strip(), entry.keyPlace);
                }
                codes[kind] = entry.value;
            }
        }
        return Arrays.asList(codes);
    }

    /** {@code MAP['c, r', 'INSERT']}: codes to kinds. */
    private Map<String, Integer> kinds() {
        Map<String, Integer> kinds = new LinkedHashMap<>();
        SqlNode mapping = mapping();
        if (mapping == null) {
            KINDS.forEach(kind -> kinds.put(kind, KINDS.indexOf(kind)));
            return kinds;
        }
        for (Entry entry : entries(mapping)) {
            int kind = kind(entry.value, entry.valuePlace);
            if (kinds.containsValue(kind)) {
                throw twice(entry.value, entry.valuePlace);
            }
            for (String code : entry.key.split(",", -1)) {
                if (kinds.put(code.strip(), kind) != null) {
                    throw twice(code.strip(), entry.keyPlace);
                }
            }
        }
        if (kinds.containsValue(UPDATE_AFTER) && !kinds.containsValue(UPDATE_BEFORE)) {
            throw invalid(mapping, "UPDATE_AFTER needs UPDATE_BEFORE")
                    .withDetail("Without the row before an update, it is not known what to take back.");
        }
        return kinds;
    }

    private @Nullable SqlNode mapping() {
        SqlNode mapping = arguments.get("op_mapping");
        return mapping == null || mapping.getKind() == SqlKind.DEFAULT ? null : mapping;
    }

    private record Entry(String key, SqlNode keyPlace, String value, SqlNode valuePlace) {}

    private static List<Entry> entries(SqlNode mapping) {
        if (mapping.getKind() != SqlKind.MAP_VALUE_CONSTRUCTOR) {
            throw invalid(mapping, "op_mapping is a constant")
                    .withHint("Write op_mapping => MAP['INSERT', 'i', 'DELETE', 'd'].");
        }
        List<SqlNode> texts = ((SqlCall) mapping).getOperandList();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i + 1 < texts.size(); i += 2) {
            entries.add(new Entry(text(texts.get(i)), texts.get(i), text(texts.get(i + 1)), texts.get(i + 1)));
        }
        if (entries.isEmpty() || texts.size() % 2 != 0) {
            throw invalid(mapping, "op_mapping is a list of pairs");
        }
        return entries;
    }

    private static String text(SqlNode node) {
        if (node instanceof SqlLiteral literal
                && literal.getTypeName().getFamily() == org.apache.calcite.sql.type.SqlTypeFamily.CHARACTER) {
            return literal.getValueAs(String.class);
        }
        throw invalid(node, "op_mapping takes constant texts");
    }

    private static int kind(String written, SqlNode place) {
        int kind = KINDS.indexOf(written);
        if (kind < 0) {
            EngineException error = invalid(place, "'" + written + "' is not a kind of change")
                    .withDetail("There are: " + String.join(", ", KINDS));
            throw SimilarNames.didYouMean(written, KINDS).map(error::withHint).orElse(error);
        }
        return kind;
    }

    private static EngineException twice(String what, SqlNode place) {
        return invalid(place, "'" + what + "' is mapped twice");
    }

    private static EngineException invalid(SqlNode place, String message) {
        return Positions.at(place, new EngineException(ErrorCode.INVALID_QUERY, message));
    }
}
