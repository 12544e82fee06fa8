// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder that is followed: those that were read, with their size then, the one that is being read, and those of the last listing that wait. As
 * text one a line: {@code read SIZE FILE}, {@code at OFFSET:LINE FILE}, {@code wait FILE}, the file's name escaped.
 */
final class FollowedFiles {

    /** The size of a file that was not read. */
    static final long NOT_READ = -1;

    private final Map<Path, Long> sizes = new TreeMap<>();
    private final Deque<Path> waiting = new ArrayDeque<>();
    private @Nullable Path current;
    private @Nullable FilePosition position;

    /** The files as {@link #text} wrote them; none read if {@code text} is null. */
    static FollowedFiles parse(@Nullable String text) {
        FollowedFiles files = new FollowedFiles();
        for (String line : text == null ? new String[0] : text.split("\n")) {
            String[] words = line.split(" ");
            Path file = Path.of(URLDecoder.decode(words[words.length - 1], UTF_8));
            switch (words[0]) {
                case "read" -> files.sizes.put(file, Long.parseLong(words[1]));
                case "wait" -> files.waiting.add(file);
                default -> {
                    files.current = file;
                    files.position = FilePosition.parse(words[1]);
                }
            }
        }
        return files;
    }

    /**
     * This as text.
     *
     * @param position where in the current file the reader is; null without one
     */
    String text(@Nullable FilePosition position) {
        StringBuilder text = new StringBuilder();
        sizes.forEach((file, size) -> text.append("read " + size + " " + escaped(file) + "\n"));
        if (current != null && position != null) {
            text.append("at " + position + " " + escaped(current) + "\n");
        }
        waiting.forEach(file -> text.append("wait " + escaped(file) + "\n"));
        return text.toString();
    }

    private static String escaped(Path file) {
        return URLEncoder.encode(file.toString(), UTF_8);
    }

    /** The file that is being read. */
    @Nullable
    Path current() {
        return current;
    }

    /** Where in it to go on. */
    @Nullable
    FilePosition position() {
        return position;
    }

    /** Makes the next file that waits the current one, and returns it. */
    @Nullable
    Path next() {
        current = waiting.poll();
        return current;
    }

    boolean hasNext() {
        return !waiting.isEmpty();
    }

    void endCurrent() {
        current = null;
    }

    /** Adds a file behind those that wait. */
    void add(Path file) {
        waiting.add(file);
    }

    /** The size of a file when it was read, bytes, or {@link #NOT_READ}. */
    long sizeRead(Path file) {
        return sizes.getOrDefault(file, NOT_READ);
    }

    void noteRead(Path file, long size) {
        sizes.put(file, size);
    }

    /** Forgets the files that are gone, so that one that comes again by that name is new. */
    void forgetAllBut(Collection<Path> there) {
        sizes.keySet().retainAll(new HashSet<>(there));
    }
}
