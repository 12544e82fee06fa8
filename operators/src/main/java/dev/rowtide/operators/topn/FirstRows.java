// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.merge.RowMatch;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The first row of each partition, of inserts: deduplication. A partition's record is
 *
 * <pre>
 *   number of its row, plus 1 | prefix of its row ({@link RowOrder})
 * </pre>
 *
 * Whether a row becomes the first mostly follows from the record alone; only those that do are copied, a column at a time.
 */
final class FirstRows implements Ranking {

    private static final long FORMAT = 2;
    private static final int NONE = -1;
    private static final int ROW = 0;
    private static final int PREFIX = 1;

    /** In the list of a batch's first rows: another row of the batch came before this one. */
    private static final int REPLACED = -2;

    private final boolean latestFirst;
    private final boolean passesOn;
    private final Keys keys;
    private final RecordTable table;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowOrder order;
    private final RowChanges changes;
    private final PassedRows passed;

    /** The columns that rows of a partition may differ in though none comes before the other. */
    private final int[] unordered;

    private final RowMatch match;
    private final DirtyList touched;

    /** By number in the list of touched partitions: the row that was the first. */
    private int[] before = new int[64];

    // Written and never read: so that what a touch pass reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private long touchedSum;

    // By row of a batch: the address of its partition, then by row that becomes the first.
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];
    private int[] firsts = new int[ChangeBatch.ROWS_MAX];
    private int[] numbers = new int[ChangeBatch.ROWS_MAX];

    /** What the records had in place of the rows that become the first. */
    private long[] replaced = {};

    FirstRows(TopN node, boolean latestFirst) {
        this.latestFirst = latestFirst;
        // A row that goes out as it came has no rank.
        passesOn = !node.withRank();
        Schema schema = node.input().schema();
        int[] partition =
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
        keys = Keys.of(schema, partition, 2 + RecordExpiry.words(node.ttl()));
        table = keys.table();
        expiry = RecordExpiry.of(table, node.ttl());
        rows = new RowStore(schema, 0);
        order = new RowOrder(schema, node.order(), rows);
        changes = new RowChanges(rows, node);
        int ordered = orderedByPrefix(node);
        unordered = IntStream.range(0, schema.size())
                .filter(c -> c != ordered && !node.partitionKeys().contains(c))
                .toArray();
        match = new RowMatch(unordered);
        passed = new PassedRows(rows, node.mode().updateBefore());
        touched = new DirtyList(table);
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
        locate(batch, nowMillis);
        int count = chooseFirsts(batch);
        touchReplaced(count);
        rows.add(batch, firsts, count, numbers);
        long[] records = table.records();
        int offset = table.valueOffset() + ROW;
        for (int i = 0; i < count; i++) {
            positions.reach(batch.position(firsts[i]));
            int at = addresses[i];
            touch(at, row(at));
            records[at + offset] = numbers[i] + 1L;
        }
    }

    private void locate(ChangeBatch batch, long nowMillis) {
        int size = batch.size();
        if (addresses.length < size) {
            addresses = new int[size];
            firsts = new int[size];
            numbers = new int[size];
        }
        keys.locate(batch, batch.selection(), size, addresses);
        if (expiry != null) {
            expiry.touch(addresses, size, nowMillis);
        }
    }

    @Override
    public @Nullable Passage passage() {
        return passesOn ? this::passOn : null;
    }

    /** Of the rows of a partition only the last that becomes the first is stored, over the one stored before. */
    private ChangeBatch passOn(ChangeBatch batch, long nowMillis) {
        locate(batch, nowMillis);
        passed.begin(batch.size());
        int count = 0;
        long[] records = table.records();
        int offset = table.valueOffset();
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int at = addresses[i] + offset;
            long prefix = order.prefix(batch, row);
            long first = records[at + ROW];
            int number = NONE;
            if (first == 0) {
                table.addLive(1);
                passed.insert(row);
            } else if (isBefore(prefix, batch, row, at)) {
                if (changes.repeats() || prefix != records[at + PREFIX] || !isEqual(first, batch, row)) {
                    pass(first, row);
                }
                number = replace(first);
            } else {
                continue;
            }
            list(count++, addresses[i], row, prefix, number);
        }
        ChangeBatch changed = passed.build(batch);
        store(batch, count);
        return changed;
    }

    /** Of the rows of a partition only the last that becomes the first is stored, over another one of the tick. */
    @Override
    public void applyInTick(ChangeBatch batch, long nowMillis) {
        locate(batch, nowMillis);
        int count = 0;
        long[] records = table.records();
        int offset = table.valueOffset();
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int at = addresses[i] + offset;
            long prefix = order.prefix(batch, row);
            long first = records[at + ROW];
            if (first == 0) {
                table.addLive(1);
            } else if (!isBefore(prefix, batch, row, at)) {
                continue;
            }
            list(count++, addresses[i], row, prefix, first < 0 ? replace(first) : replaceInTick(addresses[i]));
        }
        store(batch, count);
    }

    /** The number of the first row of a partition, which another replaces; none if it must be kept, as the one that there was before the tick. */
    private int replaceInTick(int at) {
        int first = row(at);
        if (RecordTable.isMarked(table.records()[at])) {
            return before[touched.number(at)] == first ? NONE : first;
        }
        touch(at, first);
        return NONE;
    }

    /** Lists a row of a batch that becomes the first of the partition at an address, over the stored row of a number. */
    private void list(int count, int address, int row, long prefix, int number) {
        long[] records = table.records();
        int at = address + table.valueOffset();
        records[at + PREFIX] = prefix;
        records[at + ROW] = -1L - count;
        addresses[count] = address;
        firsts[count] = row;
        numbers[count] = number;
    }

    /** A row comes before the first one of its partition, which is stored or is in the list of the batch's first rows. */
    private void pass(long first, int row) {
        if (first > 0) {
            passed.updateStored((int) first - 1, row);
        } else {
            passed.update(firsts[(int) (-1 - first)], row);
        }
    }

    /** Whether a row equals the first one of its partition, given that their order is the same. */
    private boolean isEqual(long first, ChangeBatch batch, int row) {
        return first > 0
                ? rows.equals((int) first - 1, batch, row, unordered)
                : match.equal(batch, firsts[(int) (-1 - first)], batch, row);
    }

    /** The number of the stored row of a partition whose first row is another now. */
    private int replace(long first) {
        if (first > 0) {
            return (int) first - 1;
        }
        int listed = (int) (-1 - first);
        int number = numbers[listed];
        numbers[listed] = REPLACED;
        return number;
    }

    /** Stores those in the list of the batch's first rows that no other has replaced. */
    private void store(ChangeBatch batch, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (numbers[i] != REPLACED) {
                addresses[kept] = addresses[i];
                firsts[kept] = firsts[i];
                numbers[kept++] = numbers[i];
            }
        }
        rows.put(batch, firsts, kept, numbers);
        long[] records = table.records();
        for (int i = 0; i < kept; i++) {
            records[addresses[i] + table.valueOffset() + ROW] = numbers[i] + 1L;
        }
    }

    /** Finds the rows that are before all others of their partition so far; the addresses of these are in front then. */
    private int chooseFirsts(ChangeBatch batch) {
        long[] records = table.records();
        int offset = table.valueOffset();
        int count = 0;
        if (replaced.length < batch.size()) {
            replaced = new long[batch.size()];
        }
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int at = addresses[i] + offset;
            long prefix = order.prefix(batch, row);
            long first = records[at + ROW];
            if (first == 0) {
                table.addLive(1);
            } else if (!isBefore(prefix, batch, row, at)) {
                continue;
            }
            replaced[count] = first;
            list(count++, addresses[i], row, prefix, NONE);
        }
        // Rows become the first one by one, as their positions are reached.
        for (int i = count - 1; i >= 0; i--) {
            records[addresses[i] + offset + ROW] = replaced[i];
        }
        return count;
    }

    /** Reads the rows that others take the place of, so that cache misses overlap. */
    private void touchReplaced(int count) {
        if (rows.isTouchWorthwhile()) {
            for (int i = 0; i < count; i++) {
                int old = row(addresses[i]);
                touchedSum += old < 0 ? 0 : rows.touch(old);
            }
        }
    }

    /** Whether a row of a batch comes before the first one of the partition whose values are at an address. */
    private boolean isBefore(long prefix, ChangeBatch batch, int row, int at) {
        long[] records = table.records();
        if (prefix != records[at + PREFIX]) {
            return prefix < records[at + PREFIX];
        }
        int comparison = order.isExact(prefix) ? 0 : compare(batch, row, records[at + ROW]);
        return comparison < 0 || comparison == 0 && latestFirst;
    }

    /** Compares a row of a batch with the first one of its partition, which is stored or is in the list of the batch's first rows. */
    private int compare(ChangeBatch batch, int row, long first) {
        return first > 0
                ? order.compare(batch, row, (int) first - 1)
                : order.compareRows(batch, row, firsts[(int) (-1 - first)]);
    }

    private void touch(int at, int first) {
        if (RecordTable.isMarked(table.records()[at])) {
            if (before[touched.number(at)] != first && first != NONE) {
                changes.free(first);
            }
            return;
        }
        int number = touched.add(at);
        if (number == before.length) {
            before = Arrays.copyOf(before, 2 * number);
        }
        before[number] = first;
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

    private void takeOut(int at) {
        touch(at, row(at));
        table.records()[at + table.valueOffset() + ROW] = 0;
        table.addLive(-1);
    }

    @Override
    public void complete() {
        int[] at = touched.addresses();
        for (int i = 0; i < touched.size(); i++) {
            int now = row(at[i]);
            changes.replace(before[i], now, 1);
            if (before[i] != NONE) {
                changes.free(before[i]);
            }
        }
        touched.clear();
    }

    private int row(int at) {
        return (int) table.records()[at + table.valueOffset() + ROW] - 1;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] at = table.writeExtent(first, last, writer);
        for (int address : at) {
            table.writeKey(address, writer);
            rows.write(row(address), writer);
            RecordExpiry.write(expiry, address, writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a deduplication");
        RecordExpiry.restore(expiry, reader);
        for (long left = table.readExtent(reader); left > 0; left--) {
            int address = table.readKey(reader);
            int at = address + table.valueOffset();
            int number = rows.read(reader);
            RecordExpiry.read(expiry, address, reader);
            table.records()[at + ROW] = number + 1L;
            table.records()[at + PREFIX] = order.prefix(number);
            table.addLive(1);
        }
    }

    @Override
    public long bytes() {
        return table.bytes() + rows.bytes() + (expiry == null ? 0 : expiry.bytes());
    }
}
