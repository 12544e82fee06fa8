// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.Join;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowExpiry;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A join by pairs of rows: both inputs' rows are kept, and each row that comes or goes meets those of the other input that have its key. Outer joins, and semi and
 * anti joins with a condition, count the matches of each row that depends on having some.
 *
 * <p>Which pairs there are follows from the keys alone, so that many steps go through the state before the condition is evaluated on the pairs of all of them.
 */
final class PairJoin implements JoinMethod {

    private static final long FORMAT = 2;
    private static final int LIVE_AND_CHAINS = 3;

    /** The pairs after which the steps so far are finished. */
    private static final int PAIRS_MAX = 16 * ChangeBatch.ROWS_MAX;

    private final JoinKeys keys;
    private final JoinSide[] sides;
    private final RowChanges[] changes;
    private final @Nullable ResidualCondition condition;
    private final PairResults results;
    private final JoinOutput output;
    private final boolean insertsOnly;
    private final boolean[] showsUnmatched;
    private final StepLog log = new StepLog();
    private final InsertedPairs pairs = new InsertedPairs();

    // Written and never read: so that what a touch pass reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private long touched;

    private int[][] logged = {new int[16], new int[16]};
    private int[] numbers = {};
    private final InsertedRows[] inserted = {new InsertedRows(), new InsertedRows()};

    PairJoin(Join node, OperatorSettings settings) {
        keys = new JoinKeys(node, LIVE_AND_CHAINS);
        JoinInput left = JoinInput.left(node);
        JoinInput right = JoinInput.right(node);
        boolean countsLeft = node.type().padsLeft() || node.type().leftOnly();
        sides = new JoinSide[] {
            new JoinSide(left, keys.table(), 1, countsLeft, node.leftTtl()),
            new JoinSide(right, keys.table(), 2, node.type().padsRight(), node.rightTtl())
        };
        changes = new RowChanges[] {new RowChanges(sides[0], 0, keys), new RowChanges(sides[1], 1, keys)};
        condition = node.condition() == null
                ? null
                : new ResidualCondition(
                        node.condition(), node.left().schema(), node.right().schema(), settings);
        output = new JoinOutput(
                node,
                sides[0].rows(),
                node.type().leftOnly() ? null : sides[1].rows(),
                sides[0].isNewestFirst() && sides[1].isNewestFirst());
        results = PairResults.of(node.type(), sides, output);
        insertsOnly = node.left().mode().isAppendOnly() && node.right().mode().isAppendOnly();
        showsUnmatched = new boolean[] {countsLeft, node.type().padsRight()};
    }

    @Override
    public JoinOutput output() {
        return output;
    }

    @Override
    public boolean partsSteps() {
        return insertsOnly && !showsUnmatched[0] && !showsUnmatched[1];
    }

    @Override
    public void process(MergedRows rows, long position, Tick tick) {
        keys.locate(rows);
        touch(rows);
        setNow(tick);
        if (partsSteps()) {
            pairInserts(rows, position, tick);
            finishPairs(tick);
        } else if (insertsOnly) {
            processInserts(rows, position, tick);
            finish(tick);
        } else {
            processChanges(rows, position, tick);
            finish(tick);
        }
    }

    /** Reads the stored rows that the merged ones will meet, where they don't fit into the second-level cache. */
    private void touch(MergedRows rows) {
        long sum = 0;
        for (int input = 0; input < sides.length; input++) {
            JoinSide side = sides[input];
            boolean worthwhile = side.rows().isTouchWorthwhile();
            for (int i = 0; worthwhile && i < rows.rows(); i++) {
                if (rows.input(i) != input || !side.isNewestFirst()) {
                    sum += side.touch(keys.address(i));
                }
            }
        }
        touched += sum;
    }

    /** Rows that can have no match are not stored. */
    private void pairInserts(MergedRows rows, long position, Tick tick) {
        store(rows);
        for (int i = 0; i < rows.rows(); i++) {
            int number = numbers[i];
            if (number == JoinSide.NONE) {
                continue;
            }
            if (pairs.size() > PAIRS_MAX) {
                finishPairs(tick);
            }
            int input = rows.input(i);
            int at = keys.address(i);
            JoinSide other = sides[1 - input];
            int match = other.head(at);
            if (match != JoinSide.NONE) {
                long step = position == OWN_POSITION ? rows.position(i) : position;
                int from = pairs.size();
                for (; match != JoinSide.NONE; match = other.next(match)) {
                    pairs.add(input, number, match, step);
                }
                if (other.isNewestFirst()) {
                    pairs.reverse(from);
                }
            }
            sides[input].link(at, number);
        }
    }

    /** Puts out the pairs of inserts so far that match. */
    private void finishPairs(Tick tick) {
        boolean put = pairs.put(condition, sides[0].rows(), sides[1].rows(), output, tick);
        if (!put) {
            pairs.log(log);
        }
        pairs.clear();
        finish(tick);
    }

    private void processInserts(MergedRows rows, long position, Tick tick) {
        store(rows);
        long open = Long.MIN_VALUE;
        for (int i = 0; i < rows.rows(); i++) {
            long step = position == OWN_POSITION ? rows.position(i) : position;
            if (log.pairs() > PAIRS_MAX && step != open) {
                finish(tick);
                open = Long.MIN_VALUE;
            }
            if (step != open) {
                log.beginStep(step);
                open = step;
            }
            if (numbers[i] == JoinSide.NONE) {
                continue;
            }
            int input = rows.input(i);
            int from = log.pairs();
            if (keys.isMatchable(i)) {
                addPairs(input, numbers[i], keys.address(i));
            }
            if (log.pairs() > from || showsUnmatched[input]) {
                log.putIn(input, numbers[i], from);
            }
            sides[input].link(keys.address(i), numbers[i]);
        }
    }

    /** Stores the rows of all inserts that are kept, batch by batch. */
    private void store(MergedRows rows) {
        int n = rows.rows();
        if (numbers.length < n) {
            numbers = new int[n];
        }
        Arrays.fill(numbers, 0, n, JoinSide.NONE);
        for (int i = 0; i < n; i++) {
            int input = rows.input(i);
            if (keys.isMatchable(i) || sides[input].input().showsUnmatched()) {
                inserted[input].add(rows, i, sides[input].rows(), numbers);
            }
        }
        for (int input = 0; input < inserted.length; input++) {
            inserted[input].store(sides[input].rows(), numbers);
        }
    }

    private void setNow(Tick tick) {
        for (JoinSide side : sides) {
            side.setNow(tick.nowMillis());
        }
    }

    @Override
    public boolean tellsExpiry() {
        return sides[0].tellsExpiry() || sides[1].tellsExpiry();
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        boolean any = false;
        for (JoinSide side : sides) {
            RowExpiry expiry = side.expiry();
            any |= expiry != null && expiry.poll(nowMillis) > 0;
        }
        return any;
    }

    @Override
    public long nextExpiryMillis() {
        long next = Long.MAX_VALUE;
        for (JoinSide side : sides) {
            RowExpiry expiry = side.expiry();
            next = expiry == null ? next : Math.min(next, expiry.nextMillis());
        }
        return next;
    }

    @Override
    public long expired() {
        return sides[0].expired() + sides[1].expired();
    }

    @Override
    public void forgetExpired(long nowMillis) {
        for (int input = 0; input < sides.length; input++) {
            JoinSide side = sides[input];
            RowExpiry expiry = side.expiry();
            if (expiry == null || side.tellsExpiry()) {
                continue;
            }
            int count = expiry.take(nowMillis);
            int[] expired = expiry.expired();
            for (int i = 0; i < count; i++) {
                side.expire(keys.address(input, side.rows(), expired[i]), expired[i]);
            }
            side.freeRemoved();
        }
    }

    @Override
    public void expire(MergedRows rows, long position, Tick tick) {
        setNow(tick);
        log.beginStep(position);
        boolean changed = rows.next();
        if (changed) {
            keys.locate(rows);
            locateRowKeys(rows);
            changes[0].collect(rows, 0, rows.rows());
            changes[1].collect(rows, 0, rows.rows());
            takeOut(rows, 0);
            takeOut(rows, 1);
        }
        for (int input = 0; input < sides.length; input++) {
            takeOutExpired(input, position, changed, tick);
        }
        if (changed) {
            putIn(rows, 0);
            putIn(rows, 1);
        }
        finish(tick);
    }

    /** @param whole whether all that expires must be of the open step, since that has more */
    private void takeOutExpired(int input, long position, boolean whole, Tick tick) {
        JoinSide side = sides[input];
        RowExpiry expiry = side.expiry();
        if (expiry == null || !side.tellsExpiry()) {
            return;
        }
        int count = expiry.take(tick.nowMillis());
        int[] expired = expiry.expired();
        for (int i = 0; i < count; i++) {
            if (log.pairs() > PAIRS_MAX && !whole) {
                finish(tick);
                log.beginStep(position);
            }
            int number = expired[i];
            int at = keys.address(input, side.rows(), number);
            int from = log.pairs();
            if (keys.isMatchable(input, side.rows(), number)) {
                addPairs(input, number, at);
            }
            log.takeOut(input, number, from);
            side.expire(at, number);
        }
    }

    private void locateRowKeys(MergedRows rows) {
        for (int input = 0; input < sides.length; input++) {
            RowKeys rowKeys = sides[input].rowKeys();
            if (rowKeys != null) {
                rowKeys.locate(rows, input);
            }
        }
    }

    private void processChanges(MergedRows rows, long position, Tick tick) {
        locateRowKeys(rows);
        for (int from = 0, to; from < rows.rows(); from = to) {
            to = from + 1;
            while (to < rows.rows() && (position != OWN_POSITION || rows.position(to) == rows.position(from))) {
                to++;
            }
            log.beginStep(position == OWN_POSITION ? rows.position(from) : position);
            changes[0].collect(rows, from, to);
            changes[1].collect(rows, from, to);
            takeOut(rows, 0);
            takeOut(rows, 1);
            putIn(rows, 0);
            putIn(rows, 1);
            if (log.pairs() > PAIRS_MAX) {
                finish(tick);
            }
        }
    }

    private void takeOut(MergedRows rows, int input) {
        RowChanges of = changes[input];
        if (logged[input].length < of.size()) {
            logged[input] = new int[of.size() * 2];
        }
        for (int change = 0; change < of.size(); change++) {
            logged[input][change] = JoinSide.NONE;
            if (of.findBefore(rows, change)) {
                int from = log.pairs();
                if (of.isFoundMatchable()) {
                    addPairs(input, of.foundRow(), of.foundAt());
                }
                logged[input][change] = log.takeOut(input, of.foundRow(), from);
                of.unlinkFound(change);
            }
        }
    }

    private void putIn(MergedRows rows, int input) {
        RowChanges of = changes[input];
        for (int change = 0; change < of.size(); change++) {
            int row = of.after(change);
            if (row == RowChanges.NONE) {
                continue;
            }
            int number = sides[input].rows().add(rows.batch(row), rows.row(row));
            int from = log.pairs();
            if (keys.isMatchable(row)) {
                addPairs(input, number, keys.address(row));
            }
            int entry = logged[input][change];
            if (entry == JoinSide.NONE) {
                log.putIn(input, number, from);
            } else {
                log.replace(entry, number, of.isUpdate(change), from);
            }
            of.link(change, number);
        }
    }

    /** Adds the pairs of a row with all rows of the other input that have its key. */
    private void addPairs(int input, int number, int at) {
        JoinSide other = sides[1 - input];
        int from = log.pairs();
        for (int match = other.head(at); match != JoinSide.NONE; match = other.next(match)) {
            log.pair(input, number, match);
        }
        if (other.isNewestFirst()) {
            log.reverse(from);
        }
    }

    /** Puts out the results of the steps so far. */
    private void finish(Tick tick) {
        RowFailure failure = condition == null ? null : condition.evaluate(log, sides[0].rows(), sides[1].rows(), tick);
        results.put(log);
        output.flush();
        log.clear();
        sides[0].freeRemoved();
        sides[1].freeRemoved();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public long unknownRetractions() {
        return changes[0].unknownRetractions() + changes[1].unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        RecordTable table = keys.table();
        writer.writeLong(FORMAT);
        sides[0].snapshotTimes(first, writer);
        sides[1].snapshotTimes(first, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int at : addresses) {
            table.writeKey(at, writer);
            sides[0].write(at, writer);
            sides[1].write(at, writer);
        }
        writer.writeLong(first == 0 ? unknownRetractions() : 0);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a join");
        sides[0].restoreTimes(reader);
        sides[1].restoreTimes(reader);
        for (long left = keys.table().readExtent(reader); left > 0; left--) {
            int at = keys.table().readKey(reader);
            sides[0].read(at, reader);
            sides[1].read(at, reader);
        }
        changes[0].countUnknownRetractions(reader.readLong());
    }

    @Override
    public long bytes() {
        return keys.table().bytes() + sides[0].bytes() + sides[1].bytes();
    }
}
