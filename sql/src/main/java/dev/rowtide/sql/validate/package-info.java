// SPDX-License-Identifier: Apache-2.0
/**
 * Checks a statement: every name stands for something, every expression has a type, every clause is one the engine has. Errors leave
 * here as {@link dev.rowtide.core.error.EngineException} with their place in the text. Ends in a validated tree and its row type; knows no plans.
 */
@NullMarked
package dev.rowtide.sql.validate;

import org.jspecify.annotations.NullMarked;
