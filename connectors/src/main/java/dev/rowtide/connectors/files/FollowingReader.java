// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a folder or glob holds, and what comes into it. The files of each listing are read in the order of their names, each once; when they are read
 * and the interval is over, the next listing shows which are new. A file without content is not there yet. A file that changes its size after it was read
 * is reported as a bad record, since what was added is not read.
 */
final class FollowingReader implements SplitReader {

    /** Opens a file. */
    @FunctionalInterface
    interface Opener {
        FileSplitReader open(Path file, @Nullable FilePosition position);
    }

    private final String path;
    private final @Nullable FileFormat format;
    private final long intervalMillis;
    private final Opener opener;
    private final BadRecords badRecords;
    private final FollowedFiles files;
    private @Nullable FileSplitReader reader;
    private long nextListingMillis = Long.MIN_VALUE;

    /**
     * @param path the folder or glob
     * @param format the format of its files, null when their names say it
     * @param intervalMillis the time from one listing to the next, milliseconds
     * @param files what was read before
     */
    FollowingReader(
            String path,
            @Nullable FileFormat format,
            long intervalMillis,
            Opener opener,
            BadRecords badRecords,
            FollowedFiles files) {
        this.path = path;
        this.format = format;
        this.intervalMillis = intervalMillis;
        this.opener = opener;
        this.badRecords = badRecords;
        this.files = files;
        Path current = files.current();
        if (current != null) {
            reader = opener.open(current, files.position());
        }
    }

    @Override
    public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
        while (true) {
            if (reader == null && !openNext(nowMillis)) {
                return null;
            }
            FileSplitReader current = reader;
            ChangeBatch batch = current == null ? null : current.poll(firstPosition, rowsMax, nowMillis);
            if (batch != null) {
                return batch;
            }
            closeCurrent();
        }
    }

    private boolean openNext(long nowMillis) {
        Path next = files.next();
        if (next == null && nowMillis >= nextListingMillis) {
            list();
            nextListingMillis = nowMillis + intervalMillis;
            next = files.next();
        }
        if (next == null) {
            return false;
        }
        // A file that was taken away again was never there.
        reader = Files.exists(next) ? opener.open(next, null) : null;
        return true;
    }

    private void list() {
        List<Path> listed = FilePaths.listing(path, format);
        files.forgetAllBut(listed);
        for (Path file : listed) {
            long size = size(file);
            long sizeRead = files.sizeRead(file);
            if (sizeRead == FollowedFiles.NOT_READ) {
                if (size > 0) {
                    files.add(file);
                }
            } else if (size != sizeRead) {
                files.noteRead(file, size);
                badRecords.accept(
                        file.toString(),
                        "",
                        new EngineException(
                                ErrorCode.BAD_RECORD,
                                "the file has " + size + " bytes, and had " + sizeRead
                                        + " when it was read; a file is read once"));
            }
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw FilePaths.unreadable(file, e);
        }
    }

    private void closeCurrent() {
        FileSplitReader done = reader;
        Path file = files.current();
        if (done != null && file != null) {
            files.noteRead(file, done.progressBytes()[0]);
            done.close();
        }
        reader = null;
        files.endCurrent();
    }

    @Override
    public boolean ended() {
        return false;
    }

    @Override
    public String position() {
        return files.text(reader == null ? null : reader.filePosition());
    }

    @Override
    public long nextPollMillis(long nowMillis) {
        return reader != null || files.hasNext() ? nowMillis : Math.max(nowMillis, nextListingMillis);
    }

    @Override
    public @Nullable String place(long position) {
        return reader == null ? null : reader.place(position);
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
