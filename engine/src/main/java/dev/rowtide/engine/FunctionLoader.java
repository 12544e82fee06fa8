// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.sql.script.Action;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the functions that statements name by their classes, from the class path or from a jar, which stays open as long as the session. */
final class FunctionLoader implements AutoCloseable {

    private final List<URLClassLoader> jars = new ArrayList<>();

    /**
     * An instance of the class: a {@link ScalarFunction} or {@link UserAggregate}.
     *
     * @throws EngineException if there is no such class, it is neither, or it can't be made
     */
    Object load(Action.CreateFunction function) {
        String className = function.className();
        Class<?> found;
        try {
            found = Class.forName(className, true, loader(function.jar()));
        } catch (ClassNotFoundException | LinkageError e) {
            String where = function.jar() == null ? "on the class path" : "in '" + function.jar() + "'";
            throw refused(function, "class " + className + " can't be found " + where)
                    .withHint(
                            "Say the jar that has it: USING JAR 'path'. A class within a class is written Outer$Inner.")
                    .causedBy(e);
        }
        if (!ScalarFunction.class.isAssignableFrom(found) && !UserAggregate.class.isAssignableFrom(found)) {
            throw refused(function, "class " + className + " is no function")
                    .withHint("Let it implement " + ScalarFunction.class.getName() + " or "
                            + UserAggregate.class.getName() + ".");
        }
        try {
            return found.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw refused(function, "class " + className + " has no public constructor without parameters that works")
                    .causedBy(e);
        }
    }

    private ClassLoader loader(@Nullable String jar) {
        ClassLoader parent = FunctionLoader.class.getClassLoader();
        if (jar == null) {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            return context == null ? parent : context;
        }
        Path path = Path.of(jar);
        if (!Files.isReadable(path)) {
            throw new EngineException(ErrorCode.IO_ERROR, "jar '" + jar + "' can't be read")
                    .withDetail("It was looked for as " + path.toAbsolutePath().normalize() + ".");
        }
        try {
            URLClassLoader loader = new URLClassLoader(new URL[] {path.toUri().toURL()}, parent);
            jars.add(loader);
            return loader;
        } catch (MalformedURLException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + jar + "' is not a path").causedBy(e);
        }
    }

    private static EngineException refused(Action.CreateFunction function, String message) {
        return new EngineException(ErrorCode.UNDEFINED_OBJECT, message)
                .withDetail("It is said to be function " + function.name() + ".");
    }

    @Override
    public void close() {
        for (URLClassLoader jar : jars) {
            try {
                jar.close();
            } catch (IOException e) {
                throw new EngineException(ErrorCode.IO_ERROR, "a jar can't be closed: " + e.getMessage()).causedBy(e);
            }
        }
    }
}
