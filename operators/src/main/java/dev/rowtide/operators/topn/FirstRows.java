// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.merge.RowMatch;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.RowExpiry;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowSlots;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The first row of each partition, of inserts: deduplication. Partitions are found by {@link RowSlots}; of a partition nothing is kept but
 * its row.
 *
 * <p>Only rows that become the first are copied, a column at a time. Until they are stored, those of a batch are in a list, and their number in it is in the slot of their
 * partition. The extra word of a row says what has become of it since changes were last completed: the number of its partition among those that have changed.
 */
final class FirstRows implements Ranking {

    private static final long FORMAT = 3;
    private static final int NONE = -1;

    /** In the list of a batch's first rows: another row of the batch came before this one. */
    private static final int REPLACED = -2;

    // The extra word of a row: nothing has happened, its partition is empty and has gone out as such, or from here on
    // the number of its partition among the changed ones.
    private static final int UNCHANGED = 0;
    private static final int EMPTY = 1;
    private static final int CHANGED = 2;

    private final boolean latestFirst;
    private final boolean passesOn;
    private final RowStore rows;
    private final RowSlots slots;
    private final @Nullable RowExpiry expiry;
    private final RowOrder order;
    private final RowChanges changes;
    private final PassedRows passed;

    /** The columns that rows of a partition may differ in though none comes before the other. */
    private final int[] unordered;

    private final RowMatch match;

    // By changed partition: the row that was the first, the one that is, and the one in its slot if there is none.
    private int[] before = new int[64];
    private int[] now = new int[64];
    private int[] takenOut = new int[64];
    private int changed;

    /** Rows of empty partitions, which are in slots still. */
    private int[] emptied = new int[16];

    private int emptiedCount;

    // By row of a batch: the slot of its partition, then by row that becomes the first; and what is listed of those:
    // the row, its prefix, its number, and the extra word that it gets.
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];
    private int[] firsts = new int[ChangeBatch.ROWS_MAX];
    private long[] prefixes = new long[ChangeBatch.ROWS_MAX];
    private int[] numbers = new int[ChangeBatch.ROWS_MAX];
    private int[] marks = new int[ChangeBatch.ROWS_MAX];

    /** With expiry: the slots of all rows of a batch. */
    private int[] located = {};

    FirstRows(TopN node, boolean latestFirst) {
        this.latestFirst = latestFirst;
        // A row that goes out as it came has no rank.
        passesOn = !node.withRank();
        Schema schema = node.input().schema();
        int[] partition =
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
        expiry = node.ttl().expires() ? new RowExpiry(node.ttl().millis()) : null;
        rows = new RowStore(schema, 1);
        RowMatch keyMatch = new RowMatch(partition);
        slots = new RowSlots(schema, partition, rows, (batch, a, b) -> keyMatch.equal(batch, a, batch, b));
        order = new RowOrder(schema, node.order(), rows);
        changes = new RowChanges(rows, node);
        int ordered = orderedByPrefix(node);
        unordered = IntStream.range(0, schema.size())
                .filter(c -> c != ordered && !node.partitionKeys().contains(c))
                .toArray();
        match = new RowMatch(unordered);
        passed = new PassedRows(rows, node.mode().updateBefore());
    }

    /** The column that is equal where prefixes are, or {@link #NONE}. The prefix of NULL is that of a BIGINT, too. */
    private static int orderedByPrefix(TopN node) {
        if (node.order().isEmpty()) {
            return NONE;
        }
        int first = node.order().get(0).column();
        Type type = node.input().schema().type(first);
        boolean isValue = KeyWords.fit(type.storage()) && !(type.nullable() && type.kind() == TypeKind.BIGINT);
        return isValue ? first : NONE;
    }

    @Override
    public RowChanges changes() {
        return changes;
    }

    @Override
    public void apply(ChangeBatch batch, long nowMillis, Positions positions) {
        locate(batch);
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int value = slots.value(addresses[i]);
            long prefix = order.prefix(batch, row);
            if (isAbsent(value, row) || isBefore(prefix, batch, row, value)) {
                list(count++, addresses[i], row, prefix, value == RowSlots.fresh(row) ? NONE : value);
            }
        }
        // What is listed as a number so far is what was in the slot: of a first row of the batch it becomes that.
        int[] replaced = Arrays.copyOf(numbers, count);
        rows.add(batch, firsts, count, numbers);
        for (int i = 0; i < count; i++) {
            positions.reach(batch.position(firsts[i]));
            int old = replaced[i] > 0 ? replaced[i] - 1 : NONE;
            if (isListed(replaced[i])) {
                old = numbers[listed(replaced[i])];
            }
            exchange(old, numbers[i]);
            slots.setValue(addresses[i], numbers[i] + 1);
        }
        touch(batch.size(), nowMillis);
    }

    private void locate(ChangeBatch batch) {
        int size = batch.size();
        if (addresses.length < size) {
            addresses = new int[size];
            firsts = new int[size];
            prefixes = new long[size];
            numbers = new int[size];
            marks = new int[size];
        }
        removeEmptied();
        slots.locate(batch, batch.selection(), size, addresses);
        if (expiry != null) {
            located = Arrays.copyOf(addresses, size);
        }
    }

    /** The partitions of a batch, whose first rows are stored by now, have been told of. */
    private void touch(int size, long nowMillis) {
        if (expiry != null) {
            for (int i = 0; i < size; i++) {
                expiry.touch(slots.value(located[i]) - 1, nowMillis);
            }
        }
    }

    @Override
    public @Nullable Passage passage() {
        return passesOn ? this::passOn : null;
    }

    /** Of the rows of a partition only the last that becomes the first is stored, over the one stored before. */
    private ChangeBatch passOn(ChangeBatch batch, long nowMillis) {
        locate(batch);
        passed.begin(batch.size());
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int value = slots.value(addresses[i]);
            long prefix = order.prefix(batch, row);
            int number = NONE;
            if (value == RowSlots.fresh(row)) {
                passed.insert(row);
            } else if (isBefore(prefix, batch, row, value)) {
                if (changes.repeats() || prefix != prefix(value) || !isEqual(value, batch, row)) {
                    pass(value, row);
                }
                number = isListed(value) ? replace(value) : value - 1;
            } else {
                continue;
            }
            marks[count] = UNCHANGED;
            list(count++, addresses[i], row, prefix, number);
        }
        ChangeBatch result = passed.build(batch);
        store(batch, count);
        touch(batch.size(), nowMillis);
        return result;
    }

    /** Of the rows of a partition only the last that becomes the first is stored, over another one of the tick. */
    @Override
    public void applyInTick(ChangeBatch batch, long nowMillis) {
        locate(batch);
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int value = slots.value(addresses[i]);
            long prefix = order.prefix(batch, row);
            if (!isAbsent(value, row) && !isBefore(prefix, batch, row, value)) {
                continue;
            }
            int mark;
            int number = NONE;
            if (isListed(value)) {
                mark = marks[listed(value)];
                number = replace(value);
            } else {
                int first = value == RowSlots.fresh(row) ? NONE : value - 1;
                mark = change(first);
                // The row that there was before the tick is kept.
                number = before[mark - CHANGED] == first ? NONE : first;
                if (number == NONE && first != NONE && expiry != null) {
                    expiry.remove(first);
                }
            }
            marks[count] = mark;
            list(count++, addresses[i], row, prefix, number);
        }
        store(batch, count);
        touch(batch.size(), nowMillis);
    }

    /** Lists a row of a batch that becomes the first of the partition of a slot, over the stored row of a number. */
    private void list(int count, int slot, int row, long prefix, int number) {
        slots.setValue(slot, Integer.MIN_VALUE + count);
        addresses[count] = slot;
        firsts[count] = row;
        prefixes[count] = prefix;
        numbers[count] = number;
    }

    /** Whether a slot's value is the number of a row in the list. */
    private static boolean isListed(int value) {
        return value < Integer.MIN_VALUE / 2;
    }

    private static int listed(int value) {
        return value - Integer.MIN_VALUE;
    }

    /** Whether a partition has no row so far, given the value of its slot and a row of it. */
    private boolean isAbsent(int value, int row) {
        return value == RowSlots.fresh(row) || value > 0 && isTakenOut(value - 1);
    }

    /** The prefix of the first row of a partition. */
    private long prefix(int value) {
        return isListed(value) ? prefixes[listed(value)] : order.prefix(value - 1);
    }

    /** A row comes before the first one of its partition, which is stored or is in the list of the batch's first rows. */
    private void pass(int value, int row) {
        if (isListed(value)) {
            passed.update(firsts[listed(value)], row);
        } else {
            passed.updateStored(value - 1, row);
        }
    }

    /** Whether a row equals the first one of its partition, given that their order is the same. */
    private boolean isEqual(int value, ChangeBatch batch, int row) {
        return isListed(value)
                ? match.equal(batch, firsts[listed(value)], batch, row)
                : rows.equals(value - 1, batch, row, unordered);
    }

    /** The number of the stored row over which a listed one was to be stored, which another replaces now. */
    private int replace(int value) {
        int number = numbers[listed(value)];
        numbers[listed(value)] = REPLACED;
        return number;
    }

    /** Stores those in the list of the batch's first rows that no other has replaced. */
    private void store(ChangeBatch batch, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (numbers[i] != REPLACED) {
                addresses[kept] = addresses[i];
                firsts[kept] = firsts[i];
                marks[kept] = marks[i];
                numbers[kept++] = numbers[i];
            }
        }
        rows.put(batch, firsts, kept, numbers);
        for (int i = 0; i < kept; i++) {
            slots.setValue(addresses[i], numbers[i] + 1);
            if (marks[i] != UNCHANGED) {
                rows.setExtra(numbers[i], 0, marks[i]);
                now[marks[i] - CHANGED] = numbers[i];
                takenOut[marks[i] - CHANGED] = NONE;
            }
        }
    }

    /** Whether a row of a batch comes before the first one of its partition. */
    private boolean isBefore(long prefix, ChangeBatch batch, int row, int value) {
        long first = prefix(value);
        if (prefix != first) {
            return prefix < first;
        }
        int comparison = order.isExact(prefix) ? 0 : compare(batch, row, value);
        return comparison < 0 || comparison == 0 && latestFirst;
    }

    /** Compares a row of a batch with the first one of its partition, which is stored or is in the list of the batch's first rows. */
    private int compare(ChangeBatch batch, int row, int value) {
        return isListed(value)
                ? order.compareRows(batch, row, firsts[listed(value)])
                : order.compare(batch, row, value - 1);
    }

    /** The extra word of the first row of a partition, which is one of those that have changed from now on. */
    private int change(int first) {
        int mark = first == NONE ? UNCHANGED : (int) rows.extra(first, 0);
        if (mark >= CHANGED) {
            return mark;
        }
        if (changed == before.length) {
            before = Arrays.copyOf(before, 2 * changed);
            now = Arrays.copyOf(now, 2 * changed);
            takenOut = Arrays.copyOf(takenOut, 2 * changed);
        }
        before[changed] = mark == EMPTY ? NONE : first;
        now[changed] = first;
        takenOut[changed] = NONE;
        return CHANGED + changed++;
    }

    /** A stored row takes the place of the first one of its partition, or of {@link #NONE}. */
    private void exchange(int first, int row) {
        int mark = change(first);
        int partition = mark - CHANGED;
        if (first != NONE && first != before[partition] && rows.extra(first, 0) != EMPTY) {
            changes.free(first);
        }
        if (first != NONE && expiry != null) {
            expiry.remove(first);
        }
        takenOut[partition] = NONE;
        now[partition] = row;
        rows.setExtra(row, 0, mark);
    }

    private boolean isTakenOut(int row) {
        int mark = (int) rows.extra(row, 0);
        return mark == EMPTY || mark >= CHANGED && now[mark - CHANGED] == NONE;
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    @Override
    public int expire(long nowMillis) {
        if (expiry == null) {
            return 0;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            takeOut(expiry.expired()[i]);
        }
        return count;
    }

    private void takeOut(int row) {
        int mark = change(row);
        rows.setExtra(row, 0, mark);
        now[mark - CHANGED] = NONE;
        takenOut[mark - CHANGED] = row;
    }

    @Override
    public void complete() {
        for (int i = 0; i < changed; i++) {
            changes.replace(before[i], now[i], 1);
            if (now[i] != NONE) {
                rows.setExtra(now[i], 0, UNCHANGED);
            }
            if (takenOut[i] != NONE) {
                rows.setExtra(takenOut[i], 0, EMPTY);
                emptied = emptiedCount == emptied.length ? Arrays.copyOf(emptied, 2 * emptiedCount) : emptied;
                emptied[emptiedCount++] = takenOut[i];
            }
            if (before[i] != NONE && before[i] != takenOut[i]) {
                changes.free(before[i]);
            }
        }
        changed = 0;
    }

    /** Removes the partitions that are empty, of which slots were left where they were. */
    private void removeEmptied() {
        if (emptiedCount == 0) {
            return;
        }
        slots.remove(emptied, emptiedCount);
        for (int i = 0; i < emptiedCount; i++) {
            changes.free(emptied[i]);
        }
        emptiedCount = 0;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        removeEmptied();
        writer.writeLong(FORMAT);
        writer.writeLong(expiry == null ? 0 : 1);
        if (expiry != null) {
            expiry.snapshot(writer);
        }
        int[] kept = slots.rowsIn(first, last);
        writer.writeLong(kept.length);
        for (int number : kept) {
            rows.write(number, writer);
            if (expiry != null) {
                expiry.write(number, writer);
            }
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a deduplication");
        if (reader.readLong() != (expiry == null ? 0 : 1)) {
            throw new IllegalArgumentException("a deduplication with another time to live");
        }
        if (expiry != null) {
            expiry.restore(reader);
        }
        int count = 0;
        for (long left = reader.readLong(); left > 0; left--) {
            numbers[count] = rows.read(reader);
            if (expiry != null) {
                expiry.read(numbers[count], reader);
            }
            if (++count == numbers.length || left == 1) {
                slots.add(numbers, count);
                count = 0;
            }
        }
    }

    @Override
    public long bytes() {
        return slots.bytes() + rows.bytes() + (expiry == null ? 0 : expiry.bytes());
    }
}
