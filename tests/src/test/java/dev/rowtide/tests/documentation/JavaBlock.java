// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.documentation;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Statements of the manual in Java, compiled and run as the body of a main method. */
final class JavaBlock {

    private static final String NAME = "Example";

    private final List<String> lines;

    JavaBlock(List<String> lines) {
        this.lines = lines;
    }

    /** Compiles in {@code directory} and runs; throws what the statements throw. */
    void run(Path directory) throws IOException, ReflectiveOperationException {
        Path source = Files.writeString(directory.resolve(NAME + ".java"), text());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-d", directory.toString(), "-cp", classPath(), "-proc:none");
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new AssertionError(messages.toString());
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, JavaBlock.class.getClassLoader())) {
            loader.loadClass(NAME).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw new AssertionError("the block fails", e.getCause());
        }
    }

    private String text() {
        String imports =
                lines.stream().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = lines.stream().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        return "import dev.rowtide.engine.*;\n" + imports + "\npublic final class " + NAME
                + " {\n    public static void main(String[] arguments) throws Exception {\n" + body + "\n    }\n}\n";
    }

    private static String classPath() {
        String surefire = System.getProperty("surefire.test.class.path");
        return surefire == null ? System.getProperty("java.class.path") : surefire;
    }
}
