// SPDX-License-Identifier: Apache-2.0
/** What tests need that compare an operator with its result computed from scratch: random changes of a table, and what the output stands for after each. */
@NullMarked
package dev.rowtide.operators.model;

import org.jspecify.annotations.NullMarked;
