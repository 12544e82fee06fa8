// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

/**
 * The field of a record that says what kind of change it is.
 *
 * @param name the field's name
 * @param words what it may say
 * @param key the key columns, as indices of the columns decoded
 */
public record OpField(String name, OpWords words, int[] key) {}
