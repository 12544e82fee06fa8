// SPDX-License-Identifier: Apache-2.0
/** Windows from SQL to result. */
@NullMarked
package dev.rowtide.tests.window;

import org.jspecify.annotations.NullMarked;
