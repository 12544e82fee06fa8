// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.calcite.sql.SqlAsofJoin;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Puts the table's name in front of a field that is written without it: {@code address.city} becomes {@code t.address.city}. Calcite takes the first of several names for a
 * table's, unless it may look for fields in all columns, and then finds a {@code city} that nobody meant.
 *
 * <p>Works on the parsed query, in place. A name that it knows nothing of stays for validation to refuse.
 */
final class QualifyFields {

    /**
     * Something in FROM.
     *
     * @param columns their types by their names, {@link #UNKNOWN} where it can't be told; null if they are not known
     */
    private record Source(String alias, @Nullable Map<String, Type> columns) {

        private boolean hasColumn(String name) {
            return columns != null && columns.containsKey(name);
        }

        private Type type(String column) {
            return columns == null ? UNKNOWN : columns.getOrDefault(column, UNKNOWN);
        }
    }

    /** What names can mean at a place of the query; innermost first. */
    private record Scope(List<Source> sources, @Nullable Scope outer) {}

    /** The name, with a number behind it, that a query in FROM without one gets where a field of its columns is read. */
    private static final String UNNAMED = "$query";

    private static final Type UNKNOWN = Type.NULL;

    private final Function<String, @Nullable Schema> tables;
    private final Map<SqlNode, String> unnamed = new IdentityHashMap<>();
    private final Set<String> named = new HashSet<>();
    private final TreeMap<String, @Nullable Map<String, Type>> withQueries =
            new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private QualifyFields(Function<String, @Nullable Schema> tables) {
        this.tables = tables;
    }

    /**
     * Rewrites a query.
     *
     * @param tables the columns of tables, views and files by name
     */
    static void in(SqlNode query, Function<String, @Nullable Schema> tables) {
        new QualifyFields(tables).rewritten(query, new Scope(List.of(), null));
    }

    private SqlNode rewritten(SqlNode node, Scope scope) {
        if (node instanceof SqlIdentifier name) {
            return name.names.size() > 1 ? qualified(name, scope) : name;
        }
        if (node instanceof SqlSelect select) {
            inSelect(select, scope);
        } else if (node instanceof SqlWith with) {
            inWith(with, scope);
        } else if (node instanceof SqlOrderBy ordered) {
            rewritten(ordered.query, scope);
            Scope inner = ordered.query instanceof SqlSelect select ? scopeOf(select, scope) : scope;
            inList(ordered.orderList, inner);
        } else if (node instanceof SqlNodeList list) {
            inList(list, scope);
        } else if (node instanceof SqlCall call && call.getKind() != SqlKind.MATCH_RECOGNIZE) {
            for (int i = 0; i < call.operandCount(); i++) {
                SqlNode operand = call.operand(i);
                if (operand != null) {
                    SqlNode changed = rewritten(operand, scope);
                    if (changed != operand) {
                        call.setOperand(i, changed);
                    }
                }
            }
        }
        return node;
    }

    private void inList(@Nullable SqlNodeList list, Scope scope) {
        for (int i = 0; list != null && i < list.size(); i++) {
            list.set(i, rewritten(list.get(i), scope));
        }
    }

    private void inWith(SqlWith with, Scope scope) {
        for (SqlNode item : with.withList) {
            SqlWithItem named = (SqlWithItem) item;
            rewritten(named.query, scope);
            Map<String, Type> columns =
                    named.columnList == null ? columnsOf(named.query, scope) : names(named.columnList);
            withQueries.put(named.name.getSimple(), columns);
        }
        rewritten(with.body, scope);
    }

    private void inSelect(SqlSelect select, Scope outer) {
        Scope scope = scopeOf(select, outer);
        if (select.getFrom() != null) {
            inFrom(select.getFrom(), scope);
        }
        inList(select.getSelectList(), scope);
        if (select.getWhere() != null) {
            select.setWhere(rewritten(select.getWhere(), scope));
        }
        inList(select.getGroup(), scope);
        if (select.getHaving() != null) {
            select.setHaving(rewritten(select.getHaving(), scope));
        }
        if (select.getQualify() != null) {
            select.setQualify(rewritten(select.getQualify(), scope));
        }
        inList(select.getWindowList(), scope);
        inList(select.getOrderList(), scope);
        nameQuery(select);
    }

    /** Gives the query in FROM its name, if that is written in front of a column by now. */
    private void nameQuery(SqlSelect select) {
        SqlNode from = select.getFrom();
        String alias = from == null ? null : unnamed.get(from);
        if (from != null && alias != null && named.contains(alias)) {
            SqlParserPos position = from.getParserPosition();
            select.setFrom(SqlStdOperatorTable.AS.createCall(position, from, new SqlIdentifier(alias, position)));
        }
    }

    /** Names in FROM are those of tables, but for join conditions and what UNNEST takes. */
    private void inFrom(SqlNode from, Scope scope) {
        switch (from.getKind()) {
            case JOIN -> {
                SqlJoin join = (SqlJoin) from;
                inFrom(join.getLeft(), scope);
                inFrom(join.getRight(), scope);
                if (join.getCondition() != null) {
                    join.setOperand(5, rewritten(join.getCondition(), scope));
                }
                if (join instanceof SqlAsofJoin closest) {
                    closest.setOperand(6, rewritten(closest.getMatchCondition(), scope));
                }
            }
            case IDENTIFIER -> {
                // A table.
            }
            case AS, LATERAL, TABLE_REF, SNAPSHOT -> inFrom(((SqlCall) from).operand(0), scope);
            default -> rewritten(from, scope);
        }
    }

    private Scope scopeOf(SqlSelect select, Scope outer) {
        List<Source> sources = new ArrayList<>();
        if (select.getFrom() != null) {
            addSources(select.getFrom(), outer, sources);
        }
        return new Scope(sources, outer);
    }

    private void addSources(SqlNode from, Scope outer, List<Source> sources) {
        if (from instanceof SqlJoin join) {
            addSources(join.getLeft(), outer, sources);
            addSources(join.getRight(), outer, sources);
            return;
        }
        String alias = SqlValidatorUtil.alias(from);
        if (alias == null && from instanceof SqlCall call && call.operandCount() > 0 && isWrapper(from)) {
            addSources(call.operand(0), outer, sources);
        } else if (alias != null) {
            sources.add(new Source(alias, columnsOf(from, outer)));
        } else if (from.getKind() == SqlKind.SELECT && columnsOf(from, outer) != null) {
            String name = unnamed.computeIfAbsent(from, query -> UNNAMED + unnamed.size());
            sources.add(new Source(name, columnsOf(from, outer)));
        }
    }

    private static boolean isWrapper(SqlNode from) {
        return from.getKind() == SqlKind.LATERAL
                || from.getKind() == SqlKind.TABLE_REF
                || from.getKind() == SqlKind.SNAPSHOT;
    }

    /** The columns of a query, or of something in FROM; null if they can't be told. */
    private @Nullable Map<String, Type> columnsOf(SqlNode node, Scope outer) {
        return switch (node.getKind()) {
            case AS -> {
                SqlCall as = (SqlCall) node;
                yield as.operandCount() > 2
                        ? names(as.getOperandList().subList(2, as.operandCount()))
                        : columnsOf(as.operand(0), outer);
            }
            case IDENTIFIER -> columnsOfTable((SqlIdentifier) node);
            case SELECT -> selected((SqlSelect) node, outer);
            case UNION, INTERSECT, EXCEPT, LATERAL, TABLE_REF, SNAPSHOT, ORDER_BY ->
                columnsOf(((SqlCall) node).operand(0), outer);
            case WITH -> columnsOf(((SqlWith) node).body, outer);
            default -> null;
        };
    }

    private @Nullable Map<String, Type> columnsOfTable(SqlIdentifier table) {
        if (table.isSimple() && withQueries.containsKey(table.getSimple())) {
            return withQueries.get(table.getSimple());
        }
        Schema schema = table.isSimple() ? tables.apply(table.getSimple()) : null;
        if (schema == null) {
            return null;
        }
        Map<String, Type> columns = ignoringCase();
        schema.fields().forEach(field -> columns.put(field.name(), field.type()));
        return columns;
    }

    private @Nullable Map<String, Type> selected(SqlSelect select, Scope outer) {
        List<Source> sources = scopeOf(select, outer).sources();
        Map<String, Type> columns = ignoringCase();
        for (SqlNode item : select.getSelectList()) {
            if (item instanceof SqlIdentifier name && name.isStar()) {
                for (Source source : sources) {
                    if (source.columns() == null) {
                        return null;
                    }
                    columns.putAll(source.columns());
                }
            } else {
                String alias = SqlValidatorUtil.alias(item);
                if (alias != null) {
                    columns.put(alias, typeOf(SqlUtil.stripAs(item), sources));
                }
            }
        }
        return columns;
    }

    private static Type typeOf(SqlNode selected, List<Source> sources) {
        if (!(selected instanceof SqlIdentifier name)) {
            return UNKNOWN;
        }
        String column = name.names.get(name.names.size() - 1);
        return sources.stream()
                .filter(source -> name.isSimple()
                        || name.names.size() == 2 && source.alias().equalsIgnoreCase(name.names.get(0)))
                .filter(source -> source.hasColumn(column))
                .map(source -> source.type(column))
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static Map<String, Type> names(Collection<? extends @Nullable SqlNode> identifiers) {
        Map<String, Type> columns = ignoringCase();
        identifiers.forEach(identifier -> columns.put(String.valueOf(identifier), UNKNOWN));
        return columns;
    }

    private static Map<String, Type> ignoringCase() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    private SqlNode qualified(SqlIdentifier name, Scope scope) {
        String first = name.names.get(0);
        for (Scope at = scope; at != null; at = at.outer()) {
            if (at.sources().stream().anyMatch(source -> source.alias().equalsIgnoreCase(first))) {
                return name;
            }
            List<Source> known = at.sources().stream()
                    .filter(source -> source.hasColumn(first))
                    .toList();
            List<Source> unknown = at.sources().stream()
                    .filter(source -> source.columns() == null)
                    .toList();
            List<Source> candidates = known.isEmpty() ? unknown : known;
            if (candidates.size() == 1 && isField(name, candidates.get(0), at.outer())) {
                named.add(candidates.get(0).alias());
                return name.add(0, candidates.get(0).alias(), SqlParserPos.ZERO);
            }
        }
        return name;
    }

    /**
     * Whether a name is that of a field of a column, and not of a column of a table further out that has the column's name: the innermost of what it can mean is
     * meant, and a column without that field can't be. Where the column's type is not known, the table's column is taken, if there is one.
     */
    private static boolean isField(SqlIdentifier name, Source source, @Nullable Scope outer) {
        for (Scope at = outer; at != null; at = at.outer()) {
            for (Source table : at.sources()) {
                if (table.alias().equalsIgnoreCase(name.names.get(0))) {
                    return isField(name, source.type(name.names.get(0)), table);
                }
            }
        }
        return true;
    }

    private static boolean isField(SqlIdentifier name, Type column, Source table) {
        String field = name.names.get(1);
        if (column.kind() == TypeKind.ROW) {
            return name.isStar()
                    || column.fields().stream().anyMatch(part -> part.name().equalsIgnoreCase(field));
        }
        return column.equals(UNKNOWN) && table.columns() != null && !table.hasColumn(field);
    }
}
