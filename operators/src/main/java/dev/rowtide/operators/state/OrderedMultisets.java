// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * Many ordered multisets in one array of nodes: for MIN and MAX over rows that are taken back. A multiset is known by its root node, 0 when it is empty; every change
 * returns the new root, in time logarithmic in the number of different values.
 *
 * <p>Each is a treap: a search tree by value that is a heap by a priority, which follows from the node's number. A count may be negative while a value was taken
 * back before it came; such values are not among those that are asked for.
 *
 * <pre>
 *   node: value | lower half of a wide value | count | left (32) right (32) | if ranked: values below and here, the commonest of their nodes
 * </pre>
 */
public final class OrderedMultisets {

    /** How values are given and compared. */
    public enum Order {
        /** One signed {@code long}. */
        LONG,
        /** A 128-bit number. */
        WIDE,
        /** Byte strings, byte by byte, unsigned. */
        BYTES
    }

    /** Takes the values of a multiset one after the other. */
    public interface Visitor {

        /** A value that is there {@code count} times, see {@link OrderedMultisets#value}. */
        void visit(int node, long count);
    }

    private static final int NONE = 0;

    private final Order order;
    private final boolean ranked;
    private final int countOffset;
    private final int linksOffset;
    private final int sizeOffset;
    private final int width;

    private long[] nodes;
    private int end = 1;
    private int firstFree = NONE;
    private int negatives;
    private Arena arena = new Arena();

    private long high;
    private long low;
    private byte[] data = {};
    private int start;
    private int length;
    private int change;

    /** No multisets yet. */
    public OrderedMultisets(Order order) {
        this(order, false);
    }

    /** No multisets yet; where {@code ranked}, what is at some place and what is commonest can be asked, for two words more per value. */
    public OrderedMultisets(Order order, boolean ranked) {
        this.order = order;
        this.ranked = ranked;
        countOffset = order == Order.WIDE ? 2 : 1;
        linksOffset = countOffset + 1;
        sizeOffset = linksOffset + 1;
        width = sizeOffset + (ranked ? 2 : 0);
        nodes = new long[16 * width];
    }

    /** Changes the count of a number in a multiset; {@code low} is 0 unless the order is {@code WIDE}. Returns the new root. */
    public int add(int root, long high, long low, int change) {
        this.high = high;
        this.low = low;
        this.change = change;
        return add(root);
    }

    /** Changes the count of a byte string in a multiset. Returns the new root. */
    public int add(int root, byte[] data, int start, int length, int change) {
        this.data = data;
        this.start = start;
        this.length = length;
        this.change = change;
        return add(root);
    }

    /** The node of the least value of a multiset, or 0. */
    public int least(int root) {
        return negatives > 0 ? firstPositive(root, true) : outermost(root, true);
    }

    /** The node of the greatest value of a multiset, or 0. */
    public int greatest(int root) {
        return negatives > 0 ? firstPositive(root, false) : outermost(root, false);
    }

    /** The node of the least value of a multiset that is not less than a byte string, whatever its count, or 0. */
    public int ceiling(int root, byte[] data, int start, int length) {
        this.data = data;
        this.start = start;
        this.length = length;
        int found = NONE;
        int node = root;
        while (node != NONE) {
            int comparison = compareTo(node);
            if (comparison == 0) {
                return node;
            }
            found = comparison < 0 ? node : found;
            node = comparison < 0 ? left(node) : right(node);
        }
        return found;
    }

    /** The values of a ranked multiset, counted as often as they are there. */
    public long size(int root) {
        return nodes[root * width + sizeOffset];
    }

    /** The node of the value with {@code before} values before it, in a ranked multiset of more. */
    public int at(int root, long before) {
        int node = root;
        long left = before;
        while (true) {
            long below = size(left(node));
            long here = Math.max(0, count(node));
            if (left < below) {
                node = left(node);
            } else if (left < below + here) {
                return node;
            } else {
                left -= below + here;
                node = right(node);
            }
        }
    }

    /** The node of the commonest value of a ranked multiset, of several the least; or 0. */
    public int commonest(int root) {
        return (int) nodes[root * width + sizeOffset + 1];
    }

    /** Visits the values of a multiset, the least first. */
    public void forEach(int root, Visitor visitor) {
        if (root != NONE) {
            forEach(left(root), visitor);
            if (count(root) > 0) {
                visitor.visit(root, count(root));
            }
            forEach(right(root), visitor);
        }
    }

    /** The value of a node: the number, its upper half, or a handle for {@link #data()}. */
    public long value(int node) {
        return nodes[node * width];
    }

    /** The lower half of the value of a node, where the order is {@code WIDE}. */
    public long low(int node) {
        return nodes[node * width + 1];
    }

    /** The bytes that values lie in, see {@link Arena}; values that were removed stay readable until {@link #compact}. */
    public byte[] data() {
        return arena.data();
    }

    /** Empties a multiset. */
    public void free(int root) {
        if (root != NONE) {
            free(left(root));
            free(right(root));
            release(root);
        }
    }

    /** Whether {@link #compact} is worth its time. */
    public boolean isWasteful() {
        return arena.isWasteful();
    }

    /** Moves the byte strings that are left to a fresh array; values of nodes and {@link #data()} are others afterwards. */
    public void compact() {
        Arena compact = new Arena();
        for (int node = 1; node < end; node++) {
            if (count(node) != 0) {
                nodes[node * width] = compact.addFrom(arena, nodes[node * width]);
            }
        }
        arena = compact;
    }

    /** Writes a multiset. */
    public void write(int root, StateWriter writer) {
        writer.writeLong(distinct(root));
        writeNodes(root, writer);
    }

    /** Adds the multiset that {@link #write} wrote; its root. */
    public int read(StateReader reader) {
        int root = NONE;
        for (long left = reader.readLong(); left > 0; left--) {
            change = Math.toIntExact(reader.readLong());
            if (order == Order.BYTES) {
                byte[] value = new byte[Math.toIntExact(reader.readLong())];
                reader.readBytes(value, 0, value.length);
                root = add(root, value, 0, value.length, change);
            } else {
                long value = reader.readLong();
                root = add(root, value, order == Order.WIDE ? reader.readLong() : 0, change);
            }
        }
        return root;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) nodes.length * Long.BYTES + arena.bytes();
    }

    private int add(int node) {
        if (node == NONE) {
            return allocate();
        }
        int comparison = compareTo(node);
        if (comparison == 0) {
            return addTo(node);
        }
        if (comparison < 0) {
            int left = add(left(node));
            link(node, left, right(node));
            return left != NONE && isAbove(left, node) ? rotateRight(node, left) : node;
        }
        int right = add(right(node));
        link(node, left(node), right);
        return right != NONE && isAbove(right, node) ? rotateLeft(node, right) : node;
    }

    private int addTo(int node) {
        long count = count(node);
        long changed = count + change;
        negatives += (changed < 0 ? 1 : 0) - (count < 0 ? 1 : 0);
        nodes[node * width + countOffset] = changed;
        if (changed != 0) {
            if (ranked) {
                rank(node);
            }
            return node;
        }
        int merged = merge(left(node), right(node));
        release(node);
        return merged;
    }

    private int merge(int left, int right) {
        if (left == NONE || right == NONE) {
            return left + right;
        }
        if (isAbove(left, right)) {
            link(left, left(left), merge(right(left), right));
            return left;
        }
        link(right, merge(left, left(right)), right(right));
        return right;
    }

    private int rotateRight(int node, int left) {
        link(node, right(left), right(node));
        link(left, left(left), node);
        return left;
    }

    private int rotateLeft(int node, int right) {
        link(node, left(node), left(right));
        link(right, node, right(right));
        return right;
    }

    /** Compares the value at hand with that of a node. */
    private int compareTo(int node) {
        int at = node * width;
        return switch (order) {
            case LONG -> Long.compare(high, nodes[at]);
            case WIDE -> high != nodes[at] ? Long.compare(high, nodes[at]) : Long.compareUnsigned(low, nodes[at + 1]);
            case BYTES -> -arena.compare(nodes[at], data, start, length);
        };
    }

    private static boolean isAbove(int a, int b) {
        return Hashing.hash(a) > Hashing.hash(b);
    }

    private int outermost(int node, boolean least) {
        int last = node;
        for (int next = node; next != NONE; next = least ? left(next) : right(next)) {
            last = next;
        }
        return last;
    }

    private int firstPositive(int node, boolean least) {
        if (node == NONE) {
            return NONE;
        }
        int outer = firstPositive(least ? left(node) : right(node), least);
        if (outer != NONE) {
            return outer;
        }
        return count(node) > 0 ? node : firstPositive(least ? right(node) : left(node), least);
    }

    private int allocate() {
        int node = firstFree;
        if (node != NONE) {
            firstFree = left(node);
        } else {
            node = end++;
            long needed = (long) end * width;
            if (needed > nodes.length) {
                nodes = Arrays.copyOf(nodes, Capacity.grown(nodes.length, needed, "the values kept for MIN and MAX"));
            }
        }
        int at = node * width;
        nodes[at] = order == Order.BYTES ? arena.add(data, start, length) : high;
        if (order == Order.WIDE) {
            nodes[at + 1] = low;
        }
        nodes[at + countOffset] = change;
        negatives += change < 0 ? 1 : 0;
        link(node, NONE, NONE);
        return node;
    }

    private void release(int node) {
        if (order == Order.BYTES) {
            arena.release(nodes[node * width]);
        }
        negatives -= count(node) < 0 ? 1 : 0;
        nodes[node * width + countOffset] = 0;
        link(node, firstFree, NONE);
        firstFree = node;
    }

    private long distinct(int root) {
        return root == NONE ? 0 : 1 + distinct(left(root)) + distinct(right(root));
    }

    private void writeNodes(int node, StateWriter writer) {
        if (node == NONE) {
            return;
        }
        writeNodes(left(node), writer);
        writer.writeLong(count(node));
        switch (order) {
            case LONG -> writer.writeLong(value(node));
            case WIDE -> writer.writeLongs(nodes, node * width, 2);
            case BYTES -> arena.write(value(node), writer);
        }
        writeNodes(right(node), writer);
    }

    private long count(int node) {
        return nodes[node * width + countOffset];
    }

    private int left(int node) {
        return (int) (nodes[node * width + linksOffset] >>> 32);
    }

    private int right(int node) {
        return (int) nodes[node * width + linksOffset];
    }

    private void link(int node, int left, int right) {
        nodes[node * width + linksOffset] = (long) left << 32 | right;
        if (ranked) {
            rank(node);
        }
    }

    /** Sums up what lies below a node and in it; node 0 has nothing. */
    private void rank(int node) {
        int left = left(node);
        int right = right(node);
        nodes[node * width + sizeOffset] = size(left) + Math.max(0, count(node)) + size(right);
        int best = commonest(left);
        best = count(node) > count(best) ? node : best;
        nodes[node * width + sizeOffset + 1] = count(commonest(right)) > count(best) ? commonest(right) : best;
    }
}
