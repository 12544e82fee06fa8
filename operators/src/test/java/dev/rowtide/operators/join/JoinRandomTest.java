// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.testing.OperatorHarness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random joins over random changes: after each position the folded output is the join of the rows that are in then, computed here from scratch by comparing every pair;
 * and no position puts out a row that it takes out again, unless both inputs change and have equal rows. The harness adds that the log depends neither on cuts nor on restores.
 */
class JoinRandomTest {

    private static final int SEEDS = 60;
    private static final int EVENTS = 60;

    private static final String SCHEMA = "id INT, k INT, s STRING, v INT";
    private static final int ID = 0;
    private static final int COLUMNS = 4;
    private static final int V = 3;
    private static final int[][] KEYS = {{1}, {1}, {2}, {1, 2}, {0}, {0, 1}, {}};

    /** What an input's changes are like. */
    private enum Kind {
        APPEND(ChangelogMode.APPEND, false),
        RETRACT(ChangelogMode.RETRACT, false),
        KEYED_RETRACT(ChangelogMode.RETRACT, true),
        UPSERT(ChangelogMode.UPSERT, true),
        KEY_ONLY_DELETES(new ChangelogMode(true, false, true, true, true), true);

        private final ChangelogMode mode;
        private final boolean keyed;

        Kind(ChangelogMode mode, boolean keyed) {
            this.mode = mode;
            this.keyed = keyed;
        }

        int[] key() {
            return keyed ? new int[] {ID} : new int[0];
        }
    }

    private record Condition(@Nullable Expression expression, BiPredicate<Integer[], Integer[]> holds) {}

    /** An input: its changes as text by position, and the rows that are in after each position. */
    private static final class Input {
        private final Kind kind;
        private final int ids;
        private final StringBuilder text = new StringBuilder();
        private int positionStart;
        private final List<Integer[]> rows = new ArrayList<>();

        Input(Kind kind, Random random) {
            this.kind = kind;
            ids = 2 + random.nextInt(8);
        }

        void change(Random random, long position) {
            Integer[] row = row(random);
            if (kind == Kind.APPEND || rows.isEmpty()) {
                insert(row, position);
                return;
            }
            int at = random.nextInt(rows.size());
            switch (random.nextInt(5)) {
                case 0, 1 -> insert(row, position);
                case 2 -> {
                    Integer[] old = rows.remove(at);
                    Integer[] shown = old.clone();
                    for (int c = 1; kind == Kind.KEY_ONLY_DELETES && c < COLUMNS; c++) {
                        shown[c] = null;
                    }
                    line(position, "-D", shown);
                }
                default -> update(random, position, row, at);
            }
        }

        private void insert(Integer[] row, long position) {
            boolean taken = false;
            for (Integer[] other : rows) {
                taken |= kind.keyed && other[ID].equals(row[ID]);
            }
            if (taken && kind == Kind.KEYED_RETRACT) {
                return;
            }
            if (taken) {
                rows.removeIf(other -> other[ID].equals(row[ID]));
                line(position, "+U", row);
            } else {
                line(position, "+I", row);
            }
            rows.add(row);
        }

        private void update(Random random, long position, Integer[] row, int at) {
            Integer[] old = rows.get(at);
            if (kind.keyed) {
                row[ID] = old[ID];
            }
            if (random.nextBoolean()) {
                row[1] = old[1];
                row[2] = old[2];
            }
            rows.remove(at);
            rows.add(row);
            if (kind.mode.updateBefore()) {
                line(position, "-U", old);
            }
            line(position, "+U", row);
        }

        private Integer[] row(Random random) {
            return new Integer[] {
                random.nextInt(ids),
                random.nextInt(6) == 0 ? null : random.nextInt(3),
                random.nextInt(6) == 0 ? null : random.nextInt(3),
                random.nextInt(8) == 0 ? null : random.nextInt(4)
            };
        }

        private void line(long position, String kind, Integer[] row) {
            text.append(position)
                    .append(": ")
                    .append(kind)
                    .append(' ')
                    .append(text(row))
                    .append('\n');
        }

        /** Changes of one position that are not halves of updates may come in any order, a row before an equal one goes. */
        void endPosition(Random random) {
            List<String> lines =
                    new ArrayList<>(text.substring(positionStart).lines().toList());
            if (kind.mode.updateBefore() && random.nextBoolean()) {
                lines.replaceAll(line -> line.replace(": -U", ": -D").replace(": +U", ": +I"));
                Collections.shuffle(lines, random);
                text.setLength(positionStart);
                lines.forEach(line -> text.append(line).append('\n'));
            }
            positionStart = text.length();
        }

        void endTick() {
            if (text.length() > 0) {
                text.append("-- tick\n");
            }
            positionStart = text.length();
        }
    }

    private static String text(Integer[] row) {
        List<String> values = new ArrayList<>();
        for (int c = 0; c < row.length; c++) {
            boolean isText = c % COLUMNS == 2;
            values.add(row[c] == null ? "NULL" : isText ? "s" + "x".repeat(row[c]) : row[c].toString());
        }
        return String.join(", ", values);
    }

    @ParameterizedTest
    @EnumSource(JoinType.class)
    void foldedOutputIsTheJoinOfTheRowsLeft(JoinType type) {
        for (int seed = 0; seed < SEEDS; seed++) {
            run(type, seed);
        }
    }

    private static void run(JoinType type, int seed) {
        Random random = new Random(seed * 31L + type.ordinal());
        Input left = new Input(Kind.values()[random.nextInt(Kind.values().length)], random);
        Input right = new Input(Kind.values()[random.nextInt(Kind.values().length)], random);
        int[] keys = KEYS[random.nextInt(KEYS.length)];
        Condition condition = condition(random.nextInt(6));
        boolean nullsMatch = random.nextInt(4) == 0;
        boolean nullAware = type == JoinType.ANTI && keys.length > 0 && random.nextBoolean();
        Joins joins = Joins.of(type)
                .left(SCHEMA, left.kind.mode, left.kind.key())
                .right(SCHEMA, right.kind.mode, right.kind.key())
                .where(condition.expression());
        for (int key : keys) {
            joins.on(key, key);
        }
        if (nullsMatch && !nullAware) {
            joins.nullsMatch();
        }
        if (nullAware) {
            joins.nullAware();
        }
        boolean uniqueResult = left.kind.keyed
                && (type.leftOnly()
                        || right.kind.keyed && type == JoinType.INNER && keys.length > 0 && keys[0] == ID
                        || right.kind.keyed && type == JoinType.LEFT && keys.length > 0 && keys[0] == ID);
        if (uniqueResult && random.nextBoolean()) {
            joins.upsert(ID);
        }

        Map<Long, List<String>> expected = new TreeMap<>();
        Set<Long> oneSided = new HashSet<>();
        long position = 0;
        for (int event = 0; event < EVENTS; event++) {
            boolean leftChanges = random.nextBoolean();
            boolean bothChange = false;
            (leftChanges ? left : right).change(random, position);
            for (int more = random.nextInt(10) - 6; more > 0; more--) {
                boolean leftToo = random.nextInt(4) > 0;
                bothChange |= leftToo != leftChanges;
                (leftToo ? left : right).change(random, position);
            }
            left.endPosition(random);
            right.endPosition(random);
            if (!bothChange) {
                oneSided.add(position);
            }
            expected.put(
                    position, join(type, left.rows, right.rows, keys, nullsMatch && !nullAware, nullAware, condition));
            position++;
            if (random.nextInt(12) == 0) {
                left.endTick();
                right.endTick();
                position++;
            }
        }
        String what = "seed " + seed + ": " + joins + "\nleft\n" + left.text + "right\n" + right.text;
        try {
            OperatorHarness harness = joins.on(left.text.toString(), right.text.toString());
            compare(
                    harness.run(),
                    expected,
                    oneSided,
                    joins.node().mode().updateBefore() || joins.node().mode().isAppendOnly(),
                    what);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(what + e.getMessage(), e);
        }
    }

    private static Condition condition(int number) {
        Type integer = new InputRef(V, Type.INTEGER).type();
        return switch (number) {
            case 0 ->
                new Condition(
                        call(BuiltinFunction.GREATER, new InputRef(V, integer), new InputRef(COLUMNS + V, integer)),
                        (l, r) -> l[V] != null && r[V] != null && l[V] > r[V]);
            case 1 ->
                new Condition(
                        call(BuiltinFunction.GREATER, new InputRef(V, integer), new Literal(1L, integer)),
                        (l, r) -> l[V] != null && l[V] > 1);
            case 2 ->
                new Condition(
                        call(
                                BuiltinFunction.AND,
                                call(
                                        BuiltinFunction.EQUAL,
                                        new InputRef(COLUMNS + V, integer),
                                        new InputRef(V, integer)),
                                call(
                                        BuiltinFunction.NOT_EQUAL,
                                        new InputRef(2, Type.STRING),
                                        new InputRef(COLUMNS + 2, Type.STRING))),
                        (l, r) -> l[V] != null
                                && l[V].equals(r[V])
                                && l[2] != null
                                && r[2] != null
                                && !l[2].equals(r[2]));
            default -> new Condition(null, (l, r) -> true);
        };
    }

    private static Call call(BuiltinFunction function, Expression a, Expression b) {
        return new Call(function, List.of(a, b), Type.BOOLEAN);
    }

    private static List<String> join(
            JoinType type,
            List<Integer[]> left,
            List<Integer[]> right,
            int[] keys,
            boolean nullsMatch,
            boolean nullAware,
            Condition condition) {
        BiPredicate<Integer[], Integer[]> matches = (l, r) -> {
            boolean equal = true;
            for (int key : keys) {
                boolean unknown = !nullsMatch && (l[key] == null || r[key] == null);
                equal &= unknown ? nullAware : Objects.equals(l[key], r[key]);
            }
            return equal && condition.holds().test(l, r);
        };
        List<String> rows = new ArrayList<>();
        Integer[] none = new Integer[COLUMNS];
        for (Integer[] l : left) {
            List<Integer[]> matching =
                    right.stream().filter(r -> matches.test(l, r)).toList();
            switch (type) {
                case SEMI, ANTI -> {
                    if (matching.isEmpty() == (type == JoinType.ANTI)) {
                        rows.add(text(l));
                    }
                }
                default -> {
                    matching.forEach(r -> rows.add(text(l) + ", " + text(r)));
                    if (matching.isEmpty() && type.padsLeft()) {
                        rows.add(text(l) + ", " + text(none));
                    }
                }
            }
        }
        for (Integer[] r : right) {
            if (type.padsRight() && left.stream().noneMatch(l -> matches.test(l, r))) {
                rows.add(text(none) + ", " + text(r));
            }
        }
        rows.sort(null);
        return rows;
    }

    /** Folds the log position by position; {@code whole} for one that takes out the rows that it replaces, else by the first column. */
    private static void compare(
            List<String> log, Map<Long, List<String>> expected, Set<Long> oneSided, boolean whole, String what) {
        List<String> table = new ArrayList<>();
        int line = 0;
        for (Map.Entry<Long, List<String>> step : expected.entrySet()) {
            List<String> taken = new ArrayList<>();
            List<String> put = new ArrayList<>();
            for (; line < log.size() && log.get(line).startsWith(step.getKey() + ": "); line++) {
                String change = log.get(line).substring(log.get(line).indexOf(": ") + 2);
                String row = change.substring(3);
                if (change.charAt(0) == '-') {
                    assertThat(table.remove(row))
                            .as("%s taken out, %s", change, what)
                            .isTrue();
                    taken.add(row);
                } else {
                    String key = row.substring(0, row.indexOf(','));
                    boolean replaced = !whole && table.removeIf(old -> old.startsWith(key + ","));
                    assertThat(replaced && change.startsWith("+I")).as(change).isFalse();
                    table.add(row);
                    put.add(row);
                }
            }
            boolean net = !oneSided.contains(step.getKey()) || Collections.disjoint(taken, put);
            assertThat(net).as("net at position %d, %s", step.getKey(), what).isTrue();
            List<String> sorted = new ArrayList<>(table);
            sorted.sort(null);
            assertThat(sorted)
                    .as("after position %d, log %s, %s", step.getKey(), log, what)
                    .isEqualTo(step.getValue());
        }
        assertThat(line).isEqualTo(log.size());
    }
}
