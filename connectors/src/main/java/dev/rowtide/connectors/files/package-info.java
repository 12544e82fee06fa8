// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code filesystem} connector: files of JSON lines, CSV or Debezium messages as bounded sources, one split a file, or a folder that is followed, without end;
 * and as sinks.
 *
 * <pre>
 *   path ──▶ FilePaths ──▶ FileSource ──▶ FileSplitReader: BlockInput ──▶ format.RecordDecoder ──▶ encoding.UpdateAssembly ──▶ ChangeBatch
 *                                └─▶ FollowingReader: a FileSplitReader after the other
 *   ChangeBatch ──▶ FileSinkWriter: encoding.MessageEncoder ──▶ format.TextBuffer ──▶ file
 * </pre>
 */
@NullMarked
package dev.rowtide.connectors.files;

import org.jspecify.annotations.NullMarked;
