// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Ranking.Limit;
import dev.rowtide.tests.oracle.Ranking.Style;
import dev.rowtide.tests.oracle.Ranking.TopN;
import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.GroupStyle;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Rows;
import dev.rowtide.tests.oracle.Relation.Scan;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.SetOperation;
import dev.rowtide.tests.oracle.Relation.Unnest;
import dev.rowtide.tests.oracle.Relation.View;
import dev.rowtide.tests.oracle.Subquery.Extended;
import dev.rowtide.tests.oracle.Subquery.Filtered;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Relations as queries for Rowtide. */
final class RowtideQuery {

    private final Map<String, String> views = new LinkedHashMap<>();
    private int aliases;

    /** The views that the queries so far read, by name, each behind those that it reads. */
    Map<String, String> views() {
        return views;
    }

    /** The query of a relation. */
    String select(Relation relation) {
        if (relation instanceof Select select) {
            return "SELECT " + (select.distinct() ? "DISTINCT " : "") + items(select.items()) + " FROM "
                    + from(select.input()) + clause(" WHERE ", select.where());
        } else if (relation instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (relation instanceof SetOperation operation) {
            return operand(operation.left())
                    + ' '
                    + operation.operator()
                    + (operation.all() ? " ALL " : " ")
                    + operand(operation.right());
        } else if (relation instanceof Join join) {
            return join(join);
        } else if (relation instanceof AsOf join) {
            String equal = join.equalities().stream()
                    .map(equality -> equality.text(Expression::rowtide))
                    .collect(Collectors.joining(" AND "));
            return "SELECT " + items(join.items()) + " FROM " + from(join.left()) + (join.outer() ? " LEFT" : "")
                    + " ASOF JOIN " + from(join.right()) + " MATCH_CONDITION " + AsOf.time(join.left())
                    + join.comparison() + AsOf.time(join.right()) + " ON " + equal;
        } else if (relation instanceof Lateral lateral) {
            return "SELECT " + items(lateral.items()) + " FROM " + from(lateral.left())
                    + lateral.kind().text() + "LATERAL ("
                    + select(lateral.right().relation()) + ") AS "
                    + lateral.right().alias() + (lateral.kind() == Lateral.Kind.LEFT ? " ON TRUE" : "");
        } else if (relation instanceof Replayed replayed) {
            return "SELECT " + names(replayed.columns())
                    + " FROM FROM_CHANGELOG(input => (SELECT * FROM TO_CHANGELOG(input => ("
                    + select(replayed.input()) + "))))";
        } else if (relation instanceof Filtered filtered) {
            String condition = subquery(filtered.subquery());
            Expression alternative = filtered.alternative();
            if (isHaving(filtered, condition)) {
                Aggregate aggregate = (Aggregate) filtered.input().relation();
                List<Expression> probes = filtered.subquery().probes().stream()
                        .map(probe ->
                                RowtideCalls.inCalls(probe, filtered.input().alias(), aggregate))
                        .toList();
                return aggregate(aggregate) + " HAVING "
                        + subquery(filtered.subquery().probing(probes));
            }
            return "SELECT " + items(filtered.input().items()) + " FROM " + from(filtered.input()) + " WHERE "
                    + (alternative == null ? condition : "(" + condition + " OR " + alternative.rowtide() + ")");
        } else if (relation instanceof Extended extended) {
            return "SELECT " + items(extended.input().items()) + ", " + subquery(extended.subquery()) + " AS "
                    + extended.name() + " FROM " + from(extended.input());
        } else if (relation instanceof TopN topN) {
            return topN(topN);
        } else if (relation instanceof Limit limit) {
            return limit(limit);
        } else if (relation instanceof Rows rows) {
            return rows(rows);
        } else if (relation instanceof Over over) {
            return over(over);
        } else if (relation instanceof Unnest unnest) {
            return unnest(unnest);
        } else if (relation instanceof Windowed windowed) {
            return "SELECT " + windowed.emit().hint() + names(windowed.input().columns()) + ", window_start AS "
                    + windowed.start() + ", window_end AS " + windowed.end() + " FROM " + windowed.rowtide();
        }
        return "SELECT " + names(relation.columns()) + " FROM " + from(relation);
    }

    /** Of a set operation; what binds less or not at all is put in parentheses. */
    private String operand(Relation relation) {
        boolean bare = relation instanceof Select || relation instanceof Aggregate;
        return bare ? select(relation) : "(" + select(relation) + ")";
    }

    private String from(Relation relation) {
        String source = source(relation);
        return source.startsWith("(") ? source + " AS s" + ++aliases : source;
    }

    private String from(Aliased aliased) {
        return source(aliased.relation()) + " AS " + aliased.alias();
    }

    private String source(Relation relation) {
        if (relation instanceof Scan scan) {
            return scan.table().name();
        } else if (relation instanceof View view) {
            if (!views.containsKey(view.name())) {
                String definition = select(view.definition());
                views.put(view.name(), definition);
            }
            return view.name();
        }
        return "(" + select(relation) + ")";
    }

    private String unnest(Unnest unnest) {
        String array = IntStream.range(0, unnest.elements().size())
                .mapToObj(i -> (unnest.ofMap() ? i + 1 + ", " : "")
                        + unnest.elements().get(i).rowtide())
                .collect(Collectors.joining(", ", unnest.ofMap() ? "MAP[" : "ARRAY[", "]"));
        if (unnest.present() != null) {
            array = "CASE WHEN " + unnest.present().rowtide() + " THEN " + array + " END";
        }
        String source = from(unnest.input());
        if (unnest.distinct()) {
            String name = "array" + ++aliases;
            source = "(SELECT DISTINCT " + names(unnest.input().columns()) + ", " + array + " AS " + name + " FROM "
                    + source + ") AS s" + ++aliases;
            array = name;
        }
        Column number = unnest.number();
        String names = number == null
                ? unnest.element().name()
                : unnest.ofMap()
                        ? number.name() + ", " + unnest.element().name()
                        : unnest.element().name() + ", " + number.name();
        return "SELECT " + names(unnest.columns()) + " FROM " + source + (unnest.outer() ? " LEFT" : " CROSS")
                + " JOIN UNNEST(" + array + ")" + (number == null || unnest.ofMap() ? "" : " WITH ORDINALITY") + " AS u"
                + ++aliases
                + " (" + names + ")" + (unnest.outer() ? " ON TRUE" : "");
    }

    private String join(Join join) {
        String left = from(join.left());
        String right = from(join.right());
        String condition = join.condition(Expression::rowtide);
        String select = "SELECT " + items(join.items()) + " FROM " + left;
        if (join.kind() == Join.Kind.COMMA) {
            return select + ", " + right + (condition.isEmpty() ? "" : " WHERE " + condition);
        } else if (!join.names().isEmpty()) {
            return join.natural()
                    ? select + " NATURAL " + join.kind() + " JOIN " + right
                    : select + ' ' + join.kind() + " JOIN " + right + " USING (" + String.join(", ", join.names())
                            + ")";
        } else if (condition.isEmpty() && join.kind() == Join.Kind.INNER) {
            return select + " CROSS JOIN " + right;
        }
        return select + ' ' + join.kind() + " JOIN " + right + " ON " + (condition.isEmpty() ? "TRUE" : condition);
    }

    private String subquery(Subquery subquery) {
        String what = subquery.call() != null
                ? RowtideCalls.call(subquery.call())
                : subquery.members().isEmpty() ? "1" : list(subquery.members());
        String text = "(SELECT " + what + " FROM " + from(subquery.from()) + clause(" WHERE ", subquery.where()) + ")";
        String probe = subquery.probes().size() > 1 ? "(" + list(subquery.probes()) + ")" : list(subquery.probes());
        return switch (subquery.kind()) {
            case IN -> "(" + probe + " IN " + text + ")";
            case NOT_IN -> "(" + probe + " NOT IN " + text + ")";
            case EXISTS -> "EXISTS " + text;
            case NOT_EXISTS -> "NOT EXISTS " + text;
            case VALUE ->
                subquery.operator() == null ? text : "(" + probe + ' ' + subquery.operator() + ' ' + text + ")";
        };
    }

    private String limit(Limit limit) {
        String all = "SELECT " + names(limit.columns()) + " FROM " + from(limit.input()) + " ORDER BY "
                + limit.order().text(false);
        if (limit.ties()) {
            return all + " FETCH FIRST " + limit.limit() + " ROWS WITH TIES";
        }
        String offset = limit.offset() == 0 ? "" : " OFFSET " + limit.offset();
        return limit.limit() % 3 == 0
                ? all + (offset.isEmpty() ? "" : offset + " ROWS") + " FETCH FIRST " + limit.limit() + " ROWS ONLY"
                : all + " LIMIT " + limit.limit() + offset;
    }

    private String topN(TopN topN) {
        String over = topN.function() + "() OVER ("
                + (topN.partition().isEmpty() ? "" : "PARTITION BY " + names(topN.partition()) + " ") + "ORDER BY "
                + topN.order().text(false) + ")";
        String columns = names(topN.columns());
        if (topN.style() == Style.SUBQUERY) {
            return "SELECT " + columns + " FROM (SELECT " + names(topN.input().columns()) + ", " + over + " AS "
                    + topN.number() + " FROM " + from(topN.input()) + ") AS s" + ++aliases + " WHERE "
                    + kept(topN, topN.number());
        }
        String items = columns.replaceAll(
                "\\b" + topN.number() + "\\b", Matcher.quoteReplacement(over + " AS " + topN.number()));
        return "SELECT " + items + " FROM " + from(topN.input()) + " QUALIFY " + kept(topN, over);
    }

    private static String kept(TopN topN, String number) {
        if (topN.from() == topN.to()) {
            return number + " = " + topN.to();
        } else if (topN.from() == 1) {
            return topN.to() % 2 == 0 ? number + " <= " + topN.to() : number + " < " + (topN.to() + 1);
        }
        return topN.to() % 2 == 0
                ? number + " BETWEEN " + topN.from() + " AND " + topN.to()
                : number + " >= " + topN.from() + " AND " + topN.to() + " >= " + number;
    }

    private String over(Over over) {
        List<String> windows = over.windows().stream().map(RowtideQuery::window).toList();
        List<String> items = new ArrayList<>();
        over.input().columns().forEach(column -> items.add(column.name()));
        for (Over.Function function : over.functions()) {
            String spec = windows.get(function.window());
            String window = over.named() ? "w" + windows.indexOf(spec) : "(" + spec + ")";
            String text = function.text() == null
                    ? RowtideCalls.call(Objects.requireNonNull(function.call()), " OVER " + window)
                    : function.text().rowtide() + " OVER " + window;
            items.add(text + " AS " + function.column().name());
        }
        String clause = IntStream.range(0, windows.size())
                .filter(w -> windows.indexOf(windows.get(w)) == w)
                .mapToObj(w -> "w" + w + " AS (" + windows.get(w) + ")")
                .collect(Collectors.joining(", ", " WINDOW ", ""));
        return "SELECT " + String.join(", ", items) + " FROM " + from(over.input()) + (over.named() ? clause : "");
    }

    private static String window(Over.Window window) {
        return Stream.of(
                        window.partition().isEmpty() ? "" : "PARTITION BY " + names(window.partition()),
                        window.order() == null
                                ? ""
                                : "ORDER BY " + window.order().text(false),
                        window.frame())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private String aggregate(Aggregate aggregate) {
        List<String> items = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        for (Named group : aggregate.groups()) {
            items.add(item(group));
            groups.add(
                    aggregate.style() == GroupStyle.EXPRESSIONS
                                    || aggregate.style().isSets()
                            ? group.expression().rowtide()
                            : aggregate.style() == GroupStyle.ALIASES ? group.name() : String.valueOf(items.size()));
        }
        aggregate
                .calls()
                .forEach(call -> items.add(
                        RowtideCalls.call(call) + " AS " + call.column().name()));
        return "SELECT " + String.join(", ", items) + " FROM " + from(aggregate.input())
                + clause(" WHERE ", aggregate.where())
                + (groups.isEmpty() ? "" : " GROUP BY " + aggregate.style().text(groups))
                + RowtideCalls.having(aggregate);
    }

    /**
     * Whether the condition of a query is said in the HAVING clause of the aggregate that it reads: only what is looked for refers to that. Windows are refused there, also
     * those of a subquery.
     */
    private static boolean isHaving(Filtered filtered, String condition) {
        String alias = filtered.input().alias() + ".";
        return filtered.input().relation() instanceof Aggregate aggregate
                && aggregate.having() == null
                && aggregate.calls().size() % 2 == 0
                && filtered.alternative() == null
                && !condition.contains(" OVER ")
                && condition.split(Pattern.quote(alias), -1).length
                        == list(filtered.subquery().probes()).split(Pattern.quote(alias), -1).length;
    }

    private String rows(Rows rows) {
        List<Column> columns = rows.columns();
        String alias = "s" + ++aliases;
        List<String> items = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            items.add("CAST(x" + c + " AS " + columns.get(c).type().name() + ") AS "
                    + columns.get(c).name());
        }
        List<String> lines = new ArrayList<>();
        for (List<@Nullable Object> row : rows.rows()) {
            lines.add(IntStream.range(0, columns.size())
                    .mapToObj(c -> Literals.rowtide(row.get(c), rows.type(c)))
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        String names = IntStream.range(0, columns.size()).mapToObj(c -> "x" + c).collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", items) + " FROM (VALUES " + String.join(", ", lines) + ") AS " + alias
                + "(" + names + ")";
    }

    private static String items(List<Named> items) {
        return items.stream().map(RowtideQuery::item).collect(Collectors.joining(", "));
    }

    private static String item(Named item) {
        String text = item.expression().rowtide();
        return text.equals(item.name()) ? text : text + " AS " + item.name();
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private static String clause(String keyword, @Nullable Expression condition) {
        return condition == null ? "" : keyword + condition.rowtide();
    }

    private static String list(List<Expression> expressions) {
        return expressions.stream().map(Expression::rowtide).collect(Collectors.joining(", "));
    }
}
