// SPDX-License-Identifier: Apache-2.0
/**
 * The contracts between the engine and the outside: sources made of splits that can be replayed from a position, and sinks that
 * take change batches. The engine finds implementations through {@link java.util.ServiceLoader} and imports none.
 */
@NullMarked
package dev.rowtide.core.connector;

import org.jspecify.annotations.NullMarked;
