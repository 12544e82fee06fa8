// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Distribution;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A plan as a tree of text, the way EXPLAIN shows it: sinks first, inputs indented below.
 *
 * <pre>
 *   Sink(table=[out], fields=[user_id, clicks], changelogMode=[NONE])
 *   +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS clicks], uniqueKey=[user_id], changelogMode=[I,UA])
 *      state: one record per user_id (key + 1 accumulator), grows with the number of distinct keys
 *      +- TableSourceScan(table=[clicks], fields=[user_id], changelogMode=[I])
 * </pre>
 *
 * A node that several parents read is drawn once, with a {@code reuse_id}, and referred to afterwards.
 */
public final class ExplainPlan {

    private final boolean changelogModes;
    private final boolean exchanges;
    private final Predicate<Table> unbounded;
    private final IdentityHashMap<PlanNode, Integer> useCounts;
    private final IdentityHashMap<PlanNode, Integer> reuseIds = new IdentityHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private ExplainPlan(
            boolean changelogModes,
            boolean exchanges,
            Predicate<Table> unbounded,
            IdentityHashMap<PlanNode, Integer> useCounts) {
        this.changelogModes = changelogModes;
        this.exchanges = exchanges;
        this.unbounded = unbounded;
        this.useCounts = useCounts;
    }

    /**
     * The text of plans, a tree for each root, parted by empty lines; no line break at the end.
     *
     * @param changelogModes whether to tell each node's changelog mode, unique keys and state
     */
    public static String of(List<? extends PlanNode> roots, boolean changelogModes) {
        return of(roots, changelogModes, false, table -> false);
    }

    /**
     * The same, with a warning for each state that has no bound.
     *
     * @param changelogModes whether to tell each node's changelog mode, unique keys and state
     * @param exchanges whether to tell where rows change worker, as they do when there are several
     * @param unbounded whether a table's source never ends
     */
    public static String of(
            List<? extends PlanNode> roots, boolean changelogModes, boolean exchanges, Predicate<Table> unbounded) {
        ExplainPlan explain = new ExplainPlan(changelogModes, exchanges, unbounded, PlanOrder.useCounts(roots));
        List<String> trees = new ArrayList<>();
        for (PlanNode root : roots) {
            explain.text.setLength(0);
            explain.draw(root, "", "");
            trees.add(explain.text.toString().stripTrailing());
        }
        return String.join("\n\n", trees);
    }

    /** A node on one line: its name, and what it does. */
    public static String line(PlanNode node) {
        return NodeText.of(node).toString();
    }

    private void draw(PlanNode node, String indent, String childIndent) {
        Integer reuseId = reuseIds.get(node);
        if (reuseId != null) {
            line(indent, "Reused(reference_id=[" + reuseId + "])");
            return;
        }
        PlanNode below = node;
        NodeText line = NodeText.of(node);
        if (node instanceof Project project && project.input() instanceof Filter filter && !isShared(filter)) {
            line = NodeText.calc(project, filter);
            below = filter;
        }
        if (changelogModes) {
            line = withTraits(line, node);
        }
        line(indent, line + reuseMark(node));

        StateText state = StateText.of(node);
        List<PlanNode> inputs = below.inputs();
        if (changelogModes && !state.text().isEmpty()) {
            String unboundedness = UnboundedState.reason(node, unbounded);
            String expiry = TtlText.of(node);
            line(
                    childIndent,
                    "state: " + state.text() + (expiry.isEmpty() ? "" : "; " + expiry)
                            + (unboundedness.isEmpty() ? "" : "; " + unboundedness));
        }
        for (int i = 0; i < inputs.size(); i++) {
            boolean last = i == inputs.size() - 1;
            String inputIndent = childIndent + (last ? "+- " : ":- ");
            String belowIndent = childIndent + (last ? "   " : ":  ");
            if (exchanges && Distribution.isExchanged(below, i)) {
                line(inputIndent, exchange(below, i));
                inputIndent = belowIndent + "+- ";
                belowIndent += "   ";
            }
            draw(inputs.get(i), inputIndent, belowIndent);
        }
    }

    /** By which key the rows of an input are given to workers; {@code single} where one gets them all. */
    private static String exchange(PlanNode node, int input) {
        Distribution distribution = Distribution.of(node);
        if (distribution.kind() != Distribution.Kind.BY_KEY) {
            return "Exchange(single)";
        }
        Schema schema = node.inputs().get(input).schema();
        return "Exchange(hash["
                + distribution.keys().get(input).stream().map(schema::name).collect(Collectors.joining(", "))
                + "])";
    }

    /** Marks a node that other parents will refer to. */
    private String reuseMark(PlanNode node) {
        if (!isShared(node)) {
            return "";
        }
        int id = reuseIds.size() + 1;
        reuseIds.put(node, id);
        return "(reuse_id=[" + id + "])";
    }

    private static NodeText withTraits(NodeText line, PlanNode node) {
        List<String> keys = node.traits().uniqueKeys().stream()
                .map(key -> key(key, node))
                .sorted()
                .toList();
        NodeText keyed = keys.isEmpty() ? line : line.and(NodeText.attribute("uniqueKey", keys));
        return keyed.and("changelogMode=" + node.mode());
    }

    /** One column bare, several in parentheses; the empty key is that of a single row. */
    private static String key(ColumnSet key, PlanNode node) {
        String names = String.join(", ", NodeText.names(key, node.schema()));
        return key.size() == 1 ? names : key.size() == 0 ? "at most one row" : "(" + names + ")";
    }

    private boolean isShared(PlanNode node) {
        return useCounts.getOrDefault(node, 0) > 1;
    }

    private void line(String indent, String line) {
        text.append(indent).append(line).append('\n');
    }
}
