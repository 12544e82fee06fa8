// SPDX-License-Identifier: Apache-2.0
/**
 * UNNEST: a row for each element of a collection. Keeps no state: a retraction carries the collection whose rows it takes back.
 */
@NullMarked
package dev.rowtide.operators.unnest;

import org.jspecify.annotations.NullMarked;
