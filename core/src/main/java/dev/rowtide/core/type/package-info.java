// SPDX-License-Identifier: Apache-2.0
/**
 * SQL types and how their values are stored: one primitive {@link dev.rowtide.core.type.Storage} per type. The lowest package;
 * knows nothing of batches, expressions or plans.
 */
@NullMarked
package dev.rowtide.core.type;

import org.jspecify.annotations.NullMarked;
