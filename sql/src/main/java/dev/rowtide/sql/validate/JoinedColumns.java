// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Puts a query of the columns that a query reads in the place of the join that it reads them from, under names of their own. So the query is one over one table. The join and WHERE stay
 * together, and names mean there what they meant.
 */
final class JoinedColumns extends SqlShuttle {

    private final Map<String, SqlIdentifier> columns = new LinkedHashMap<>();
    private final List<SqlNode> selected = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    /** Names of the query's own, which are not of columns of the join where they stand alone. */
    private Set<String> aliases = Set.of();

    private JoinedColumns() {}

    /** Rewrites a query over a join that has no queries in SELECT, GROUP BY, HAVING and ORDER BY. */
    static void apply(SqlSelect select) {
        JoinedColumns columns = new JoinedColumns();
        SqlNodeList items = select.getSelectList();
        Set<String> named = new HashSet<>();
        for (SqlNode item : items) {
            if (item.getKind() == SqlKind.AS) {
                named.add(key(Objects.requireNonNull(SqlValidatorUtil.alias(item))));
            }
        }
        for (int i = 0; i < items.size(); i++) {
            SqlNode item = items.get(i);
            SqlNode read = columns.of(item);
            boolean isColumn = item instanceof SqlIdentifier name && !name.isStar();
            items.set(i, isColumn ? as(read, Util.last(((SqlIdentifier) item).names)) : read);
        }
        columns.aliases = named;
        select.setGroupBy((SqlNodeList) columns.of(Objects.requireNonNull(select.getGroup())));
        if (select.getHaving() != null) {
            select.setHaving(columns.of(select.getHaving()));
        }
        if (select.getOrderList() != null) {
            select.setOrderBy((SqlNodeList) columns.of(select.getOrderList()));
        }
        SqlNode from = Objects.requireNonNull(select.getFrom());
        SqlParserPos position = from.getParserPosition();
        select.setFrom(new SqlSelect(
                position,
                null,
                new SqlNodeList(columns.selected, position),
                from,
                select.getWhere(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null));
        select.setWhere(null);
    }

    private SqlNode of(SqlNode node) {
        return Objects.requireNonNull(node.accept(this));
    }

    private static SqlNode as(SqlNode node, String alias) {
        SqlParserPos position = node.getParserPosition();
        return SqlStdOperatorTable.AS.createCall(position, node, new SqlIdentifier(alias, position));
    }

    private static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier name) {
        if (name.isStar() || name.isSimple() && aliases.contains(key(name.getSimple()))) {
            return name;
        }
        SqlIdentifier column = columns.computeIfAbsent(key(String.join("\0", name.names)), k -> add(name));
        return new SqlIdentifier(column.getSimple(), name.getParserPosition());
    }

    private SqlIdentifier add(SqlIdentifier name) {
        String last = Util.last(name.names);
        String alias = last;
        for (int i = 0; !taken.add(key(alias)); i++) {
            alias = last + i;
        }
        selected.add(as(name, alias));
        return new SqlIdentifier(alias, name.getParserPosition());
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.isA(SqlKind.QUERY)) {
            throw Positions.notSupported(call, "a query beside a window in GROUP BY over a join is")
                    .withHint("Put the join into a query in FROM.");
        }
        if (call.getKind() != SqlKind.AS) {
            return super.visit(call);
        }
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(0, of(operands.get(0)));
        return call.getOperator().createCall(call.getParserPosition(), operands);
    }
}
