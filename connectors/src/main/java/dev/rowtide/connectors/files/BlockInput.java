// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.format.RecordDecoder;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file as a sequence of blocks that hold whole lines. What is left of a block when its last whole line is used up
 * moves to the front of the next. A file that does not end in a line feed is read as if it did. A JSON array is read as
 * if its elements were lines.
 */
final class BlockInput implements AutoCloseable {

    /** Just under half of the smallest region of the G1 collector, so that a block is never a humongous object. */
    private static final int BLOCK_BYTES = 480 * 1024;

    private static final int BLOCK_BYTES_MIN = 4 * 1024;

    /** What is read at once goes through a buffer outside the heap, which should stay in the processor's cache. */
    private static final int READ_BYTES = 64 * 1024;

    private final Path path;
    private final FileChannel channel;
    private final long size;
    private final long recordBytesMax;
    private final boolean reusable;
    private final @Nullable JsonArrayLines arrayLines;

    private byte[] block = {};

    /** The offset in the file of {@code block[0]}. */
    private long blockOffset;

    private int at;
    private int linesEnd;
    private int bytesEnd;
    private boolean fileEnded;

    /**
     * @param offset where to start, in bytes
     * @param recordBytesMax the bound on the length of a line
     * @param reusable whether nobody refers to a block when the next is asked for
     * @param arrayLines makes lines of the elements of a JSON array; null for a file of lines
     */
    BlockInput(Path path, long offset, long recordBytesMax, boolean reusable, @Nullable JsonArrayLines arrayLines) {
        this.path = path;
        this.recordBytesMax = recordBytesMax;
        this.reusable = reusable;
        this.blockOffset = offset;
        this.arrayLines = arrayLines;
        try {
            channel = FileChannel.open(path);
            channel.position(offset);
            size = channel.size();
        } catch (IOException e) {
            throw FilePaths.unreadable(path, e);
        }
    }

    /** The bound on the length of a record. */
    long recordBytesMax() {
        return recordBytesMax;
    }

    /** The bytes of the block; whole lines lie from {@link #at()} up to {@link #linesEnd()}. */
    byte[] block() {
        return block;
    }

    /** The index of the first byte not yet used. */
    int at() {
        return at;
    }

    /** Uses up the bytes before {@code index}. */
    void advanceTo(int index) {
        at = index;
    }

    /** Behind the last whole line of the block. */
    int linesEnd() {
        return linesEnd;
    }

    /** Behind the last byte of the block. */
    int bytesEnd() {
        return bytesEnd;
    }

    /** The offset in the file of an index in the block. */
    long offset(int index) {
        return Math.min(blockOffset + index, Math.max(size, blockOffset + bytesEnd));
    }

    /** The size of the file when it was opened, bytes. */
    long size() {
        return size;
    }

    /** Whether everything was used. */
    boolean ended() {
        return fileEnded && at == linesEnd;
    }

    /** Whether everything was read and a JSON array is still open. */
    boolean endsInArray() {
        return fileEnded && arrayLines != null && arrayLines.isOpen();
    }

    /** Whether there are no more bytes in the file than those in the block. */
    boolean fileEnded() {
        return fileEnded;
    }

    /**
     * Whether more bytes may be read for a record that starts at {@code start}: there are some, and it is not yet as
     * long as a record may be.
     */
    boolean mayGrow(int start) {
        return !fileEnded && bytesEnd - start <= recordBytesMax;
    }

    /**
     * Behind the last whole line that a record starting at {@code start} may have, by the length of a record;
     * {@code start} itself if its first line is too long.
     */
    int recordsEnd(int start) {
        return linesEnd - start <= recordBytesMax ? linesEnd : behindLastLine(start, (int) (start + recordBytesMax));
    }

    /**
     * Moves on to a block with more bytes behind {@link #at()}, and at least one more whole line, unless the file ends
     * or the line exceeds what a record may have.
     */
    void read() {
        int linesBefore = linesEnd - at;
        do {
            readBlock();
        } while (linesEnd - at <= linesBefore && mayGrow(at));
    }

    private void readBlock() {
        int kept = bytesEnd - at;
        long left = Math.max(0, size - blockOffset - bytesEnd);
        long room = Math.min(Math.max(BLOCK_BYTES - kept, kept), Math.max(BLOCK_BYTES_MIN, left));
        int length = (int) Math.min(Integer.MAX_VALUE - 16, kept + room + 1 + RecordDecoder.SLACK);
        byte[] next = reusable && block.length >= length ? block : new byte[length];
        System.arraycopy(block, at, next, 0, kept);
        blockOffset += at;
        block = next;
        at = 0;
        bytesEnd = kept;
        fill(next.length - 1 - RecordDecoder.SLACK);
        if (arrayLines != null) {
            arrayLines.rewrite(next, kept, bytesEnd);
        }
        linesEnd = behindLastLine(0, bytesEnd);
        if (fileEnded && linesEnd < bytesEnd) {
            next[bytesEnd] = '\n';
            linesEnd = bytesEnd + 1;
        }
    }

    private void fill(int bytesMax) {
        try {
            while (bytesEnd < bytesMax) {
                int count = channel.read(ByteBuffer.wrap(block, bytesEnd, Math.min(READ_BYTES, bytesMax - bytesEnd)));
                if (count < 0) {
                    fileEnded = true;
                    return;
                }
                bytesEnd += count;
            }
            fileEnded = blockOffset + bytesEnd >= size && channel.position() >= channel.size();
        } catch (IOException e) {
            throw FilePaths.unreadable(path, e);
        }
    }

    private int behindLastLine(int start, int bytesEnd) {
        int end = bytesEnd;
        while (end > start && block[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Skips the rest of a line that is too long, however long it is. */
    void skipLine() {
        at = bytesEnd;
        while (!fileEnded) {
            at = bytesEnd;
            readBlock();
            for (int i = 0; i < bytesEnd; i++) {
                if (block[i] == '\n') {
                    at = i + 1;
                    return;
                }
            }
        }
        at = linesEnd;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "file '" + path + "' can't be closed: " + e.getMessage())
                    .causedBy(e);
        }
    }
}
