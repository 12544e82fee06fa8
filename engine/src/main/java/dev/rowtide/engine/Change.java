// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.RowKind;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One change of a result, as Java values.
 *
 * @param kind what the change does
 * @param values a value per column, null for NULL: {@code Boolean}; {@code Byte}, {@code Short}, {@code Integer}, {@code Long}; {@code BigDecimal};
 *     {@code Float}, {@code Double}; {@code String}; {@code byte[]}; {@code LocalDate}, {@code LocalTime}, {@code LocalDateTime}; {@code Instant} for
 *     TIMESTAMP_LTZ; {@code Period} and {@code Duration} for intervals; {@code List}, {@code Map}, in the order of its keys, and {@link Row}
 */
public record Change(RowKind kind, List<@Nullable Object> values) {

    /** As people write it: {@code +I[u04, 1]}. */
    @Override
    public String toString() {
        return kind.symbol() + values.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }
}
