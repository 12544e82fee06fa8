// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/** The clause EMIT of a query, part by part. It says what the hint {@value #HINT} says, which it becomes. */
public final class EmitClause {

    /** The name of the hint. */
    public static final String HINT = "EMIT";

    private final Map<String, String> parts = new LinkedHashMap<>();

    /** Results go out when windows are complete, as they do anyway. */
    public void atEnd() {
        parts.remove("on");
    }

    /** Results go out with every change, unless times follow. */
    public void onChange() {
        parts.put("on", "change");
    }

    /** Results go out after each of these intervals. */
    public void every(SqlNode interval) {
        parts.remove("on");
        put("every", interval);
    }

    /** Complete windows are kept for an interval. */
    public void allowedLateness(SqlNode interval) {
        put("allowed-lateness", interval);
    }

    /** What a result says of those before it. */
    public void panes(String panes, SqlParserPos position) {
        String other = parts.put("panes", panes);
        if (other != null) {
            throw Refusal.at(position, "EMIT has " + other + " panes already");
        }
    }

    private void put(String part, SqlNode interval) {
        SqlIntervalLiteral.IntervalValue value =
                ((SqlLiteral) interval).getValueAs(SqlIntervalLiteral.IntervalValue.class);
        if (value.getIntervalQualifier().isYearMonth()) {
            throw Refusal.at(interval.getParserPosition(), "EMIT takes intervals of days and less");
        }
        if (parts.put(part, SqlParserUtil.intervalToMillis(value) + " ms") != null) {
            throw Refusal.at(interval.getParserPosition(), "EMIT has one such interval");
        }
    }

    /**
     * Adds a hint to the SELECT that a query is, behind its WITH and in front of its ORDER BY.
     *
     * @return whether it is one, and not several
     */
    public static boolean addTo(SqlNode query, SqlHint hint) {
        if (query instanceof SqlOrderBy ordered) {
            return addTo(ordered.query, hint);
        }
        if (query instanceof SqlWith with) {
            return addTo(with.body, hint);
        }
        if (!(query instanceof SqlSelect select)) {
            return false;
        }
        List<SqlNode> hints = new ArrayList<>(select.getHints());
        hints.add(hint);
        select.setHints(new SqlNodeList(hints, hint.getParserPosition()));
        return true;
    }

    /**
     * Adds the clause that stands behind a whole query.
     *
     * @throws org.apache.calcite.runtime.CalciteContextException at the clause if the query is no single SELECT
     */
    public static void addBehind(SqlNode query, SqlNode hint) {
        if (!addTo(query, (SqlHint) hint)) {
            throw Refusal.at(hint.getParserPosition(), "EMIT belongs to a SELECT, not to several");
        }
    }

    /** The hint. */
    public SqlHint hint(SqlParserPos position) {
        List<SqlNode> options = new ArrayList<>();
        Map<String, String> told = parts.isEmpty() ? Map.of("on", "watermark") : parts;
        told.forEach((part, value) -> {
            options.add(SqlLiteral.createCharString(part, position));
            options.add(SqlLiteral.createCharString(value, position));
        });
        return new SqlHint(
                position,
                new SqlIdentifier(HINT, position),
                new SqlNodeList(options, position),
                SqlHint.HintOptionFormat.KV_LIST);
    }
}
