// SPDX-License-Identifier: Apache-2.0
/** From plan nodes to operators: the one place that knows them all. Apart from the operators' contracts, so that nothing they depend on depends on them. */
@NullMarked
package dev.rowtide.operators.factory;

import org.jspecify.annotations.NullMarked;
