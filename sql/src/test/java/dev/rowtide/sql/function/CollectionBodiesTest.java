// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values as Flink's manual has them, and where that has no such function, Spark's. */
class CollectionBodiesTest {

    private static @Nullable Object call(String name, @Nullable Object... arguments) {
        return new CollectionCall(name, Collections.nCopies(arguments.length, true)).apply(arguments);
    }

    private static List<Object> list(@Nullable Object... elements) {
        return Arrays.asList(elements);
    }

    private static Map<Object, Object> map(@Nullable Object... keysAndValues) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    @Test
    void adding() {
        assertThat(call("ARRAY_APPEND", list(1L, 2L), null)).isEqualTo(list(1L, 2L, null));
        assertThat(call("ARRAY_PREPEND", list(1L), 0L)).isEqualTo(list(0L, 1L));
        assertThat(call("ARRAY_INSERT", list("a", "b"), 2L, "x")).isEqualTo(list("a", "x", "b"));
        assertThat(call("ARRAY_INSERT", list("a", "b"), -1L, "x")).isEqualTo(list("a", "b", "x"));
        assertThat(call("ARRAY_INSERT", list("a", "b"), -3L, "x")).isEqualTo(list("x", "a", "b"));
        assertThat(call("ARRAY_INSERT", list("a"), 4L, "x")).isEqualTo(list("a", null, null, "x"));
        assertThat(call("ARRAY_INSERT", list("a"), -4L, "x")).isEqualTo(list("x", null, null, "a"));
        assertThat(call("ARRAY_CONCAT", list(1L), list(), list(2L, 1L))).isEqualTo(list(1L, 2L, 1L));
        assertThat(call("ARRAY_REPEAT", "a", 3L)).isEqualTo(list("a", "a", "a"));
        assertThat(call("ARRAY_REPEAT", "a", -1L)).isEqualTo(list());
    }

    @Test
    void leavingOut() {
        assertThat(call("ARRAY_COMPACT", list(1L, null, 2L))).isEqualTo(list(1L, 2L));
        assertThat(call("ARRAY_REMOVE", list(1L, null, 1L, 2L), 1L)).isEqualTo(list(null, 2L));
        assertThat(call("ARRAY_REMOVE", list(1L, null), null)).isEqualTo(list(1L));
        assertThat(call("ARRAY_DISTINCT", list(2L, 1L, null, 2L, null))).isEqualTo(list(2L, 1L, null));
        assertThat(call("ARRAY_SLICE", list("a", "b", "c", "d", "e"), -2L, -1L)).isEqualTo(list("d", "e"));
        assertThat(call("ARRAY_SLICE", list("a", "b", "c", "d", "e"), 2L)).isEqualTo(list("b", "c", "d", "e"));
        assertThat(call("ARRAY_SLICE", list("a", "b"), 0L, 1L)).isEqualTo(list("a"));
        assertThat(call("ARRAY_SLICE", list("a", "b"), 3L, 9L)).isEqualTo(list());
    }

    @Test
    void sets() {
        assertThat(call("ARRAY_EXCEPT", list(1L, 2L, 1L, null), list(2L))).isEqualTo(list(1L, null));
        assertThat(call("ARRAY_INTERSECT", list(1L, 2L, 1L, null), list(null, 1L)))
                .isEqualTo(list(1L, null));
        assertThat(call("ARRAY_UNION", list(1L, 1L), list(2L, 1L))).isEqualTo(list(1L, 2L));
        assertThat(call("ARRAYS_OVERLAP", list(1L, 2L), list(2L))).isEqualTo(true);
        assertThat(call("ARRAYS_OVERLAP", list(1L), list(2L))).isEqualTo(false);
        assertThat(call("ARRAYS_OVERLAP", list(1L, null), list(2L))).isNull();
    }

    @Test
    void order() {
        assertThat(call("ARRAY_SORT", list(3L, null, 1L))).isEqualTo(list(null, 1L, 3L));
        assertThat(call("ARRAY_SORT", list(3L, null, 1L), false)).isEqualTo(list(3L, 1L, null));
        assertThat(call("ARRAY_SORT", list(3L, null, 1L), false, true)).isEqualTo(list(null, 3L, 1L));
        assertThat(call("ARRAY_SORT", list("b", "B", "ä"))).isEqualTo(list("B", "b", "ä"));
        assertThat(call("ARRAY_MAX", list(1.5, null, Double.NaN))).isEqualTo(Double.NaN);
        assertThat(call("ARRAY_MIN", list(2L, null, -1L))).isEqualTo(-1L);
        assertThat(call("ARRAY_MIN", list())).isNull();
        assertThat(call("ARRAY_REVERSE", list(1L, null))).isEqualTo(list(null, 1L));
    }

    @Test
    void finding() {
        assertThat(call("ARRAY_POSITION", list("a", "b", "b"), "b")).isEqualTo(2L);
        assertThat(call("ARRAY_POSITION", list("a"), "b")).isEqualTo(0L);
        assertThat(call("ARRAY_POSITION", list(0.0), -0.0)).isEqualTo(1L);
        assertThat(call("ELEMENT", list(7L))).isEqualTo(7L);
        assertThat(call("ELEMENT", list())).isNull();
        assertThatThrownBy(() -> call("ELEMENT", list(1L, 2L)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("ELEMENT takes an array of one element, not of 2");
    }

    @Test
    void joining() {
        assertThat(call("ARRAY_JOIN", list("a", null, "b"), "-")).isEqualTo("a-b");
        assertThat(call("ARRAY_JOIN", list("a", null, "b"), "-", "?")).isEqualTo("a-?-b");
    }

    @Test
    void maps() {
        assertThat(call("MAP_KEYS", map("a", 1L, "b", null))).isEqualTo(list("a", "b"));
        assertThat(call("MAP_VALUES", map("a", 1L, "b", null))).isEqualTo(list(1L, null));
        assertThat(call("MAP_ENTRIES", map("a", 1L))).isEqualTo(list(list("a", 1L)));
        assertThat(call("MAP_FROM_ARRAYS", list("a", "b"), list(1L, null))).isEqualTo(map("a", 1L, "b", null));
        assertThat(call("MAP_FROM_ENTRIES", list(list("a", 1L)))).isEqualTo(map("a", 1L));
        assertThat(call("MAP_UNION", map("a", 1L, "b", 2L), map("b", 3L))).isEqualTo(map("a", 1L, "b", 3L));
        assertThat(call("MAP_CONTAINS_KEY", map("a", null), "a")).isEqualTo(true);
        assertThat(call("STR_TO_MAP", "k1=v1,k2=v2,k3")).isEqualTo(map("k1", "v1", "k2", "v2", "k3", null));
        assertThat(call("STR_TO_MAP", "k1:v1;k2:v2", ";", ":")).isEqualTo(map("k1", "v1", "k2", "v2"));
        assertThatThrownBy(() -> call("MAP_FROM_ARRAYS", list("a"), list()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("as many keys as values, not 1 and 0");
    }

    @Test
    void nullsInNullOut() {
        assertThat(new CollectionCall("ARRAY_APPEND", List.of(false, true)).apply(new Object[] {null, 1L}))
                .isNull();
    }
}
