// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.unnest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.state.KeyEncoder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Which elements of a collection are those of another. */
final class ElementMatch {

    private final Type type;
    private final ElementReader reader;
    private final KeyEncoder encoder = new KeyEncoder();
    private int countBefore;
    private int countAfter;

    /** @param type of the collections */
    ElementMatch(Type type) {
        this.type = type;
        reader = new ElementReader(type);
    }

    /** Takes the collections at two rows. */
    void load(BytesColumn collections, int before, int countBefore, int after, int countAfter) {
        this.countBefore = countBefore;
        this.countAfter = countAfter;
        encoder.clear();
        encode(collections, before, countBefore);
        encode(collections, after, countAfter);
    }

    private void encode(BytesColumn collections, int row, int count) {
        if (count == 0) {
            return;
        }
        boolean map = type.kind() == TypeKind.MAP;
        int start = collections.starts()[row];
        Type first = type.fields().get(0).type();
        ColumnBuilder elements = ColumnBuilder.of(first.storage(), count);
        reader.appendAll(collections.data(), start, elements);
        ColumnBuilder values = ColumnBuilder.of(map ? type.value().storage() : first.storage(), count);
        if (map) {
            reader.appendAllValues(collections.data(), start, values);
        }
        Column builtElements = elements.build();
        Column builtValues = values.build();
        for (int i = 0; i < count; i++) {
            encoder.begin();
            encoder.value(builtElements, i);
            if (map) {
                encoder.value(builtValues, i);
            }
            encoder.end();
        }
    }

    /** Whether the elements at one place of both are the same. */
    boolean sameAt(int element) {
        int other = countBefore + element;
        int[] starts = encoder.starts();
        int[] lengths = encoder.lengths();
        return Arrays.equals(
                encoder.data(),
                starts[element],
                starts[element] + lengths[element],
                encoder.data(),
                starts[other],
                starts[other] + lengths[other]);
    }

    /** For the elements of the one, then of the other, whether the same one is at the same place of the other collection. */
    boolean[] stayingByNumber() {
        boolean[] staying = new boolean[countBefore + countAfter];
        for (int i = 0; i < Math.min(countBefore, countAfter); i++) {
            staying[i] = sameAt(i);
            staying[countBefore + i] = staying[i];
        }
        return staying;
    }

    /** For the elements of the one, then of the other, whether they are in both, each copy matched with one copy. */
    boolean[] staying() {
        boolean[] staying = new boolean[countBefore + countAfter];
        Map<String, ArrayDeque<Integer>> open = new HashMap<>();
        for (int i = 0; i < countBefore; i++) {
            open.computeIfAbsent(text(i), any -> new ArrayDeque<>()).add(i);
        }
        for (int i = countBefore; i < staying.length; i++) {
            ArrayDeque<Integer> same = open.get(text(i));
            if (same != null && !same.isEmpty()) {
                staying[same.remove()] = true;
                staying[i] = true;
            }
        }
        return staying;
    }

    private String text(int element) {
        return new String(encoder.data(), encoder.starts()[element], encoder.lengths()[element], ISO_8859_1);
    }
}
