// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

/**
 * A named column of a schema.
 *
 * @param name the name as written; look-ups ignore case unless the name is quoted
 * @param type its type
 */
public record Field(String name, Type type) {}
