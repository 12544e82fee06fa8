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
import java.nio.file.FileSystems;
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
        Path path = isGlob(bare) && !Files.exists(path(bare)) ? null : path(bare);
        if (path != null) {
            checkLink(path);
        }
        if (path == null || Files.isDirectory(path)) {
            List<Path> files = listing(text, format);
            if (files.isEmpty()) {
                throw path == null ? noMatch(bare) : noFiles(path, format);
            }
            return files;
        }
        if (!Files.exists(path)) {
            throw missing(path);
        }
        checkReadable(path);
        return List.of(path);
    }

    /**
     * The files that a folder or glob holds now, in the order of their names; perhaps none.
     *
     * @param format only files that end like this format are taken from a folder; null for all formats
     * @throws EngineException if there is no such folder, or it is a file
     */
    static List<Path> listing(String text, @Nullable FileFormat format) {
        String bare = withoutScheme(text);
        List<Path> files;
        if (isGlob(bare) && !Files.exists(path(bare))) {
            files = glob(bare);
        } else {
            Path path = path(bare);
            checkLink(path);
            if (!Files.exists(path)) {
                throw missing(path);
            }
            if (!Files.isDirectory(path)) {
                throw new EngineException(
                                ErrorCode.INVALID_OPTION, "'" + path + "' is a file, and only a folder can be followed")
                        .withHint("A file is read once. Follow its folder, or a glob, and let new files come into it.");
            }
            files = folder(path, format);
        }
        Collections.sort(files);
        files.forEach(FilePaths::checkReadable);
        return files;
    }

    /** Whether a listing of the folder or glob would hold the file, if it were there. */
    static boolean wouldList(String text, @Nullable FileFormat format, Path file) {
        String bare = withoutScheme(text);
        Path absolute = canonical(file);
        if (isHidden(absolute)) {
            return false;
        }
        if (isGlob(bare) && !Files.exists(path(bare))) {
            Path folder = canonical(path(globFolder(bare)));
            return absolute.startsWith(folder) && globMatcher(bare).matches(folder.relativize(absolute));
        }
        String name = absolute.getFileName().toString();
        return canonical(path(bare)).equals(absolute.getParent()) && isOf(format, name);
    }

    private static boolean isOf(@Nullable FileFormat format, String name) {
        return format == null ? FileFormat.ofName(name) != null : format.isEndingOf(name);
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
                if (isOf(format, entry.getFileName().toString()) && !isHidden(entry) && Files.isRegularFile(entry)) {
                    files.add(entry);
                }
            }
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
        return files;
    }

    private static EngineException noFiles(Path folder, @Nullable FileFormat format) {
        return new EngineException(
                        ErrorCode.IO_ERROR,
                        "folder '" + folder + "' has no files that end in "
                                + (format == null ? FileFormat.allEndings() : format.endings()))
                .withHint("Name them with a glob, for instance '" + folder + "/*', and say their 'format'.");
    }

    private static boolean isHidden(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith(".") || name.startsWith("_");
    }

    /** The files below the folder that the glob starts with, whose paths match the rest of it. */
    private static List<Path> glob(String glob) {
        Path folder = path(globFolder(glob));
        String rest = globRest(glob);
        if (!Files.isDirectory(folder)) {
            throw missing(folder);
        }
        int depth = rest.contains("**")
                ? Integer.MAX_VALUE
                : (int) rest.chars().filter(c -> c == '/').count() + 1;
        List<Path> files = new ArrayList<>();
        try (Stream<Path> entries = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
            PathMatcher matcher = globMatcher(glob);
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
        return files;
    }

    private static EngineException noMatch(String glob) {
        return new EngineException(ErrorCode.IO_ERROR, "no file matches '" + glob + "'")
                .withHint(FolderHint.of(path(globFolder(glob)), ""));
    }

    private static PathMatcher globMatcher(String glob) {
        return FileSystems.getDefault().getPathMatcher("glob:" + globRest(glob));
    }

    /** The part of a glob that names the folder to start from. */
    private static String globFolder(String glob) {
        String rest = globRest(glob);
        return rest.equals(glob) ? "." : glob.substring(0, glob.length() - rest.length());
    }

    private static String globRest(String glob) {
        int restStart = 0;
        for (int slash = glob.indexOf('/'); slash >= 0 && !isGlob(glob.substring(0, slash)); ) {
            restStart = slash + 1;
            slash = glob.indexOf('/', restStart);
        }
        return glob.substring(restStart);
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

    /** One name for a file that is or will be there, by whatever way it was named. */
    static Path canonical(Path path) {
        Path absolute = path.toAbsolutePath();
        try {
            return absolute.toRealPath();
        } catch (IOException notThereYet) {
            Path folder = absolute.getParent();
            return folder == null || !Files.isDirectory(folder)
                    ? absolute.normalize()
                    : canonical(folder).resolve(absolute.getFileName());
        }
    }

    /** Whether both name one existing file, by whatever way. */
    static boolean isSame(Path a, Path b) {
        try {
            return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
        } catch (IOException e) {
            return canonical(a).equals(canonical(b));
        }
    }
}
