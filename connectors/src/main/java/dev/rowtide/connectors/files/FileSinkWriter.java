// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.encoding.MessageEncoder;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.SinkWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Writes messages to a file in place, so that who follows the file sees each tick when it ends. */
final class FileSinkWriter implements SinkWriter {

    private static final int BYTES_HELD_MAX = 256 * 1024;

    private final Path path;
    private final MessageEncoder encoder;
    private final OutputStream out;
    private final TextBuffer text = new TextBuffer();

    FileSinkWriter(Path path, MessageEncoder encoder, boolean append) {
        this.path = path;
        this.encoder = encoder;
        try {
            boolean empty = !append || !Files.exists(path) || Files.size(path) == 0;
            if (empty) {
                encoder.header(text);
            } else if (!endsInLineFeed(path)) {
                text.put('\n');
            }
            OpenOption how = append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
            out = Channels.newOutputStream(
                    Files.newByteChannel(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)));
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }

    private static boolean endsInLineFeed(Path path) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            channel.position(channel.size() - 1);
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.read(last);
            return last.get(0) == '\n';
        }
    }

    @Override
    public void write(ChangeBatch batch) {
        encoder.encode(batch, text);
        if (text.size() > BYTES_HELD_MAX) {
            drain();
        }
    }

    @Override
    public void endTick() {
        encoder.endTick(text);
        drain();
    }

    @Override
    public void finish() {
        endTick();
    }

    @Override
    public long messages() {
        return encoder.messages();
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }

    private void drain() {
        if (text.size() == 0) {
            return;
        }
        try {
            text.drainTo(out);
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }
}
