// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.List;

/** What is said of a lookup join. */
final class LookupText {

    private LookupText() {}

    static NodeText node(LookupJoin node) {
        Schema input = node.input().schema();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < node.inputKeys().size(); i++) {
            int column = node.columns().get(node.tableKeys().get(i));
            keys.add(node.table().schema().name(column) + "="
                    + input.name(node.inputKeys().get(i)));
        }
        List<String> attributes = new ArrayList<>();
        attributes.add(NodeText.attribute("table", List.of(node.table().name())));
        attributes.add("joinType=[" + (node.outer() ? "LeftOuterJoin" : "InnerJoin") + "]");
        attributes.add(NodeText.attribute("lookup", keys));
        if (node.condition() != null) {
            attributes.add(NodeText.attribute("where", List.of(ExpressionText.of(node.condition(), node.schema()))));
        }
        attributes.add(NodeText.attribute("select", node.schema().names()));
        attributes.add("cache=[" + node.caching().scope() + "]");
        return new NodeText("LookupJoin", attributes);
    }

    static StateText state(LookupJoin node) {
        LookupCaching caching = node.caching();
        String cached = switch (caching.scope()) {
            case NONE -> "";
            case ASKED ->
                "the rows of the keys asked for last"
                        + (caching.keysMax() == 0 ? "" : ", of " + caching.keysMax() + " keys at most");
            case ALL -> "all rows of the table";
        };
        String joined =
                node.remembers() ? "what each row of the input was joined with, for as long as it is there" : "";
        boolean both = !cached.isEmpty() && !joined.isEmpty();
        boolean grows = caching.scope() == LookupCaching.Scope.ASKED
                && caching.keysMax() == 0
                && caching.afterWriteMillis() == 0
                && caching.afterAccessMillis() == 0;
        StateText.Growth growth = node.remembers()
                ? StateText.Growth.WITH_ROWS
                : grows ? StateText.Growth.WITH_KEYS : StateText.Growth.NONE;
        return new StateText(cached + (both ? "; " : "") + joined, growth);
    }
}
