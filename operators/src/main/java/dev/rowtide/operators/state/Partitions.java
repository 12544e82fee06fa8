// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.type.Schema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers partitions, so that a row can tell which one it is in; each has a list of rows, of which it knows the root, 0 when it is empty. A partition that has been noted as empty
 * loses its number when its owner has no use for it any more.
 */
public final class Partitions {

    private final Keys keys;
    private final RecordTable table;
    private final @Nullable RecordExpiry expiry;
    private int[] roots = new int[16];
    private int[] sizes = new int[16];
    private int[] addresses = new int[16];
    private int generation;
    private int end;
    private int[] unused = new int[16];
    private int unusedCount;
    private int[] empty = new int[16];
    private int emptyCount;

    /**
     * No partitions yet of rows of the schema by the given columns.
     *
     * @param ttl how long a partition is kept that no row has come for
     */
    public Partitions(Schema schema, int[] columns, StateTtl ttl) {
        keys = Keys.of(schema, columns, 1 + RecordExpiry.words(ttl));
        table = keys.table();
        expiry = RecordExpiry.of(table, ttl);
        generation = table.generation();
    }

    /** Finds the partitions of all rows of a batch, making those that are missing. */
    public void locate(ChangeBatch batch, int[] partitions, long nowMillis) {
        keys.locate(batch, batch.selection(), batch.size(), partitions);
        if (expiry != null) {
            expiry.touch(partitions, batch.size(), nowMillis);
        }
        relocate();
        for (int i = 0; i < batch.size(); i++) {
            partitions[i] = at(partitions[i]);
        }
    }

    /** Which partitions are too old, by address, if some are at some time. */
    public @Nullable RecordExpiry expiry() {
        return expiry;
    }

    /** The number of the partition at an address. */
    public int numberAt(int address) {
        return number(address);
    }

    /** Writes when a row came last for a partition. */
    public void writeTime(int partition, StateWriter writer) {
        RecordExpiry.write(expiry, addresses[partition], writer);
    }

    /** Reads what {@link #writeTime} wrote. */
    public void readTime(int partition, StateReader reader) {
        relocate();
        RecordExpiry.read(expiry, addresses[partition], reader);
    }

    /** The root of the list of a partition. */
    public int root(int partition) {
        return roots[partition];
    }

    /** The rows in the list of a partition. */
    public int size(int partition) {
        return sizes[partition];
    }

    /** The list of a partition has another root, and so many rows more. */
    public void setRoot(int partition, int root, int more) {
        roots[partition] = root;
        sizes[partition] += more;
    }

    /** The partition may have no rows. */
    public void noteEmpty(int partition) {
        if (emptyCount == empty.length) {
            empty = Arrays.copyOf(empty, emptyCount * 2);
        }
        empty[emptyCount++] = partition;
    }

    /** Gives up the numbers of partitions that were noted and are empty still. */
    public void giveUpEmpty() {
        relocate();
        for (int i = 0; i < emptyCount; i++) {
            int number = empty[i];
            int address = addresses[number];
            if (address >= 0 && roots[number] == 0) {
                table.records()[address + table.valueOffset()] = 0;
                table.addLive(-1);
                addresses[number] = -1;
                if (unusedCount == unused.length) {
                    unused = Arrays.copyOf(unused, unusedCount * 2);
                }
                unused[unusedCount++] = number;
            }
        }
        emptyCount = 0;
    }

    /** Begins to write some virtual partitions; the numbers of those in them, which the caller writes. */
    public int[] writeExtent(int first, int last, StateWriter writer) {
        relocate();
        int[] found = table.writeExtent(first, last, writer);
        for (int i = 0; i < found.length; i++) {
            found[i] = number(found[i]);
        }
        return found;
    }

    /** Reads what {@link #writeExtent} wrote; how many partitions the caller has to read. */
    public long readExtent(StateReader reader) {
        return table.readExtent(reader);
    }

    /** Writes what tells a partition from others. */
    public void writeKey(int partition, StateWriter writer) {
        relocate();
        table.writeKey(addresses[partition], writer);
    }

    /** Reads what {@link #writeKey} wrote; the partition, made if it is missing. */
    public int readKey(StateReader reader) {
        int address = table.readKey(reader);
        relocate();
        return at(address);
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return table.bytes() + (long) (roots.length + sizes.length + addresses.length) * Integer.BYTES;
    }

    private int at(int address) {
        int number = number(address);
        return number >= 0 ? number : add(address);
    }

    private int number(int address) {
        return (int) table.records()[address + table.valueOffset()] - 1;
    }

    private int add(int address) {
        int number = unusedCount > 0 ? unused[--unusedCount] : end++;
        if (number == roots.length) {
            roots = Arrays.copyOf(roots, number * 2);
            sizes = Arrays.copyOf(sizes, number * 2);
            addresses = Arrays.copyOf(addresses, number * 2);
        }
        roots[number] = 0;
        sizes[number] = 0;
        addresses[number] = address;
        table.records()[address + table.valueOffset()] = number + 1L;
        table.addLive(1);
        return number;
    }

    /** Finds the records again after the table was rebuilt. */
    private void relocate() {
        if (generation == table.generation()) {
            return;
        }
        generation = table.generation();
        long[] records = table.records();
        for (int at = 0; at < records.length; at += table.width()) {
            if (records[at] != 0 && records[at + table.valueOffset()] != 0) {
                addresses[number(at)] = at;
            }
        }
    }
}
