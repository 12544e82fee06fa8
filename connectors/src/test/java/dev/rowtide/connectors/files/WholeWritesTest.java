// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeWritesTest {

    @TempDir
    Path folder;

    /** A file on a disk that has room for so many bytes, and takes five at a time. */
    private record SmallDisk(SeekableByteChannel file, long room) implements SeekableByteChannel {

        @Override
        public int write(ByteBuffer source) throws IOException {
            int length = (int) Math.min(Math.min(5, source.remaining()), room - file.size());
            if (length <= 0) {
                throw new IOException("No space left on device");
            }
            ByteBuffer part = source.slice(source.position(), length);
            source.position(source.position() + length);
            return file.write(part);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return file.read(target);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            file.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Test
    void ofAWriteThatFailsTheFileKeepsNothing() throws IOException {
        for (StandardOpenOption how : new StandardOpenOption[] {StandardOpenOption.WRITE, StandardOpenOption.APPEND}) {
            Path path = Files.writeString(folder.resolve("out"), "");
            try (WholeWrites writes = new WholeWrites(new SmallDisk(Files.newByteChannel(path, how), 30))) {
                writes.write("-U a, 1\n+U a, 2\n".getBytes(UTF_8));
                assertThatThrownBy(() -> writes.write("-U b, 1\n+U b, 2\n".getBytes(UTF_8)))
                        .isInstanceOf(IOException.class)
                        .hasMessage("No space left on device");
                assertThat(path).hasContent("-U a, 1\n+U a, 2\n");
                writes.write("+I c, 1\n".getBytes(UTF_8));
            }
            assertThat(path).hasContent("-U a, 1\n+U a, 2\n+I c, 1\n");
        }
    }
}
