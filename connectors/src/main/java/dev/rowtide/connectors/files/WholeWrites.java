// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Appends to a file, each write whole or not at all: of one that fails, as on a disk that is full, the file keeps nothing. */
final class WholeWrites extends OutputStream {

    private final SeekableByteChannel channel;

    WholeWrites(SeekableByteChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] data, int start, int length) throws IOException {
        long sizeBefore = channel.size();
        ByteBuffer rest = ByteBuffer.wrap(data, start, length);
        try {
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (IOException e) {
            cutTo(sizeBefore, e);
            throw e;
        }
    }

    private void cutTo(long size, IOException failure) {
        try {
            channel.truncate(size);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
