// SPDX-License-Identifier: Apache-2.0
/**
 * Where the outside becomes deterministic: the sequencer takes changes from the sources, numbers them, and decides where a tick ends. Everything behind it
 * depends on what it recorded and on nothing else.
 */
@NullMarked
package dev.rowtide.engine.tick;

import org.jspecify.annotations.NullMarked;
