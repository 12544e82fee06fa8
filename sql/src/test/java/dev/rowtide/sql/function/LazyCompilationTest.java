// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexCall;
import org.junit.jupiter.api.Test;

/** The code generator takes a third of a second to load: only a query that needs it may pay, and only with its first row. */
class LazyCompilationTest {

    @Test
    @SuppressWarnings("unchecked")
    void theGeneratorLoadsWithTheFirstRow() throws Exception {
        try (RecordingLoader loader = new RecordingLoader()) {
            Supplier<Supplier<Object>> planned =
                    (Supplier<Supplier<Object>>) loader.loadClass(PlannedFunction.class.getName())
                            .getConstructor()
                            .newInstance();
            Supplier<Object> row = planned.get();
            assertThat(loader.loaded("org.codehaus.janino")).isEmpty();
            assertThat(loader.loaded("org.apache.calcite.adapter.enumerable.RexImpTable"))
                    .isEmpty();

            assertThat(row.get()).isEqualTo(65L);
            assertThat(loader.loaded("org.codehaus.janino")).isNotEmpty();
        }
    }

    /** Plans a call, and gives what runs it over one row. */
    public static final class PlannedFunction implements Supplier<Supplier<Object>> {

        @Override
        public Supplier<Object> get() {
            RexExpressions expressions = new RexExpressions();
            CalciteFunction function = CalciteFunction.of(
                    expressions.rexBuilder(), (RexCall) expressions.rex("ASCII('A')"), ZoneOffset.UTC);
            return () -> function.apply(new Object[0]);
        }
    }

    /** Loads everything of the class path anew and remembers the names. */
    private static final class RecordingLoader extends URLClassLoader {

        private final Set<String> names = new TreeSet<>();

        RecordingLoader() {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(RecordingLoader::url)
                            .toArray(URL[]::new),
                    ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            names.add(name);
            return super.findClass(name);
        }

        Set<String> loaded(String prefix) {
            Set<String> found = new TreeSet<>(names);
            found.removeIf(name -> !name.startsWith(prefix));
            return found;
        }

        private static URL url(String path) {
            try {
                return new File(path).toURI().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
