// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Values;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The operators of a job, wired as the plan says. Batches go in at the leaves; what reaches a root is kept until {@link #drain}, so that the output of a
 * round shows only when the round is through.
 *
 * <p>If an operator fails on a row, the round goes on for all others; {@link #failure()} is then the lowest position that failed, and no root shows a change at
 * or beyond it.
 */
public final class Graph {

    private final List<Vertex> topologicalOrder = new ArrayList<>();
    private final Map<PlanNode, Vertex> vertices = new IdentityHashMap<>();
    private final List<Root> roots = new ArrayList<>();
    private @Nullable RowFailure failure;

    /** Takes the batches that reach a root. */
    @FunctionalInterface
    public interface RootConsumer {
        void accept(int root, ChangeBatch batch);
    }

    /**
     * @param sinks the roots of the plan
     * @param operators makes the operator of a node: for a leaf one that stands behind it, for a sink one that stands before it; null for none
     */
    public Graph(List<SinkNode> sinks, Function<PlanNode, @Nullable Operator> operators) {
        for (SinkNode sink : sinks) {
            Root root = new Root();
            roots.add(root);
            vertex(sink, operators).targets.add(root);
        }
    }

    private Vertex vertex(PlanNode node, Function<PlanNode, @Nullable Operator> operators) {
        Vertex known = vertices.get(node);
        if (known != null) {
            return known;
        }
        Vertex vertex = new Vertex(operators.apply(node));
        List<PlanNode> inputs = node.inputs();
        for (int i = 0; i < inputs.size(); i++) {
            vertex(inputs.get(i), operators).targets.add(new Edge(vertex, i));
        }
        vertices.put(node, vertex);
        topologicalOrder.add(vertex);
        return vertex;
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
        Vertex vertex = vertices.get(leaf);
        if (vertex == null) {
            throw new IllegalArgumentException("not a leaf of this graph: " + leaf);
        }
        for (Vertex each : topologicalOrder) {
            each.tick = tick;
        }
        vertex.accept(0, batch);
        for (Vertex each : topologicalOrder) {
            each.advance(failure == null ? nextPosition : Math.min(nextPosition, failure.position()), tick);
        }
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

    /** The failure at the lowest position so far, or null. */
    public @Nullable RowFailure failure() {
        return failure;
    }

    /** The operators, in topological order. */
    public List<Operator> operators() {
        List<Operator> operators = new ArrayList<>();
        for (Vertex vertex : topologicalOrder) {
            if (vertex.operator != null) {
                operators.add(vertex.operator);
            }
        }
        return operators;
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

    private final class Vertex {
        private final @Nullable Operator operator;
        private final List<Target> targets = new ArrayList<>();
        private Tick tick = new Tick(0, 0, 0);

        Vertex(@Nullable Operator operator) {
            this.operator = operator;
        }

        void accept(int input, ChangeBatch batch) {
            if (operator == null) {
                emit(batch);
                return;
            }
            try {
                operator.receive(input, batch, tick, this::emit);
            } catch (RowFailure e) {
                note(e);
            }
        }

        void advance(long position, Tick tick) {
            if (operator != null) {
                try {
                    operator.advance(position, tick, this::emit);
                } catch (RowFailure e) {
                    note(e);
                }
            }
        }

        void endTick(long position, Tick tick) {
            if (operator != null) {
                try {
                    operator.endTick(position, tick, this::emit);
                } catch (RowFailure e) {
                    note(e);
                }
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
