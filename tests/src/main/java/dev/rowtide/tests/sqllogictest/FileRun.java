// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.tests.replay.FoldedResult;
import dev.rowtide.tests.sqllogictest.Outcome.Verdict;
import dev.rowtide.tests.sqllogictest.TestFile.TestQuery;
import dev.rowtide.tests.sqllogictest.TestFile.TestRecord;
import dev.rowtide.tests.sqllogictest.TestFile.TestStatement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs some queries of a file, each over the tables as the statements before it left them. */
final class FileRun {

    private static final Pattern VIEW = Pattern.compile("(?:CREATE VIEW|DROP VIEW IF EXISTS|DROP VIEW) (\\w+)");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final int FLUSH_ROWS_MAX = 40;

    private final TestFile file;
    private final long seed;

    FileRun(TestFile file, long seed) {
        this.file = file;
        this.seed = seed ^ ((long) file.name().hashCode() << 32);
    }

    /** So many of the file's queries, chosen by the seed, or all if it has fewer. */
    Set<TestQuery> sample(int count) {
        List<TestQuery> queries = file.queries();
        if (queries.size() <= count) {
            return new HashSet<>(queries);
        }
        SplittableRandom random = new SplittableRandom(seed);
        Set<TestQuery> chosen = new HashSet<>();
        while (chosen.size() < count) {
            chosen.add(queries.get(random.nextInt(queries.size())));
        }
        return chosen;
    }

    /** Runs the chosen queries and tells what became of each. */
    void run(Set<TestQuery> chosen, BiConsumer<TestQuery, Outcome> report) {
        Map<String, String> brokenViews = new HashMap<>();
        String broken = null;
        int left = chosen.size();
        try (Database database = new Database()) {
            for (TestRecord entry : file.records()) {
                if (left == 0) {
                    return;
                }
                if (entry instanceof TestStatement statement && !statement.fails()) {
                    String failure = execute(database, statement);
                    Matcher view = VIEW.matcher(statement.sql());
                    if (failure != null && view.lookingAt()) {
                        brokenViews.putIfAbsent(view.group(1), failure);
                    } else if (broken == null) {
                        broken = failure;
                    }
                } else if (entry instanceof TestQuery query && chosen.contains(query)) {
                    String reason = broken == null ? viewFailure(query, brokenViews) : broken;
                    report.accept(
                            query,
                            reason == null ? check(database, query) : Outcome.of(Verdict.NOT_APPLICABLE, reason));
                    left--;
                }
            }
        }
    }

    private static @Nullable String viewFailure(TestQuery query, Map<String, String> brokenViews) {
        Matcher word = WORD.matcher(query.sql());
        while (word.find()) {
            String failure = brokenViews.get(word.group());
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private static @Nullable String execute(Database database, TestStatement statement) {
        try {
            return database.execute(statement.sql()) ? null : "not carried out: " + statement.sql();
        } catch (EngineException | IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private Outcome check(Database database, TestQuery query) {
        Outcome outcome = check(database, query, CorpusSql.of(query.sql()));
        CorpusSql other = outcome.verdict() == Verdict.WRONG ? CorpusSql.ofWholeAverages(query.sql()) : null;
        return other == null ? outcome : check(database, query, other);
    }

    private Outcome check(Database database, TestQuery query, CorpusSql sql) {
        SplittableRandom random = new SplittableRandom(seed + query.line());
        int flushRows = random.nextBoolean() ? 0 : random.nextInt(1, FLUSH_ROWS_MAX);
        boolean planned = false;
        try {
            database.plan(sql.sql());
            planned = true;
            FoldedResult result = database.continuous(sql.sql(), random, flushRows);
            return compare(database, query, sql, result);
        } catch (EngineException e) {
            return Outcome.of(planned ? Verdict.FAILED : Verdict.REFUSED, e);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            return Outcome.of(Verdict.BROKEN, e + place(e));
        }
    }

    private static Outcome compare(Database database, TestQuery query, CorpusSql sql, FoldedResult result) {
        List<List<@Nullable Object>> rows = result.rows();
        if (rows == null) {
            return Outcome.wrong("takes out a row that is not in", String.valueOf(result.stray()));
        }
        ExpectedResult expected = new ExpectedResult(query, sql.order());
        String difference = expected.difference(rows, result.schema().size());
        if (difference == null) {
            return Outcome.passed();
        }
        FoldedResult batch = database.batch(sql.sql());
        List<List<@Nullable Object>> batchRows = batch.rows();
        if (batchRows == null || expected.difference(batchRows, batch.schema().size()) != null) {
            return Outcome.wrong("in batch mode, too", difference);
        }
        return rows.isEmpty() && batchRows.size() == 1
                ? new Outcome(Verdict.EMPTY, "", difference)
                : Outcome.wrong("only as a continuous query", difference);
    }

    private static String place(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }
}
