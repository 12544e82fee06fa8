// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
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
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link ChangelogNormalize} above each source that leaves out old rows or delivers changes twice, so that every other pass may count on whole
 * rows; {@link AnnotatePlan} takes those away again that nobody needs.
 *
 * <p>A filter right above such a source is split: what reads key columns only goes below, in front of the state, the rest becomes the condition of the
 * state, which then sends a delete when a row stops passing.
 *
 * <pre>
 *   Filter(price &gt; 10)         ChangelogNormalize(key=[id], condition=[price &gt; 10])
 *   +- Scan(p: I,UA,D)    ─▶   +- Scan(p: I,UA,D)
 * </pre>
 */
final class NormalizeSources implements PlanVisitor<PlanNode> {

    private final Function<Table, ChangelogMode> sourceModes;
    private final boolean duplicates;
    private final IdentityHashMap<PlanNode, Integer> useCounts;
    private final IdentityHashMap<PlanNode, PlanNode> done = new IdentityHashMap<>();

    private NormalizeSources(
            Function<Table, ChangelogMode> sourceModes,
            boolean duplicates,
            IdentityHashMap<PlanNode, Integer> useCounts) {
        this.sourceModes = sourceModes;
        this.duplicates = duplicates;
        this.useCounts = useCounts;
    }

    /**
     * The same plans with sources normalised.
     *
     * @throws EngineException if a source leaves out old rows and its table has no primary key
     */
    static List<SinkNode> apply(List<SinkNode> roots, Function<Table, ChangelogMode> sourceModes, Settings settings) {
        NormalizeSources pass = new NormalizeSources(
                sourceModes, settings.get(ChangelogSettings.CDC_EVENTS_DUPLICATE), PlanOrder.useCounts(roots));
        return roots.stream().map(root -> (SinkNode) pass.rewrite(root)).toList();
    }

    private PlanNode rewrite(PlanNode node) {
        PlanNode known = done.get(node);
        if (known == null) {
            known = node.accept(this);
            done.put(node, known);
        }
        return known;
    }

    @Override
    public PlanNode visit(Scan node) {
        return needsNormalize(node) ? normalized(node, List.of()) : node;
    }

    @Override
    public PlanNode visit(Filter node) {
        boolean shared = useCounts.getOrDefault(node.input(), 0) > 1;
        if (node.input() instanceof Scan scan
                && !shared
                && needsNormalize(scan)
                && Expressions.isDeterministic(node.condition())
                && Expressions.conjuncts(node.condition()).stream().noneMatch(Expressions::checksRows)) {
            return normalized(scan, Expressions.conjuncts(node.condition()));
        }
        return descend(node);
    }

    @Override
    public PlanNode visit(Values node) {
        return node;
    }

    @Override
    public PlanNode visit(Project node) {
        PlanNode input = rewrite(node.input());
        boolean narrowed = input instanceof Project && !(node.input() instanceof Project);
        // The columns that a narrowed source was widened by are its last, so that those in front keep their places.
        return narrowed ? node.with(input.inputs(), node.traits()) : descend(node);
    }

    @Override
    public PlanNode visit(Unnest node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(UnionAll node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(GroupAggregate node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(ChangelogNormalize node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(DropUpdateBefore node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(UpsertMaterialize node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(Join node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(TopN node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(OverAggregate node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(SetOperation node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(ToChangelog node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(FromChangelog node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(AssignWindows node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(AssignSessions node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(Windowed node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(TimedJoin node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(LookupJoin node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(TemporalFilter node) {
        return descend(node);
    }

    @Override
    public PlanNode visit(SinkNode node) {
        return descend(node);
    }

    private PlanNode descend(PlanNode node) {
        List<PlanNode> inputs = node.inputs().stream().map(this::rewrite).toList();
        boolean same = IntStream.range(0, inputs.size())
                .allMatch(i -> inputs.get(i) == node.inputs().get(i));
        return same ? node : node.with(inputs, node.traits());
    }

    private boolean needsNormalize(Scan scan) {
        Table table = scan.table();
        ChangelogMode mode = sourceModes.apply(table);
        boolean withoutOldRows = (mode.updateAfter() && !mode.updateBefore()) || mode.keyOnlyDeletes();
        boolean hasKey = !table.primaryKey().isEmpty();
        if (mode.updateBefore() && !mode.updateAfter()) {
            throw new EngineException(
                            ErrorCode.CHANGELOG_MISMATCH,
                            "table '" + table.name() + "' delivers old rows of updates without the new ones")
                    .withDetail("Its source says " + mode + ".");
        }
        if (withoutOldRows && !hasKey) {
            throw new EngineException(
                            ErrorCode.CHANGELOG_MISMATCH,
                            "table '" + table.name() + "' delivers changes by key and has no primary key")
                    .withDetail("Its source says " + mode
                            + ": an update comes without its old row, or a delete with its key only,"
                            + " so that only a key tells which row is meant.")
                    .withHint("Declare the key in CREATE TABLE: PRIMARY KEY (...) NOT ENFORCED.");
        }
        return withoutOldRows || (duplicates && hasKey && !mode.isAppendOnly());
    }

    /** The scan, normalised, of which the rows are kept that meet all of {@code conditions}. */
    private static PlanNode normalized(Scan scan, List<Expression> conditions) {
        Scan wide = withKey(scan);
        ColumnSet keys = keyColumns(wide);
        Traits traits = new Traits(wide.schema(), Set.of(keys), ChangelogMode.UNKNOWN);

        // Only the conjuncts in front of the first one on another column: a condition must not lose the guard on its
        // left.
        int below = 0;
        while (below < conditions.size() && keys.containsAll(Expressions.columns(conditions.get(below)))) {
            below++;
        }
        List<Expression> onKey = conditions.subList(0, below);
        List<Expression> onRest = conditions.subList(below, conditions.size());

        PlanNode input = onKey.isEmpty() ? wide : new Filter(wide, Expressions.conjunction(onKey), traits);
        @Nullable Expression condition = onRest.isEmpty() ? null : Expressions.conjunction(onRest);
        PlanNode normalized = new ChangelogNormalize(input, keys, condition, traits);
        return wide.columns().equals(scan.columns())
                ? normalized
                : new Project(normalized, firstColumns(scan.schema()), scan.traits());
    }

    /** The scan with the key columns that the query does not use behind the others. */
    private static Scan withKey(Scan scan) {
        Table table = scan.table();
        List<Integer> columns = new ArrayList<>(scan.columns());
        List<Field> fields = new ArrayList<>(scan.schema().fields());
        for (int column : physicalKey(table)) {
            if (!columns.contains(column)) {
                columns.add(column);
                fields.add(table.schema().fields().get(column));
            }
        }
        if (columns.size() == scan.columns().size()) {
            return scan;
        }
        Traits traits = new Traits(new Schema(fields), Set.of(), ChangelogMode.UNKNOWN);
        Scan wide = new Scan(table, columns, scan.watermark(), traits);
        return new Scan(
                table,
                columns,
                scan.watermark(),
                new Traits(traits.schema(), Set.of(keyColumns(wide)), ChangelogMode.UNKNOWN));
    }

    /** The key columns that the scan reads, as columns of its output. */
    static ColumnSet keyColumns(Scan scan) {
        return ColumnSet.of(physicalKey(scan.table()).stream()
                .mapToInt(scan.columns()::indexOf)
                .filter(column -> column >= 0)
                .toArray());
    }

    private static List<Integer> physicalKey(Table table) {
        List<String> names = table.schema().names();
        return table.primaryKey().stream()
                .map(name -> {
                    int column = names.indexOf(name);
                    if (column < 0) {
                        throw new IllegalStateException(
                                "key column " + name + " of " + table.name() + " is not physical");
                    }
                    return column;
                })
                .toList();
    }

    private static List<Expression> firstColumns(Schema schema) {
        List<Expression> refs = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            refs.add(new InputRef(i, schema.type(i)));
        }
        return refs;
    }
}
