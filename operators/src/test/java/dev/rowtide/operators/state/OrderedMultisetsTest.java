// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.WideColumn;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderedMultisetsTest {

    private static final int SETS = 5;

    /** Random changes of several multisets in one store, also retractions that come before the row, against TreeMaps. */
    @ParameterizedTest
    @EnumSource(OrderedMultisets.Order.class)
    void againstTreeMaps(OrderedMultisets.Order order) {
        Random random = new Random(11);
        OrderedMultisets sets = new OrderedMultisets(order);
        int[] roots = new int[SETS];
        Map<Integer, Integer>[] models = models();
        for (int step = 0; step < 20_000; step++) {
            int set = random.nextInt(SETS);
            int value = random.nextInt(step % 1000 < 500 ? 40 : 3000) - 20;
            int change = random.nextInt(9) < 5 ? 1 : -1;
            roots[set] = add(sets, order, roots[set], value, change);
            models[set].merge(value, change, (a, b) -> a + b == 0 ? null : a + b);
            if (step % 7 == 0) {
                compare(sets, order, roots[set], models[set]);
            }
            if (step % 2_000 == 1_999) {
                sets.free(roots[set]);
                roots[set] = 0;
                models[set].clear();
                sets = restored(sets, order, roots);
            }
            if (sets.isWasteful()) {
                sets.compact();
            }
        }
        for (int set = 0; set < SETS; set++) {
            compare(sets, order, roots[set], models[set]);
        }
    }

    /** Where values are and which is commonest, also with some that are not there yet. */
    @Test
    void ranksAgainstATreeMap() {
        Random random = new Random(5);
        OrderedMultisets sets = new OrderedMultisets(OrderedMultisets.Order.LONG, true);
        TreeMap<Long, Long> model = new TreeMap<>();
        int root = 0;
        for (int step = 0; step < 20_000; step++) {
            long value = random.nextInt(step % 1000 < 500 ? 10 : 400);
            int change = random.nextInt(9) < 5 ? 1 : -1;
            root = sets.add(root, value, 0, change);
            model.merge(value, (long) change, (a, b) -> a + b == 0 ? null : a + b);
            if (step % 11 != 0) {
                continue;
            }
            List<Long> all = new ArrayList<>();
            model.forEach((v, count) -> all.addAll(Collections.nCopies((int) Math.max(0, count), v)));
            List<Long> visited = new ArrayList<>();
            OrderedMultisets walked = sets;
            sets.forEach(root, (node, count) -> visited.addAll(Collections.nCopies((int) count, walked.value(node))));
            assertThat(visited).isEqualTo(all);
            assertThat(sets.size(root)).isEqualTo(all.size());
            if (all.isEmpty()) {
                assertThat(sets.commonest(root)).isZero();
                continue;
            }
            int place = random.nextInt(all.size());
            assertThat(sets.value(sets.at(root, place))).isEqualTo(all.get(place));
            long most = model.values().stream().max(Long::compare).orElseThrow();
            assertThat(sets.value(sets.commonest(root)))
                    .isEqualTo(model.entrySet().stream()
                            .filter(entry -> entry.getValue() == most)
                            .findFirst()
                            .orElseThrow()
                            .getKey());
        }
    }

    @Test
    void theLeastThatIsNotLess() {
        OrderedMultisets sets = new OrderedMultisets(OrderedMultisets.Order.BYTES);
        int root = 0;
        for (String text : List.of("b", "d", "dd", "f")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            root = sets.add(root, bytes, 0, bytes.length, 1);
        }
        for (String[] pair : new String[][] {{"a", "b"}, {"b", "b"}, {"c", "d"}, {"da", "dd"}, {"e", "f"}}) {
            byte[] bytes = pair[0].getBytes(StandardCharsets.UTF_8);
            long handle = sets.value(sets.ceiling(root, bytes, 0, bytes.length));
            assertThat(new String(sets.data(), Arena.start(handle), Arena.length(handle), StandardCharsets.UTF_8))
                    .isEqualTo(pair[1]);
        }
        assertThat(sets.ceiling(root, new byte[] {'g'}, 0, 1)).isZero();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Map<Integer, Integer>[] models() {
        Map<Integer, Integer>[] models = new Map[SETS];
        Arrays.setAll(models, i -> new TreeMap<>());
        return models;
    }

    private static int add(OrderedMultisets sets, OrderedMultisets.Order order, int root, int value, int change) {
        return switch (order) {
            case LONG -> sets.add(root, value * 1_000_000_007L, 0, change);
            case WIDE -> {
                BigInteger wide = wide(value);
                yield sets.add(root, wide.shiftRight(64).longValue(), wide.longValue(), change);
            }
            case BYTES -> {
                byte[] bytes = text(value).getBytes(StandardCharsets.UTF_8);
                yield sets.add(root, bytes, 0, bytes.length, change);
            }
        };
    }

    private static BigInteger wide(int value) {
        return BigInteger.valueOf(value).multiply(BigInteger.ONE.shiftLeft(62)).add(BigInteger.valueOf(value));
    }

    private static String text(int value) {
        return String.format("%06d é", value + 1000).repeat(2);
    }

    private static void compare(
            OrderedMultisets sets, OrderedMultisets.Order order, int root, Map<Integer, Integer> model) {
        var positive = model.entrySet().stream()
                .filter(e -> e.getValue() > 0)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        Function<Integer, Object> expected = value -> switch (order) {
            case LONG -> value * 1_000_000_007L;
            case WIDE -> wide(value);
            case BYTES -> text(value);
        };
        Object least = value(sets, order, sets.least(root));
        Object greatest = value(sets, order, sets.greatest(root));
        assertThat(least).isEqualTo(positive.isEmpty() ? "none" : expected.apply(positive.get(0)));
        assertThat(greatest).isEqualTo(positive.isEmpty() ? "none" : expected.apply(positive.get(positive.size() - 1)));
    }

    private static Object value(OrderedMultisets sets, OrderedMultisets.Order order, int node) {
        if (node == 0) {
            return "none";
        }
        return switch (order) {
            case LONG -> sets.value(node);
            case WIDE -> WideColumn.toBigInteger(sets.value(node), sets.low(node));
            case BYTES ->
                new String(
                        sets.data(),
                        Arena.start(sets.value(node)),
                        Arena.length(sets.value(node)),
                        StandardCharsets.UTF_8);
        };
    }

    private static OrderedMultisets restored(OrderedMultisets sets, OrderedMultisets.Order order, int[] roots) {
        StateBytes bytes = new StateBytes();
        for (int root : roots) {
            sets.write(root, bytes);
        }
        OrderedMultisets fresh = new OrderedMultisets(order);
        StateBytes reader = StateBytes.of(bytes.toByteArray());
        for (int i = 0; i < roots.length; i++) {
            roots[i] = fresh.read(reader);
        }
        assertThat(reader.isExhausted()).isTrue();
        return fresh;
    }
}
