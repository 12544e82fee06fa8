// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Ranking.Limit;
import dev.rowtide.tests.oracle.Ranking.TopN;
import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Rows;
import dev.rowtide.tests.oracle.Relation.Scan;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.SetOperation;
import dev.rowtide.tests.oracle.Relation.SetOperator;
import dev.rowtide.tests.oracle.Relation.Unnest;
import dev.rowtide.tests.oracle.Relation.View;
import dev.rowtide.tests.oracle.Subquery.Extended;
import dev.rowtide.tests.oracle.Subquery.Filtered;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cases of one query as one query for DuckDB that answers for all versions of all inputs at once: each row knows the versions in which it is, and a column {@code t}, the
 * version, leads every SELECT list and every GROUP BY.
 *
 * <p>So, in a continuous query, a global aggregate has no row at a version at which its input is empty, which is the one documented difference between a continuous query and the
 * same query asked once. Where it meets other rows, in joins, subqueries, INTERSECT and EXCEPT, it always has one: {@code always} in the methods here.
 */
final class DuckDbSql {

    private static final Column T = new Column("t", Type.BIGINT, 0, true);

    private final OracleCase oracleCase;
    private final boolean once;
    private final DuckDbInputs inputs;
    private final Map<String, String> with = new LinkedHashMap<>();
    /** The aliases of the rows around what is being said. */
    private final List<String> around = new ArrayList<>();

    private int aliases;

    private DuckDbSql(List<OracleCase> cases, boolean once) {
        this.oracleCase = cases.get(0);
        this.once = once;
        inputs = new DuckDbInputs(cases);
    }

    /** For a continuous query: all versions. */
    static DuckDbSql continuous(List<OracleCase> cases) {
        return new DuckDbSql(cases, false);
    }

    /** For a batch run: the last version only, at which a global aggregate always has a row. */
    static DuckDbSql batch(OracleCase oracleCase) {
        return new DuckDbSql(List.of(oracleCase), true);
    }

    /** The query: the version, then the columns of the result, dates as days and timestamps as microseconds since 1970. */
    String query() {
        with.put(
                "ticks", "SELECT range AS t FROM range(" + (once ? inputs.past() - 1 : 0) + ", " + inputs.past() + ")");
        for (int i = 0; i < oracleCase.tables().size(); i++) {
            with.put(oracleCase.tables().get(i).name(), inputs.table(i, ""));
        }
        String result = select(oracleCase.query(), once);
        String columns =
                oracleCase.query().columns().stream().map(DuckDbSql::comparable).collect(Collectors.joining(", "));
        return with.entrySet().stream()
                        .map(entry -> entry.getKey() + (entry.getKey().startsWith("q") ? " AS MATERIALIZED (" : " AS (")
                                + entry.getValue() + ")")
                        .collect(Collectors.joining(",\n", "WITH ", "\n"))
                + "SELECT t, " + columns + " FROM (" + result + ") AS result ORDER BY t";
    }

    private static String comparable(Column column) {
        return switch (column.type().kind()) {
            case DATE -> "CAST(" + column.name() + " - DATE '1970-01-01' AS BIGINT)";
            case TIMESTAMP -> "epoch_us(" + column.name() + ")";
            default -> column.name();
        };
    }

    private String select(Relation relation, boolean always) {
        if (relation instanceof Select select) {
            return "SELECT " + (select.distinct() ? "DISTINCT " : "") + "t, " + items(select.items()) + " FROM "
                    + from(select.input(), always) + clause(" WHERE ", select.where());
        } else if (relation instanceof Aggregate aggregate) {
            return aggregate(aggregate, always);
        } else if (relation instanceof SetOperation operation) {
            boolean meets = always || operation.operator() != SetOperator.UNION;
            return "(" + select(operation.left(), meets) + ") " + operation.operator()
                    + (operation.all() ? " ALL " : " ") + "(" + select(operation.right(), meets) + ")";
        } else if (relation instanceof Rows rows) {
            return rows(rows);
        } else if (relation instanceof Unnest unnest) {
            return unnest(unnest, always);
        } else if (relation instanceof Join join) {
            return join(join);
        } else if (relation instanceof AsOf join) {
            return asOf(join);
        } else if (relation instanceof Lateral lateral) {
            return lateral(lateral);
        } else if (relation instanceof Windowed windowed) {
            return windowed.duckDb("t, " + names(windowed.input().columns()), "s" + ++aliases);
        } else if (relation instanceof Replayed replayed) {
            return select(replayed.input(), always);
        } else if (relation instanceof Filtered filtered) {
            String condition = subquery(filtered.subquery(), filtered.input());
            Expression alternative = filtered.alternative();
            return "SELECT t, " + items(filtered.input().items()) + " FROM " + from(filtered.input()) + " WHERE "
                    + condition + (alternative == null ? "" : " OR " + alternative.duckDb());
        } else if (relation instanceof Extended extended) {
            return "SELECT t, " + items(extended.input().items()) + ", "
                    + subquery(extended.subquery(), extended.input()) + " AS " + extended.name() + " FROM "
                    + from(extended.input());
        } else if (relation instanceof TopN topN) {
            List<Column> columns = new ArrayList<>(topN.partition());
            columns.add(0, T);
            return numbered(
                    names(topN.columns()),
                    topN.input(),
                    topN.function() + "() OVER (PARTITION BY " + names(columns) + " ORDER BY "
                            + topN.order().text(true) + ")",
                    topN.number(),
                    topN.from(),
                    topN.to(),
                    always);
        } else if (relation instanceof Limit limit) {
            String number = (limit.ties() ? "RANK" : "ROW_NUMBER") + "() OVER (PARTITION BY t ORDER BY "
                    + limit.order().text(true) + ")";
            int offset = limit.offset();
            return numbered(
                    names(limit.columns()), limit.input(), number, "place", offset + 1, offset + limit.limit(), always);
        }
        return relation instanceof Over over
                ? over(over, always)
                : "SELECT t, " + names(relation.columns()) + " FROM " + from(relation, always);
    }

    /**
     * Ranks and values of single rows are DuckDB's own. For aggregates it only says which rows are in the frame, the first and the last by their numbers in the partition; the
     * aggregate of these is a subquery's, so that all are asked for that it has without OVER. Rows that are equal have one place each in all windows of one order.
     */
    private String over(Over over, boolean always) {
        int number = ++aliases;
        List<String> columns = new ArrayList<>();
        over.input().columns().forEach(column -> columns.add(column.name()));
        String numbered = "SELECT t, " + String.join(", ", columns);
        String framed = "SELECT *";
        for (int w = 0; w < over.windows().size(); w++) {
            Over.Window window = over.windows().get(w);
            int order = over.orderOf(w);
            String part = "part_" + number + "_" + order;
            String place = "place_" + number + "_" + order;
            String keys = window.order() == null ? "" : window.order().text(true);
            if (order == w) {
                List<Column> partition = new ArrayList<>(window.partition());
                partition.add(0, T);
                String all = (keys.isEmpty() ? "" : keys + ", ") + String.join(", ", columns);
                numbered += ", DENSE_RANK() OVER (ORDER BY " + names(partition) + ") AS " + part
                        + ", ROW_NUMBER() OVER (PARTITION BY " + names(partition) + " ORDER BY " + all + ") AS "
                        + place;
            }
            String peers = " OVER (PARTITION BY " + part + (keys.isEmpty() ? "" : " ORDER BY " + keys) + " ";
            String rows = " OVER (PARTITION BY " + part + " ORDER BY " + place + " ";
            String frame = (window.countsRows() ? rows : peers) + window.frame() + ")";
            String id = "_" + number + "_" + w;
            framed +=
                    ", MIN(" + place + ")" + frame + " AS low" + id + ", MAX(" + place + ")" + frame + " AS high" + id;
            for (Over.Function function : over.functions()) {
                if (function.window() == w && function.text() != null) {
                    framed += ", " + function.text().duckDb() + (over.partsEqualRows(function) ? rows : peers)
                            + window.frame() + ") AS " + function.column().name();
                }
            }
        }
        String rows = framed + " FROM (" + numbered + " FROM " + from(over.input(), always) + ") AS s" + ++aliases;
        boolean refers = around.stream().anyMatch(alias -> rows.contains(alias + "."));
        String source = refers ? "(" + rows + ")" : "q" + number;
        if (!refers) {
            with.put(source, rows);
        }
        String outer = "s" + ++aliases;
        String inner = "s" + ++aliases;
        for (Over.Function function : over.functions()) {
            String id = "_" + number + "_" + function.window();
            String part = ".part_" + number + "_" + over.orderOf(function.window());
            String place = ".place_" + number + "_" + over.orderOf(function.window());
            columns.add(
                    function.call() == null
                            ? function.column().name()
                            : "(SELECT " + DuckDbCalls.call(function.call()) + " FROM " + source + " AS " + inner
                                    + " WHERE "
                                    + inner + part + " = " + outer + part + " AND " + inner + place + " BETWEEN "
                                    + outer + ".low" + id + " AND " + outer + ".high" + id + ") AS "
                                    + function.column().name());
        }
        return "SELECT t, " + String.join(", ", columns) + " FROM " + source + " AS " + outer;
    }

    /** A list without elements gives no row here, so that a row that shall stay gets a list of one NULL. */
    private String unnest(Unnest unnest, boolean always) {
        String elements =
                unnest.elements().stream().map(Expression::duckDb).collect(Collectors.joining(", ", "[", "]"));
        String list = "CAST(" + elements + " AS "
                + Literals.duckDbType(unnest.element().type()) + "[])";
        if (unnest.present() != null) {
            list = "CASE WHEN " + unnest.present().duckDb() + " THEN " + list + " END";
        }
        String columns = names(unnest.input().columns());
        String source = "(SELECT " + (unnest.distinct() ? "DISTINCT " : "") + "t, " + columns + ", " + list
                + " AS list FROM " + from(unnest.input(), always) + ") AS s" + ++aliases;
        String none = unnest.outer() ? "[NULL]" : "NULL";
        String items =
                ", unnest(COALESCE(list, " + none + ")) AS " + unnest.element().name();
        Column number = unnest.number();
        if (number != null) {
            String numbers = "CAST(range(1, " + (unnest.elements().size() + 1) + ") AS INTEGER[])";
            items += ", unnest(CASE WHEN list IS NULL THEN " + none + " ELSE " + numbers + " END) AS " + number.name();
        }
        return "SELECT t, " + columns + items + " FROM " + source;
    }

    private String numbered(
            String columns, Relation input, String number, String name, int from, int to, boolean always) {
        return "SELECT t, " + columns + " FROM (SELECT t, " + names(input.columns()) + ", " + number + " AS " + name
                + " FROM " + from(input, always) + ") AS s" + ++aliases + " WHERE " + name + " BETWEEN " + from
                + " AND " + to;
    }

    private String from(Relation relation, boolean always) {
        String source = source(relation, always);
        return source.startsWith("(") ? source + " AS s" + ++aliases : source;
    }

    /** What meets rows of something else. */
    private String from(Aliased aliased) {
        return source(aliased.relation(), true) + " AS " + aliased.alias();
    }

    private String source(Relation relation, boolean always) {
        if (relation instanceof Scan scan) {
            return scan.table().name();
        } else if (relation instanceof View view) {
            String name = view.name() + (always ? "_always" : "");
            if (!with.containsKey(name)) {
                String definition = select(view.definition(), always);
                with.put(name, definition);
            }
            return name;
        }
        return "(" + select(relation, always) + ")";
    }

    /**
     * What a subquery reads; as a WITH query of its own unless it refers to rows around it, since DuckDB can't ask every join anew for each of those.
     */
    private String hoisted(Aliased aliased, Aliased outer) {
        around.add(outer.alias());
        String query = source(aliased.relation(), true);
        boolean refers = around.stream().anyMatch(alias -> query.contains(alias + "."));
        around.remove(around.size() - 1);
        if (refers || !query.startsWith("(")) {
            return query + " AS " + aliased.alias();
        }
        String name = "q" + ++aliases;
        with.put(name, query);
        return name + " AS " + aliased.alias();
    }

    private String join(Join join) {
        String left = join.left().alias() + ".t";
        String right = join.right().alias() + ".t";
        String condition = join.condition(Expression::duckDb);
        String all = left + " = " + right + (condition.isEmpty() ? "" : " AND " + condition);
        String sides = from(join.left());
        if (!join.names().isEmpty()) {
            String using = " USING (t, " + String.join(", ", join.names()) + ")";
            return "SELECT t, " + items(join.items()) + " FROM " + sides + ' ' + join.kind() + " JOIN "
                    + from(join.right()) + using;
        }
        String version = switch (join.kind()) {
            case INNER, COMMA, LEFT -> left;
            case RIGHT -> right;
            case FULL -> "COALESCE(" + left + ", " + right + ")";
        };
        return "SELECT " + version + " AS t, " + items(join.items()) + " FROM " + sides
                + (join.kind() == Join.Kind.COMMA
                        ? ", " + from(join.right()) + " WHERE " + all
                        : " " + join.kind() + " JOIN " + from(join.right()) + " ON " + all);
    }

    /** Of the pairs of each row on the left the one with the latest time, and the latest arrival, on the right. */
    private String asOf(AsOf join) {
        String left = join.left().alias();
        String right = join.right().alias();
        String condition = join.equalities().stream()
                .map(equality -> " AND " + equality.text(Expression::duckDb))
                .collect(Collectors.joining());
        return "SELECT t, " + names(join.columns()) + " FROM (SELECT " + left + ".t AS t, " + items(join.items())
                + ", ROW_NUMBER() OVER (PARTITION BY " + left + ".t, " + left + ".arrived ORDER BY "
                + AsOf.time(join.right()) + " DESC NULLS LAST, " + right + ".arrived DESC) AS place FROM "
                + arrived(join.left()) + (join.outer() ? " LEFT JOIN " : " JOIN ") + arrived(join.right()) + " ON "
                + left + ".t = " + right + ".t AND " + AsOf.time(join.left()) + join.comparison()
                + AsOf.time(join.right()) + condition + ") AS s" + ++aliases + " WHERE place = 1";
    }

    /** A table with the versions in which its rows came, of which no two are one. */
    private String arrived(Aliased aliased) {
        InputTable table = ((Scan) aliased.relation()).table();
        String name = table.name() + "_arrived";
        with.put(name, inputs.table(oracleCase.tables().indexOf(table), "first AS arrived, "));
        return name + " AS " + aliased.alias();
    }

    private String lateral(Lateral lateral) {
        String left = lateral.left().alias();
        String sides = from(lateral.left()) + (lateral.kind() == Lateral.Kind.LEFT ? " LEFT JOIN " : ", ");
        around.add(left);
        String right = "(" + select(lateral.right().relation(), true) + ") AS s" + ++aliases;
        around.remove(around.size() - 1);
        return "SELECT " + left + ".t AS t, " + items(lateral.items()) + " FROM " + sides
                + "LATERAL (SELECT * FROM " + right + " WHERE t = " + left + ".t) AS "
                + lateral.right().alias() + (lateral.kind() == Lateral.Kind.LEFT ? " ON TRUE" : "");
    }

    /** IN is said as what it means: true if there is a member that is equal, unknown if there is one of which it is unknown. */
    private String subquery(Subquery subquery, Aliased outer) {
        String from = " FROM " + hoisted(subquery.from(), outer) + " WHERE "
                + subquery.from().alias() + ".t = " + outer.alias() + ".t" + clause(" AND ", subquery.where());
        if (subquery.kind() == Subquery.Kind.VALUE) {
            String what =
                    subquery.call() == null ? subquery.members().get(0).duckDb() : DuckDbCalls.call(subquery.call());
            String value = "(SELECT " + what + from + ")";
            return subquery.operator() == null
                    ? value
                    : "(" + subquery.probes().get(0).duckDb() + ' ' + subquery.operator() + ' ' + value + ")";
        }
        String equal = IntStream.range(0, subquery.members().size())
                .mapToObj(i -> subquery.probes().get(i).duckDb() + " = "
                        + subquery.members().get(i).duckDb())
                .collect(Collectors.joining(" AND "));
        String in = "CASE WHEN EXISTS (SELECT 1" + from + " AND " + equal + ") THEN TRUE WHEN EXISTS (SELECT 1" + from
                + " AND (" + equal + ") IS NULL) THEN NULL ELSE FALSE END";
        return switch (subquery.kind()) {
            case EXISTS -> "EXISTS (SELECT 1" + from + ")";
            case NOT_EXISTS -> "NOT EXISTS (SELECT 1" + from + ")";
            case NOT_IN -> "(NOT " + in + ")";
            default -> in;
        };
    }

    /** HAVING becomes a WHERE around it, so that it may use the names of the SELECT list in either dialect. */
    private String aggregate(Aggregate aggregate, boolean always) {
        List<String> items = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        for (Named group : aggregate.groups()) {
            items.add(group.expression().duckDb() + " AS " + group.name());
            groups.add(group.expression().duckDb());
        }
        aggregate
                .calls()
                .forEach(call -> items.add(
                        DuckDbCalls.call(call) + " AS " + call.column().name()));
        String list = String.join(", ", items);
        String by = aggregate.style().text(groups);
        String from = " FROM " + from(aggregate.input(), always);
        String where = clause(" WHERE ", aggregate.where());
        String grouped = "SELECT t, " + list + from + where + " GROUP BY t" + (by.isEmpty() ? "" : ", " + by);
        if (always && aggregate.ofAllRows()) {
            String ofNone = "SELECT " + list + from + " WHERE FALSE" + (by.isEmpty() ? "" : " GROUP BY " + by);
            // Not by a comma: within LATERAL, DuckDB loses the rows of a cross product under UNION ALL.
            grouped += " UNION ALL SELECT ticks.t, none.* FROM ticks LEFT JOIN (" + ofNone
                    + ") AS none ON TRUE WHERE ticks.t NOT IN (SELECT t" + from + where + ")";
        }
        return aggregate.having() == null
                ? grouped
                : "SELECT * FROM (" + grouped + ") AS s" + ++aliases + " WHERE "
                        + aggregate.having().duckDb();
    }

    private String rows(Rows rows) {
        List<Column> columns = rows.columns();
        String items = IntStream.range(0, columns.size())
                .mapToObj(c -> "CAST(x" + c + " AS " + Literals.duckDbType(rows.type(c)) + ") AS "
                        + columns.get(c).name())
                .collect(Collectors.joining(", "));
        List<String> lines = new ArrayList<>();
        for (List<@Nullable Object> row : rows.rows()) {
            lines.add(IntStream.range(0, columns.size())
                    .mapToObj(c -> Literals.duckDbText(row.get(c), rows.type(c)))
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        String names = IntStream.range(0, columns.size()).mapToObj(c -> "x" + c).collect(Collectors.joining(", "));
        return "SELECT t, " + items + " FROM (VALUES " + String.join(", ", lines) + ") AS s" + ++aliases + "(" + names
                + "), ticks";
    }

    private static String items(List<Named> items) {
        return items.stream()
                .map(item -> item.expression().duckDb() + " AS " + item.name())
                .collect(Collectors.joining(", "));
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private static String clause(String keyword, @Nullable Expression condition) {
        return condition == null ? "" : keyword + condition.duckDb();
    }
}
