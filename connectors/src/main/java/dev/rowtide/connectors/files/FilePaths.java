// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@code path} option stands for: a file, the files in a folder, or those that match a glob. */
final class FilePaths {

    private FilePaths() {}

    /**
     * The files, in the order of their names.
     *
     * @param format only files that end like this format are taken from a folder; null for all formats
     * @throws EngineException if there are none
     */
    static List<Path> resolve(String text, @Nullable FileFormat format) {
        String bare = withoutScheme(text);
        if (isGlob(bare) && !Files.exists(path(bare))) {
            return glob(bare);
        }
        Path path = path(bare);
        checkLink(path);
        if (Files.isDirectory(path)) {
            return folder(path, format);
        }
        if (!Files.exists(path)) {
            throw missing(path);
        }
        checkReadable(path);
        return List.of(path);
    }

    /** The path of a file to be written. */
    static Path forWriting(String text) {
        String bare = withoutScheme(text);
        if (bare.endsWith("/")) {
            throw new EngineException(ErrorCode.IO_ERROR, "'" + bare + "' is a folder")
                    .withHint("Give the path of the file to write.");
        }
        return path(bare);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new EngineException(ErrorCode.INVALID_OPTION, "'" + text + "' is not a path: " + e.getReason())
                    .causedBy(e);
        }
    }

    private static String withoutScheme(String text) {
        if (text.startsWith("file://")) {
            return text.substring("file://".length());
        }
        if (text.startsWith("file:")) {
            return text.substring("file:".length());
        }
        int scheme = text.indexOf("://");
        if (scheme > 0) {
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED,
                            "'" + text + "' is not a file: the scheme " + text.substring(0, scheme)
                                    + " is not supported")
                    .withHint("Give the path of a local file, a folder or a glob.");
        }
        return text;
    }

    private static boolean isGlob(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("*?[{".indexOf(text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static List<Path> folder(Path folder, @Nullable FileFormat format) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                FileFormat own = FileFormat.ofName(entry.getFileName().toString());
                if (own != null
                        && (format == null || own == format)
                        && !isHidden(entry)
                        && Files.isRegularFile(entry)) {
                    files.add(entry);
                }
            }
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
        if (files.isEmpty()) {
            throw new EngineException(
                            ErrorCode.IO_ERROR,
                            "folder '" + folder + "' has no files that end in "
                                    + (format == null ? FileFormat.allEndings() : format.endings()))
                    .withHint("Name them with a glob, for instance '" + folder + "/*', and say their 'format'.");
        }
        Collections.sort(files);
        files.forEach(FilePaths::checkReadable);
        return files;
    }

    private static boolean isHidden(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith(".") || name.startsWith("_");
    }

    /** The files below the folder that the glob starts with, whose paths match the rest of it. */
    private static List<Path> glob(String glob) {
        int restStart = 0;
        for (int slash = glob.indexOf('/'); slash >= 0 && !isGlob(glob.substring(0, slash)); ) {
            restStart = slash + 1;
            slash = glob.indexOf('/', restStart);
        }
        Path folder = path(restStart == 0 ? "." : glob.substring(0, restStart));
        String rest = glob.substring(restStart);
        if (!Files.isDirectory(folder)) {
            throw missing(folder);
        }
        int depth = rest.contains("**")
                ? Integer.MAX_VALUE
                : (int) rest.chars().filter(c -> c == '/').count() + 1;
        List<Path> files = new ArrayList<>();
        try (Stream<Path> entries = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
            PathMatcher matcher = folder.getFileSystem().getPathMatcher("glob:" + rest);
            entries.filter(entry -> matcher.matches(folder.relativize(entry)))
                    .filter(entry -> Files.isRegularFile(entry) && !isHidden(entry))
                    .forEach(entry -> files.add(restStartsHere(folder) ? folder.relativize(entry) : entry));
        } catch (IOException e) {
            throw unreadable(folder, e);
        } catch (UncheckedIOException e) {
            throw unreadable(folder, Objects.requireNonNull(e.getCause()));
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorCode.INVALID_OPTION, "'" + glob + "' is not a glob")
                    .withHint("A [ needs its ], a { its }; a backslash makes them ordinary characters.")
                    .causedBy(e);
        }
        if (files.isEmpty()) {
            throw new EngineException(ErrorCode.IO_ERROR, "no file matches '" + glob + "'")
                    .withHint(FolderHint.of(folder, ""));
        }
        Collections.sort(files);
        files.forEach(FilePaths::checkReadable);
        return files;
    }

    private static boolean restStartsHere(Path folder) {
        return folder.toString().equals(".");
    }

    private static void checkReadable(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new EngineException(ErrorCode.IO_ERROR, "'" + file + "' is not a regular file")
                    .withHint("Pipes and devices can't be read again from a position; write them to a file first.");
        }
        if (!Files.isReadable(file)) {
            throw unreadable(file, new AccessDeniedException(file.toString()));
        }
    }

    /** A link that leads nowhere is there itself, unlike a file that is missing. */
    private static void checkLink(Path path) {
        if (!Files.isSymbolicLink(path) || Files.exists(path)) {
            return;
        }
        try {
            path.getFileSystem().provider().checkAccess(path);
        } catch (NoSuchFileException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "'" + path + "' is a link to a file that does not exist")
                    .withDetail("It leads to " + target(path) + ".")
                    .causedBy(e);
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "'" + path + "' is a link that leads back to itself")
                    .withDetail("It leads to " + target(path) + ".")
                    .causedBy(e);
        }
    }

    private static String target(Path link) {
        try {
            return "'" + Files.readSymbolicLink(link) + "'";
        } catch (IOException e) {
            return "what can't be read";
        }
    }

    private static EngineException missing(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        EngineException error = new EngineException(ErrorCode.IO_ERROR, "file '" + path + "' does not exist");
        if (!path.isAbsolute()) {
            error = error.withDetail("It was looked for as " + absolute + ".");
        }
        if (parent == null || !Files.isDirectory(parent)) {
            return error.withHint("The folder '" + parent + "' does not exist either.");
        }
        Path name = absolute.getFileName();
        return error.withHint(FolderHint.of(parent, name == null ? "" : name.toString()));
    }

    /** An error about a file that exists and can't be read. */
    static EngineException unreadable(Path path, IOException cause) {
        if (cause instanceof ClosedByInterruptException) {
            return new EngineException(ErrorCode.CANCELLED, "reading file '" + path + "' was cancelled")
                    .causedBy(cause);
        }
        return new EngineException(ErrorCode.IO_ERROR, "file '" + path + "' can't be read: " + reason(cause))
                .causedBy(cause);
    }

    /** An error about a file that can't be written. */
    static EngineException unwritable(Path path, IOException cause) {
        return new EngineException(ErrorCode.IO_ERROR, "file '" + path + "' can't be written: " + reason(cause))
                .causedBy(cause);
    }

    /** The JDK's messages of some of these are nothing but the path. */
    private static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NoSuchFileException) {
            return "it does not exist any more";
        }
        if (cause instanceof FileSystemLoopException) {
            return "the link '" + cause.getMessage() + "' leads back to a folder above it";
        }
        return String.valueOf(cause.getMessage());
    }

    /** Whether both name one existing file, by whatever way. */
    static boolean isSame(Path a, Path b) {
        try {
            return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
        } catch (IOException e) {
            return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
        }
    }
}
