// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many right rows an existence join has, of each key and of all: now, and before the step. The count of a key is a word of its record.
 *
 * <pre>
 *   values of a record: left and right rows | … | right rows | whether the key is NULL, for NOT IN | the time, if right rows expire
 * </pre>
 */
final class RightCounts {

    private static final int LIVE_WORD = 0;

    private final RecordTable table;
    private final int countWord;
    private final boolean nullAware;
    private final boolean upsert;
    private final @Nullable RecordExpiry expiry;

    private long rows;
    private long nulls;
    private long rowsBefore;
    private long nullsBefore;

    // The keys whose right rows the step has changed, and how many there were before.
    private final StepMap touched = new StepMap();
    private int touchedCount;
    private int[] touchedAt = new int[16];
    private long[] touchedBefore = new long[16];

    private long expired;
    private long unknownRetractions;

    /**
     * None yet.
     *
     * @param countWord the value word of a record that has the count
     * @param nullAware whether NULL keys are told from others, as NOT IN does; if so, the word behind tells it
     * @param upsert whether a row that is put in takes the place of the one with its key
     */
    RightCounts(RecordTable table, int countWord, boolean nullAware, boolean upsert, StateTtl ttl) {
        this.table = table;
        this.countWord = countWord;
        this.nullAware = nullAware;
        this.upsert = upsert;
        expiry = ttl.expires() ? new RecordExpiry(table, countWord + words(nullAware), ttl.millis()) : null;
    }

    /** The value words of a record that it needs, the one for the time not counted. */
    static int words(boolean nullAware) {
        return nullAware ? 2 : 1;
    }

    /** When right rows go, or null if they stay. */
    @Nullable
    RecordExpiry expiry() {
        return expiry;
    }

    /** A step begins. */
    void begin() {
        touched.clear();
        touchedCount = 0;
        rowsBefore = rows;
        nullsBefore = nulls;
    }

    /** A right row comes or goes. */
    void count(int at, boolean matchable, boolean retraction, long nowMillis) {
        long count = of(at);
        if (retraction && upsert && count == 0) {
            unknownRetractions++;
            return;
        }
        touch(at, count);
        if (expiry != null) {
            expiry.touch(at, nowMillis);
        }
        if (!matchable) {
            table.records()[at + table.valueOffset() + countWord + 1] = 1;
        }
        add(at, retraction ? -1 : upsert ? 1 - count : 1);
    }

    /** All changes of the step are counted. A row may have gone before an equal one came; what has gone of more rows than there were was not known. */
    void settle() {
        for (int i = 0; i < touchedCount; i++) {
            long count = of(touchedAt[i]);
            if (count < 0) {
                unknownRetractions -= count;
                add(touchedAt[i], -count);
            }
        }
    }

    /** Takes out the right rows of keys that no row has come for for too long. */
    void expire(long nowMillis) {
        if (expiry == null) {
            return;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            int at = expiry.expired()[i];
            long gone = of(at);
            if (gone > 0) {
                touch(at, gone);
                add(at, -gone);
                expired += gone;
            }
        }
    }

    /** Notes how many right rows a key has before the step changes that. */
    private void touch(int at, long count) {
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

    private void add(int at, long more) {
        long[] records = table.records();
        int word = at + table.valueOffset();
        boolean wasLive = records[word + LIVE_WORD] != 0;
        records[word + countWord] += more;
        records[word + LIVE_WORD] += more;
        boolean isLive = records[word + LIVE_WORD] != 0;
        table.addLive(isLive == wasLive ? 0 : isLive ? 1 : -1);
        rows += more;
        nulls += isNull(at) ? more : 0;
    }

    private boolean isNull(int at) {
        return nullAware && table.records()[at + table.valueOffset() + countWord + 1] != 0;
    }

    /** The right rows of a key. */
    long of(int at) {
        return table.records()[at + table.valueOffset() + countWord];
    }

    /** The right rows that a key had before the step. */
    long before(int at) {
        int place = touchedCount == 0 ? StepMap.ABSENT : touched.get(at);
        return place == StepMap.ABSENT ? of(at) : touchedBefore[place];
    }

    /** How many keys the step has changed. */
    int touched() {
        return touchedCount;
    }

    /** The address of one of them. */
    int touchedAt(int number) {
        return touchedAt[number];
    }

    /** Whether there are right rows with a NULL key. */
    boolean anyNull() {
        return nulls > 0;
    }

    boolean anyNullBefore() {
        return nullsBefore > 0;
    }

    /** Whether there are right rows. */
    boolean any() {
        return rows > 0;
    }

    boolean anyBefore() {
        return rowsBefore > 0;
    }

    /** The right rows that have expired so far. */
    long expired() {
        return expired;
    }

    /** Retractions so far of right rows that there were not. */
    long unknownRetractions() {
        return unknownRetractions;
    }

    /** Writes what is known beside the keys. */
    void snapshot(int first, StateWriter writer) {
        writer.writeLong(first == 0 ? expired : 0);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        RecordExpiry.snapshot(expiry, writer);
    }

    /** Reads what {@link #snapshot} wrote. */
    void restore(StateReader reader) {
        expired += reader.readLong();
        unknownRetractions += reader.readLong();
        RecordExpiry.restore(expiry, reader);
    }

    /** Writes the right rows of a key. */
    void write(int at, StateWriter writer) {
        writer.writeLong(of(at));
        writer.writeLong(isNull(at) ? 1 : 0);
        RecordExpiry.write(expiry, at, writer);
    }

    /** Reads what {@link #write} wrote. */
    void read(int at, StateReader reader) {
        long count = reader.readLong();
        long isNull = reader.readLong();
        if (nullAware) {
            table.records()[at + table.valueOffset() + countWord + 1] = isNull;
        }
        add(at, count);
        RecordExpiry.read(expiry, at, reader);
    }
}
