// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.CatalogAggregate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class UserAggregateTest {

    /** The longest text so far, which can't be taken back. */
    public static class Longest implements UserAggregate<StringBuilder> {

        @Override
        public StringBuilder create() {
            return new StringBuilder();
        }

        @Override
        public void accumulate(StringBuilder longest, @Nullable Object[] arguments) {
            String text = (String) arguments[0];
            if (text != null && text.isEmpty()) {
                throw new IllegalArgumentException("an empty text has no length");
            }
            if (text != null && text.length() > longest.length()) {
                longest.replace(0, longest.length(), text);
            }
        }

        @Override
        public @Nullable Object result(StringBuilder longest) {
            return longest.isEmpty() ? null : longest.toString();
        }

        @Override
        public byte[] write(StringBuilder longest) {
            return longest.toString().getBytes(UTF_8);
        }

        @Override
        public StringBuilder read(byte[] bytes) {
            return new StringBuilder(new String(bytes, UTF_8));
        }
    }

    private static Session session(ChangelogMode mode, String changes) {
        Session session = new Session();
        session.tables.source("events", mode, changes);
        session.rowtide.define(new CatalogAggregate("longest", List.of(Type.STRING), Type.STRING, new Longest()));
        session.run(Session.EVENTS);
        return session;
    }

    @Test
    void isCalledAsTheOthersAre() {
        Session session = session(ChangelogMode.APPEND, "+I ab, 1\n+I abc, 2\n+I x, 1\n+I NULL, 3\n+I abcd, 1");
        assertThat(session.run("SELECT v, LONGEST(k) AS l, COUNT(*) AS n FROM events GROUP BY v"))
                .containsExactly(
                        "+I[1, ab, 1]",
                        "+I[2, abc, 1]",
                        "-U[1, ab, 1]",
                        "+U[1, ab, 2]",
                        "+I[3, null, 1]",
                        "-U[1, ab, 2]",
                        "+U[1, abcd, 3]");
        assertThat(session.run("SELECT longest(k) FILTER (WHERE v = 1) AS l FROM events"))
                .containsExactly("+I[ab]", "-U[ab]", "+U[abcd]");
        assertThat(session.run("SHOW FUNCTIONS LIKE 'longest'")).containsExactly("[longest]");
        assertThat(((Result.Text) session.rowtide.execute("EXPLAIN SELECT longest(k) AS l FROM events")).text())
                .contains("GroupAggregate(select=[longest(k) AS l])");
    }

    @Test
    void whatCannotTakeRowsBackIsRefusedOverRowsThatAreTakenBack() {
        Session session = session(ChangelogMode.RETRACT, "");
        EngineException error = catchThrowableOfType(
                EngineException.class, () -> session.run("SELECT longest(k) AS l FROM events WHERE v > 1"));
        assertThat(error.code()).isEqualTo(ErrorCode.CHANGELOG_MISMATCH);
        assertThat(error)
                .hasMessage("aggregate longest can't take rows back, but the rows that it gets are updated or deleted");
        assertThat(error.detail())
                .startsWith("GroupAggregate(select=[longest(k) AS ")
                .contains("which sends [I,UB,UA,D]");
        assertThat(error.hint()).startsWith("Let the function retract");
    }

    @Test
    void argumentsAreCastWhereSqlDoesSoAndRefusedElsewhere() {
        Session session = session(ChangelogMode.APPEND, "+I a, 1");
        assertThat(session.run("SELECT longest(v) AS l FROM events")).containsExactly("+I[1]");
        session.rowtide.define(new CatalogAggregate("halved", List.of(Type.DOUBLE), Type.STRING, new Longest()));
        assertThat(refusal(session, "SELECT halved(v) AS l FROM events"))
                .isEqualTo("argument 1 of halved is INTEGER, and not DOUBLE as declared: cast it");
    }

    @Test
    void aMistakeOfTheFunctionIsTheQuerysFailure() {
        String query = "INSERT INTO longest_texts SELECT v, longest(k) AS l FROM events GROUP BY v";
        Session session = session(ChangelogMode.APPEND, "+I a, 1\n+I b, 2\n+I \"\", 1\n+I ccc, 2");
        session.run("CREATE TABLE longest_texts (v INT, l STRING) WITH ('connector' = 'memory')");
        EngineException error = catchThrowableOfType(EngineException.class, () -> session.run(query));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error).hasMessage("aggregate longest failed: an empty text has no length");
        assertThat(error.detail()).isEqualTo("In the group v = 1: in longest(k); read from events:3");
        assertThat(error.line()).isEqualTo(1);
        assertThat(error.column()).isEqualTo(query.indexOf("longest(k)") + 1);
        assertThat(session.tables.written("longest_texts")).isEqualTo("+I 1, a\n+I 2, b\n-- shown at 0\n");
    }

    @Test
    void aMistakeInATickOfManyRowsShowsNothingOfItAndIsToldWithItsRow() {
        Session session = session(ChangelogMode.APPEND, "+I a, 1\n+I b, 2\n+I \"\", 1\n+I ccc, 2");
        session.run("CREATE TABLE longest_texts (v INT, l STRING) WITH ('connector' = 'memory');"
                + "SET 'flush-interval' = '1 s'");
        EngineException error = catchThrowableOfType(
                EngineException.class,
                () -> session.run("INSERT INTO longest_texts SELECT v, longest(k) AS l FROM events GROUP BY v"));
        assertThat(error).hasMessage("aggregate longest failed: an empty text has no length");
        assertThat(error.detail()).isEqualTo("in longest(k); read from events:3");
        assertThat(session.tables.written("longest_texts")).doesNotContain("+I");
    }

    @Test
    void aMistakeInTakingTheLastRowOfAGroupBackIsNoneTheLess() {
        Session session = session(ChangelogMode.RETRACT, "+I a, 1\n-D a, 1");
        session.rowtide.define(new CatalogAggregate("forgetless", List.of(Type.STRING), Type.STRING, new Longest() {
            @Override
            public boolean retracts() {
                return true;
            }

            @Override
            public void retract(StringBuilder longest, @Nullable Object[] arguments) {
                throw new IllegalStateException("what is known stays known");
            }
        }));
        session.run("CREATE TABLE longest_texts (v INT, l STRING) WITH ('connector' = 'memory')");
        EngineException error = catchThrowableOfType(
                EngineException.class,
                () -> session.run("INSERT INTO longest_texts SELECT v, forgetless(k) AS l FROM events GROUP BY v"));
        assertThat(error).hasMessage("aggregate forgetless failed: what is known stays known");
        assertThat(session.tables.written("longest_texts")).isEqualTo("+I 1, a\n-- shown at 0\n");
    }

    /** A scalar function. */
    public static final class Shout implements ScalarFunction {

        @Override
        public String name() {
            return "shout";
        }

        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            return arguments[0] + "!";
        }
    }

    private static String create(String function, Class<?> type, String more) {
        return "CREATE FUNCTION " + function + " AS '" + type.getName() + "'" + more + ";";
    }

    @Test
    void functionsAreNamedByTheirClasses() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I ab, 1\n+I abc, 1");
        session.run(Session.EVENTS
                + create("far(STRING) RETURNS STRING", Longest.class, " LANGUAGE JAVA")
                + create("shout(VARCHAR(10)) RETURNS STRING", Shout.class, ""));
        assertThat(session.run("SELECT shout(far(k)) AS l FROM events"))
                .containsExactly("+I[ab!]", "-U[ab!]", "+U[abc!]");

        session.run("CREATE OR REPLACE FUNCTION far(STRING) RETURNS STRING AS '" + Shout.class.getName() + "'");
        assertThat(session.run("SELECT far(k) AS l FROM events")).containsExactly("+I[ab!]", "+I[abc!]");
        session.run("DROP FUNCTION far; DROP FUNCTION IF EXISTS far");
        assertThat(refusal(session, "SELECT far(k) AS l FROM events")).startsWith("function \"far\" does not exist");
        assertThat(refusal(session, "DROP FUNCTION far")).isEqualTo("function \"far\" does not exist");
    }

    @Test
    void aFunctionComesFromAJar(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("functions.jar");
        String file = Shout.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(file));
            out.write(Shout.class.getClassLoader().getResourceAsStream(file).readAllBytes());
        }
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I ab, 1");
        session.run(Session.EVENTS + create("shout(STRING) RETURNS STRING", Shout.class, " USING JAR '" + jar + "'"));
        assertThat(session.run("SELECT shout(k) AS l FROM events")).containsExactly("+I[ab!]");
        session.rowtide.close();
        assertThat(refusal(session, create("f(STRING) RETURNS STRING", Shout.class, " USING JAR '" + jar + "x'")))
                .isEqualTo("jar '" + jar + "x' can't be read");
    }

    @Test
    void whatIsNoFunctionIsRefused() {
        Session session = new Session();
        assertThat(refusal(session, create("f", Longest.class, ""))).isEqualTo("the types of function f are not said");
        assertThat(refusal(session, create("f(STRING) RETURNS STRING", String.class, "")))
                .isEqualTo("class java.lang.String is no function");
        assertThat(refusal(session, "CREATE FUNCTION f(STRING) RETURNS STRING AS 'no.Such'"))
                .isEqualTo("class no.Such can't be found on the class path");
        assertThat(refusal(session, create("f(STRING) RETURNS STRING", Longest.class, " LANGUAGE PYTHON")))
                .isEqualTo("PYTHON is not supported, only JAVA is");
        session.run(create("f(STRING) RETURNS STRING", Longest.class, ""));
        assertThat(refusal(session, create("F(STRING) RETURNS STRING", Longest.class, "")))
                .isEqualTo("function \"F\" exists already");
    }

    private static String refusal(Session session, String sql) {
        return catchThrowableOfType(EngineException.class, () -> session.run(sql))
                .message();
    }
}
