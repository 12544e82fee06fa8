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
import org.jspecify.annotations.Nullable;

/**
 * Runs random cases against DuckDB: {@code OracleMain SEED COUNT [FIRST]}. Prints each failing case, made as small as it gets, and how to repeat it; exits with 1
 * if there was one.
 */
public final class OracleMain {

    private static final int FAILURES_MAX = 10;
    private static final int CASES_PER_LINE = 10_000;

    private final long seed;
    private final int first;
    private final int count;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    private OracleMain(long seed, int first, int count) {
        this.seed = seed;
        this.first = first;
        this.count = count;
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
        System.out.printf(
                "%d cases, %d failed, %d too hard for DuckDB, %.0f cases/s%n",
                Math.min(next.get(), count), failures.get(), unanswered.get(), Math.min(next.get(), count) / seconds);
        return failures.get();
    }

    private void work() throws SQLException {
        try (Oracle oracle = new Oracle()) {
            for (int i = next.getAndIncrement();
                    i < count && failures.get() < FAILURES_MAX;
                    i = next.getAndIncrement()) {
                String report = failure(oracle, seed, first + i);
                if (report != null) {
                    failures.incrementAndGet();
                    System.out.println(report);
                } else if (i > 0 && i % CASES_PER_LINE == 0) {
                    System.out.println(i + " cases");
                }
            }
            unanswered.addAndGet(oracle.unanswered());
        }
    }

    /** What is to be said about a case that fails, or null. */
    static @Nullable String failure(Oracle oracle, long seed, int index) throws SQLException {
        OracleCase original = CaseGenerator.generate(seed, index);
        String difference;
        try {
            difference = oracle.check(original);
        } catch (SQLException e) {
            return "DuckDB refuses case " + index + " of seed " + seed + ": " + e.getMessage() + "\n"
                    + DuckDbSql.continuous(original).query();
        }
        if (difference == null) {
            return null;
        }
        OracleCase shrunk = new Shrinker(candidate -> fails(oracle, candidate)).shrink(original);
        return print(shrunk, String.valueOf(oracle.check(shrunk)), "tests/run-fuzz " + seed + " 1 " + index);
    }

    private static boolean fails(Oracle oracle, OracleCase candidate) {
        try {
            return oracle.check(candidate) != null;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String plan(OracleCase oracleCase, String difference) {
        String sink = difference.startsWith(Oracle.KEYED) ? "keyed_sink" : "sink";
        Settings settings = Settings.empty();
        if (difference.startsWith("batch")) {
            settings = settings.with("execution.runtime-mode", "batch");
        }
        try {
            return "\n" + RestoredJob.plan(oracleCase, sink, settings);
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
                .append(DuckDbSql.continuous(oracleCase).query())
                .append('\n')
                .toString();
    }
}
