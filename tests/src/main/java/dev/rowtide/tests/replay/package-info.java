// SPDX-License-Identifier: Apache-2.0
/** Tables in memory that change as a test says: for suites of queries that bring their own tables. Knows of no suite. */
@NullMarked
package dev.rowtide.tests.replay;

import org.jspecify.annotations.NullMarked;
