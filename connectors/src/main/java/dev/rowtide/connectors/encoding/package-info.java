// SPDX-License-Identifier: Apache-2.0
/**
 * Changes to messages: which messages a changelog becomes under an encoding, and their records. A message is what a consumer counts: a row, a put, a
 * tombstone, an envelope.
 *
 * <pre>
 *   ChangeBatch ──▶ UpdatePairs (-U and +U of one position are one update) ──▶ upsert, debezium
 *   ChangeBatch ─────────────────────────────────────────────────────────────▶ append, retract
 * </pre>
 */
@NullMarked
package dev.rowtide.connectors.encoding;

import org.jspecify.annotations.NullMarked;
