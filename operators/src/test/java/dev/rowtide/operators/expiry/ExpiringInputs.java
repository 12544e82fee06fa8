// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expiry;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random changes of one input or two, at random times, and which of their rows are too old at the beginning of a tick. */
final class ExpiringInputs {

    static final long TTL_MILLIS = 10;

    private static final int TICKS = 12;

    /** What expires together. */
    enum Unit {
        /** All rows of a key. */
        KEY,
        /** All copies of a row, in both inputs. */
        ROW_OF_BOTH,
        /** Each row by itself. */
        ROW,
        /** Each left row by itself, all right rows of a key. */
        ROW_AND_RIGHT_KEY
    }

    private record Row(String key, int value, long putMillis) {
        String text() {
            return key + ", " + value;
        }
    }

    private final Random random;
    private final List<ChangelogMode> modes;
    private final Unit unit;
    private final List<StringBuilder> without = new ArrayList<>();
    private final List<StringBuilder> with = new ArrayList<>();
    private final List<List<Row>> rows = new ArrayList<>();

    /** When what expires together was last told of. */
    private final Map<String, Long> seen = new LinkedHashMap<>();

    private long position;
    private long nowMillis;
    private int expired;

    ExpiringInputs(int seed, int inputs, ChangelogMode left, ChangelogMode right, Unit unit) {
        random = new Random(seed);
        modes = List.of(left, right);
        this.unit = unit;
        for (int input = 0; input < inputs; input++) {
            without.add(new StringBuilder());
            with.add(new StringBuilder());
            rows.add(new ArrayList<>());
        }
        for (int tick = 0; tick < TICKS; tick++) {
            int last = 0;
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                last = change();
            }
            nowMillis += random.nextInt((int) TTL_MILLIS);
            String time = "-- at " + nowMillis + "\n";
            without.get(last).append(time);
            with.get(last).append(time);
            expire();
            position++;
        }
        change();
    }

    /** The inputs as they are. */
    List<String> without() {
        return without.stream().map(StringBuilder::toString).toList();
    }

    /** The same with a retraction of each row when it expires. */
    List<String> withRetractions() {
        return with.stream().map(StringBuilder::toString).toList();
    }

    /** How many rows expire. */
    int expired() {
        return expired;
    }

    @Override
    public String toString() {
        return String.join("and\n", withRetractions());
    }

    private int change() {
        int input = random.nextInt(rows.size());
        List<Row> live = rows.get(input);
        String key = "k" + random.nextInt(3);
        Row fresh = new Row(key, random.nextInt(5), nowMillis);
        boolean known = live.stream().anyMatch(row -> row.text().equals(fresh.text()));
        ChangelogMode mode = modes.get(input);
        int dice = random.nextInt(10);
        if (mode.isAppendOnly() || dice < 6) {
            put(input, mode, fresh);
        } else if (mode.updateBefore() && dice < 7 && !live.isEmpty() && !known) {
            update(input, live.get(random.nextInt(live.size())), fresh);
        } else if (dice < 9 && !live.isEmpty()) {
            takeOut(input, live.get(random.nextInt(live.size())));
        } else if (live.stream().noneMatch(row -> row.key().equals(key))) {
            // Of a row that has expired, or never was.
            takeOut(input, fresh);
        } else {
            put(input, mode, fresh);
        }
        position++;
        return input;
    }

    private void put(int input, ChangelogMode mode, Row row) {
        if (mode.updateAfter() && !mode.updateBefore()) {
            rows.get(input).removeIf(other -> other.key().equals(row.key()));
        }
        rows.get(input).add(row);
        touch(input, row);
        write(input, "+I", row);
    }

    private void update(int input, Row old, Row fresh) {
        remove(input, old);
        rows.get(input).add(fresh);
        touch(input, old);
        touch(input, fresh);
        write(input, "-U", old);
        write(input, "+U", fresh);
    }

    private void takeOut(int input, Row row) {
        boolean byKey = !modes.get(input).updateBefore();
        if (byKey) {
            rows.get(input).removeIf(other -> other.key().equals(row.key()));
        } else {
            remove(input, row);
        }
        touch(input, row);
        write(input, "-D", row);
    }

    /** The oldest row that is equal. */
    private void remove(int input, Row row) {
        for (Iterator<Row> each = rows.get(input).iterator(); each.hasNext(); ) {
            if (each.next().text().equals(row.text())) {
                each.remove();
                return;
            }
        }
    }

    private void touch(int input, Row row) {
        seen.put(unitOf(input, row), nowMillis);
    }

    private String unitOf(int input, Row row) {
        return unit == Unit.ROW_OF_BOTH ? row.text() : input + row.key();
    }

    private void write(int input, String kind, Row row) {
        String line = position + ": " + kind + " " + row.text() + "\n";
        without.get(input).append(line);
        with.get(input).append(line);
    }

    private void expire() {
        for (int input = 0; input < rows.size(); input++) {
            for (Iterator<Row> each = rows.get(input).iterator(); each.hasNext(); ) {
                Row row = each.next();
                boolean alone = unit == Unit.ROW || unit == Unit.ROW_AND_RIGHT_KEY && input == 0;
                long since = alone ? row.putMillis() : seen.getOrDefault(unitOf(input, row), Long.MIN_VALUE);
                if (since + TTL_MILLIS <= nowMillis) {
                    each.remove();
                    expired++;
                    with.get(input)
                            .append(position + ": -D ")
                            .append(row.text())
                            .append('\n');
                }
            }
        }
    }
}
