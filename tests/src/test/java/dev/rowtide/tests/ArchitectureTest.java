// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.rowtide.engine.EngineClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The arrows of ARCHITECTURE.md, and what the modules must not know. */
@AnalyzeClasses(packages = "dev.rowtide", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final List<String> MODULES =
            List.of("core", "parser", "sql", "operators", "connectors", "engine", "server");

    private static final List<String> CLOCK_OWNERS = List.of(
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.LocalDateTime",
            "java.time.ZonedDateTime",
            "java.time.OffsetDateTime");

    @ArchTest
    static final ArchRule CORE_USES_THE_JDK = classes()
            .that()
            .resideInAPackage("dev.rowtide.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.rowtide.core..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule PARSER_KNOWS_NOTHING_OF_ROWTIDE = module("parser");

    @ArchTest
    static final ArchRule SQL_USES_CORE_AND_PARSER = module("sql", "core", "parser");

    @ArchTest
    static final ArchRule OPERATORS_USE_CORE = module("operators", "core");

    @ArchTest
    static final ArchRule CONNECTORS_USE_CORE = module("connectors", "core");

    @ArchTest
    static final ArchRule ENGINE_USES_SQL_AND_OPERATORS = module("engine", "core", "sql", "operators");

    @ArchTest
    static final ArchRule SERVER_USES_ENGINE_AND_CONNECTORS = module("server", "core", "engine", "connectors");

    @ArchTest
    static final ArchRule CALCITE_ONLY_IN_PARSER_AND_SQL = noClasses()
            .that(resideInAPackage("dev.rowtide..")
                    .and(not(resideInAnyPackage("dev.rowtide.parser..", "dev.rowtide.sql.."))))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.calcite..");

    @ArchTest
    static final ArchRule HARNESS_IS_FOR_TESTS = noClasses()
            .that(resideInAnyPackage(
                            MODULES.stream().map(ArchitectureTest::packages).toArray(String[]::new))
                    .and(not(resideInAPackage("dev.rowtide.operators.testing.."))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.rowtide.operators.testing..");

    @ArchTest
    static final ArchRule NO_INPUT_OR_OUTPUT_IN_SQL_AND_OPERATORS = noClasses()
            .that()
            .resideInAnyPackage("dev.rowtide.sql..", "dev.rowtide.operators..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
                    .and(not(nameMatching("java\\.io\\.ByteArrayOutputStream").<JavaClass>forSubtype())));

    @ArchTest
    static final ArchRule NO_THREADS_NOR_RANDOMNESS_IN_SQL_AND_OPERATORS = noClasses()
            .that()
            .resideInAnyPackage("dev.rowtide.sql..", "dev.rowtide.operators..")
            .should()
            .dependOnClassesThat(nameMatching(
                            "java\\.lang\\.Thread(Local|Group)?"
                                    + "|java\\.util\\.(Random|SplittableRandom|UUID|Timer)"
                                    + "|java\\.security\\.SecureRandom"
                                    + "|java\\.util\\.concurrent\\.(ThreadLocalRandom|CompletableFuture|[A-Za-z]*Executor[A-Za-z]*|locks\\..*)")
                    .<JavaClass>forSubtype())
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule NO_CLOCK_IN_SQL_AND_OPERATORS = noClasses()
            .that()
            .resideInAnyPackage("dev.rowtide.sql..", "dev.rowtide.operators..")
            .should()
            .callMethodWhere(readsAClock());

    @ArchTest
    static final ArchRule ONE_CLOCK_IN_ENGINE = noClasses()
            .that(resideInAPackage("dev.rowtide.engine..").and(outside(EngineClock.class)))
            .should()
            .callMethodWhere(readsAClock());

    @ArchTest
    static void noCyclesBetweenThePackagesOfAModule(JavaClasses classes) {
        List<String> cycles = new ArrayList<>();
        for (String module : MODULES) {
            cycles.addAll(slices().assignedFrom(packagesOf(module))
                    .should()
                    .beFreeOfCycles()
                    .evaluate(classes)
                    .getFailureReport()
                    .getDetails());
        }
        assertThat(cycles).isEmpty();
    }

    /** The module's classes depend on none of Rowtide's but their own and those of the modules it may use. */
    private static ArchRule module(String module, String... mayUse) {
        String[] forbidden = MODULES.stream()
                .filter(other -> !other.equals(module) && !Arrays.asList(mayUse).contains(other))
                .map(ArchitectureTest::packages)
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(packages(module))
                .should()
                .dependOnClassesThat(resideInAnyPackage(forbidden)
                        .or(resideInAnyPackage("dev.rowtide.tests..", "dev.rowtide.bench..")));
    }

    private static String packages(String module) {
        return "dev.rowtide." + module + "..";
    }

    private static SliceAssignment packagesOf(String module) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                String name = javaClass.getPackageName();
                String root = "dev.rowtide." + module;
                return name.equals(root) || name.startsWith(root + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + module;
            }
        };
    }

    private static DescribedPredicate<JavaCall<?>> readsAClock() {
        return target(owner(nameMatching("java\\.lang\\.System")))
                .and(target(nameMatching("currentTimeMillis|nanoTime")))
                .or(target(owner(nameMatching(String.join("|", CLOCK_OWNERS).replace(".", "\\."))))
                        .and(target(nameMatching("now"))))
                .or(target(owner(nameMatching("java\\.time\\.Clock"))))
                .as("a clock is read");
    }

    private static DescribedPredicate<JavaClass> outside(Class<?> type) {
        return DescribedPredicate.describe(
                "are not " + type.getSimpleName(),
                javaClass -> !javaClass.getName().equals(type.getName())
                        && !javaClass.getName().startsWith(type.getName() + "$"));
    }
}
