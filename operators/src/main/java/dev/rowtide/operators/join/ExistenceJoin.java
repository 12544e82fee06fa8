// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.join.JoinInput.Naming;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowExpiry;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/**
 * A semi or anti join on equal keys alone: all left rows of a key are shown, or none, and of the right rows of a key only the number is kept.
 *
 * <p>With the rule of {@code NOT IN}, for one key column: a right NULL hides all left rows, and a left NULL is hidden by any right row. Then rows of many keys can come
 * or go at once; they do in the order in which they arrived, which each row has a number for.
 *
 * <p>With a time to live for the right rows, those of a key go together, when none has come for so long.
 */
final class ExistenceJoin implements JoinMethod {

    private static final long FORMAT = 3;
    private static final int NONE = JoinSide.NONE;

    /** Behind the word that tells whether the record is live. */
    private static final int LEFT_WORD = 1;

    private static final int RIGHT_WORD = 2;

    private final boolean anti;
    private final boolean nullAware;
    private final JoinKeys keys;
    private final RecordTable table;
    private final JoinSide left;
    private final RowChanges leftChanges;
    private final JoinOutput output;
    private final RightCounts right;
    private long nowMillis;
    private long arrivals;

    // By change of a left row in the step: the new row, and whether it is to be put out as an insert.
    private int[] fresh = new int[16];
    private boolean[] inserted = new boolean[16];

    ExistenceJoin(Join node) {
        anti = node.type() == JoinType.ANTI;
        nullAware = node.nullAware();
        int words = RIGHT_WORD + RightCounts.words(nullAware);
        keys = new JoinKeys(node, words + RecordExpiry.words(node.rightTtl()));
        table = keys.table();
        left = new JoinSide(JoinInput.left(node), table, LEFT_WORD, nullAware, node.leftTtl());
        right = new RightCounts(
                table, RIGHT_WORD, nullAware, JoinInput.right(node).upsert(), node.rightTtl());
        leftChanges = new RowChanges(left, 0, keys);
        output = new JoinOutput(node, left.rows(), null);
    }

    /** Whether this is the way for a join. Where right rows are forgotten in silence, each left row must know how many it has met. */
    static boolean isFor(Join node) {
        return node.type().leftOnly()
                && node.condition() == null
                && (!node.rightTtl().expires() || node.rightTtl().told())
                && (!node.nullAware() || node.leftKeys().size() == 1)
                && JoinInput.right(node).naming() != Naming.ROW_KEY;
    }

    @Override
    public JoinOutput output() {
        return output;
    }

    @Override
    public boolean partsSteps() {
        return false;
    }

    @Override
    public void process(MergedRows rows, long position, Tick tick) {
        locate(rows, tick);
        for (int from = 0, to; from < rows.rows(); from = to) {
            to = from + 1;
            while (to < rows.rows() && (position != OWN_POSITION || rows.position(to) == rows.position(from))) {
                to++;
            }
            step(rows, from, to, position == OWN_POSITION ? rows.position(from) : position, false);
        }
        output.flush();
        left.freeRemoved();
    }

    private void locate(MergedRows rows, Tick tick) {
        nowMillis = tick.nowMillis();
        left.setNow(nowMillis);
        keys.locate(rows);
        RowKeys rowKeys = left.rowKeys();
        if (rowKeys != null) {
            rowKeys.locate(rows, 0);
        }
    }

    @Override
    public boolean tellsExpiry() {
        return left.tellsExpiry() || right.expiry() != null;
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        RowExpiry leftExpiry = left.expiry();
        boolean any = leftExpiry != null && leftExpiry.poll(nowMillis) > 0;
        RecordExpiry rightExpiry = right.expiry();
        return rightExpiry != null && rightExpiry.poll(nowMillis) > 0 || any;
    }

    @Override
    public long nextExpiryMillis() {
        RowExpiry leftExpiry = left.expiry();
        RecordExpiry rightExpiry = right.expiry();
        return Math.min(
                leftExpiry == null ? Long.MAX_VALUE : leftExpiry.nextMillis(),
                rightExpiry == null ? Long.MAX_VALUE : rightExpiry.nextMillis());
    }

    @Override
    public long expired() {
        return left.expired() + right.expired();
    }

    @Override
    public void forgetExpired(long nowMillis) {
        RowExpiry expiry = left.expiry();
        if (expiry == null || left.tellsExpiry()) {
            return;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            int row = expiry.expired()[i];
            left.expire(keys.address(0, left.rows(), row), row);
        }
        left.freeRemoved();
    }

    @Override
    public void expire(MergedRows rows, long position, Tick tick) {
        boolean changed = rows.next();
        if (changed) {
            locate(rows, tick);
        }
        nowMillis = tick.nowMillis();
        step(rows, 0, changed ? rows.rows() : 0, position, true);
        output.flush();
        left.freeRemoved();
    }

    private void takeOutExpiredLeft(long position) {
        RowExpiry expiry = left.expiry();
        if (expiry == null || !left.tellsExpiry()) {
            return;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            int row = expiry.expired()[i];
            int at = keys.address(0, left.rows(), row);
            if (wasShown(keys.isMatchable(0, left.rows(), row), at)) {
                output.delete(row, NONE, position);
            }
            left.expire(at, row);
        }
    }

    private void step(MergedRows rows, int from, int to, long position, boolean expires) {
        right.begin();
        for (int i = from; i < to; i++) {
            if (rows.input(i) == 1 && (nullAware || keys.isMatchable(i))) {
                right.count(keys.address(i), keys.isMatchable(i), RowKind.isRetraction(rows.kind(i)), nowMillis);
            }
        }
        right.settle();
        if (expires) {
            right.expire(nowMillis);
        }
        leftChanges.collect(rows, from, to);
        takeOut(rows, position);
        if (expires) {
            takeOutExpiredLeft(position);
        }
        if (right.touched() > 0) {
            putOutTransitions(position);
        }
        putIn(position);
    }

    private boolean isShown(boolean matchable, int at) {
        if (nullAware) {
            return matchable ? right.of(at) == 0 && !right.anyNull() : !right.any();
        }
        return anti == (right.of(at) == 0);
    }

    private boolean wasShown(boolean matchable, int at) {
        if (nullAware) {
            return matchable ? right.before(at) == 0 && !right.anyNullBefore() : !right.anyBefore();
        }
        return anti == (right.before(at) == 0);
    }

    private void takeOut(MergedRows rows, long position) {
        if (fresh.length < leftChanges.size()) {
            fresh = new int[leftChanges.size() * 2];
            inserted = new boolean[fresh.length];
        }
        for (int change = 0; change < leftChanges.size(); change++) {
            boolean found = leftChanges.findBefore(rows, change);
            boolean wasShown = found && wasShown(leftChanges.isFoundMatchable(), leftChanges.foundAt());
            int old = leftChanges.foundRow();
            if (found) {
                leftChanges.unlinkFound(change);
            }
            int row = leftChanges.after(change);
            fresh[change] = row == RowChanges.NONE ? NONE : left.rows().add(rows.batch(row), rows.row(row));
            inserted[change] = row != RowChanges.NONE && isShown(keys.isMatchable(row), keys.address(row));
            if (!wasShown) {
                continue;
            }
            if (inserted[change] && leftChanges.isUpdate(change) && output.isUpdate(old, NONE, fresh[change], NONE)) {
                output.update(old, NONE, fresh[change], NONE, position);
                inserted[change] = false;
            } else {
                output.delete(old, NONE, position);
            }
        }
    }

    private void putIn(long position) {
        for (int change = 0; change < leftChanges.size(); change++) {
            if (fresh[change] == NONE) {
                continue;
            }
            if (nullAware) {
                left.setCounter(fresh[change], arrivals++);
            }
            leftChanges.link(change, fresh[change]);
            if (inserted[change]) {
                output.insert(fresh[change], NONE, position);
            }
        }
    }

    /** Shows or hides the rows that were there before the step and still are. */
    private void putOutTransitions(long position) {
        if (nullAware && (right.anyNullBefore() != right.anyNull() || right.anyBefore() != right.any())) {
            putOutAllTransitions(position);
            return;
        }
        for (int number = 0; number < right.touched(); number++) {
            int at = right.touchedAt(number);
            int first = left.head(at);
            if (first == NONE) {
                continue;
            }
            boolean matchable = keys.isMatchable(0, left.rows(), first);
            boolean isShown = isShown(matchable, at);
            if (isShown != wasShown(matchable, at)) {
                int[] rows = left.collect(at);
                for (int i = 0; i < left.collected(); i++) {
                    putOut(rows[i], isShown, position);
                }
            }
        }
    }

    private void putOut(int row, boolean isShown, long position) {
        if (isShown) {
            output.insert(row, NONE, position);
        } else {
            output.delete(row, NONE, position);
        }
    }

    private void putOutAllTransitions(long position) {
        StepMap rowOfArrival = new StepMap();
        long[] arrived = new long[16];
        int count = 0;
        for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            int first = left.head(at);
            boolean matchable = first != NONE && keys.isMatchable(0, left.rows(), first);
            if (first == NONE || isShown(matchable, at) == wasShown(matchable, at)) {
                continue;
            }
            for (int row = first; row != NONE; row = left.next(row)) {
                arrived = count == arrived.length ? Arrays.copyOf(arrived, count * 2) : arrived;
                arrived[count] = left.counter(row) << 1 | (isShown(matchable, at) ? 1 : 0);
                rowOfArrival.put(arrived[count++], row);
            }
        }
        Arrays.sort(arrived, 0, count);
        for (int i = 0; i < count; i++) {
            putOut(rowOfArrival.get(arrived[i]), (arrived[i] & 1) == 1, position);
        }
    }

    @Override
    public long unknownRetractions() {
        return leftChanges.unknownRetractions() + right.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        left.snapshotTimes(first, writer);
        right.snapshot(first, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int at : addresses) {
            table.writeKey(at, writer);
            left.write(at, writer);
            right.write(at, writer);
        }
        writer.writeLong(arrivals);
        writer.writeLong(first == 0 ? leftChanges.unknownRetractions() : 0);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a semi or anti join");
        left.restoreTimes(reader);
        right.restore(reader);
        for (long records = table.readExtent(reader); records > 0; records--) {
            int at = table.readKey(reader);
            left.read(at, reader);
            right.read(at, reader);
        }
        arrivals = Math.max(arrivals, reader.readLong());
        leftChanges.countUnknownRetractions(reader.readLong());
    }

    @Override
    public long bytes() {
        return table.bytes() + left.bytes();
    }
}
