// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.plan.Distribution;
import dev.rowtide.core.plan.Distribution.Kind;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.merge.MergedParts;
import dev.rowtide.operators.merge.PartKeys;
import dev.rowtide.operators.merge.PartTurns;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the stages of a plan, with their operators, and the exchanges between them. */
final class Wiring {

    private static final long FORMAT = 2;

    private final List<Function<PlanNode, List<Operator>>> operatorsOfWorkers;
    private final int workers;
    private final boolean everyChange;
    private final Map<PlanNode, Chain> chains = new IdentityHashMap<>();
    private final List<Chain> topologicalOrder = new ArrayList<>();
    private final Map<PlanNode, Exchange> exchanges = new IdentityHashMap<>();
    private final Map<Place, Stage> stages = new TreeMap<>();
    private boolean isChain = true;

    /**
     * Where a stage stands among all: none gets anything of one that stands behind it.
     *
     * @param isShared whether all workers have a part of it
     */
    private record Place(int level, boolean isShared) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Comparator.comparingInt(Place::level)
                    .thenComparing(Place::isShared)
                    .compare(this, other);
        }
    }

    /**
     * The operators of a node, by worker.
     *
     * @param turns the order of workers at the node whose keys the rows were parted by; null where one worker has them all
     * @param origin that node, itself if it is one
     * @param countedBefore what was counted before a restore and no operator knows of any more
     */
    private record Chain(
            PlanNode node,
            Place place,
            List<List<Vertex>> vertices,
            @Nullable PartTurns turns,
            PlanNode origin,
            Map<Counter, Long> countedBefore) {

        List<Vertex> first() {
            return vertices.stream().map(ofWorker -> ofWorker.get(0)).toList();
        }

        List<Operator> operators(int worker) {
            List<Operator> operators = new ArrayList<>();
            for (Vertex vertex : vertices.get(worker)) {
                Operator operator = vertex.operator();
                if (operator != null) {
                    operators.add(operator);
                }
            }
            return operators;
        }

        Vertex last(int worker) {
            List<Vertex> ofWorker = vertices.get(worker);
            return ofWorker.get(ofWorker.size() - 1);
        }
    }

    Wiring(List<Function<PlanNode, List<Operator>>> operatorsOfWorkers, boolean everyChange) {
        this.operatorsOfWorkers = operatorsOfWorkers;
        this.workers = operatorsOfWorkers.size();
        this.everyChange = everyChange;
    }

    /** What a node puts out, for others than the vertices behind it in its stage. */
    Exchange exchangeBehind(PlanNode node) {
        Exchange known = exchanges.get(node);
        if (known != null) {
            return known;
        }
        Chain chain = chain(node);
        PartTurns turns = chain.turns();
        PlanNode origin = chain.origin() instanceof Windowed windowed ? windowed.body() : chain.origin();
        boolean keyByKey = everyChange && putsOutKeyByKey(origin);
        Exchange exchange = turns == null
                ? new Exchange()
                : new Exchange(workers, new MergedParts(workers, turns, keyByKey, keyByKey ? keys(chain) : null));
        for (int worker = 0; worker < chain.vertices().size(); worker++) {
            chain.last(worker).addTarget(exchange.part(worker));
        }
        exchanges.put(node, exchange);
        return exchange;
    }

    /** Whether one worker puts out what a position changes key by key; joins go by the rows they were given, ranks and windows take rows out of all partitions first. */
    private static boolean putsOutKeyByKey(PlanNode node) {
        return !(node instanceof Join || node instanceof TopN || node instanceof OverAggregate);
    }

    /** What tells of which key a change of a node is; null where it has lost the key. */
    private static @Nullable PartKeys keys(Chain chain) {
        PlanNode origin = chain.origin();
        int[] columns = KeyColumns.of(chain.node(), origin);
        return columns == null
                ? null
                : new PartKeys(
                        Distribution.of(origin).keys().stream()
                                .map(keys -> keys.stream()
                                        .mapToInt(Integer::intValue)
                                        .toArray())
                                .toList(),
                        columns);
    }

    private Chain chain(PlanNode node) {
        Chain known = chains.get(node);
        if (known != null) {
            return known;
        }
        isChain &= node.inputs().size() <= 1 && node.inputs().stream().noneMatch(chains::containsKey);
        List<Chain> inputs = node.inputs().stream().map(this::chain).toList();
        Distribution distribution = Distribution.of(node);
        Place place = place(distribution.kind(), inputs);
        Stage stage = stages.computeIfAbsent(place, made -> new Stage(made.isShared() ? workers : 1));
        boolean parts = place.isShared() && distribution.kind() == Kind.BY_KEY;
        Chain chain = addChain(node, place, stage, parts ? null : inputs.isEmpty() ? null : inputs.get(0));
        for (int i = 0; i < inputs.size(); i++) {
            connect(inputs.get(i), chain, i, distribution);
        }
        return chain;
    }

    private Place place(Kind kind, List<Chain> inputs) {
        int level = 0;
        boolean isShared = workers > 1
                && (kind == Kind.BY_KEY
                        || kind == Kind.AS_INPUT && inputs.get(0).place().isShared());
        for (Chain input : inputs) {
            Place before = input.place();
            boolean staysInStage = before.isShared() == isShared && (kind != Kind.BY_KEY || !isShared);
            level = Math.max(level, staysInStage ? before.level() : before.level() + 1);
        }
        return new Place(level, isShared);
    }

    /** @param input whose turns of workers hold for the node; null where it begins its own, or there are none */
    private Chain addChain(PlanNode node, Place place, Stage stage, @Nullable Chain input) {
        List<List<Vertex>> vertices = new ArrayList<>();
        for (int worker = 0; worker < stage.fragments().size(); worker++) {
            List<Operator> made = operatorsOfWorkers.get(worker).apply(node);
            if (place.isShared() && input == null) {
                claimPartitions(node, made, worker);
            }
            vertices.add(addVertices(made, stage.fragments().get(worker)));
        }
        PartTurns turns = null;
        if (place.isShared()) {
            turns = input == null ? stage.addTurns(node.inputs().size()) : input.turns();
        }
        Chain chain = new Chain(
                node, place, vertices, turns, input == null ? node : input.origin(), new EnumMap<>(Counter.class));
        chains.put(node, chain);
        topologicalOrder.add(chain);
        return chain;
    }

    private static List<Vertex> addVertices(List<Operator> operators, Fragment fragment) {
        List<Vertex> vertices = new ArrayList<>();
        if (operators.isEmpty()) {
            vertices.add(fragment.addVertex(null));
        }
        for (Operator operator : operators) {
            Vertex next = fragment.addVertex(operator);
            if (!vertices.isEmpty()) {
                vertices.get(vertices.size() - 1).addTarget(batch -> next.receive(0, batch));
            }
            vertices.add(next);
        }
        return vertices;
    }

    private void connect(Chain from, Chain to, int input, Distribution distribution) {
        boolean parts = to.place().isShared() && distribution.kind() == Kind.BY_KEY;
        if (!parts && from.place().equals(to.place())) {
            for (int worker = 0; worker < to.vertices().size(); worker++) {
                Vertex first = to.first().get(worker);
                from.last(worker).addTarget(batch -> first.receive(input, batch));
            }
            return;
        }
        KeySplit split = null;
        if (parts) {
            int[] keys = distribution.keys().get(input).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
            boolean isOnlyInput = to.node().inputs().size() == 1;
            split = new KeySplit(
                    from.node().schema(), keys, workers, input, everyChange ? to.turns() : null, isOnlyInput);
        }
        stage(to).addEntry(exchangeBehind(from.node()), to.first(), input, split);
    }

    private Stage stage(Chain chain) {
        Stage stage = stages.get(chain.place());
        if (stage == null) {
            throw new IllegalStateException("no stage at " + chain.place());
        }
        return stage;
    }

    /** Tells operators which keys they will be given, as a restore of nothing does: their tables have room for those alone. */
    private void claimPartitions(PlanNode node, List<Operator> operators, int worker) {
        List<Operator> empty = operatorsOfWorkers.get(worker).apply(node);
        for (int i = 0; i < empty.size(); i++) {
            operators.get(i).restore(StateBytes.of(partitions(empty.get(i), worker, workers)));
        }
    }

    private static byte[] partitions(Operator operator, int worker, int workers) {
        StateBytes bytes = new StateBytes();
        operator.snapshot(
                KeySplit.firstPartition(worker, workers), KeySplit.firstPartition(worker + 1, workers) - 1, bytes);
        return bytes.toByteArray();
    }

    /** The stages, in an order in which none gets anything of a later one. */
    List<Stage> stages() {
        return List.copyOf(stages.values());
    }

    Collection<Exchange> exchanges() {
        return exchanges.values();
    }

    /** Where batches of a leaf enter. */
    Vertex leaf(PlanNode leaf) {
        Chain chain = chains.get(leaf);
        if (chain == null) {
            throw new IllegalArgumentException("not a leaf of this graph: " + leaf);
        }
        return chain.first().get(0);
    }

    /** Whether no way parts, and none meets another. */
    boolean isChain() {
        return isChain;
    }

    void forEachOperator(BiConsumer<PlanNode, Operator> action) {
        for (Chain chain : topologicalOrder) {
            for (int worker = 0; worker < chain.vertices().size(); worker++) {
                chain.operators(worker).forEach(operator -> action.accept(chain.node(), operator));
            }
        }
    }

    /** What was counted since the job began, by the name of the node. */
    Map<String, Long> counted(Counter counter) {
        Map<String, Long> byNode = new TreeMap<>();
        for (Chain chain : topologicalOrder) {
            if (!chain.operators(0).isEmpty()) {
                byNode.merge(chain.node().label(), count(chain, counter), Long::sum);
            }
        }
        return byNode;
    }

    private static long count(Chain chain, Counter counter) {
        long count = chain.countedBefore().getOrDefault(counter, 0L);
        for (int worker = 0; worker < chain.vertices().size(); worker++) {
            count += chain.operators(worker).stream().mapToLong(counter::of).sum();
        }
        return count;
    }

    /** Writes the state of each operator, in as many parts as there are workers that have some; and what they have counted, which belongs to no key. */
    void snapshot(StateWriter writer) {
        writer.writeLong(FORMAT);
        for (Chain chain : topologicalOrder) {
            for (Counter counter : Counter.values()) {
                writer.writeLong(count(chain, counter));
            }
            for (int i = 0; i < chain.operators(0).size(); i++) {
                int parts = chain.vertices().size();
                writer.writeLong(parts);
                for (int worker = 0; worker < parts; worker++) {
                    write(partitions(chain.operators(worker).get(i), worker, parts), writer);
                }
            }
        }
    }

    /** Takes what {@link #snapshot} wrote. State of other numbers of workers goes through one operator that takes it all, and is parted again. */
    void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a job");
        for (Chain chain : topologicalOrder) {
            Map<Counter, Long> counts = new EnumMap<>(Counter.class);
            for (Counter counter : Counter.values()) {
                counts.put(counter, reader.readLong());
            }
            for (int i = 0; i < chain.operators(0).size(); i++) {
                List<byte[]> parts = new ArrayList<>();
                for (long left = reader.readLong(); left > 0; left--) {
                    parts.add(read(reader));
                }
                restore(chain, i, parts);
            }
            counts.forEach((counter, count) -> chain.countedBefore().put(counter, count - count(chain, counter)));
        }
    }

    private void restore(Chain chain, int index, List<byte[]> parts) {
        int sharers = chain.vertices().size();
        if (sharers == 1) {
            parts.forEach(part -> chain.operators(0).get(index).restore(StateBytes.of(part)));
            return;
        }
        List<byte[]> own = parts;
        if (parts.size() != sharers) {
            Operator all = operatorsOfWorkers.get(0).apply(chain.node()).get(index);
            parts.forEach(part -> all.restore(StateBytes.of(part)));
            own = IntStream.range(0, sharers)
                    .mapToObj(worker -> partitions(all, worker, sharers))
                    .toList();
        }
        for (int worker = 0; worker < sharers; worker++) {
            chain.operators(worker).get(index).restore(StateBytes.of(own.get(worker)));
        }
    }

    private static void write(byte[] bytes, StateWriter writer) {
        writer.writeLong(bytes.length);
        writer.writeBytes(bytes, 0, bytes.length);
    }

    private static byte[] read(StateReader reader) {
        byte[] bytes = new byte[Math.toIntExact(reader.readLong())];
        reader.readBytes(bytes, 0, bytes.length);
        return bytes;
    }
}
