// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many ordered lists of stored rows in one array of nodes. A list is known by its root, 0 when it is empty; insertion and removal return the new root. Rows that
 * are equal in the sort columns are <em>peers</em> and stand by arrival number. The place of a row in its list, the row at a place, and how many groups of
 * peers begin before a place are found in time logarithmic in the length of the list, as are insertion and removal.
 *
 * <p>Each list is a treap: a search tree by order that is a heap by a priority, which follows from the node's number. The node of row {@code n} is node {@code n + 1}:
 *
 * <pre>
 *   prefix ({@link RowOrder}) | arrival | left (32) right (32) | counts: rows (32) and groups (31) to the left, whether the row is the first of its group (1)
 * </pre>
 *
 * Counts are of the left side only, so that a walk down reads no node beside its way.
 */
public final class OrderedRows {

    private static final int NONE = 0;
    private static final int PREFIX = 0;
    private static final int ARRIVAL = 1;
    private static final int LINKS = 2;
    private static final int COUNTS = 3;
    private static final int WIDTH = 4;

    /** What is kept of the rows of each subtree, beside the tree; a subtree is known by the row at its top. */
    @FunctionalInterface
    public interface Summaries {

        /** The subtree of a row now consists of the row and two subtrees, each of which may be none (-1). */
        void update(int row, int left, int right);
    }

    /** Takes in the rows between two places, many at once where it can. */
    public interface Fold {

        /** Takes in the subtree of a row by its summary; false if it cannot, and wants its parts. */
        boolean subtree(int row);

        /** Takes in one row. */
        void row(int row);
    }

    /** Which way to go in search of a place. */
    @FunctionalInterface
    public interface Descent {

        /**
         * Negative to search before a row, positive to search behind it, 0 at it.
         *
         * @param left the subtree before it, or -1
         */
        int turn(int row, int left);
    }

    private final RowOrder order;
    private final @Nullable Summaries summaries;
    private long[] nodes = new long[16 * WIDTH];

    private int place;

    // The nodes around the one that is being inserted, and whether they are its peers.
    private boolean peerBefore;
    private boolean peerAfter;
    private int after;

    /** No lists yet of rows of the store that the order knows. */
    public OrderedRows(RowOrder order) {
        this(order, null);
    }

    /** No lists yet, of whose subtrees {@code summaries} are kept up to date. */
    public OrderedRows(RowOrder order, @Nullable Summaries summaries) {
        this.order = order;
        this.summaries = summaries;
    }

    /**
     * Inserts a row into a list.
     *
     * @param arrival its place among its peers; no two rows of a list have the same
     * @return the new root
     */
    public int insert(int root, int row, long arrival) {
        return insert(root, row, order.prefix(row), arrival);
    }

    /** Inserts a row whose prefix is known. */
    public int insert(int root, int row, long prefix, long arrival) {
        int node = row + 1;
        int needed = (node + 1) * WIDTH;
        if (needed > nodes.length) {
            nodes = Arrays.copyOf(
                    nodes, Capacity.grown(nodes.length, (node + 1L) * WIDTH, "the order of the rows kept as state"));
        }
        nodes[node * WIDTH + PREFIX] = prefix;
        nodes[node * WIDTH + ARRIVAL] = arrival;
        peerBefore = false;
        peerAfter = false;
        after = NONE;
        int changed = insert(root, node, 0);
        if (peerAfter && !peerBefore) {
            setFirstOfPeers(changed, after, false);
        }
        return changed;
    }

    /** Removes a row from the list that it is in; returns the new root. */
    public int remove(int root, int row) {
        int node = row + 1;
        int changed = remove(root, node, 0);
        if (first(node) == 1) {
            int next = nodeAt(changed, place);
            if (next != NONE && compareKeys(node, next) == 0) {
                setFirstOfPeers(changed, next, true);
            }
        }
        return changed;
    }

    /** Where the row that was inserted or removed last stands in its list, or stood, from 0. */
    public int place() {
        return place;
    }

    /** The groups of peers of a list. */
    public int groups(int root) {
        return groupsBefore(root, Integer.MAX_VALUE);
    }

    /** Whether no peer stands before a row. */
    public boolean isFirst(int row) {
        return first(row + 1) == 1;
    }

    /** The arrival number of a row. */
    public long arrival(int row) {
        return nodes[(row + 1) * WIDTH + ARRIVAL];
    }

    /** The row at a place, from 0, or -1 if the list ends there. */
    public int row(int root, int place) {
        return nodeAt(root, place) - 1;
    }

    /** How many groups begin before a place. */
    public int groupsBefore(int root, int place) {
        int groups = 0;
        int node = root;
        int ahead = place;
        while (node != NONE) {
            int left = leftRows(node);
            if (ahead <= left) {
                node = left(node);
            } else {
                groups += leftGroups(node) + first(node);
                ahead -= left + 1;
                node = right(node);
            }
        }
        return groups;
    }

    /** Where group {@code group}, from 0, begins; the end of the list if it has no more groups than that. */
    public int firstOfGroup(int root, int group) {
        int place = 0;
        int node = root;
        int ahead = group;
        while (node != NONE) {
            int left = leftGroups(node);
            if (ahead < left) {
                node = left(node);
                continue;
            }
            place += leftRows(node);
            if (ahead == left && first(node) == 1) {
                return place;
            }
            ahead -= left + first(node);
            place++;
            node = right(node);
        }
        return place;
    }

    /** The first place from {@code place} on where a group begins; the end of the list if there is none. */
    public int firstPlaceOfGroup(int root, int place) {
        return firstOfGroup(root, groupsBefore(root, place));
    }

    /**
     * Lists rows by their places.
     *
     * @param from the first place
     * @param to the place after the last, at most the list's size
     * @param rows receives them
     */
    public void rows(int root, int from, int to, int[] rows) {
        if (from < to) {
            collect(root, from, to, rows, 0);
        }
    }

    /** The place that a search ends at; of a row that it ends before, or behind, the place between. */
    public int descend(int root, Descent descent) {
        int place = 0;
        int node = root;
        while (node != NONE) {
            int turn = descent.turn(node - 1, left(node) - 1);
            if (turn < 0) {
                node = left(node);
            } else {
                place += leftRows(node);
                if (turn == 0) {
                    return place;
                }
                place++;
                node = right(node);
            }
        }
        return place;
    }

    /** How many rows of a list stand before a row that is in it, or was removed from it last. */
    public int placeOf(int root, int row) {
        int node = row + 1;
        return descend(root, (other, left) -> compare(node, other + 1));
    }

    /** Whether two rows, each in a list or removed from it last, stand at one place: equal in the sort columns and in the arrival number. */
    public boolean isSamePlace(int row, int other) {
        return compare(row + 1, other + 1) == 0;
    }

    /**
     * Gives a fold the rows from one place up to, not including, another.
     *
     * @param size the rows of the list
     */
    public void fold(int root, int size, int from, int to, Fold fold) {
        if (from >= to || from == 0 && to == size && fold.subtree(root - 1)) {
            return;
        }
        int before = leftRows(root);
        fold(left(root), before, from, Math.min(to, before), fold);
        if (from <= before && before < to) {
            fold.row(root - 1);
        }
        fold(right(root), size - before - 1, Math.max(0, from - before - 1), to - before - 1, fold);
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) nodes.length * Long.BYTES;
    }

    /** The node at a place, or 0 if the list ends there. */
    private int nodeAt(int root, int place) {
        int node = root;
        int ahead = place;
        while (node != NONE && ahead != leftRows(node)) {
            if (ahead < leftRows(node)) {
                node = left(node);
            } else {
                ahead -= leftRows(node) + 1;
                node = right(node);
            }
        }
        return node;
    }

    private int insert(int node, int inserted, int before) {
        if (node == NONE) {
            place = before;
            nodes[inserted * WIDTH + LINKS] = 0;
            nodes[inserted * WIDTH + COUNTS] = peerBefore ? 0 : 1;
            summarize(inserted);
            return inserted;
        }
        int comparison = compareKeys(inserted, node);
        boolean peer = comparison == 0;
        if (peer) {
            comparison = Long.compare(nodes[inserted * WIDTH + ARRIVAL], nodes[node * WIDTH + ARRIVAL]);
        }
        if (comparison < 0) {
            peerAfter = peer;
            after = node;
            int left = insert(left(node), inserted, before);
            nodes[node * WIDTH + COUNTS] += counts(1, peerBefore ? 0 : 1);
            if (isAbove(left, node)) {
                return rotateRight(node, left);
            }
            setLeft(node, left);
            summarize(node);
            return node;
        }
        peerBefore = peer;
        int right = insert(right(node), inserted, before + leftRows(node) + 1);
        if (isAbove(right, node)) {
            return rotateLeft(node, right);
        }
        setRight(node, right);
        summarize(node);
        return node;
    }

    private int remove(int node, int removed, int before) {
        if (node == removed) {
            place = before + leftRows(node);
            return merge(left(node), right(node), leftRows(node), leftGroups(node));
        }
        if (compare(removed, node) < 0) {
            setLeft(node, remove(left(node), removed, before));
            nodes[node * WIDTH + COUNTS] -= counts(1, first(removed));
        } else {
            setRight(node, remove(right(node), removed, before + leftRows(node) + 1));
        }
        summarize(node);
        return node;
    }

    /**
     * Makes one tree of two, of which the left one comes first.
     *
     * @param rows the rows of the left one
     * @param groups the groups that begin in it
     */
    private int merge(int left, int right, int rows, int groups) {
        if (left == NONE || right == NONE) {
            return left + right;
        }
        if (isAbove(left, right)) {
            int rest = groups - leftGroups(left) - first(left);
            setRight(left, merge(right(left), right, rows - leftRows(left) - 1, rest));
            summarize(left);
            return left;
        }
        setLeft(right, merge(left, left(right), rows, groups));
        nodes[right * WIDTH + COUNTS] += counts(rows, groups);
        summarize(right);
        return right;
    }

    private int rotateRight(int node, int left) {
        setLeft(node, right(left));
        nodes[node * WIDTH + COUNTS] -= counts(leftRows(left) + 1, leftGroups(left) + first(left));
        setRight(left, node);
        summarize(node);
        summarize(left);
        return left;
    }

    private int rotateLeft(int node, int right) {
        setRight(node, left(right));
        nodes[right * WIDTH + COUNTS] += counts(leftRows(node) + 1, leftGroups(node) + first(node));
        setLeft(right, node);
        summarize(node);
        summarize(right);
        return right;
    }

    private void summarize(int node) {
        if (summaries != null) {
            summaries.update(node - 1, left(node) - 1, right(node) - 1);
        }
    }

    private void setFirstOfPeers(int root, int node, boolean first) {
        int change = first ? 1 : -1;
        int at = root;
        while (at != node) {
            if (compare(node, at) < 0) {
                nodes[at * WIDTH + COUNTS] += counts(0, change);
                at = left(at);
            } else {
                at = right(at);
            }
        }
        nodes[node * WIDTH + COUNTS] += change;
    }

    private int collect(int node, int from, int to, int[] rows, int collected) {
        int before = leftRows(node);
        int count = collected;
        if (from < before) {
            count = collect(left(node), from, Math.min(to, before), rows, count);
        }
        if (from <= before && before < to) {
            rows[count++] = node - 1;
        }
        if (to > before + 1) {
            count = collect(right(node), Math.max(0, from - before - 1), to - before - 1, rows, count);
        }
        return count;
    }

    private int compare(int a, int b) {
        int comparison = compareKeys(a, b);
        return comparison != 0 ? comparison : Long.compare(nodes[a * WIDTH + ARRIVAL], nodes[b * WIDTH + ARRIVAL]);
    }

    private int compareKeys(int a, int b) {
        long prefix = nodes[a * WIDTH + PREFIX];
        int comparison = Long.compare(prefix, nodes[b * WIDTH + PREFIX]);
        return comparison != 0 || order.isExact(prefix) ? comparison : order.compare(a - 1, b - 1);
    }

    private static boolean isAbove(int a, int b) {
        return priority(a) > priority(b);
    }

    /** Mixed twice: rows often come in an order that has to do with their numbers. */
    private static long priority(int node) {
        return Hashing.hash(Hashing.hash(node));
    }

    private int left(int node) {
        return (int) (nodes[node * WIDTH + LINKS] >>> 32);
    }

    private int right(int node) {
        return (int) nodes[node * WIDTH + LINKS];
    }

    private void setLeft(int node, int left) {
        int at = node * WIDTH + LINKS;
        nodes[at] = (long) left << 32 | nodes[at] & 0xFFFF_FFFFL;
    }

    private void setRight(int node, int right) {
        int at = node * WIDTH + LINKS;
        nodes[at] = nodes[at] & 0xFFFF_FFFF_0000_0000L | right;
    }

    private int leftRows(int node) {
        return (int) (nodes[node * WIDTH + COUNTS] >>> 32);
    }

    private int leftGroups(int node) {
        return (int) nodes[node * WIDTH + COUNTS] >>> 1;
    }

    /** 1 for the first of its peers, else 0. */
    private int first(int node) {
        return (int) nodes[node * WIDTH + COUNTS] & 1;
    }

    private static long counts(int rows, int groups) {
        return ((long) rows << 32) + ((long) groups << 1);
    }
}
