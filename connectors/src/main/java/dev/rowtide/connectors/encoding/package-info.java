// SPDX-License-Identifier: Apache-2.0
/**
 * Changes to messages: which messages a changelog becomes under an encoding, and their records. A message is what a consumer counts: a row, a put, a
 * tombstone, an envelope, a difference. And back: which changes the rows and kinds are that were decoded from messages.
 *
 * <pre>
 *   ChangeBatch ──▶ UpdatePairs (-U and +U of one position are one update) ──▶ upsert, debezium, delta
 *   ChangeBatch ─────────────────────────────────────────────────────────────▶ append, retract
 *   rows and kinds ──▶ UpdateAssembly (-U and the +U behind it get one position) ──▶ ChangeBatch
 * </pre>
 */
@NullMarked
package dev.rowtide.connectors.encoding;

import org.jspecify.annotations.NullMarked;
