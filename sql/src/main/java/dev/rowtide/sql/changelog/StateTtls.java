// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.setting.Settings;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides how long each state keeps what no change comes for, inputs first.
 *
 * <p>Where the time is {@code updating_ttl}, the result of a query is that over the rows that are remembered: what goes is taken out of the result, and out of the states
 * behind by that. So the first state on the way of a row has a time to live and those behind have none, which could only lose rows that are still in the result before. A
 * result that only ever grows is not taken back: there a state forgets in silence, and the next one has a time of its own. A state that does not grow without end, since
 * it has no key or since all its input ends while other input doesn't, keeps what it has.
 *
 * <p>Where the time is {@code table.exec.state.ttl} or a hint, each state forgets by itself and in silence, as in Flink.
 */
final class StateTtls {

    private final StateTtl chosen;
    private final Predicate<Table> endless;
    private final boolean anyEndless;
    private final IdentityHashMap<PlanNode, Boolean> finite = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, Boolean> bounded = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, List<StateTtl>> decided = new IdentityHashMap<>();

    /** @param endless whether the source of a table never ends */
    StateTtls(List<SinkNode> roots, Predicate<Table> endless, Settings settings, boolean batch) {
        this.endless = endless;
        anyEndless = PlanOrder.inputsFirst(roots).stream()
                .anyMatch(node -> node instanceof Scan scan && endless.test(scan.table()));
        chosen = batch ? StateTtl.FOREVER : StateTtlSettings.chosen(settings, anyEndless);
    }

    /**
     * Decides for a node; its inputs have been decided about.
     *
     * @param mode what it sends if nothing expires
     * @return what it sends
     */
    ChangelogMode decide(PlanNode node, ChangelogMode mode) {
        finite.put(node, isFinite(node));
        List<StateTtl> open = node.ttls();
        if (open.isEmpty()) {
            bounded.put(node, passesOn(node) && node.inputs().stream().allMatch(this::isBounded));
            return mode;
        }
        List<StateTtl> ttls = ttls(node, open, node.inputs(), mode.isAppendOnly());
        decided.put(node, ttls);
        return told(ttls) ? withDeletes(mode) : mode;
    }

    /** How long a node keeps what it keeps. */
    List<StateTtl> of(PlanNode node) {
        return decided.getOrDefault(node, node.ttls());
    }

    /** How long rows of {@code input} are kept in front of a sink. */
    StateTtl ofMaterialized(PlanNode input, boolean appends) {
        return ttl(StateTtl.OPEN, isBounded(input), appends);
    }

    static ChangelogMode withDeletes(ChangelogMode mode) {
        return new ChangelogMode(
                mode.insert(), mode.updateBefore(), mode.updateAfter(), true, mode.keyOnlyDeletes() && mode.delete());
    }

    private List<StateTtl> ttls(PlanNode node, List<StateTtl> open, List<PlanNode> inputs, boolean appends) {
        boolean neverEmpty = node instanceof GroupAggregate aggregate && aggregate.emptyRow();
        boolean keyless = node instanceof GroupAggregate aggregate
                        && aggregate.keys().isEmpty()
                || node instanceof TopN topN && topN.partitionKeys().isEmpty()
                || node instanceof OverAggregate over && over.partitionKeys().isEmpty();
        List<StateTtl> ttls = new ArrayList<>();
        boolean allBounded = true;
        for (int i = 0; i < open.size(); i++) {
            boolean inputBounded =
                    open.size() == 1 ? inputs.stream().allMatch(this::isBounded) : isBounded(inputs.get(i));
            StateTtl ttl = neverEmpty ? StateTtl.FOREVER : ttl(open.get(i), keyless || inputBounded, appends);
            allBounded &= keyless || ttl.told() || inputBounded && !ttl.expires();
            ttls.add(ttl);
        }
        bounded.put(node, allBounded);
        return ttls;
    }

    private StateTtl ttl(StateTtl open, boolean inputBounded, boolean appends) {
        if (open.millis() >= 0) {
            return open;
        }
        if (!chosen.told()) {
            return chosen;
        }
        return inputBounded ? StateTtl.FOREVER : new StateTtl(chosen.millis(), !appends);
    }

    private static boolean told(List<StateTtl> ttls) {
        return ttls.stream().anyMatch(StateTtl::told);
    }

    /** Whether its rows are those of its inputs, and go with them. */
    private static boolean passesOn(PlanNode node) {
        return node instanceof Filter
                || node instanceof Project
                || node instanceof Unnest
                || node instanceof UnionAll
                || node instanceof LookupJoin
                || node instanceof TemporalFilter
                || node instanceof DropUpdateBefore;
    }

    /** Whether the rows of a node end, while others in the job don't; or go by themselves. */
    private boolean isBounded(PlanNode node) {
        return finite.getOrDefault(node, false) || bounded.getOrDefault(node, false);
    }

    private boolean isFinite(PlanNode node) {
        if (node instanceof Scan scan) {
            return anyEndless && !endless.test(scan.table());
        }
        return node instanceof Values
                ? anyEndless
                : node.inputs().stream().allMatch(input -> finite.getOrDefault(input, false));
    }
}
