// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.tests.oracle.InputChange.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs random cases against DuckDB: {@code OracleMain SEED COUNT [FIRST]}. Prints each failing case, made as small as it gets, and how to repeat it; exits with 1
 * if there was one.
 */
public final class OracleMain {

    private static final int FAILURES_MAX = 10;
    private static final int CASES_PER_LINE = 1_000;

    private final long seed;
    private final int first;
    private final int count;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger cases = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Coverage coverage = new Coverage();

    private OracleMain(long seed, int first, int count) {
        this.seed = seed;
        this.first = first;
        this.count = count;
        next.set(-(first % CaseGenerator.DATA_SETS));
    }

    /** Runs; see the class. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        if (arguments.length < 2) {
            System.err.println("usage: run-fuzz SEED COUNT [FIRST]");
            System.exit(2);
        }
        int first = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        OracleMain main = new OracleMain(Long.parseLong(arguments[0]), first, Integer.parseInt(arguments[1]));
        System.exit(main.run() == 0 ? 0 : 1);
    }

    private int run() throws InterruptedException, ExecutionException {
        System.out.println("seed " + seed + ", " + count + " cases from number " + first);
        long start = System.nanoTime();
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(executor.submit(() -> {
                work();
                return null;
            }));
        }
        for (Future<?> worker : workers) {
            worker.get();
        }
        executor.shutdown();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.print(coverage.table());
        System.out.printf(
                "%d cases, %d failed, %d too hard for DuckDB, %.0f cases/s%n",
                cases.get(), failures.get(), unanswered.get(), cases.get() / seconds);
        return failures.get();
    }

    private void work() throws SQLException {
        try (Oracle oracle = new Oracle()) {
            for (int i = next.getAndAdd(CaseGenerator.DATA_SETS);
                    i < count && failures.get() < FAILURES_MAX;
                    i = next.getAndAdd(CaseGenerator.DATA_SETS)) {
                ofOneQuery(oracle, Math.max(i, 0), Math.min(i + CaseGenerator.DATA_SETS, count));
                if (i > 0 && i % CASES_PER_LINE == 0) {
                    System.out.println(i + " cases");
                }
            }
            unanswered.addAndGet(oracle.unanswered());
        }
    }

    /** Runs cases until one fails; the first of them through all of the engine. */
    private void ofOneQuery(Oracle oracle, int from, int to) throws SQLException {
        List<OracleCase> ofQuery = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ofQuery.add(CaseGenerator.generate(seed, first + i));
        }
        coverage.add(ofQuery.get(0));
        String report = null;
        try {
            List<VersionedTables> answers = oracle.answers(ofQuery);
            for (int i = 0; i < answers.size() && report == null; i++) {
                OracleCase original = ofQuery.get(i);
                String difference = oracle.check(original, answers.get(i), i == 0);
                report = difference == null ? null : report(oracle, original, seed, first + from + i);
            }
        } catch (SQLException e) {
            report = refusal(seed, first + from, e);
        }
        cases.addAndGet(to - from);
        if (report != null) {
            failures.incrementAndGet();
            System.out.println(report);
        }
    }

    /** What is to be said about a case that fails, or null. */
    static @Nullable String failure(Oracle oracle, long seed, int index, boolean whole) throws SQLException {
        OracleCase original = CaseGenerator.generate(seed, index);
        String difference;
        try {
            difference = oracle.check(original, whole);
        } catch (SQLException e) {
            return refusal(seed, index, e);
        }
        return difference == null ? null : report(oracle, original, seed, index);
    }

    private static String refusal(long seed, int index, SQLException e) {
        return "DuckDB refuses case " + index + " of seed " + seed + ": " + e.getMessage() + "\n"
                + DuckDbSql.continuous(List.of(CaseGenerator.generate(seed, index)))
                        .query();
    }

    private static String report(Oracle oracle, OracleCase original, long seed, int index) throws SQLException {
        OracleCase shrunk = new Shrinker(candidate -> fails(oracle, candidate)).shrink(original);
        return print(shrunk, String.valueOf(oracle.check(shrunk, true)), "tests/run-fuzz " + seed + " 1 " + index);
    }

    private static boolean fails(Oracle oracle, OracleCase candidate) {
        try {
            return oracle.check(candidate, true) != null;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String plan(OracleCase oracleCase, String difference) {
        String sink = Stream.of(RowtideSql.KEYED_SINK, RowtideSql.CONFLICT_SINK)
                .filter(difference::contains)
                .findFirst()
                .orElse(RowtideSql.SINK);
        Settings settings = new RowtideSql(oracleCase).settings();
        if (difference.contains("runtime-mode batch")) {
            settings = settings.with("execution.runtime-mode", "batch");
        }
        try {
            return "\n" + PlannedJob.plan(oracleCase, sink, settings);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            return "\n(no plan: " + e + ")";
        }
    }

    private static String print(OracleCase oracleCase, String difference, String command) {
        RowtideSql sql = new RowtideSql(oracleCase);
        StringBuilder text =
                new StringBuilder("FAILED, repeat with: ").append(command).append('\n');
        sql.definitions()
                .forEach(statement -> text.append("  ").append(statement).append(";\n"));
        for (InputChange change : oracleCase.arrivals()) {
            InputTable table = oracleCase.tables().get(change.table());
            for (Row row : change.rows()) {
                StringBuilder values = new StringBuilder();
                for (int c = 0; c < row.values().size(); c++) {
                    RowText.append(values, row.values().get(c), table.schema().type(c));
                }
                text.append("  ")
                        .append(table.name())
                        .append(' ')
                        .append(row.kind().symbol())
                        .append(' ')
                        .append(values)
                        .append('\n');
            }
        }
        return text.append("  INSERT INTO sink ")
                .append(sql.query())
                .append(";\n  ")
                .append(difference)
                .append(plan(oracleCase, difference))
                .append("\n  asked of DuckDB:\n")
                .append(DuckDbSql.continuous(List.of(oracleCase)).query())
                .append('\n')
                .toString();
    }
}
