// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Schema;
import dev.rowtide.sql.changelog.StateText.Growth;
import java.util.ArrayList;
import java.util.List;

/** A Top-N in words, under the name that its form has in the field: Limit, SortLimit, Deduplicate or Rank. */
final class TopNText {

    private TopNText() {}

    static NodeText of(TopN node) {
        return new NodeText(name(node), attributes(node));
    }

    static StateText state(TopN node) {
        if (node.inEventTime()) {
            return new StateText(
                    "the first row so far of each "
                            + NodeText.tuple(
                                    names(node.partitionKeys(), node.input().schema()))
                            + " until the watermark reaches its time, and which of these are done, grows with the number of distinct keys",
                    Growth.WITH_KEYS);
        }
        boolean whole = node.partitionKeys().isEmpty();
        String key = whole
                ? ""
                : NodeText.tuple(names(node.partitionKeys(), node.input().schema()));
        String under = whole ? "" : " under its " + key;
        if (!node.input().mode().isAppendOnly()) {
            return new StateText(
                    "every live row" + under + " in order, because the next one moves up when a row leaves,"
                            + " grows with the live rows",
                    Growth.WITH_ROWS);
        }
        if (node.to() == Long.MAX_VALUE && !node.order().isEmpty()) {
            return new StateText("every row" + under + " in order, grows with every row", Growth.WITH_ROWS);
        }
        String rows = node.order().isEmpty() ? "how many rows came" : firstRows(node);
        return whole
                ? new StateText(rows + ", does not grow", Growth.NONE)
                : new StateText(rows + " per " + key + ", grows with the number of distinct keys", Growth.WITH_KEYS);
    }

    private static String firstRows(TopN node) {
        if (node.function() != RankFunction.ROW_NUMBER) {
            return "the rows of the first " + node.to() + " ranks";
        }
        return node.to() == 1 ? "the first row" : "the first " + node.to() + " rows";
    }

    private static boolean isLimit(TopN node) {
        return node.partitionKeys().isEmpty() && !node.withRank() && node.function() == RankFunction.ROW_NUMBER;
    }

    private static boolean isDeduplicate(TopN node) {
        return node.function() == RankFunction.ROW_NUMBER && node.to() == 1 && !node.withRank();
    }

    private static String name(TopN node) {
        if (isLimit(node)) {
            return node.order().isEmpty() ? "Limit" : "SortLimit";
        }
        return isDeduplicate(node) ? "Deduplicate" : "Rank";
    }

    private static List<String> attributes(TopN node) {
        Schema schema = node.input().schema();
        List<String> attributes = new ArrayList<>();
        String strategy = strategy(node);
        if (isLimit(node)) {
            addOrder(node, attributes);
            attributes.add("offset=[" + (node.from() - 1) + "]");
            if (node.to() != Long.MAX_VALUE) {
                attributes.add("fetch=[" + (node.to() - node.from() + 1) + "]");
            }
            attributes.add(strategy);
        } else if (isDeduplicate(node)) {
            attributes.add(NodeText.attribute("key", names(node.partitionKeys(), schema)));
            addOrder(node, attributes);
            attributes.add(strategy);
        } else {
            attributes.add(strategy);
            attributes.add("rankType=[" + node.function() + "]");
            attributes.add("rankRange=[rankStart=" + node.from()
                    + (node.to() == Long.MAX_VALUE ? "" : ", rankEnd=" + node.to()) + "]");
            if (!node.partitionKeys().isEmpty()) {
                attributes.add(NodeText.attribute("partitionBy", names(node.partitionKeys(), schema)));
            }
            addOrder(node, attributes);
            attributes.add(NodeText.attribute("select", node.schema().names()));
        }
        attributes.remove("");
        return attributes;
    }

    private static void addOrder(TopN node, List<String> attributes) {
        NodeText.addOrder(node.order(), node.input().schema(), attributes);
    }

    /** How it takes its input: only rows that enter; rows that leave, told whole; or by a key. Empty before the modes are known. */
    private static String strategy(TopN node) {
        if (node.input().mode().equals(ChangelogMode.UNKNOWN)) {
            return "";
        }
        if (node.inEventTime()) {
            return "emit=[on watermark]";
        }
        if (node.input().mode().isAppendOnly()) {
            return "strategy=[AppendFastStrategy]";
        }
        boolean byKey =
                !node.input().mode().updateBefore() && node.input().mode().hasUpdates();
        ColumnSet key = byKey ? SinkRules.smallest(node.input().traits().uniqueKeys()) : null;
        return key == null
                ? "strategy=[RetractStrategy]"
                : "strategy=[UpsertStrategy["
                        + String.join(", ", NodeText.names(key, node.input().schema())) + "]]";
    }

    private static List<String> names(List<Integer> columns, Schema schema) {
        return columns.stream().map(schema::name).toList();
    }
}
