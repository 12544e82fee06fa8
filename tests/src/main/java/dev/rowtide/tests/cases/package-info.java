// SPDX-License-Identifier: Apache-2.0
/**
 * Runs case files: exact inputs, a query, and the exact changelog that must come out. {@link dev.rowtide.tests.cases.CaseMain} runs a directory of them.
 */
@NullMarked
package dev.rowtide.tests.cases;

import org.jspecify.annotations.NullMarked;
