// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.operators.aggregate.SessionGroups;
import java.util.Arrays;

/**
 * The merged sessions that a position changes, where every change goes out: as they were before it, to be taken back, and as they are when all its rows have come. A session whose bounds stay
 * is updated.
 */
final class ToldSessions {

    private static final int FRESH = -1;
    private static final int UNCHANGED = -2;

    private final SessionGroups groups;
    private final SessionList sessions;
    private final Bounds bounds;

    /** By session: the number of its note, {@link #FRESH} if there was none before the position, or {@link #UNCHANGED}. */
    private int[] noteOf = {};

    // What was noted, in the order of it.
    private int[] changed = new int[16];
    private int[] addresses = new int[16];
    private long[] first = new long[16];
    private long[] last = new long[16];
    private int count;

    private int[] added = new int[16];
    private int addedCount;

    /** Is told the bounds of a session that goes out. */
    interface Bounds {
        void accept(int step, long start, long end);
    }

    ToldSessions(SessionGroups groups, SessionList sessions, Bounds bounds) {
        this.groups = groups;
        this.sessions = sessions;
        this.bounds = bounds;
    }

    /** Whether sessions have changed. */
    boolean any() {
        return count + addedCount > 0;
    }

    /** Notes what a session is before a row changes it. */
    void note(int session) {
        ensure(session);
        if (noteOf[session] != UNCHANGED) {
            return;
        }
        int address = sessions.partition(session);
        noteOf[session] = groups.note(address, place(session));
        if (count == changed.length) {
            changed = Arrays.copyOf(changed, 2 * count);
            addresses = Arrays.copyOf(addresses, 2 * count);
            first = Arrays.copyOf(first, 2 * count);
            last = Arrays.copyOf(last, 2 * count);
        }
        changed[count] = session;
        addresses[count] = address;
        first[count] = sessions.first(session);
        last[count++] = sessions.last(session);
    }

    /** Notes a session that there was not. */
    void added(int session) {
        ensure(session);
        noteOf[session] = FRESH;
        if (addedCount == added.length) {
            added = Arrays.copyOf(added, 2 * addedCount);
        }
        added[addedCount++] = session;
    }

    private void ensure(int session) {
        if (session >= noteOf.length) {
            int known = noteOf.length;
            noteOf = Arrays.copyOf(noteOf, Math.max(2 * known, session + 1));
            Arrays.fill(noteOf, known, noteOf.length, UNCHANGED);
        }
    }

    /** Where a session is parked; -1 if it is in the record of its key. */
    private int place(int session) {
        boolean isCurrent = groups.ownersWord(sessions.partition(session)) - 1 == session;
        return isCurrent ? -1 : sessions.head(session);
    }

    /** Tells what has become of the sessions at a position: what is taken back first, then what there is. */
    void tell(long position, long gap) {
        for (int i = 0; i < count; i++) {
            if (!isAsLong(i)) {
                bounds.accept(groups.countOver(), first[i], last[i] + gap);
                groups.tellGone(i, addresses[i], position);
            }
        }
        for (int i = 0; i < count; i++) {
            if (isStill(i)) {
                tell(changed[i], isAsLong(i) ? i : FRESH, position, gap);
            }
        }
        for (int i = 0; i < addedCount; i++) {
            if (noteOf[added[i]] == FRESH && sessions.isAlive(added[i])) {
                tell(added[i], FRESH, position, gap);
                noteOf[added[i]] = UNCHANGED;
            }
        }
        for (int i = 0; i < count; i++) {
            noteOf[changed[i]] = UNCHANGED;
        }
        for (int i = 0; i < addedCount; i++) {
            noteOf[added[i]] = UNCHANGED;
        }
        count = 0;
        addedCount = 0;
        groups.clearNotes();
    }

    private void tell(int session, int note, long position, long gap) {
        bounds.accept(groups.countOver(), sessions.first(session), sessions.last(session) + gap);
        groups.tell(note, sessions.partition(session), place(session), position);
    }

    /** Whether what was noted is of a session that there is still, and not of one before with its number. */
    private boolean isStill(int note) {
        return noteOf[changed[note]] == note && sessions.isAlive(changed[note]);
    }

    /** Whether it has the bounds that it had. */
    private boolean isAsLong(int note) {
        int session = changed[note];
        return isStill(note) && sessions.first(session) == first[note] && sessions.last(session) == last[note];
    }
}
