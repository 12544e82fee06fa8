// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import org.jspecify.annotations.Nullable;

/**
 * How CSV is written down.
 *
 * @param delimiter between fields
 * @param header whether the first record names the columns; null to find out
 * @param nullLiteral an unquoted field that means NULL; without one it is the empty field
 */
public record CsvOptions(
        byte delimiter, @Nullable Boolean header, @Nullable String nullLiteral) {}
