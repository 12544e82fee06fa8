// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When two rows match: they are equal in the keys, and the rest is TRUE.
 *
 * @param leftKeys the left key columns
 * @param rightKeys the right key columns, as many, stored alike
 * @param nullsMatch for each key whether NULL equals NULL
 * @param rest over the left columns followed by the right ones; null for none
 */
record JoinCondition(
        List<Integer> leftKeys,
        List<Integer> rightKeys,
        List<Boolean> nullsMatch,
        @Nullable Expression rest) {}
