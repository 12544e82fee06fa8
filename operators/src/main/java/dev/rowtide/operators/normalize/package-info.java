// SPDX-License-Identifier: Apache-2.0
/**
 * From an upsert stream to a changelog with exact kinds and full rows: the last row of each key is kept, to tell an insertion from an update, to give the old
 * image, to complete a delete that carries the key only, and to drop what changes nothing.
 */
@NullMarked
package dev.rowtide.operators.normalize;

import org.jspecify.annotations.NullMarked;
