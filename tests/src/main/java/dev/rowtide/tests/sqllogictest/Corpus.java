// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The test files, read from the library that brings them. */
final class Corpus implements AutoCloseable {

    private static final String FOLDER = "test/";
    private static final String SUFFIX = ".test";
    private static final String LIBRARY = "sql-logic-test";

    private final ZipFile library;

    /**
     * The corpus on the class path.
     *
     * @throws IOException if it is not there, or can't be read
     */
    Corpus() throws IOException {
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File file = new File(path);
            if (file.getName().startsWith(LIBRARY) && file.isFile()) {
                library = new ZipFile(file);
                return;
            }
        }
        throw new IOException("no " + LIBRARY + " library on the class path");
    }

    /** The names of the files, below the folder that has them all: small files first, files of one size by name. */
    List<String> names() {
        return library.stream()
                .filter(entry ->
                        entry.getName().startsWith(FOLDER) && entry.getName().endsWith(SUFFIX))
                .sorted(Comparator.comparingLong(ZipEntry::getSize).thenComparing(ZipEntry::getName))
                .map(entry -> entry.getName().substring(FOLDER.length()))
                .toList();
    }

    /**
     * A file, read as the chosen dialect reads it.
     *
     * @throws IOException if there is none of that name, or it can't be read
     */
    TestFile read(String name) throws IOException {
        ZipEntry entry = library.getEntry(FOLDER + name);
        if (entry == null) {
            throw new IOException("the corpus has no " + name);
        }
        try (InputStream in = library.getInputStream(entry)) {
            return TestFile.parse(name, new String(in.readAllBytes(), ISO_8859_1));
        }
    }

    @Override
    public void close() throws IOException {
        library.close();
    }
}
