// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Equality and order of data ({@link dev.rowtide.core.batch.Datum}) as SQL has them. */
final class DatumOrder {

    /** NULL lowest. */
    static final Comparator<@Nullable Object> NULLS_FIRST = of(true, true);

    /** The greatest lowest, but for NULL. */
    static final Comparator<@Nullable Object> NULLS_FIRST_REVERSED = of(false, true);

    private DatumOrder() {}

    /** The order of data of one type that is not nested. */
    static Comparator<@Nullable Object> of(boolean rising, boolean nullsFirst) {
        Comparator<@Nullable Object> values = rising ? DatumOrder::compare : (a, b) -> compare(b, a);
        return nullsFirst ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
    }

    /** Something that is equal, in Java, exactly where data are, in SQL; null for NULL. */
    static @Nullable Object key(@Nullable Object datum) {
        if (datum instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        } else if (datum instanceof Double number) {
            return number + 0.0;
        } else if (datum instanceof List<?> list) {
            return list.stream().<@Nullable Object>map(DatumOrder::key).toList();
        }
        return datum;
    }

    @SuppressWarnings("unchecked")
    private static int compare(@Nullable Object a, @Nullable Object b) {
        if (a instanceof String left && b instanceof String right) {
            return Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));
        } else if (a instanceof byte[] left && b instanceof byte[] right) {
            return Arrays.compareUnsigned(left, right);
        } else if (a instanceof Double left && b instanceof Double right) {
            return Double.compare(left + 0.0, right + 0.0);
        }
        return ((Comparable<Object>) Objects.requireNonNull(a)).compareTo(Objects.requireNonNull(b));
    }
}
