// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code filesystem} connector: files of JSON lines or CSV as bounded sources, one split a file, and as sinks.
 *
 * <pre>
 *   path ──▶ FilePaths ──▶ FileSource ──▶ FileSplitReader: BlockInput ──▶ format.RecordDecoder ──▶ ChangeBatch
 *   ChangeBatch ──▶ FileSinkWriter: encoding.MessageEncoder ──▶ format.TextBuffer ──▶ file
 * </pre>
 */
@NullMarked
package dev.rowtide.connectors.files;

import org.jspecify.annotations.NullMarked;
