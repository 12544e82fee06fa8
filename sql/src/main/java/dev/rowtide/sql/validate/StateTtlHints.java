// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTableRef;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Moves the hint {@code STATE_TTL('alias' = 'duration', ...)} from SELECT to what it names: on a table it says how long the join or aggregate that reads the
 * table keeps its rows. A view or subquery has no place for a hint, so it is read through a SELECT that does nothing but carry it.
 */
public final class StateTtlHints extends SqlBasicVisitor<@Nullable Void> {

    /** The hint's name on a table, or on a SELECT that stands for one. */
    public static final String ON_ROWS = "STATE_TTL_OF_ROWS";

    /** Its one option there, the time in milliseconds. */
    public static final String MILLIS = "millis";

    private static final String NAME = "STATE_TTL";

    private final Catalog catalog;

    private StateTtlHints(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Moves the hints of a query, in place.
     *
     * @throws EngineException at the hint if it names no table of its SELECT, or no duration
     */
    static void in(SqlNode query, Catalog catalog) {
        query.accept(new StateTtlHints(catalog));
    }

    /** Whether a hint of a plan says how long the rows of its node are kept. */
    public static boolean isOfRows(RelHint hint) {
        return hint.hintName.equals(ON_ROWS);
    }

    static boolean isOne(SqlNode hint) {
        return ((SqlHint) hint).getName().equalsIgnoreCase(NAME);
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlSelect select && select.hasHints()) {
            for (SqlNode hint : select.getHints()) {
                if (isOne(hint)) {
                    move((SqlHint) hint, select);
                }
            }
        }
        return super.visit(call);
    }

    private void move(SqlHint hint, SqlSelect select) {
        Map<String, String> times = new LinkedHashMap<>();
        try {
            times.putAll(hint.getOptionKVPairs());
        } catch (RuntimeException | AssertionError e) {
            times.clear();
        }
        if (times.isEmpty()) {
            throw wrong(hint, "STATE_TTL needs tables and durations", "Write STATE_TTL('orders' = '1 d').");
        }
        times.forEach((alias, time) -> {
            String millis;
            try {
                millis = Long.toString(SettingParsers.intervalMillis(time));
            } catch (IllegalArgumentException e) {
                throw wrong(hint, "'" + time + "' is no duration", "Write one such as '1 d' or '90 min'.");
            }
            SqlNode from = select.getFrom() == null ? null : hinted(select.getFrom(), alias, millis, hint);
            if (from == null) {
                throw wrong(
                        hint,
                        "STATE_TTL names \"" + alias + "\", which is no table, view or subquery of this SELECT",
                        "Write the hint into the SELECT that reads the table, with the alias that the table has there.");
            }
            select.setFrom(from);
        });
    }

    /** What {@code from} becomes with a hint on the table of that name, or null if it has none. */
    private @Nullable SqlNode hinted(SqlNode from, String alias, String millis, SqlHint hint) {
        if (from instanceof SqlJoin join) {
            SqlNode left = hinted(join.getLeft(), alias, millis, hint);
            SqlNode right = left == null ? hinted(join.getRight(), alias, millis, hint) : null;
            if (left != null) {
                join.setLeft(left);
            } else if (right != null) {
                join.setRight(right);
            }
            return left == null && right == null ? null : join;
        }
        if (from.getKind() == SqlKind.AS) {
            SqlCall as = (SqlCall) from;
            boolean named = ((SqlIdentifier) as.operand(1)).getSimple().equalsIgnoreCase(alias);
            SqlNode rows = named ? rows(as.operand(0), millis, hint) : null;
            if (rows != null) {
                as.setOperand(0, rows);
            }
            return rows == null ? null : as;
        }
        SqlIdentifier name = name(from);
        if (name == null || !Util.last(name.names).equalsIgnoreCase(alias)) {
            return null;
        }
        SqlNode rows = rows(from, millis, hint);
        return rows instanceof SqlSelect
                ? SqlStdOperatorTable.AS.createCall(
                        from.getParserPosition(),
                        rows,
                        new SqlIdentifier(Util.last(name.names), name.getParserPosition()))
                : rows;
    }

    private static @Nullable SqlIdentifier name(SqlNode from) {
        SqlNode name = from.getKind() == SqlKind.TABLE_REF ? ((SqlCall) from).operand(0) : from;
        return name instanceof SqlIdentifier identifier ? identifier : null;
    }

    /** The same rows with the hint on them; null where there is no place for it. */
    private @Nullable SqlNode rows(SqlNode from, String millis, SqlHint hint) {
        SqlParserPos position = hint.getParserPosition();
        SqlNodeList options = new SqlNodeList(
                List.of(new SqlIdentifier(MILLIS, position), SqlLiteral.createCharString(millis, position)), position);
        SqlNodeList hints = new SqlNodeList(
                List.of(new SqlHint(
                        position, new SqlIdentifier(ON_ROWS, position), options, SqlHint.HintOptionFormat.KV_LIST)),
                position);
        SqlIdentifier name = name(from);
        if (name != null && catalog.find(Util.last(name.names)) instanceof CatalogTable) {
            return new SqlTableRef(from.getParserPosition(), name, hints);
        }
        if (name == null && !from.isA(SqlKind.QUERY) && from.getKind() != SqlKind.COLLECTION_TABLE) {
            return null;
        }
        return AllColumns.of(from, null, hints);
    }

    private static EngineException wrong(SqlHint hint, String message, String help) {
        return Positions.at(hint, new EngineException(ErrorCode.INVALID_QUERY, message).withHint(help));
    }
}
