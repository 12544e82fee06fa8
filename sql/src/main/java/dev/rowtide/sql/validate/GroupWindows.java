// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * {@code GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)}, and the same with HOP and SESSION, as a grouping by the start and end of windows that are put behind the columns of FROM.
 * The functions that tell of the group's window (TUMBLE_START and its like) become their columns; the window itself, where it is selected, a row of its start and end.
 * Without a column the event time is that of the table in FROM.
 */
final class GroupWindows {

    private static final Set<String> WINDOWS = Set.of("TUMBLE", "HOP", "SESSION");

    /** The window as one value. */
    private static final SqlFunction WINDOW = new WindowValue();

    private final SqlSelect select;
    private final Function<String, @Nullable String> eventTimes;
    private boolean readsTime;

    private GroupWindows(SqlSelect select, Function<String, @Nullable String> eventTimes) {
        this.select = select;
        this.eventTimes = eventTimes;
    }

    private static RelDataType window(RelDataTypeFactory factory, RelDataType start, RelDataType end) {
        return factory.builder().add("start", start).add("end", end).build();
    }

    /**
     * Rewrites a query that is not shared, if it groups by a window.
     *
     * @param eventTimes the column of event time of a table, by the table's name; null if there is none
     */
    static void rewrite(SqlSelect select, Function<String, @Nullable String> eventTimes) {
        if (select.getGroup() != null && select.getFrom() != null) {
            new GroupWindows(select, eventTimes).rewrite();
        }
    }

    /**
     * Rewrites the ORDER BY behind such a query.
     *
     * @param ordered a copy, of which the query is rewritten
     * @param written the query as it was
     */
    static void rewriteOrder(SqlOrderBy ordered, SqlSelect written, Function<String, @Nullable String> eventTimes) {
        SqlNodeList groups = ((SqlSelect) ordered.query).getGroup();
        if (written.getGroup() == null || groups == null) {
            return;
        }
        GroupWindows windows = new GroupWindows(written, eventTimes);
        for (SqlNode item : written.getGroup()) {
            SqlCall window = windows.windowOf(item);
            if (window != null) {
                SqlShuttle columns = windows.new WindowColumns(window);
                ordered.orderList.replaceAll(key ->
                        Objects.requireNonNull(Objects.requireNonNull(key).accept(columns)));
                SqlNode time = column(WindowFunction.HIDDEN_TIME, window.getParserPosition());
                if (windows.readsTime && groups.stream().noneMatch(group -> time.equalsDeep(group, Litmus.IGNORE))) {
                    groups.add(time);
                }
                return;
            }
        }
    }

    private void rewrite() {
        boolean isOverJoin = Objects.requireNonNull(select.getFrom()).getKind() == SqlKind.JOIN;
        if (isOverJoin && Objects.requireNonNull(select.getGroup()).stream().anyMatch(item -> windowOf(item) != null)) {
            JoinedColumns.apply(select);
        }
        SqlNodeList groups = Objects.requireNonNull(select.getGroup());
        int[] places = IntStream.range(0, groups.size())
                .filter(i -> windowOf(groups.get(i)) != null)
                .toArray();
        if (places.length == 0) {
            return;
        }
        int place = places[0];
        SqlCall window = Objects.requireNonNull(windowOf(groups.get(place)));
        if (places.length > 1) {
            throw Positions.notSupported(groups.get(places[1]), "a second window in GROUP BY is")
                    .withHint("Put the rows into windows in FROM: " + name(window)
                            + "((SELECT …), DESCRIPTOR(ts), …), and group by window_start and window_end.");
        }
        SqlNode from = Objects.requireNonNull(select.getFrom());
        List<SqlNode> others = new ArrayList<>(groups);
        others.remove(place);
        select.setFrom(windowed(from, window, others));
        select.setWhere(null);
        SqlShuttle columns = new WindowColumns(window);
        SqlNodeList items = select.getSelectList();
        for (int i = 0; i < items.size(); i++) {
            SqlNode item = Objects.requireNonNull(items.get(i).accept(columns));
            boolean unnamed = items.get(i).getKind() != SqlKind.AS && item != items.get(i);
            items.set(i, unnamed ? named(item, "EXPR$" + i) : item);
        }
        if (select.getHaving() != null) {
            select.setHaving(select.getHaving().accept(columns));
        }
        if (select.getQualify() != null) {
            select.setQualify(select.getQualify().accept(columns));
        }
        select.getWindowList().replaceAll(named -> Objects.requireNonNull(named).accept(columns));
        if (select.getOrderList() != null) {
            select.setOrderBy((SqlNodeList) select.getOrderList().accept(columns));
        }
        SqlParserPos position = window.getParserPosition();
        List<SqlNode> grouping = new ArrayList<>(groups);
        grouping.set(place, column(WindowFunction.HIDDEN_START, position));
        grouping.add(place + 1, column(WindowFunction.HIDDEN_END, position));
        if (readsTime) {
            grouping.add(column(WindowFunction.HIDDEN_TIME, position));
        }
        select.setGroupBy(new SqlNodeList(grouping, groups.getParserPosition()));
    }

    /** The window that an item of GROUP BY is: written there, or in the SELECT list under its name or number. */
    private @Nullable SqlCall windowOf(SqlNode item) {
        if (isWindow(item)) {
            return (SqlCall) item;
        }
        for (int i = 0; i < select.getSelectList().size(); i++) {
            SqlNode selected = select.getSelectList().get(i);
            SqlNode expression = SqlUtil.stripAs(selected);
            boolean meant = item instanceof SqlIdentifier name
                            && name.isSimple()
                            && name.getSimple().equalsIgnoreCase(SqlValidatorUtil.alias(selected))
                    || item instanceof SqlLiteral && item.toString().equals(Integer.toString(i + 1));
            if (meant && isWindow(expression)) {
                return (SqlCall) expression;
            }
        }
        return null;
    }

    /** Whether a part of GROUP BY is a window. */
    static boolean isWindow(SqlNode node) {
        return node instanceof SqlCall call
                && WINDOWS.contains(name(call))
                && call.operandCount() > 0
                && (call.operand(0) instanceof SqlIdentifier || call.operand(0) instanceof SqlIntervalLiteral);
    }

    /** The name as it was written: Calcite's parser puts a $ in front of those that are for GROUP BY. */
    private static String name(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        return name.startsWith("$") ? name.substring(1) : name;
    }

    /** The rows of FROM that WHERE leaves, with the windows' columns behind their own, under the same name. */
    private SqlNode windowed(SqlNode from, SqlCall window, List<SqlNode> others) {
        SqlParserPos position = from.getParserPosition();
        SqlSelect all = AllColumns.of(from, select.getWhere(), null);
        SqlCall call = function(window, others)
                .createCall(window.getParserPosition(), SqlStdOperatorTable.CURSOR.createCall(position, all));
        SqlNode table = SqlStdOperatorTable.COLLECTION_TABLE.createCall(position, call);
        String alias = SqlValidatorUtil.alias(from);
        return alias == null ? table : named(table, alias);
    }

    private static SqlNode named(SqlNode node, String alias) {
        SqlParserPos position = node.getParserPosition();
        return SqlStdOperatorTable.AS.createCall(position, node, new SqlIdentifier(alias, position));
    }

    private WindowFunction function(SqlCall window, List<SqlNode> others) {
        String name = name(window);
        List<SqlNode> lengths = new ArrayList<>(window.getOperandList());
        SqlIdentifier time = lengths.get(0) instanceof SqlIdentifier written
                ? new SqlIdentifier(Util.last(((SqlIdentifier) lengths.remove(0)).names), written.getParserPosition())
                : eventTime(window);
        int wanted = name.equals("HOP") ? 2 : 1;
        if (lengths.size() != wanted) {
            throw Positions.at(
                    window,
                    new EngineException(
                                    ErrorCode.INVALID_QUERY,
                                    name + " in GROUP BY takes a time column and "
                                            + (wanted == 2 ? "two intervals" : "an interval"))
                            .withHint("Offsets are for " + name + " in FROM."));
        }
        if (name.equals("SESSION")) {
            WindowLength gap = WindowLength.positive(lengths.get(0), "the gap of SESSION");
            return WindowFunction.session(time, partition(others), gap).hidden();
        }
        WindowLength step = WindowLength.positive(lengths.get(0), "the first interval of " + name);
        WindowLength size = WindowLength.positive(lengths.get(wanted - 1), "the size of " + name);
        WindowLength none = new WindowLength(size.unit(), 0, window.getParserPosition());
        return WindowFunction.of(name, time, size, step, none, window.getParserPosition())
                .hidden();
    }

    /** A session is one of the rows of the other groups. */
    private List<SqlIdentifier> partition(List<SqlNode> others) {
        List<SqlIdentifier> partition = new ArrayList<>();
        for (SqlNode other : others) {
            if (!(other instanceof SqlIdentifier column) || isAliasOfExpression(column)) {
                throw Positions.notSupported(other, "SESSION in GROUP BY beside an expression is")
                        .withHint("Compute it in a query in FROM, and group by its name.");
            }
            partition.add(new SqlIdentifier(Util.last(column.names), column.getParserPosition()));
        }
        return partition;
    }

    private boolean isAliasOfExpression(SqlIdentifier name) {
        return name.isSimple()
                && select.getSelectList().stream()
                        .anyMatch(item -> item.getKind() == SqlKind.AS
                                && !(SqlUtil.stripAs(item) instanceof SqlIdentifier)
                                && name.getSimple().equalsIgnoreCase(SqlValidatorUtil.alias(item)));
    }

    private SqlIdentifier eventTime(SqlCall window) {
        SqlNode from = SqlUtil.stripAs(Objects.requireNonNull(select.getFrom()));
        String column = from instanceof SqlIdentifier table ? eventTimes.apply(Util.last(table.names)) : null;
        if (column == null) {
            throw Positions.at(
                    window,
                    new EngineException(
                                    ErrorCode.INVALID_QUERY,
                                    name(window) + " without a column needs a table with a watermark in FROM")
                            .withHint("Name the column of event time: " + name(window) + "(its_name, …)."));
        }
        return new SqlIdentifier(column, window.getParserPosition());
    }

    private static SqlIdentifier column(String name, SqlParserPos position) {
        return new SqlIdentifier(name, position);
    }

    /** A row of the two, by their names. It is in no table of functions. */
    private static final class WindowValue extends SqlFunction {

        WindowValue() {
            super(
                    "ROW",
                    SqlKind.ROW,
                    binding -> window(binding.getTypeFactory(), binding.getOperandType(0), binding.getOperandType(1)),
                    null,
                    OperandTypes.ANY_ANY,
                    SqlFunctionCategory.SYSTEM);
        }

        @Override
        public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
            call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
            return validateOperands(validator, scope, call);
        }
    }

    /** Puts columns in the place of what tells of the group's window. */
    private final class WindowColumns extends SqlShuttle {

        private final SqlCall window;

        WindowColumns(SqlCall window) {
            this.window = window;
        }

        /** Checks that a call is of the group's window. */
        private void requireSame(SqlCall call, String kind) {
            List<SqlNode> wanted = window.getOperandList();
            List<SqlNode> given = call.getOperandList();
            boolean same = kind.equals(name(window))
                    && given.size() == wanted.size()
                    && IntStream.range(0, given.size()).allMatch(i -> isSame(given.get(i), wanted.get(i)));
            if (!same) {
                throw Positions.at(
                        call,
                        new EngineException(
                                        ErrorCode.INVALID_QUERY,
                                        name(call) + " is not of the window that the query groups by")
                                .withHint("Give it what " + name(window) + " in GROUP BY has, or leave it out."));
            }
        }

        /** A column may be written with its table or without. */
        private static boolean isSame(SqlNode one, SqlNode other) {
            return one instanceof SqlIdentifier name && other instanceof SqlIdentifier otherName
                    ? Util.last(name.names).equals(Util.last(otherName.names))
                    : one.equalsDeep(other, Litmus.IGNORE);
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            SqlParserPos position = call.getParserPosition();
            if (call.isA(SqlKind.QUERY)) {
                return call;
            }
            if (isWindow(call)) {
                requireSame(call, name(call));
                return WINDOW.createCall(
                        position,
                        column(WindowFunction.HIDDEN_START, position),
                        column(WindowFunction.HIDDEN_END, position));
            }
            int end = name(call).indexOf('_');
            if (end > 0 && WINDOWS.contains(name(call).substring(0, end))) {
                String kind = name(call).substring(0, end);
                switch (name(call).substring(end + 1)) {
                    case "START" -> {
                        requireSame(call, kind);
                        return column(WindowFunction.HIDDEN_START, position);
                    }
                    case "END" -> {
                        requireSame(call, kind);
                        return column(WindowFunction.HIDDEN_END, position);
                    }
                    case "ROWTIME", "PROCTIME" -> {
                        requireSame(call, kind);
                        readsTime = true;
                        return column(WindowFunction.HIDDEN_TIME, position);
                    }
                    default -> {
                        // Some other function.
                    }
                }
            }
            return super.visit(call);
        }
    }
}
