// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A node on one line: the name that the field knows it by, and what it does in terms of column names.
 *
 * @param name its name
 * @param attributes what it does, each as {@code name=[value]}
 */
record NodeText(String name, List<String> attributes) {

    NodeText {
        attributes = List.copyOf(attributes);
    }

    static NodeText of(PlanNode node) {
        return node.accept(DESCRIBE);
    }

    /** A projection right above a filter, as one. */
    static NodeText calc(Project project, Filter filter) {
        return new NodeText("Calc", List.of(select(project), where(filter)));
    }

    NodeText and(String attribute) {
        List<String> more = new ArrayList<>(attributes);
        more.add(attribute);
        return new NodeText(name, more);
    }

    @Override
    public String toString() {
        return name + "(" + String.join(", ", attributes) + ")";
    }

    /** {@code name=[value, value]}. */
    static String attribute(String name, List<String> values) {
        return name + "=[" + String.join(", ", values) + "]";
    }

    /** The names of the columns of a set. */
    static List<String> names(ColumnSet columns, Schema schema) {
        return Arrays.stream(columns.toArray()).mapToObj(schema::name).toList();
    }

    /** One name bare, several in parentheses. */
    static String tuple(List<String> names) {
        return names.size() == 1 ? names.get(0) : "(" + String.join(", ", names) + ")";
    }

    /** An aggregate as SQL, without its alias. */
    static String aggregate(AggregateCall call, Schema input) {
        String arguments = call.arguments().isEmpty()
                ? "*"
                : call.arguments().stream().map(input::name).collect(Collectors.joining(", "));
        String parameters = call.parameters().stream()
                .filter(parameter -> !(parameter instanceof AggregateCall.User))
                .map(parameter -> ", " + (parameter instanceof String ? "'" + parameter + "'" : parameter))
                .collect(Collectors.joining());
        String text = call.name() + "(" + (call.distinct() ? "DISTINCT " : "") + arguments + parameters + ")";
        if (!call.order().isEmpty()) {
            text += call.order().stream()
                    .map(key -> callSortKey(key, input))
                    .collect(Collectors.joining(", ", " WITHIN GROUP (ORDER BY ", ")"));
        }
        return call.filter() == AggregateCall.NO_FILTER
                ? text
                : text + " FILTER (WHERE " + input.name(call.filter()) + ")";
    }

    /** Adds the order, if there is one. */
    static void addOrder(List<SortKey> order, Schema schema, List<String> attributes) {
        if (!order.isEmpty()) {
            attributes.add(attribute(
                    "orderBy", order.stream().map(key -> sortKey(key, schema)).toList()));
        }
    }

    private static String sortKey(SortKey key, Schema schema) {
        if (key.isArrival()) {
            return key.descending() ? "arrival DESC" : "arrival ASC";
        }
        boolean byDefault = key.nullsFirst() != key.descending();
        String nulls = byDefault ? "" : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
        return schema.name(key.column()) + (key.descending() ? " DESC" : " ASC") + nulls;
    }

    /** The order of the rows of one aggregate. */
    private static String callSortKey(SortKey key, Schema input) {
        String nulls = key.nullsFirst() == key.descending() ? (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST") : "";
        return input.name(key.column()) + (key.descending() ? " DESC" : "") + nulls;
    }

    private static String select(Project node) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < node.expressions().size(); i++) {
            Expression expression = node.expressions().get(i);
            String text = ExpressionText.of(expression, node.input().schema());
            String name = node.schema().name(i);
            boolean sameName = expression instanceof InputRef && text.equals(name);
            columns.add(sameName ? text : text + " AS " + name);
        }
        return attribute("select", columns);
    }

    private static String where(Filter node) {
        return attribute(
                "where",
                List.of(ExpressionText.of(node.condition(), node.input().schema())));
    }

    private static final PlanVisitor<NodeText> DESCRIBE = new PlanVisitor<>() {

        @Override
        public NodeText visit(Scan node) {
            NodeText text = new NodeText(
                    "TableSourceScan",
                    List.of(
                            attribute("table", List.of(node.table().name())),
                            attribute("fields", node.schema().names())));
            return node.watermark() == null
                    ? text
                    : text.and(attribute(
                            "watermark",
                            List.of(ExpressionText.of(node.watermark().expression(), node.schema()))));
        }

        @Override
        public NodeText visit(Values node) {
            return new NodeText(
                    "Values",
                    List.of(
                            attribute("fields", node.schema().names()),
                            "rows=[" + node.rows().size() + "]"));
        }

        @Override
        public NodeText visit(Filter node) {
            return new NodeText("Filter", List.of(where(node)));
        }

        @Override
        public NodeText visit(Project node) {
            return new NodeText("Project", List.of(select(node)));
        }

        @Override
        public NodeText visit(Unnest node) {
            return new NodeText(
                    "Unnest",
                    List.of(
                            attribute(
                                    "collection", List.of(node.input().schema().name(node.collection()))),
                            "joinType=[" + (node.outer() ? "LeftOuterJoin" : "InnerJoin") + "]",
                            attribute("select", node.schema().names())));
        }

        @Override
        public NodeText visit(UnionAll node) {
            return new NodeText(
                    "Union",
                    List.of("all=[true]", attribute("union", node.schema().names())));
        }

        @Override
        public NodeText visit(GroupAggregate node) {
            Schema input = node.input().schema();
            List<String> keys = node.keys().stream().map(input::name).toList();
            List<String> select = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                select.add(aliased(keys.get(i), node.schema().name(i)));
            }
            for (int i = 0; i < node.calls().size(); i++) {
                select.add(aliased(
                        aggregate(node.calls().get(i), input), node.schema().name(keys.size() + i)));
            }
            List<String> attributes = new ArrayList<>();
            if (!keys.isEmpty()) {
                attributes.add(attribute("groupBy", keys));
            }
            attributes.add(attribute("select", select));
            return new NodeText("GroupAggregate", attributes);
        }

        @Override
        public NodeText visit(ChangelogNormalize node) {
            NodeText text =
                    new NodeText("ChangelogNormalize", List.of(attribute("key", names(node.keys(), node.schema()))));
            return node.condition() == null
                    ? text
                    : text.and(attribute("condition", List.of(ExpressionText.of(node.condition(), node.schema()))));
        }

        @Override
        public NodeText visit(DropUpdateBefore node) {
            return new NodeText("DropUpdateBefore", List.of());
        }

        @Override
        public NodeText visit(UpsertMaterialize node) {
            NodeText text =
                    new NodeText("UpsertMaterialize", List.of(attribute("key", names(node.keys(), node.schema()))));
            if (node.conflicts() != ConflictAction.DEDUPLICATE) {
                text = text.and("onConflict=[" + node.conflicts() + "]");
            }
            return node.inputKeys() == null
                    ? text
                    : text.and(attribute("inputKey", names(node.inputKeys(), node.schema())));
        }

        @Override
        public NodeText visit(Join node) {
            return JoinText.of(node);
        }

        @Override
        public NodeText visit(TopN node) {
            return TopNText.of(node);
        }

        @Override
        public NodeText visit(OverAggregate node) {
            return OverText.of(node);
        }

        @Override
        public NodeText visit(SetOperation node) {
            List<String> names = node.schema().names();
            return new NodeText(
                    node.except() ? "Except" : "Intersect",
                    List.of("all=[" + node.all() + "]", attribute(node.except() ? "except" : "intersect", names)));
        }

        @Override
        public NodeText visit(ToChangelog node) {
            List<String> mapping = new ArrayList<>();
            for (RowKind kind : RowKind.values()) {
                String code = node.codes().get(kind.ordinal());
                if (code != null) {
                    mapping.add(kind + ": '" + code + "'");
                }
            }
            return new NodeText(
                    "ToChangelog",
                    List.of(
                            attribute("op", List.of(node.schema().name(0))),
                            attribute("opMapping", mapping),
                            attribute("select", node.schema().names())));
        }

        @Override
        public NodeText visit(FromChangelog node) {
            List<String> mapping = node.kinds().entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .map(entry -> "'" + entry.getKey() + "': " + RowKind.values()[entry.getValue()])
                    .toList();
            return new NodeText(
                    "FromChangelog",
                    List.of(
                            attribute("op", List.of(node.input().schema().name(node.operation()))),
                            attribute("opMapping", mapping),
                            attribute("select", node.schema().names())));
        }

        @Override
        public NodeText visit(AssignWindows node) {
            return WindowText.of(node);
        }

        @Override
        public NodeText visit(AssignSessions node) {
            return WindowText.of(node);
        }

        @Override
        public NodeText visit(Windowed node) {
            return WindowText.of(node);
        }

        @Override
        public NodeText visit(TimedJoin node) {
            return TimedJoinText.of(node);
        }

        @Override
        public NodeText visit(LookupJoin node) {
            return LookupText.node(node);
        }

        @Override
        public NodeText visit(TemporalFilter node) {
            return new NodeText(
                    "TemporalFilter",
                    List.of(attribute("where", List.of(ExpressionText.of(node.condition(), node.schema())))));
        }

        @Override
        public NodeText visit(SinkNode node) {
            return new NodeText(
                    "Sink",
                    List.of(
                            attribute("table", List.of(node.table().name())),
                            attribute("fields", node.schema().names())));
        }

        private static String aliased(String text, String name) {
            return text.equals(name) ? text : text + " AS " + name;
        }
    };
}
