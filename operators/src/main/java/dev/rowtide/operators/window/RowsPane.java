// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.KeyPartitions;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a window as they came, of which an operator makes the result when the window is complete. Those of the round in which that is so are never stored. Where the
 * result may be revised the operator stays, in the changes' stead.
 */
final class RowsPane implements Pane {

    private static final int KIND = 0;
    private static final int EXTRA_WORDS = 1;

    private final Supplier<Operator> operators;
    private final List<PlanNode> plans;
    private final List<List<Integer>> keys;
    private final @Nullable FewMatches fewMatches;
    private Kept[] inputs;
    private @Nullable Operator operator;

    /**
     * @param inputs of the body
     * @param keys by input, the columns that say which virtual partition a row is of; none for partition 0
     * @param fewMatches leaves out what finds no match, where the result goes out once; null where that can't be
     * @param operators makes the operator of the body, which puts out every change
     */
    RowsPane(
            List<PlanNode> inputs,
            List<List<Integer>> keys,
            @Nullable FewMatches fewMatches,
            Supplier<Operator> operators) {
        this.operators = operators;
        this.fewMatches = fewMatches;
        plans = inputs;
        this.keys = keys;
        this.inputs = nothingKept();
    }

    private Kept[] nothingKept() {
        return plans.stream().map(input -> new Kept(input.schema())).toArray(Kept[]::new);
    }

    /** The changes of one input, numbered as they came, and behind them those of the round. */
    private static final class Kept {

        private final Schema schema;
        private final List<ChangeBatch> fresh = new ArrayList<>();
        private RowStore rows;
        private boolean insertsOnly = true;

        /** When those that were restored came, by number: a count. All others came after them, one by one. */
        private long[] arrivals = {};

        /** Whether their numbers are in that order still. */
        private boolean sorted = true;

        Kept(Schema schema) {
            this.schema = schema;
            rows = new RowStore(schema, EXTRA_WORDS);
        }

        void add(ChangeBatch batch) {
            fresh.add(batch);
            for (int i = 0; insertsOnly && batch.kinds() != null && i < batch.size(); i++) {
                insertsOnly = batch.kind(batch.row(i)) == RowKind.PLUS_I;
            }
        }

        /** Stores the changes of the round. */
        void store() {
            fresh.forEach(this::store);
            fresh.clear();
        }

        private void store(ChangeBatch batch) {
            sort();
            int n = batch.size();
            int[] physical = new int[n];
            for (int i = 0; i < n; i++) {
                physical[i] = batch.row(i);
            }
            int[] numbers = new int[n];
            rows.add(batch, physical, n, numbers);
            byte[] kinds = batch.kinds();
            for (int i = 0; kinds != null && i < n; i++) {
                rows.setExtra(numbers[i], KIND, kinds[physical[i]]);
            }
        }

        int size() {
            return rows.size() + fresh.stream().mapToInt(ChangeBatch::size).sum();
        }

        /** All changes, in batches. */
        List<ChangeBatch> batches(long position) {
            List<ChangeBatch> batches = new ArrayList<>();
            for (int from = 0; from < rows.size(); from += ChangeBatch.ROWS_MAX) {
                batches.add(batch(from, Math.min(rows.size(), from + ChangeBatch.ROWS_MAX), position));
            }
            for (ChangeBatch batch : fresh) {
                long[] positions = new long[batch.rows()];
                Arrays.fill(positions, position);
                Column[] all = batch.columns().toArray(new Column[0]);
                ChangeBatch placed = ChangeBatch.of(batch.rows(), all, batch.kinds(), positions, Watermarks.absent());
                int[] selection = batch.selection();
                batches.add(selection == null ? placed : placed.withSelection(selection, batch.size()));
            }
            return batches;
        }

        /** All changes in one batch. */
        ChangeBatch all(long position) {
            store();
            return batch(0, rows.size(), position);
        }

        ChangeBatch batch(int from, int to, long position) {
            sort();
            return batch(IntStream.range(from, to).toArray(), position);
        }

        private ChangeBatch batch(int[] numbers, long position) {
            int n = numbers.length;
            byte[] kinds = insertsOnly ? null : new byte[n];
            for (int i = 0; kinds != null && i < n; i++) {
                kinds[i] = (byte) rows.extra(numbers[i], KIND);
            }
            Column[] all = new Column[schema.size()];
            for (int c = 0; c < all.length; c++) {
                all[c] = rows.column(c, numbers, n);
            }
            long[] positions = new long[n];
            Arrays.fill(positions, position);
            return ChangeBatch.of(n, all, kinds, positions, Watermarks.absent());
        }

        private long arrival(int number) {
            int restored = arrivals.length;
            if (number < restored) {
                return arrivals[number];
            }
            return restored == 0 ? number : arrivals[restored - 1] + 1 + number - restored;
        }

        /** Rows of several snapshots take the places that they had among one another. */
        private void sort() {
            if (sorted) {
                return;
            }
            sorted = true;
            int[] order = IntStream.range(0, arrivals.length)
                    .boxed()
                    .sorted(Comparator.comparingLong(number -> arrivals[number]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            Kept inOrder = new Kept(schema);
            for (int from = 0; from < order.length; from += ChangeBatch.ROWS_MAX) {
                int to = Math.min(order.length, from + ChangeBatch.ROWS_MAX);
                inOrder.store(batch(Arrays.copyOfRange(order, from, to), 0));
            }
            rows = inOrder.rows;
            Arrays.sort(arrivals);
        }

        void write(int number, StateWriter writer) {
            writer.writeLong(arrival(number));
            rows.write(number, writer);
        }

        void read(StateReader reader) {
            int known = rows.size();
            int count = Math.toIntExact(reader.readLong());
            arrivals = IntStream.range(0, known + count)
                    .mapToLong(number -> number < known ? arrival(number) : 0)
                    .toArray();
            for (int number = known; number < arrivals.length; number++) {
                arrivals[number] = reader.readLong();
                sorted &= number == 0 || arrivals[number - 1] < arrivals[number];
                rows.read(reader);
                insertsOnly &= rows.extra(number, KIND) == RowKind.PLUS_I;
            }
        }
    }

    @Override
    public void add(int input, ChangeBatch batch) {
        inputs[input].add(batch);
    }

    @Override
    public boolean isPending() {
        return Arrays.stream(inputs).anyMatch(kept -> kept.size() > 0);
    }

    @Override
    public void endRound() {
        for (Kept kept : inputs) {
            kept.store();
        }
    }

    @Override
    public void fire(long position, Tick tick, Output output) {
        Operator body = operator();
        int many = sideWithMany();
        for (int input = 0; input < inputs.length; input++) {
            for (ChangeBatch batch : inputs[input].batches(position)) {
                ChangeBatch rows = batch;
                if (input == many && fewMatches != null) {
                    rows = fewMatches.matching(input, rows, inputs[1 - input].all(position), tick);
                }
                if (rows.size() > 0) {
                    body.receive(input, rows, tick, output);
                }
            }
        }
        inputs = nothingKept();
        settle(position + 1, tick, output);
    }

    /** The number of the input that has many rows where the other has few; -1 if none has. */
    private int sideWithMany() {
        if (fewMatches == null || !inputs[0].insertsOnly || !inputs[1].insertsOnly) {
            return -1;
        }
        int left = inputs[0].size();
        int right = inputs[1].size();
        return Math.min(left, right) > FewMatches.FEW ? -1 : left > right ? 0 : 1;
    }

    private Operator operator() {
        Operator known = operator;
        if (known == null) {
            known = operators.get();
            operator = known;
        }
        return known;
    }

    @Override
    public void revise(int input, ChangeBatch batch, Tick tick, Output output) {
        operator().receive(input, batch.withWatermarks(Watermarks.absent()), tick, output);
    }

    @Override
    public void settle(long position, Tick tick, Output output) {
        operator().advance(position, tick, output);
        operator().endTick(position, tick, output);
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        endRound();
        for (int input = 0; input < inputs.length; input++) {
            int[] numbers = rowsIn(first, last, input);
            writer.writeLong(numbers.length);
            for (int number : numbers) {
                inputs[input].write(number, writer);
            }
        }
        writer.writeLong(operator == null ? 0 : 1);
        if (operator != null) {
            operator.snapshot(first, last, writer);
        }
    }

    /** The rows of some virtual partitions. */
    private int[] rowsIn(int first, int last, int input) {
        Kept kept = inputs[input];
        kept.sort();
        int size = kept.rows.size();
        if (keys.isEmpty() || size == 0) {
            return first == 0 ? IntStream.range(0, size).toArray() : new int[0];
        }
        int[] columns = keys.get(input).stream().mapToInt(Integer::intValue).toArray();
        int[] partitions = new int[size];
        new KeyPartitions(plans.get(input).schema(), columns).find(kept.batch(0, size, 0), partitions);
        return IntStream.range(0, size)
                .filter(number -> partitions[number] >= first && partitions[number] <= last)
                .toArray();
    }

    @Override
    public void restore(StateReader reader) {
        for (Kept kept : inputs) {
            kept.read(reader);
        }
        if (reader.readLong() != 0) {
            operator().restore(reader);
        }
    }

    @Override
    public long unknownRetractions() {
        return operator == null ? 0 : operator.unknownRetractions();
    }

    @Override
    public long bytes() {
        long ofOperator = operator == null ? 0 : operator.stateBytes();
        return ofOperator
                + Arrays.stream(inputs).mapToLong(kept -> kept.rows.bytes()).sum();
    }
}
