// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import org.apache.calcite.sql.SqlNode;

/**
 * One statement of a script.
 *
 * @param node what it says; positions in it count from the start of the script
 * @param text its text as written, without the semicolon
 * @param line where it begins in the script, from 1
 * @param column where it begins in that line, from 1
 */
public record Statement(SqlNode node, String text, int line, int column) {}
