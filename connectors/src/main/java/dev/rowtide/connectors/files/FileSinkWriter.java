// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.encoding.MessageEncoder;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages to a file in place, so that who follows the file sees each tick when it ends. What is written at once are whole batches, which never part the
 * halves of an update.
 */
final class FileSinkWriter implements SinkWriter {

    private static final int BYTES_HELD_MAX = 256 * 1024;

    private final Path path;
    private final MessageEncoder encoder;
    private final boolean append;
    private @Nullable OutputStream out;
    private boolean started;
    private final TextBuffer text = new TextBuffer();

    FileSinkWriter(Path path, MessageEncoder encoder, boolean append) {
        this.path = path;
        this.encoder = encoder;
        this.append = append;
        if (Files.exists(path) && !Files.isWritable(path)) {
            throw FilePaths.unwritable(path, new AccessDeniedException(path.toString()));
        }
        checkHeader();
    }

    /** Rows of other columns behind a header that names some would be a corrupt file. */
    private void checkHeader() {
        TextBuffer header = new TextBuffer();
        encoder.header(header);
        if (header.size() == 0) {
            return;
        }
        try {
            if (startsEmpty()) {
                return;
            }
            String wanted = header.toString().strip();
            String found;
            try (BufferedReader reader = Files.newBufferedReader(path)) {
                found = String.valueOf(reader.readLine()).strip();
            }
            if (!found.equals(wanted)) {
                throw new EngineException(ErrorCode.INVALID_OPTION, "file '" + path + "' has another header")
                        .withDetail("It starts with " + found + ", the rows would be " + wanted + ".")
                        .withHint(
                                "Write to another file, or say 'if-exists' = 'overwrite', or 'csv.header' = 'false'.");
            }
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }

    /** Opens the file with the first tick, so that a job which is refused leaves what is there alone. */
    private OutputStream opened() throws IOException {
        OutputStream opened = out;
        if (opened == null) {
            OpenOption how = append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
            boolean midLine = append && Files.exists(path) && Files.size(path) > 0 && !endsInLineFeed(path);
            opened = new WholeWrites(
                    Files.newByteChannel(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)));
            out = opened;
            if (midLine) {
                opened.write('\n');
            }
        }
        return opened;
    }

    private boolean startsEmpty() throws IOException {
        return !append || !Files.exists(path) || Files.size(path) == 0;
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
    public void beginTick(long nowMillis) {
        encoder.beginTick(nowMillis);
    }

    @Override
    public void write(ChangeBatch batch) {
        start();
        encoder.encode(batch, text);
        if (text.size() > BYTES_HELD_MAX) {
            drain();
        }
    }

    @Override
    public void endTick() {
        start();
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
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }

    private void start() {
        if (started) {
            return;
        }
        started = true;
        try {
            if (startsEmpty()) {
                encoder.header(text);
            }
            opened();
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }

    private void drain() {
        if (text.size() == 0) {
            return;
        }
        try {
            text.drainTo(opened());
        } catch (IOException e) {
            throw FilePaths.unwritable(path, e);
        }
    }
}
