// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * The groups of sessions of inserted rows. A key has one session that rows are added to, in its record; others of it are <em>parked</em> beside the table. Results of sessions that are
 * over are kept until they go out together.
 *
 * <pre>
 *   values of a record: those of a group's record | a word of the owner
 * </pre>
 *
 * <p>Only for aggregates that can be made of parts.
 */
public final class SessionGroups {

    private static final int SIZE_MIN = 16;

    private final Keys keys;
    private final RecordTable groups;
    private final GroupAccumulators accumulators;
    private final int words;
    private final int ownersWord;
    private final Steps steps;
    private final WordColumns before;
    private final WordColumns over;
    private final WordColumns noted;
    private final ChangeEmitter emitter;
    private final OverOrigin origin = new OverOrigin();

    private long[] parked;
    private int parkedEnd;
    private int[] unused = new int[SIZE_MIN];
    private int unusedCount;

    private int[] addressesOver = new int[SIZE_MIN];
    private long[] positionsOver = new long[SIZE_MIN];
    private int countOver;
    private int countNoted;
    private int[] stepsEmitted = {};
    private Watermarks watermarks = Watermarks.absent();

    /**
     * @param node the grouping, by the keys of sessions alone
     * @param zone the session's time zone
     */
    public SessionGroups(GroupAggregate node, ZoneId zone) {
        AggregateLayout layout = new AggregateLayout(node);
        int[] keyColumns = node.keys().stream().mapToInt(Integer::intValue).toArray();
        words = layout.resultWords();
        keys = Keys.of(node.input().schema(), keyColumns, words + 1);
        groups = keys.table();
        ownersWord = groups.valueOffset() + words;
        accumulators = new GroupAccumulators(layout, groups);
        steps = new Steps(groups, ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent()));
        before = new WordColumns(words);
        over = new WordColumns(words);
        noted = new WordColumns(words);
        emitter = new ChangeEmitter(node, layout.results(), zone);
        parked = new long[SIZE_MIN * words];
    }

    /** Finds the records of the keys of a batch, along its selection. Addresses hold until the next call. */
    public void locate(ChangeBatch batch, int[] at) {
        keys.locate(batch, batch.selection(), batch.size(), at);
    }

    /** Changes whenever addresses have become invalid. */
    public int generation() {
        return groups.generation();
    }

    /** The addresses of all records that have a session. */
    public int[] addresses() {
        return groups.recordsIn(0, StateWriter.PARTITIONS - 1);
    }

    /** The owner's word of a record; 0 at first. */
    public int ownersWord(int at) {
        return (int) groups.records()[at + ownersWord];
    }

    public void setOwnersWord(int at, int value) {
        groups.records()[at + ownersWord] = value;
    }

    /**
     * Adds rows to the sessions in records.
     *
     * @param rows the physical rows of a batch, of which the first {@code n} count
     * @param at their records
     */
    public void add(ChangeBatch batch, int[] rows, int[] at, int n) {
        if (n == 0) {
            return;
        }
        steps.load(batch.withSelection(rows, n), 0, n);
        System.arraycopy(at, 0, steps.at(), 0, n);
        long[] records = groups.records();
        int offset = groups.valueOffset();
        int created = 0;
        for (int i = 0; i < n; i++) {
            created += records[at[i] + offset]++ == 0 ? 1 : 0;
        }
        groups.addLive(created);
        accumulators.apply(steps);
    }

    /** Parks the session in a record, which has none then; its place. */
    public int park(int at) {
        int place = unusedCount > 0 ? unused[--unusedCount] : parkedEnd++;
        if ((place + 1) * words > parked.length) {
            parked = Arrays.copyOf(parked, 2 * parked.length);
        }
        System.arraycopy(groups.records(), at + groups.valueOffset(), parked, place * words, words);
        vacate(at);
        return place;
    }

    private void vacate(int at) {
        int from = at + groups.valueOffset();
        Arrays.fill(groups.records(), from, from + words, 0);
        groups.addLive(-1);
    }

    /** Puts a parked session into a record that has none. */
    public void unpark(int at, int place) {
        System.arraycopy(parked, place * words, groups.records(), at + groups.valueOffset(), words);
        groups.addLive(1);
        free(place);
    }

    private void free(int place) {
        Arrays.fill(parked, place * words, (place + 1) * words, 0);
        if (unusedCount == unused.length) {
            unused = Arrays.copyOf(unused, 2 * unusedCount);
        }
        unused[unusedCount++] = place;
    }

    /** Exchanges the session in a record for a parked one, whose place it takes. */
    public void swap(int at, int place) {
        long[] records = groups.records();
        for (int w = 0; w < words; w++) {
            long word = records[at + groups.valueOffset() + w];
            records[at + groups.valueOffset() + w] = parked[place * words + w];
            parked[place * words + w] = word;
        }
    }

    /** Adds the rows of a parked session to the one in a record. */
    public void merge(int at, int place) {
        long[] records = groups.records();
        records[at + groups.valueOffset()] += parked[place * words];
        for (Accumulator accumulator : accumulators.all()) {
            int from = place * words + accumulator.word();
            accumulator.merge(records, at + accumulator.offset(groups), accumulator, parked, from);
            accumulator.clear(parked, from);
        }
        free(place);
    }

    /** The session in a record is over. */
    public void end(int at, long position) {
        end(groups.records(), at + groups.valueOffset(), at, position);
        vacate(at);
    }

    /** A parked session is over. */
    public void endParked(int at, int place, long position) {
        end(parked, place * words, at, position);
        free(place);
    }

    private void end(long[] from, int start, int at, long position) {
        for (Accumulator accumulator : accumulators.all()) {
            accumulator.settle(from, start + accumulator.word());
        }
        over.ensure(countOver + 1);
        over.take(countOver, from, start);
        before.zero(countOver);
        addStep(at, position);
        clear(from, start);
    }

    /** Notes what the session in a record has, or the one that is parked at a place, before it changes; the number of the note. */
    public int note(int at, int place) {
        noted.ensure(countNoted + 1);
        take(noted, countNoted, at, place);
        return countNoted++;
    }

    private void take(WordColumns into, int step, int at, int place) {
        long[] from = place < 0 ? groups.records() : parked;
        int start = place < 0 ? at + groups.valueOffset() : place * words;
        for (Accumulator accumulator : accumulators.all()) {
            accumulator.settle(from, start + accumulator.word());
        }
        into.take(step, from, start);
    }

    /** A session that was noted is none any more, or another: it is to be taken back. */
    public void tellGone(int note, int at, long position) {
        before.ensure(countOver + 1);
        before.takeAll(noted, note, 1, countOver);
        over.zero(countOver);
        addStep(at, position);
    }

    /** The session in a record, or the one that is parked at a place, is to go out, in the place of what was noted of it, or of nothing (-1). */
    public void tell(int note, int at, int place, long position) {
        if (note < 0) {
            before.zero(countOver);
        } else {
            before.takeAll(noted, note, 1, countOver);
        }
        over.ensure(countOver + 1);
        take(over, countOver, at, place);
        addStep(at, position);
    }

    private void addStep(int at, long position) {
        if (countOver == addressesOver.length) {
            addressesOver = Arrays.copyOf(addressesOver, 2 * countOver);
            positionsOver = Arrays.copyOf(positionsOver, 2 * countOver);
        }
        addressesOver[countOver] = at;
        positionsOver[countOver++] = position;
    }

    /** Forgets what was noted. */
    public void clearNotes() {
        countNoted = 0;
    }

    /** The session in a record is given up: its result went out before. */
    public void forget(int at) {
        clear(groups.records(), at + groups.valueOffset());
        vacate(at);
    }

    /** A parked session is given up. */
    public void forgetParked(int place) {
        clear(parked, place * words);
        free(place);
    }

    private void clear(long[] from, int start) {
        for (Accumulator accumulator : accumulators.all()) {
            accumulator.clear(from, start + accumulator.word());
        }
    }

    /** By row of the batch that {@link #emitOver} emits, which of the sessions that go out it is of, in the order in which they were told of or ended. */
    public int[] stepsEmitted() {
        return stepsEmitted;
    }

    /** The sessions that are over and have not gone out. */
    public int countOver() {
        return countOver;
    }

    /**
     * Puts out the sessions that are over, in the order in which they ended. Called before the next keys are located.
     *
     * @throws dev.rowtide.operators.RowFailure if a result is out of range; those of earlier positions have gone out
     */
    public void emitOver(Watermarks asOfPositions, Output output) {
        int n = countOver;
        countOver = 0;
        if (n > 0) {
            watermarks = asOfPositions;
            emitter.emit(before, over, n, false, false, origin, output);
        }
    }

    /** The sessions that go out. */
    private final class OverOrigin implements Origin {

        @Override
        public long[] positions(int[] of, int n) {
            long[] positions = new long[n];
            for (int i = 0; i < n; i++) {
                positions[i] = positionsOver[of[i]];
            }
            return positions;
        }

        @Override
        public void keys(int[] of, int n, Column[] columns) {
            stepsEmitted = of;
            int[] at = new int[n];
            for (int i = 0; i < n; i++) {
                at[i] = addressesOver[of[i]];
            }
            keys.columns(at, n, columns);
        }

        @Override
        public Watermarks watermarks() {
            return watermarks;
        }

        @Override
        public int firstOfPosition(int step) {
            int first = step;
            while (first > 0 && positionsOver[first - 1] == positionsOver[step]) {
                first--;
            }
            return first;
        }
    }

    /** Begins to write some virtual partitions; the records to write. */
    public int[] writeExtent(int first, int last, StateWriter writer) {
        return groups.writeExtent(first, last, writer);
    }

    /** Writes the key of a record. */
    public void writeKey(int at, StateWriter writer) {
        groups.writeKey(at, writer);
    }

    /** Writes the session in a record, or the one that is parked at a place. */
    public void writeSession(int at, int place, StateWriter writer) {
        long[] from = place < 0 ? groups.records() : parked;
        int start = place < 0 ? at + groups.valueOffset() : place * words;
        writer.writeLongs(from, start, words);
        for (Accumulator accumulator : accumulators.all()) {
            accumulator.snapshot(from, start + accumulator.word(), writer);
        }
    }

    /** Begins to read what {@link #writeExtent} began; how many keys follow. */
    public long readExtent(StateReader reader) {
        return groups.readExtent(reader);
    }

    /** Reads a key; its record. */
    public int readKey(StateReader reader) {
        return groups.readKey(reader);
    }

    /** Reads a session into a record that has none. */
    public void readSession(int at, StateReader reader) {
        long[] records = groups.records();
        reader.readLongs(records, at + groups.valueOffset(), words);
        groups.addLive(1);
        accumulators.restore(at, reader);
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return groups.bytes() + accumulators.bytes() + (long) parked.length * Long.BYTES;
    }
}
