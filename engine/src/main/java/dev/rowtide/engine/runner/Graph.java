// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Values;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.WatermarkAssigner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The operators of a job, wired as the plan says. Batches go in at the leaves; what reaches a root is kept until {@link #drain}, so that the output of a
 * round shows only when the round is through.
 *
 * <p>With several workers the plan is cut into stages where rows have to change worker. A round goes through stage by stage: the workers run theirs at the same time, what
 * they have put out is merged by position, and parted again for the next stage. Where nobody looks before the end of the tick, several rounds go through as one. One worker
 * has one stage.
 *
 * <p>If an operator fails on a row, it is not called any more, and the round goes on for all others; {@link #failure()} is then the lowest position that failed, and
 * no root shows a change at or beyond it.
 */
public final class Graph implements AutoCloseable {

    /** The rows of several rounds that go on behind the first stage together, since to wake workers for each round would cost as much as a round. */
    private static final int HELD_ROWS = 16 * ChangeBatch.ROWS_MAX;

    private final Wiring wiring;
    private final List<Stage> stages;
    private final List<Root> roots = new ArrayList<>();
    private final boolean everyChange;
    private final Workers workers;
    private final Runnable afterStep;
    private boolean holdsRounds;
    private int heldRows;
    private @Nullable RowFailure failure;

    /** Takes the batches that reach a root. */
    @FunctionalInterface
    public interface RootConsumer {
        void accept(int root, ChangeBatch batch);
    }

    private record Root(Exchange exchange, List<ChangeBatch> batches) {}

    /**
     * A graph that runs in the caller's thread.
     *
     * @param sinks the roots of the plan
     * @param operators makes the operators of a node, in the order in which changes pass them: for a leaf those that stand behind it, for a sink those
     *     that stand before it
     */
    public Graph(List<SinkNode> sinks, Function<PlanNode, List<Operator>> operators) {
        this(sinks, List.of(operators), true, () -> {});
    }

    /**
     * @param sinks the roots of the plan
     * @param operatorsOfWorkers for each worker what makes its operators of a node
     * @param everyChange whether operators emit the effect of every position, or that of a tick
     * @param afterStep called in the caller's thread when the workers of a stage are through
     */
    public Graph(
            List<SinkNode> sinks,
            List<Function<PlanNode, List<Operator>>> operatorsOfWorkers,
            boolean everyChange,
            Runnable afterStep) {
        this.everyChange = everyChange;
        this.afterStep = afterStep;
        wiring = new Wiring(operatorsOfWorkers, everyChange);
        for (SinkNode sink : sinks) {
            roots.add(new Root(wiring.exchangeBehind(sink), new ArrayList<>()));
        }
        stages = wiring.stages();
        workers = new Workers(operatorsOfWorkers.size());
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
        stages.forEach(Stage::forgetTurns);
        Vertex first = wiring.leaf(leaf);
        first.fragment().deliver(first, 0, batch);
        advance(stages.get(0), nextPosition, tick);
        holdsRounds = true;
        heldRows += batch.size();
        if (everyChange || stages.size() == 1 || heldRows >= HELD_ROWS) {
            endRounds(nextPosition, tick, stages.subList(1, stages.size()));
        }
    }

    /** What the first stages have put out in the rounds so far goes on through those behind, as one round. */
    private void endRounds(long nextPosition, Tick tick, List<Stage> behind) {
        holdsRounds = false;
        heldRows = 0;
        behind.forEach(stage -> advance(stage, nextPosition, tick));
        endStep();
    }

    private void advance(Stage stage, long nextPosition, Tick tick) {
        long position = Math.min(nextPosition, failedPosition());
        stage.run(workers, failedPosition(), false, fragment -> fragment.advance(position, tick));
        noteFailure(stage);
    }

    /** Whether some operator keeps what is too old. */
    public boolean hasExpired(long nowMillis) {
        boolean[] any = new boolean[1];
        wiring.forEachOperator((node, operator) -> any[0] |= operator.hasExpired(nowMillis));
        return any[0];
    }

    /** Nothing is too old before this time, milliseconds since the epoch; it may be too early. */
    public long nextExpiryMillis() {
        long[] next = {Long.MAX_VALUE};
        wiring.forEachOperator((node, operator) -> next[0] = Math.min(next[0], operator.nextExpiryMillis()));
        return next[0];
    }

    /** Lets go what is too old, everywhere at once under a position of its own, before the first round of a tick. */
    public void expire(long position, Tick tick) {
        stages.forEach(Stage::forgetTurns);
        for (Stage stage : stages) {
            stage.run(workers, failedPosition(), true, fragment -> fragment.expire(position, tick));
            noteFailure(stage);
        }
        endStep();
        endRounds(position + 1, tick, stages);
        endTick(position + 1, tick, true);
    }

    /** Completes a tick. */
    public void endTick(long position, Tick tick) {
        if (holdsRounds) {
            endRounds(position, tick, stages.subList(1, stages.size()));
        }
        stages.forEach(Stage::forgetTurns);
        endTick(position, tick, !everyChange);
    }

    private void endTick(long position, Tick tick, boolean hasWork) {
        for (Stage stage : stages) {
            boolean tickHasWork = hasWork && stage.hasWorked();
            stage.run(workers, failedPosition(), tickHasWork, fragment -> fragment.endTick(position, tick));
            stage.forgetWork();
            noteFailure(stage);
        }
        endStep();
    }

    private void endStep() {
        roots.forEach(root -> root.batches().addAll(root.exchange().batches()));
        wiring.exchanges().forEach(Exchange::clear);
    }

    private void noteFailure(Stage stage) {
        afterStep.run();
        RowFailure failed = stage.failure();
        if (failed != null && (failure == null || failed.position() < failure.position())) {
            failure = failed;
        }
    }

    private long failedPosition() {
        return failure == null ? Long.MAX_VALUE : failure.position();
    }

    /** Hands what has reached the roots to {@code consumer} and forgets it. */
    public void drain(RootConsumer consumer) {
        for (int i = 0; i < roots.size(); i++) {
            List<ChangeBatch> batches = roots.get(i).batches();
            for (ChangeBatch batch : batches) {
                ChangeBatch visible = failure == null ? batch : below(batch, failure.position());
                if (visible.size() > 0) {
                    consumer.accept(i, visible);
                }
            }
            batches.clear();
        }
    }

    /** Forgets what has reached the roots. */
    public void discard() {
        roots.forEach(root -> root.batches().clear());
    }

    /**
     * Whether nothing behind the failed row has had an effect. So it is where every change takes one way from one leaf to one root; where branches meet or part, or several
     * workers share the operator that failed, the other ones have taken in the rest of the round.
     */
    public boolean endsAtFailure() {
        return roots.size() == 1
                && wiring.isChain()
                && stages.stream().skip(1).allMatch(stage -> stage.failure() == null);
    }

    /** The failure at the lowest position so far, or null. */
    public @Nullable RowFailure failure() {
        return failure;
    }

    /** The retractions so far of rows that were not there, by the name of the node that met them. */
    public Map<String, Long> unknownRetractions() {
        return wiring.counted(Counter.UNKNOWN_RETRACTIONS);
    }

    /** The keys and rows that have expired so far, by the name of the node that kept them; of each node that lets something expire. */
    public Map<String, Long> expired() {
        Map<String, Long> expired = wiring.counted(Counter.EXPIRED);
        Set<String> expiring = new HashSet<>();
        wiring.forEachOperator((node, operator) -> {
            if (node.ttls().stream().anyMatch(StateTtl::expires)) {
                expiring.add(node.label());
            }
        });
        expired.keySet().retainAll(expiring);
        return expired;
    }

    /** The updates so far of which only the old row was told, by the name of the node that read them. */
    public Map<String, Long> unpairedUpdates() {
        return wiring.counted(Counter.UNPAIRED_UPDATES);
    }

    /** The rows so far that came too late for their event time, by the name of the node that dropped them. */
    public Map<String, Long> lateRows() {
        return wiring.counted(Counter.LATE_ROWS);
    }

    /** The processing time from which on a tick has an effect without any input; {@link Long#MAX_VALUE} for none. */
    public long timerMillis() {
        long[] first = {Long.MAX_VALUE};
        wiring.forEachOperator((node, operator) -> first[0] = Math.min(first[0], operator.timerMillis()));
        return first[0];
    }

    /** How far the event time of a leaf has come. */
    public long watermark(PlanNode leaf) {
        long[] watermark = {Watermarks.NONE};
        wiring.forEachOperator((node, operator) -> {
            if (node == leaf && operator instanceof WatermarkAssigner assigner) {
                watermark[0] = assigner.watermark();
            }
        });
        return watermark[0];
    }

    /** The heap that the state of each node occupies, bytes, estimated from below. */
    public Map<PlanNode, Long> stateBytes() {
        Map<PlanNode, Long> byNode = new IdentityHashMap<>();
        wiring.forEachOperator((node, operator) -> byNode.merge(node, operator.stateBytes(), Long::sum));
        return byNode;
    }

    /** Writes the state of all operators. Called between ticks. */
    public void snapshot(StateWriter writer) {
        wiring.snapshot(writer);
    }

    /** Takes the state that {@link #snapshot} wrote of a graph of the same plan, which may have had another number of workers. Called before the first round. */
    public void restore(StateReader reader) {
        wiring.restore(reader);
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

    @Override
    public void close() {
        workers.close();
    }
}
