// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sketches by number, from 1; 0 is none. */
final class Sketches<S> {

    private final Supplier<S> empty;
    private final List<@Nullable S> sketches = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    Sketches(Supplier<S> empty) {
        this.empty = empty;
    }

    S get(long number) {
        return Objects.requireNonNull(sketches.get((int) number - 1));
    }

    /** The number, or that of a new sketch for 0. */
    long ensure(long number) {
        return number != 0 ? number : add(empty.get());
    }

    long add(S sketch) {
        if (free.isEmpty()) {
            sketches.add(sketch);
            return sketches.size();
        }
        int number = free.remove(free.size() - 1);
        sketches.set(number - 1, sketch);
        return number;
    }

    void free(long number) {
        if (number != 0) {
            sketches.set((int) number - 1, null);
            free.add((int) number);
        }
    }

    /** How many there are. */
    long size() {
        return sketches.size() - free.size();
    }

    static void writeBytes(byte[] bytes, StateWriter writer) {
        writer.writeLong(bytes.length);
        writer.writeBytes(bytes, 0, bytes.length);
    }

    static byte[] readBytes(StateReader reader) {
        byte[] bytes = new byte[(int) reader.readLong()];
        reader.readBytes(bytes, 0, bytes.length);
        return bytes;
    }
}
