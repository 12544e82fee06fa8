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
import org.jspecify.annotations.Nullable;

/**
 * A semi or anti join on equal keys alone: all left rows of a key are shown, or none, and of the right rows of a key only the number is kept.
 *
 * <p>With the rule of {@code NOT IN}, for one key column: a right NULL hides all left rows, and a left NULL is hidden by any right row. Then rows of many keys can come
 * or go at once; they do in the order in which they arrived, which each row has a number for.
 *
 * <p>With a time to live for the right rows, those of a key go together, when none has come for so long.
 */
final class ExistenceJoin implements JoinMethod {

    private static final long FORMAT = 2;
    private static final int NONE = JoinSide.NONE;

    private static final int LIVE_WORD = 0;
    private static final int LEFT_WORD = 1;
    private static final int RIGHT_WORD = 2;

    /** Whether the key is NULL; only there for {@code NOT IN}. */
    private static final int NULL_WORD = 3;

    private final boolean anti;
    private final boolean nullAware;
    private final boolean rightUpsert;
    private final JoinKeys keys;
    private final RecordTable table;
    private final JoinSide left;
    private final RowChanges leftChanges;
    private final JoinOutput output;
    private final @Nullable RecordExpiry rightExpiry;
    private long nowMillis;
    private long expiredRightRows;
    private long unknownRightRetractions;

    /** All right rows, and those with a NULL key: now, and before the step. */
    private final Existence now = new Existence();

    private final Existence before = new Existence();
    private long arrivals;

    // The keys whose right rows the step has changed, and how many there were before.
    private final StepMap touched = new StepMap();
    private int touchedCount;
    private int[] touchedAt = new int[16];
    private long[] touchedBefore = new long[16];

    // By change of a left row in the step: the new row, and whether it is to be put out as an insert.
    private int[] fresh = new int[16];
    private boolean[] inserted = new boolean[16];

    private static final class Existence {
        private long rows;
        private long nulls;

        void set(Existence other) {
            rows = other.rows;
            nulls = other.nulls;
        }
    }

    ExistenceJoin(Join node) {
        anti = node.type() == JoinType.ANTI;
        nullAware = node.nullAware();
        int words = nullAware ? NULL_WORD + 1 : RIGHT_WORD + 1;
        boolean rightExpires = node.rightTtl().expires();
        keys = new JoinKeys(node, rightExpires ? words + 1 : words);
        table = keys.table();
        left = new JoinSide(JoinInput.left(node), table, LEFT_WORD, nullAware, node.leftTtl());
        rightExpiry =
                rightExpires ? new RecordExpiry(table, words, node.rightTtl().millis()) : null;
        leftChanges = new RowChanges(left, 0, keys);
        rightUpsert = JoinInput.right(node).upsert();
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
        return left.tellsExpiry() || rightExpiry != null;
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        RowExpiry leftExpiry = left.expiry();
        boolean any = leftExpiry != null && leftExpiry.poll(nowMillis) > 0;
        return rightExpiry != null && rightExpiry.poll(nowMillis) > 0 || any;
    }

    @Override
    public long nextExpiryMillis() {
        RowExpiry leftExpiry = left.expiry();
        return Math.min(
                leftExpiry == null ? Long.MAX_VALUE : leftExpiry.nextMillis(),
                rightExpiry == null ? Long.MAX_VALUE : rightExpiry.nextMillis());
    }

    @Override
    public long expired() {
        return left.expired() + expiredRightRows;
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

    private void takeOutExpiredRight() {
        RecordExpiry expiry = rightExpiry;
        if (expiry == null) {
            return;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            int at = expiry.expired()[i];
            long rows = right(at);
            if (rows > 0) {
                touchRight(at, rows);
                addRight(at, -rows);
                now.rows -= rows;
                now.nulls -= nullAware && table.records()[at + table.valueOffset() + NULL_WORD] != 0 ? rows : 0;
                expiredRightRows += rows;
            }
        }
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
        touched.clear();
        touchedCount = 0;
        before.set(now);
        for (int i = from; i < to; i++) {
            if (rows.input(i) == 1 && (nullAware || keys.isMatchable(i))) {
                countRight(rows, i);
            }
        }
        settleRight();
        if (expires) {
            takeOutExpiredRight();
        }
        leftChanges.collect(rows, from, to);
        takeOut(rows, position);
        if (expires) {
            takeOutExpiredLeft(position);
        }
        if (touchedCount > 0) {
            putOutTransitions(position);
        }
        putIn(position);
    }

    private void countRight(MergedRows rows, int i) {
        int at = keys.address(i);
        long count = right(at);
        boolean retraction = RowKind.isRetraction(rows.kind(i));
        if (retraction && rightUpsert && count == 0) {
            unknownRightRetractions++;
            return;
        }
        long more = retraction ? -1 : rightUpsert ? 1 - count : 1;
        touchRight(at, count);
        addRight(at, more);
        if (rightExpiry != null) {
            rightExpiry.touch(at, nowMillis);
        }
        now.rows += more;
        if (!keys.isMatchable(i)) {
            table.records()[at + table.valueOffset() + NULL_WORD] = 1;
            now.nulls += more;
        }
    }

    /** A row may go before an equal one comes; what has gone of more rows than there were was not known. */
    private void settleRight() {
        for (int i = 0; i < touchedCount; i++) {
            int at = touchedAt[i];
            long count = right(at);
            if (count < 0) {
                unknownRightRetractions -= count;
                addRight(at, -count);
                now.rows -= count;
                now.nulls -= nullAware && table.records()[at + table.valueOffset() + NULL_WORD] != 0 ? count : 0;
            }
        }
    }

    /** Notes how many right rows a key has before the step changes that. */
    private void touchRight(int at, long count) {
        if (touched.get(at) == StepMap.ABSENT) {
            if (touchedCount == touchedAt.length) {
                touchedAt = Arrays.copyOf(touchedAt, touchedCount * 2);
                touchedBefore = Arrays.copyOf(touchedBefore, touchedCount * 2);
            }
            touched.put(at, touchedCount);
            touchedAt[touchedCount] = at;
            touchedBefore[touchedCount++] = count;
        }
    }

    private long right(int at) {
        return table.records()[at + table.valueOffset() + RIGHT_WORD];
    }

    private void addRight(int at, long more) {
        long[] records = table.records();
        int word = at + table.valueOffset();
        boolean wasLive = records[word + LIVE_WORD] != 0;
        records[word + RIGHT_WORD] += more;
        records[word + LIVE_WORD] += more;
        boolean isLive = records[word + LIVE_WORD] != 0;
        table.addLive(isLive == wasLive ? 0 : isLive ? 1 : -1);
    }

    /** Whether the left rows of a key are shown. */
    private boolean isShown(boolean matchable, long matches, Existence right) {
        if (nullAware) {
            return matchable ? matches == 0 && right.nulls == 0 : right.rows == 0;
        }
        return anti == (matches == 0);
    }

    private boolean isShown(boolean matchable, int at) {
        return isShown(matchable, right(at), now);
    }

    private boolean wasShown(boolean matchable, int at) {
        int place = touchedCount == 0 ? StepMap.ABSENT : touched.get(at);
        return isShown(matchable, place == StepMap.ABSENT ? right(at) : touchedBefore[place], before);
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
        if (nullAware && (before.nulls == 0 != (now.nulls == 0) || before.rows == 0 != (now.rows == 0))) {
            putOutAllTransitions(position);
            return;
        }
        for (int place = 0; place < touchedCount; place++) {
            int at = touchedAt[place];
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
        return leftChanges.unknownRetractions() + unknownRightRetractions;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        left.snapshotTimes(first, writer);
        writer.writeLong(first == 0 ? expiredRightRows : 0);
        RecordExpiry.snapshot(rightExpiry, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int at : addresses) {
            table.writeKey(at, writer);
            left.write(at, writer);
            writer.writeLong(right(at));
            writer.writeLong(nullAware ? table.records()[at + table.valueOffset() + NULL_WORD] : 0);
            RecordExpiry.write(rightExpiry, at, writer);
        }
        writer.writeLong(arrivals);
        writer.writeLong(first == 0 ? unknownRetractions() : 0);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a semi or anti join");
        left.restoreTimes(reader);
        expiredRightRows += reader.readLong();
        RecordExpiry.restore(rightExpiry, reader);
        for (long records = table.readExtent(reader); records > 0; records--) {
            int at = table.readKey(reader);
            left.read(at, reader);
            long count = reader.readLong();
            addRight(at, count);
            now.rows += count;
            long isNull = reader.readLong();
            if (nullAware) {
                table.records()[at + table.valueOffset() + NULL_WORD] = isNull;
            }
            now.nulls += isNull * count;
            RecordExpiry.read(rightExpiry, at, reader);
        }
        arrivals = Math.max(arrivals, reader.readLong());
        unknownRightRetractions += reader.readLong();
    }

    @Override
    public long bytes() {
        return table.bytes() + left.bytes();
    }
}
