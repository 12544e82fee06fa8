// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.aggregate.MovingAggregates;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The aggregates of one kind of frame that can't be put together from summaries of subtrees. In each partition the frame that was looked at last is kept, and moved to the next one
 * by the rows that tell them apart: from frame to frame of a scan these are few. Frames of rows next to one another are gone through together.
 */
final class MovingFrame {

    private static final int NONE = -1;
    private static final int READ_AHEAD_MAX = 256;

    private final Frames frames;
    private final PartitionRows partition;
    private final OrderedRows lists;
    private final RowStore rows;
    private final int[] columns;
    private final MovingAggregates aggregates;
    private final boolean inOrder;

    // By partition: the first and the last row of its frame, or NONE.
    private int[] firsts = new int[16];
    private int[] lasts = new int[16];

    // The frame of the partition at hand, as places; and the places whose results are at hand.
    private int entered = NONE;
    private int from;
    private int to;
    private int readFrom;
    private int readTo;
    private final int[] steps = new int[READ_AHEAD_MAX];

    // The rows on the move, of which the first only tells the partition.
    private int[] moved = new int[64];
    private byte[] kinds = new byte[64];
    private long[] positions = new long[64];
    private int movedCount;

    private MovingFrame(
            Frames frames,
            PartitionRows partition,
            OrderedRows lists,
            int[] columns,
            Schema schema,
            List<AggregateCall> calls,
            boolean inOrder) {
        this.frames = frames;
        this.partition = partition;
        this.lists = lists;
        this.columns = columns;
        this.inOrder = inOrder;
        rows = partition.rows;
        aggregates = new MovingAggregates(schema, columns.length, calls);
        Arrays.fill(firsts, NONE);
    }

    /**
     * The frames, not yet of any partition.
     *
     * @param schema the rows' columns
     * @param inOrder whether rows must come in the order of the partition, and leave in it
     */
    static MovingFrame of(
            Schema schema,
            Frames frames,
            PartitionRows partition,
            OrderedRows lists,
            List<AggregateCall> calls,
            boolean inOrder) {
        int[] columns = calls.stream()
                .flatMapToInt(AggregateCall::columns)
                .sorted()
                .distinct()
                .toArray();
        int[] positions = new int[schema.size()];
        List<Field> read = new ArrayList<>();
        for (int c = 0; c < columns.length; c++) {
            positions[columns[c]] = c;
            read.add(schema.fields().get(columns[c]));
        }
        read.add(new Field("partition", Type.BIGINT));
        List<AggregateCall> moved =
                calls.stream().map(call -> call.moved(positions)).toList();
        return new MovingFrame(frames, partition, lists, columns, new Schema(read), moved, inOrder);
    }

    /** Puts the result of a call for the row at a place into a value. */
    void compute(int place, int call, Value result) {
        if (entered != partition.entered()) {
            enter();
        }
        if (place < readFrom || place >= readTo) {
            read(place);
        }
        int step = steps[place - readFrom];
        EngineException failure = aggregates.failure(call, step);
        if (failure != null) {
            result.fail(failure);
        } else if (aggregates.isNull(call, step)) {
            result.setNull();
        } else if (aggregates.isBytes(call)) {
            result.set(aggregates.data(call), aggregates.word(call, step));
        } else {
            result.set(aggregates.word(call, step), aggregates.low(call, step));
        }
    }

    private void enter() {
        entered = partition.entered();
        readFrom = 0;
        readTo = 0;
        int number = partition.number();
        if (number >= firsts.length) {
            int length = firsts.length;
            firsts = Arrays.copyOf(firsts, Math.max(number + 1, 2 * length));
            lasts = Arrays.copyOf(lasts, firsts.length);
            Arrays.fill(firsts, length, firsts.length, NONE);
        }
        boolean isEmpty = firsts[number] == NONE;
        from = isEmpty ? 0 : partition.placeOf(firsts[number]);
        to = isEmpty ? 0 : partition.placeOf(lasts[number]) + 1;
    }

    /**
     * Takes in what has changed in the partition at hand, before anything is asked about it.
     *
     * @param touched the partition's number among those that changed
     */
    void take(ChangedRows changed, int touched) {
        int number = partition.number();
        if (number >= firsts.length || firsts[number] == NONE) {
            return;
        }
        int first = firsts[number];
        int last = lasts[number];
        boolean any = false;
        begin(first);
        for (int entry = changed.first(touched); entry != NONE; entry = changed.next(entry)) {
            int row = changed.row(entry);
            boolean counts = changed.isGone(entry) || changed.isNew(entry);
            if (counts && lists.compare(first, row) <= 0 && lists.compare(row, last) <= 0) {
                any = true;
                if (changed.isGone(entry)) {
                    add(row, RowKind.MINUS_D, 0);
                } else if (!inOrder) {
                    add(row, RowKind.PLUS_I, 0);
                }
            }
        }
        if (!any) {
            return;
        }
        int newFrom = partition.placeOf(first);
        int end = partition.placeOf(last);
        int newTo = end < partition.size() && lists.isSamePlace(partition.row(end), last) ? end + 1 : end;
        if (inOrder) {
            takeOutOld(changed, newFrom, newTo);
            newTo = newFrom;
        }
        send();
        keep(number, newFrom, newTo);
    }

    /** Rows that come in between can't be put there: the frame is begun anew. */
    private void takeOutOld(ChangedRows changed, int newFrom, int newTo) {
        for (int place = newFrom; place < newTo; place++) {
            int row = partition.row(place);
            if (!changed.isListed(row)) {
                add(row, RowKind.MINUS_D, 0);
            }
        }
    }

    /** The rows before a place of the partition at hand are about to be given up: no frame will have them. */
    void leave(int place) {
        enter();
        if (from < Math.min(place, to)) {
            begin(partition.row(from));
            move(Math.min(place, to), to, 0);
            send();
            keep(partition.number(), from, to);
        }
    }

    private void read(int place) {
        boolean goesOn = place == readTo && readFrom < readTo;
        int ahead = goesOn ? Math.min(READ_AHEAD_MAX, 2 * (readTo - readFrom)) : 1;
        int end = Math.min(partition.size(), place + ahead);
        begin(partition.row(place));
        readFrom = place;
        readTo = place;
        int step = 0;
        while (readTo < end) {
            int row = partition.row(readTo);
            int frameFrom = frames.from(readTo, row);
            int frameTo = Math.max(frameFrom, frames.to(readTo, row));
            if (readTo > place && movedCount + distance(frameFrom, frameTo) > ChangeBatch.ROWS_MAX) {
                break;
            }
            int before = readTo == place ? 1 : movedCount;
            move(frameFrom, frameTo, readTo - place);
            step += movedCount > before ? 1 : 0;
            steps[readTo++ - place] = step;
        }
        send();
        keep(partition.number(), from, to);
    }

    private void keep(int number, int newFrom, int newTo) {
        from = newFrom;
        to = newTo;
        firsts[number] = from < to ? partition.row(from) : NONE;
        lasts[number] = from < to ? partition.row(to - 1) : NONE;
    }

    private boolean isApart(int newFrom, int newTo) {
        return from >= to || newFrom >= newTo || newTo <= from || newFrom >= to;
    }

    /** How many rows tell a frame from the one that is kept. */
    private int distance(int newFrom, int newTo) {
        return isApart(newFrom, newTo) ? to - from + newTo - newFrom : Math.abs(newFrom - from) + Math.abs(newTo - to);
    }

    private void move(int newFrom, int newTo, int position) {
        boolean anew = isApart(newFrom, newTo) || inOrder && (newFrom < from || newTo < to);
        if (anew) {
            add(from, to, RowKind.MINUS_D, position);
            add(newFrom, newTo, RowKind.PLUS_I, position);
        } else {
            add(to, newTo, RowKind.PLUS_I, position);
            add(newFrom, from, RowKind.PLUS_I, position);
            add(from, newFrom, RowKind.MINUS_D, position);
            add(newTo, to, RowKind.MINUS_D, position);
        }
        from = newFrom;
        to = newTo;
    }

    private void add(int first, int end, byte kind, int position) {
        for (int place = first; place < end; place++) {
            add(partition.row(place), kind, position);
        }
    }

    private void begin(int row) {
        moved[0] = row;
        movedCount = 1;
    }

    private void add(int row, byte kind, int position) {
        if (movedCount > ChangeBatch.ROWS_MAX) {
            send();
        }
        if (movedCount == moved.length) {
            moved = Arrays.copyOf(moved, 2 * movedCount);
            kinds = Arrays.copyOf(kinds, 2 * movedCount);
            positions = Arrays.copyOf(positions, 2 * movedCount);
        }
        moved[movedCount] = row;
        kinds[movedCount] = kind;
        positions[movedCount++] = position;
    }

    private void send() {
        Column[] read = new Column[columns.length + 1];
        for (int c = 0; c < columns.length; c++) {
            read[c] = rows.column(columns[c], moved, movedCount);
        }
        long[] group = new long[movedCount];
        Arrays.fill(group, partition.number());
        read[columns.length] = new LongColumn(group, null);
        int[] selection = new int[movedCount - 1];
        Arrays.setAll(selection, i -> i + 1);
        aggregates.move(ChangeBatch.of(
                        movedCount,
                        read,
                        Arrays.copyOf(kinds, movedCount),
                        Arrays.copyOf(positions, movedCount),
                        Watermarks.absent())
                .withSelection(selection, selection.length));
        movedCount = 1;
    }

    long bytes() {
        return aggregates.bytes() + (long) firsts.length * 2 * Integer.BYTES;
    }
}
