// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the functions of arrays and maps compute, over data; lists and maps that they are given are never changed. */
final class CollectionBodies {

    /** The function of arguments of which none is NULL that may not be. */
    interface Body {
        @Nullable
        Object apply(@Nullable Object[] arguments);
    }

    /** The longest array that a function makes of shorter ones. */
    private static final int ELEMENTS_MAX = 1 << 20;

    private static final Map<String, Body> BODIES = new HashMap<>();

    static {
        BODIES.put("ARRAY_APPEND", a -> inserted(list(a[0]), list(a[0]).size(), a[1]));
        BODIES.put("ARRAY_PREPEND", a -> inserted(list(a[0]), 0, a[1]));
        BODIES.put("ARRAY_INSERT", a -> insertedAt(list(a[0]), number(a[1]), a[2]));
        BODIES.put(
                "ARRAY_COMPACT",
                a -> list(a[0]).stream().filter(Objects::nonNull).toList());
        BODIES.put("ARRAY_CONCAT", CollectionBodies::concatenated);
        BODIES.put("ARRAY_DISTINCT", a -> distinct(list(a[0])));
        BODIES.put("ARRAY_EXCEPT", a -> kept(list(a[0]), keys(list(a[1])), false));
        BODIES.put("ARRAY_INTERSECT", a -> kept(list(a[0]), keys(list(a[1])), true));
        BODIES.put("ARRAY_UNION", a -> distinct(concatenated(a)));
        BODIES.put("ARRAYS_OVERLAP", a -> overlap(list(a[0]), list(a[1])));
        BODIES.put("ARRAY_JOIN", CollectionBodies::joined);
        BODIES.put("ARRAY_TO_STRING", CollectionBodies::joined);
        BODIES.put("ARRAY_MAX", a -> extreme(list(a[0]), DatumOrder.NULLS_FIRST));
        BODIES.put("ARRAY_MIN", a -> extreme(list(a[0]), DatumOrder.NULLS_FIRST_REVERSED));
        BODIES.put("ARRAY_POSITION", a -> (long) keyList(list(a[0])).indexOf(key(a[1])) + 1);
        BODIES.put("ARRAY_REMOVE", a -> removed(list(a[0]), a[1]));
        BODIES.put("ARRAY_REPEAT", a -> repeated(a[0], number(a[1])));
        BODIES.put("ARRAY_REVERSE", a -> reversed(list(a[0])));
        BODIES.put("ARRAY_SLICE", CollectionBodies::slice);
        BODIES.put("ARRAY_SORT", CollectionBodies::sorted);
        BODIES.put("SORT_ARRAY", CollectionBodies::sorted);
        BODIES.put("ELEMENT", a -> onlyElement(list(a[0])));
        BODIES.put("MAP_CONCAT", CollectionBodies::merged);
        BODIES.put("MAP_UNION", CollectionBodies::merged);
        BODIES.put(
                "MAP_CONTAINS_KEY",
                a -> keyList(new ArrayList<>(map(a[0]).keySet())).contains(key(a[1])));
        BODIES.put(
                "MAP_ENTRIES",
                a -> map(a[0]).entrySet().stream()
                        .map(entry -> pair(entry.getKey(), entry.getValue()))
                        .toList());
        BODIES.put("MAP_FROM_ARRAYS", a -> mapOf(list(a[0]), list(a[1])));
        BODIES.put("MAP_FROM_ENTRIES", a -> mapOfEntries(list(a[0])));
        BODIES.put("STR_TO_MAP", CollectionBodies::mapOfText);
        BODIES.put("MAP_KEYS", a -> new ArrayList<>(map(a[0]).keySet()));
        BODIES.put("MAP_VALUES", a -> new ArrayList<>(map(a[0]).values()));
    }

    private CollectionBodies() {}

    static Body of(String name) {
        return Objects.requireNonNull(BODIES.get(name), name);
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    private static long number(@Nullable Object value) {
        return (Long) Objects.requireNonNull(value);
    }

    private static @Nullable Object key(@Nullable Object value) {
        return DatumOrder.key(value);
    }

    private static List<@Nullable Object> keyList(List<?> values) {
        return values.stream().<@Nullable Object>map(DatumOrder::key).collect(Collectors.toCollection(ArrayList::new));
    }

    private static Set<@Nullable Object> keys(List<?> values) {
        return new LinkedHashSet<>(keyList(values));
    }

    private static List<@Nullable Object> pair(@Nullable Object first, @Nullable Object second) {
        List<@Nullable Object> pair = new ArrayList<>();
        pair.add(first);
        pair.add(second);
        return pair;
    }

    private static List<@Nullable Object> inserted(List<?> list, int at, @Nullable Object element) {
        List<@Nullable Object> longer = new ArrayList<>(list);
        longer.add(at, element);
        return longer;
    }

    /** From 1; negative from the end, -1 being behind the last; what lies between the end and a later place is NULL. */
    private static List<@Nullable Object> insertedAt(List<?> list, long position, @Nullable Object element) {
        if (position == 0) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "the place in an array is counted from 1, or from -1 for the end");
        }
        long index = position > 0 ? position - 1 : list.size() + 1 + position;
        checkLength(Math.max(Math.abs(index), list.size()) + 1);
        List<@Nullable Object> longer = new ArrayList<>(list);
        for (; index < 0; index++) {
            longer.add(0, null);
        }
        while (longer.size() < index) {
            longer.add(null);
        }
        longer.add((int) index, element);
        return longer;
    }

    private static List<@Nullable Object> concatenated(@Nullable Object[] arrays) {
        List<@Nullable Object> all = new ArrayList<>();
        for (Object array : arrays) {
            all.addAll(list(array));
        }
        return all;
    }

    private static List<@Nullable Object> distinct(List<?> list) {
        return kept(list, Set.of(), false);
    }

    /** The distinct elements that are, or are not, among others. */
    private static List<@Nullable Object> kept(List<?> list, Set<? extends @Nullable Object> others, boolean among) {
        Set<@Nullable Object> seen = new LinkedHashSet<>();
        List<@Nullable Object> kept = new ArrayList<>();
        for (Object element : list) {
            Object key = key(element);
            boolean isAmong = key == null ? !others.isEmpty() && others.contains(null) : others.contains(key);
            if (isAmong == among && seen.add(key)) {
                kept.add(element);
            }
        }
        return kept;
    }

    /** Whether an element is in both; unknown where only NULLs could make it so. */
    private static @Nullable Boolean overlap(List<?> left, List<?> right) {
        Set<@Nullable Object> keys = keys(right);
        boolean common = left.stream().anyMatch(element -> element != null && keys.contains(key(element)));
        boolean unknown = !left.isEmpty() && !right.isEmpty() && (left.contains(null) || right.contains(null));
        return common ? Boolean.TRUE : unknown ? null : Boolean.FALSE;
    }

    /** NULLs are left out, unless a text stands for them. */
    private static String joined(@Nullable Object[] arguments) {
        String separator = (String) Objects.requireNonNull(arguments[1]);
        String forNull = arguments.length < 3 ? null : (String) arguments[2];
        return list(arguments[0]).stream()
                .map(element -> element == null ? forNull : (String) element)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(separator));
    }

    private static @Nullable Object extreme(List<?> list, Comparator<@Nullable Object> order) {
        Object best = null;
        for (Object element : list) {
            best = element != null && (best == null || order.compare(element, best) > 0) ? element : best;
        }
        return best;
    }

    private static List<@Nullable Object> removed(List<?> list, @Nullable Object element) {
        Object key = key(element);
        List<@Nullable Object> kept = new ArrayList<>();
        for (Object other : list) {
            if (!Objects.equals(key(other), key)) {
                kept.add(other);
            }
        }
        return kept;
    }

    private static List<@Nullable Object> repeated(@Nullable Object element, long count) {
        checkLength(count);
        return Collections.nCopies((int) Math.max(0, count), element);
    }

    private static void checkLength(long elements) {
        if (elements > ELEMENTS_MAX) {
            throw new EngineException(
                    ErrorCode.RESOURCE_LIMIT,
                    "the array would have " + elements + " elements, more than " + ELEMENTS_MAX);
        }
    }

    private static List<@Nullable Object> reversed(List<?> list) {
        List<@Nullable Object> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    /** From and to count from 1, both included; negative from the end; 0 is the first. */
    private static List<?> slice(@Nullable Object[] arguments) {
        List<?> list = list(arguments[0]);
        long from = place(number(arguments[1]), list.size());
        long to = arguments.length < 3 ? list.size() : place(number(arguments[2]), list.size());
        long first = Math.max(1, from);
        long last = Math.min(list.size(), to);
        return first > last ? List.of() : list.subList((int) first - 1, (int) last);
    }

    private static long place(long written, int size) {
        return written < 0 ? size + 1 + written : Math.max(1, written);
    }

    /** Rising unless the second argument is FALSE; NULLs where the third says, by default at the small end. */
    private static List<?> sorted(@Nullable Object[] arguments) {
        boolean rising = arguments.length < 2 || Boolean.TRUE.equals(arguments[1]);
        boolean nullsFirst = arguments.length < 3 ? rising : Boolean.TRUE.equals(arguments[2]);
        List<@Nullable Object> sorted = new ArrayList<>(list(arguments[0]));
        sorted.sort(DatumOrder.of(rising, nullsFirst));
        return sorted;
    }

    private static @Nullable Object onlyElement(List<?> list) {
        if (list.size() > 1) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "ELEMENT takes an array of one element, not of " + list.size());
        }
        return list.isEmpty() ? null : list.get(0);
    }

    private static Map<?, ?> merged(@Nullable Object[] maps) {
        Map<Object, @Nullable Object> all = new LinkedHashMap<>();
        for (Object map : maps) {
            map(map).forEach((key, value) -> {
                all.remove(key);
                all.put(key, value);
            });
        }
        return all;
    }

    private static Map<?, ?> mapOf(List<?> keys, List<?> values) {
        if (keys.size() != values.size()) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "MAP_FROM_ARRAYS takes as many keys as values, not " + keys.size() + " and " + values.size());
        }
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(notNull(keys.get(i)), values.get(i));
        }
        return map;
    }

    private static @Nullable Map<?, ?> mapOfEntries(List<?> entries) {
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        for (Object entry : entries) {
            if (entry == null) {
                return null;
            }
            map.put(notNull(list(entry).get(0)), list(entry).get(1));
        }
        return map;
    }

    /** {@code a=1,b=2}, with other separators if they are given; a key without a value has NULL. */
    private static Map<?, ?> mapOfText(@Nullable Object[] arguments) {
        String text = (String) Objects.requireNonNull(arguments[0]);
        String betweenPairs = arguments.length < 2 ? "," : (String) Objects.requireNonNull(arguments[1]);
        String betweenKeyAndValue = arguments.length < 3 ? "=" : (String) Objects.requireNonNull(arguments[2]);
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        for (String pair : split(text, betweenPairs)) {
            int at = betweenKeyAndValue.isEmpty() ? -1 : pair.indexOf(betweenKeyAndValue);
            map.put(
                    at < 0 ? pair : pair.substring(0, at),
                    at < 0 ? null : pair.substring(at + betweenKeyAndValue.length()));
        }
        return map;
    }

    private static List<String> split(String text, String separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        int at = separator.isEmpty() ? -1 : text.indexOf(separator);
        while (at >= 0) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
            at = text.indexOf(separator, from);
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static Object notNull(@Nullable Object key) {
        if (key == null) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "a key of a MAP is NULL");
        }
        return key;
    }
}
