// SPDX-License-Identifier: Apache-2.0
/**
 * INTERSECT and EXCEPT: how often each row is in either input, and what follows for the result.
 *
 * <pre>
 *   row   left right    INTERSECT  ALL    EXCEPT  ALL
 *   a      3     1          1       1       0      2
 *   b      2     0          0       0       1      2
 * </pre>
 */
@NullMarked
package dev.rowtide.operators.setop;

import org.jspecify.annotations.NullMarked;
