// SPDX-License-Identifier: Apache-2.0
/**
 * A script, statement by statement: what the engine has to do for each, as plain values. The engine sees SQL through this package alone and never a syntax
 * tree.
 */
@NullMarked
package dev.rowtide.sql.script;

import org.jspecify.annotations.NullMarked;
