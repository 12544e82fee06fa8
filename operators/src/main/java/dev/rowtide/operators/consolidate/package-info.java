// SPDX-License-Identifier: Apache-2.0
/**
 * Takes out of a tick what cancels out, where the operators before have not done so: in front of a sink, when changes are shown per flush and not one by one.
 */
@NullMarked
package dev.rowtide.operators.consolidate;

import org.jspecify.annotations.NullMarked;
