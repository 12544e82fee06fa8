// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.plan.Distribution.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Says of each kind of node how its rows are distributed ({@link Distribution}). */
final class DistributionRules implements PlanVisitor<Distribution> {

    private static final Distribution ONE_WORKER = new Distribution(Kind.ONE_WORKER, List.of());
    private static final Distribution AS_INPUT = new Distribution(Kind.AS_INPUT, List.of());

    @Override
    public Distribution visit(Scan node) {
        return ONE_WORKER;
    }

    @Override
    public Distribution visit(Values node) {
        return ONE_WORKER;
    }

    @Override
    public Distribution visit(Filter node) {
        return AS_INPUT;
    }

    @Override
    public Distribution visit(Project node) {
        return AS_INPUT;
    }

    @Override
    public Distribution visit(Unnest node) {
        return AS_INPUT;
    }

    @Override
    public Distribution visit(DropUpdateBefore node) {
        return AS_INPUT;
    }

    @Override
    public Distribution visit(UnionAll node) {
        return ONE_WORKER;
    }

    @Override
    public Distribution visit(GroupAggregate node) {
        return byKey(node, node.keys());
    }

    @Override
    public Distribution visit(ChangelogNormalize node) {
        return byKey(node, columns(node.keys()));
    }

    @Override
    public Distribution visit(UpsertMaterialize node) {
        return byKey(node, columns(node.keys()));
    }

    /** The rule of {@code NOT IN} lets a NULL of the right input meet every row of the left one. */
    @Override
    public Distribution visit(Join node) {
        return node.nullAware() ? ONE_WORKER : byKey(node, node.leftKeys(), node.rightKeys());
    }

    @Override
    public Distribution visit(TopN node) {
        return node.inEventTime() ? ONE_WORKER : byKey(node, node.partitionKeys());
    }

    @Override
    public Distribution visit(OverAggregate node) {
        return byKey(node, node.partitionKeys());
    }

    @Override
    public Distribution visit(SetOperation node) {
        List<Integer> row = IntStream.range(0, node.schema().size()).boxed().toList();
        return byKey(node, row, row);
    }

    /** Its rows may have to be consolidated first, each with all that are equal to it. */
    @Override
    public Distribution visit(ToChangelog node) {
        return ONE_WORKER;
    }

    /** An update is told by two rows, one behind the other. */
    @Override
    public Distribution visit(FromChangelog node) {
        return ONE_WORKER;
    }

    @Override
    public Distribution visit(AssignWindows node) {
        return AS_INPUT;
    }

    @Override
    public Distribution visit(AssignSessions node) {
        return node.apart() ? AS_INPUT : byKey(node, node.partitionKeys());
    }

    /** Groups that are kept by window have no window in their keys; anything else is given its rows as it is elsewhere. */
    @Override
    public Distribution visit(Windowed node) {
        if (!node.keepsGroups()) {
            return node.body().accept(this);
        }
        WindowColumns windows = node.windows().get(0);
        List<Integer> keys = ((GroupAggregate) node.body())
                .keys().stream()
                        .filter(key -> key != windows.end()
                                && (key != windows.start() || windows.sessionGap() > 0 && !node.mergesSessions()))
                        .toList();
        return byKey(node, keys);
    }

    /** Rows go out in the order of the times at which they are given up, whatever their keys. */
    @Override
    public Distribution visit(TimedJoin node) {
        return ONE_WORKER;
    }

    /** One worker asks for all keys of a batch at once. */
    @Override
    public Distribution visit(LookupJoin node) {
        return ONE_WORKER;
    }

    @Override
    public Distribution visit(TemporalFilter node) {
        return ONE_WORKER;
    }

    @Override
    public Distribution visit(SinkNode node) {
        return ONE_WORKER;
    }

    private static List<Integer> columns(ColumnSet key) {
        return Arrays.stream(key.toArray()).boxed().toList();
    }

    @SafeVarargs
    private static Distribution byKey(PlanNode node, List<Integer>... keys) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].isEmpty() || mayMove(node.inputs().get(i), keys[i])) {
                return ONE_WORKER;
            }
        }
        return new Distribution(Kind.BY_KEY, List.of(keys));
    }

    /**
     * Whether a change can give a row another key and not say which it had: where a row is named by a unique key of it, and no old row is told, or not all of it.
     */
    private static boolean mayMove(PlanNode input, List<Integer> key) {
        ChangelogMode mode = input.mode();
        boolean namesRows = mode.updateAfter() && !mode.updateBefore() || mode.keyOnlyDeletes();
        ColumnSet columns =
                ColumnSet.of(key.stream().mapToInt(Integer::intValue).toArray());
        return namesRows && !input.traits().uniqueKeys().stream().allMatch(unique -> unique.containsAll(columns));
    }
}
