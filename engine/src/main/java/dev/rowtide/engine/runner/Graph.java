// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Values;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The operators of a job, wired as the plan says. Batches go in at the leaves; what reaches a root is kept until {@link #drain}, so that the output of a
 * round shows only when the round is through.
 *
 * <p>If an operator fails on a row, it is not called any more, and the round goes on for all others; {@link #failure()} is then the lowest position that failed, and
 * no root shows a change at or beyond it.
 */
public final class Graph {

    private final List<Vertex> topologicalOrder = new ArrayList<>();
    private final Map<PlanNode, Chain> chains = new IdentityHashMap<>();
    private final List<Root> roots = new ArrayList<>();
    private @Nullable RowFailure failure;

    /** Takes the batches that reach a root. */
    @FunctionalInterface
    public interface RootConsumer {
        void accept(int root, ChangeBatch batch);
    }

    /**
     * @param sinks the roots of the plan
     * @param operators makes the operators of a node, in the order in which changes pass them: for a leaf those that stand behind it, for a sink those
     *     that stand before it
     */
    public Graph(List<SinkNode> sinks, Function<PlanNode, List<Operator>> operators) {
        for (SinkNode sink : sinks) {
            Root root = new Root();
            roots.add(root);
            chain(sink, operators).last().targets.add(root);
        }
    }

    private Chain chain(PlanNode node, Function<PlanNode, List<Operator>> operators) {
        Chain known = chains.get(node);
        if (known != null) {
            return known;
        }
        List<Chain> inputs =
                node.inputs().stream().map(input -> chain(input, operators)).toList();
        List<Operator> made = operators.apply(node);
        Vertex first = new Vertex(node, made.isEmpty() ? null : made.get(0));
        Vertex last = first;
        topologicalOrder.add(first);
        for (Operator operator : made.subList(Math.min(1, made.size()), made.size())) {
            Vertex next = new Vertex(node, operator);
            last.targets.add(new Edge(next, 0));
            topologicalOrder.add(next);
            last = next;
        }
        for (int i = 0; i < inputs.size(); i++) {
            inputs.get(i).last().targets.add(new Edge(first, i));
        }
        Chain chain = new Chain(first, last);
        chains.put(node, chain);
        return chain;
    }

    /** The leaves of a plan, in the order in which it names them. */
    public static List<PlanNode> leaves(List<SinkNode> sinks) {
        Map<PlanNode, Boolean> seen = new IdentityHashMap<>();
        List<PlanNode> leaves = new ArrayList<>();
        sinks.forEach(sink -> addLeaves(sink, seen, leaves));
        return leaves;
    }

    private static void addLeaves(PlanNode node, Map<PlanNode, Boolean> seen, List<PlanNode> leaves) {
        if (seen.put(node, true) == null) {
            if (node instanceof Scan || node instanceof Values) {
                leaves.add(node);
            }
            node.inputs().forEach(input -> addLeaves(input, seen, leaves));
        }
    }

    /** A round: one batch of a leaf, through everything behind it. */
    public void round(PlanNode leaf, ChangeBatch batch, long nextPosition, Tick tick) {
        Chain chain = chains.get(leaf);
        if (chain == null) {
            throw new IllegalArgumentException("not a leaf of this graph: " + leaf);
        }
        for (Vertex each : topologicalOrder) {
            each.tick = tick;
        }
        chain.first().accept(0, batch);
        for (Vertex each : topologicalOrder) {
            each.advance(failure == null ? nextPosition : Math.min(nextPosition, failure.position()), tick);
        }
    }

    /** Whether some operator keeps what is too old. */
    public boolean hasExpired(long nowMillis) {
        boolean any = false;
        for (Vertex vertex : topologicalOrder) {
            any |= vertex.operator != null && vertex.operator.hasExpired(nowMillis);
        }
        return any;
    }

    /** Nothing is too old before this time, milliseconds since the epoch; it may be too early. */
    public long nextExpiryMillis() {
        long next = Long.MAX_VALUE;
        for (Vertex vertex : topologicalOrder) {
            next = vertex.operator == null ? next : Math.min(next, vertex.operator.nextExpiryMillis());
        }
        return next;
    }

    /** Lets go what is too old, everywhere at once under a position of its own, before the first round of a tick. */
    public void expire(long position, Tick tick) {
        for (Vertex vertex : topologicalOrder) {
            vertex.tick = tick;
            vertex.expire(position, tick);
        }
        for (Vertex vertex : topologicalOrder) {
            vertex.advance(position + 1, tick);
        }
        endTick(position + 1, tick);
    }

    /** Completes a tick. */
    public void endTick(long position, Tick tick) {
        for (Vertex vertex : topologicalOrder) {
            vertex.tick = tick;
            vertex.endTick(position, tick);
        }
    }

    /** Hands what has reached the roots to {@code consumer} and forgets it. */
    public void drain(RootConsumer consumer) {
        for (int i = 0; i < roots.size(); i++) {
            for (ChangeBatch batch : roots.get(i).batches) {
                ChangeBatch visible = failure == null ? batch : below(batch, failure.position());
                if (visible.size() > 0) {
                    consumer.accept(i, visible);
                }
            }
            roots.get(i).batches.clear();
        }
    }

    /** Forgets what has reached the roots. */
    public void discard() {
        roots.forEach(root -> root.batches.clear());
    }

    /**
     * Whether every change takes one way from one leaf to one root. Only then has nothing behind a failed row had an effect; where branches meet or part, the
     * other ones have taken in the rest of the round.
     */
    public boolean isChain() {
        return roots.size() == 1
                && topologicalOrder.stream().allMatch(vertex -> vertex.targets.size() == 1)
                && chains.keySet().stream().noneMatch(node -> node.inputs().size() > 1);
    }

    /** The failure at the lowest position so far, or null. */
    public @Nullable RowFailure failure() {
        return failure;
    }

    /** The retractions so far of rows that were not there, by the name of the node that met them. */
    public Map<String, Long> unknownRetractions() {
        return counted(Operator::unknownRetractions);
    }

    /** The keys and rows that have expired so far, by the name of the node that kept them; of each node that lets something expire. */
    public Map<String, Long> expired() {
        Map<String, Long> expired = counted(Operator::expired);
        Set<String> expiring = new HashSet<>();
        for (Vertex vertex : topologicalOrder) {
            if (vertex.node.ttls().stream().anyMatch(StateTtl::expires)) {
                expiring.add(vertex.nodeName);
            }
        }
        expired.keySet().retainAll(expiring);
        return expired;
    }

    /** The updates so far of which only the old row was told, by the name of the node that read them. */
    public Map<String, Long> unpairedUpdates() {
        return counted(Operator::unpairedUpdates);
    }

    /** The rows so far that came too late for their event time, by the name of the node that dropped them. */
    public Map<String, Long> lateRows() {
        return counted(Operator::lateRows);
    }

    /** The processing time from which on a tick has an effect without any input; {@link Long#MAX_VALUE} for none. */
    public long timerMillis() {
        long first = Long.MAX_VALUE;
        for (Vertex vertex : topologicalOrder) {
            if (vertex.operator != null) {
                first = Math.min(first, vertex.operator.timerMillis());
            }
        }
        return first;
    }

    private Map<String, Long> counted(ToLongFunction<Operator> counter) {
        Map<String, Long> byNode = new TreeMap<>();
        for (Vertex vertex : topologicalOrder) {
            if (vertex.operator != null) {
                byNode.merge(vertex.nodeName, counter.applyAsLong(vertex.operator), Long::sum);
            }
        }
        return byNode;
    }

    /** The heap that the state of each node occupies, bytes, estimated from below. */
    public Map<PlanNode, Long> stateBytes() {
        Map<PlanNode, Long> byNode = new IdentityHashMap<>();
        for (Vertex vertex : topologicalOrder) {
            if (vertex.operator != null) {
                byNode.merge(vertex.node, vertex.operator.stateBytes(), Long::sum);
            }
        }
        return byNode;
    }

    /** The rows of {@code batch} below {@code position}. */
    static ChangeBatch below(ChangeBatch batch, long position) {
        int size = batch.size();
        while (size > 0 && batch.position(batch.row(size - 1)) >= position) {
            size--;
        }
        if (size == batch.size()) {
            return batch;
        }
        int[] selection = new int[size];
        for (int i = 0; i < size; i++) {
            selection[i] = batch.row(i);
        }
        return batch.withSelection(selection, size);
    }

    private interface Target {
        void accept(int input, ChangeBatch batch);

        int input();
    }

    private record Edge(Vertex vertex, int input) implements Target {
        @Override
        public void accept(int input, ChangeBatch batch) {
            vertex.accept(input, batch);
        }
    }

    private static final class Root implements Target {
        private final List<ChangeBatch> batches = new ArrayList<>();

        @Override
        public void accept(int input, ChangeBatch batch) {
            batches.add(batch);
        }

        @Override
        public int input() {
            return 0;
        }
    }

    /** The operators of a node. */
    private record Chain(Vertex first, Vertex last) {}

    private final class Vertex {
        private final PlanNode node;
        private final String nodeName;
        private final @Nullable Operator operator;
        private final List<Target> targets = new ArrayList<>();
        private Tick tick = new Tick(0, 0, 0);
        private boolean failed;

        Vertex(PlanNode node, @Nullable Operator operator) {
            this.node = node;
            nodeName = node.label();
            this.operator = operator;
        }

        void accept(int input, ChangeBatch batch) {
            if (operator == null) {
                emit(batch);
                return;
            }
            Operator called = operator;
            call(() -> called.receive(input, batch, tick, this::emit));
        }

        void expire(long position, Tick tick) {
            if (operator != null) {
                Operator called = operator;
                call(() -> called.expire(position, tick, this::emit));
            }
        }

        void advance(long position, Tick tick) {
            if (operator != null) {
                Operator called = operator;
                call(() -> called.advance(position, tick, this::emit));
            }
        }

        void endTick(long position, Tick tick) {
            if (operator != null) {
                Operator called = operator;
                call(() -> called.endTick(position, tick, this::emit));
            }
        }

        private void call(Runnable step) {
            if (failed) {
                return;
            }
            try {
                step.run();
            } catch (RowFailure e) {
                failed = true;
                note(e);
            }
        }

        private void emit(ChangeBatch batch) {
            for (Target target : targets) {
                target.accept(target.input(), batch);
            }
        }

        private void note(RowFailure e) {
            if (failure == null || e.position() < failure.position()) {
                failure = e;
            }
        }
    }
}
