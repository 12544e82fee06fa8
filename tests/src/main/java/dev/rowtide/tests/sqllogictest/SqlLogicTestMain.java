// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import dev.rowtide.tests.sqllogictest.Outcome.Verdict;
import dev.rowtide.tests.sqllogictest.TestFile.TestQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Runs a sample of the corpus: {@code SqlLogicTestMain SEED COUNT [FILE[:LINE]]}. The sample takes from each file about the same number of queries. Prints how many
 * pass, and of each class of failures how many there are and one example, wrong results first; exits with 1 if there are wrong results or bugs.
 */
public final class SqlLogicTestMain {

    private static final int SQL_SHOWN_MAX = 400;
    private static final int WRONG_SHOWN_MAX = 10;

    private record Failure(String file, TestQuery query, Outcome outcome) {}

    private final Map<Verdict, Map<String, List<Failure>>> failures = new TreeMap<>();
    private int passed;
    private int run;

    private SqlLogicTestMain() {}

    /** Runs; see the class. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println("usage: run-slt SEED COUNT [FILE[:LINE]]");
            System.exit(2);
        }
        long seed = Long.parseLong(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        String only = arguments.length > 2 ? arguments[2] : "";
        SqlLogicTestMain main = new SqlLogicTestMain();
        try (Corpus corpus = new Corpus()) {
            if (only.isEmpty()) {
                main.runAll(corpus, seed, count);
            } else {
                main.runOne(corpus, seed, count, only);
            }
        }
        main.print(seed);
        boolean clean = !main.failures.containsKey(Verdict.WRONG) && !main.failures.containsKey(Verdict.BROKEN);
        System.exit(clean ? 0 : 1);
    }

    private void runAll(Corpus corpus, long seed, int count) throws IOException {
        List<String> names = corpus.names();
        System.out.println("seed " + seed + ", " + count + " queries of " + names.size() + " files");
        for (int i = 0; i < names.size(); i++) {
            int share = Math.max(0, (count - run + names.size() - i - 1) / (names.size() - i));
            FileRun fileRun = new FileRun(corpus.read(names.get(i)), seed);
            String name = names.get(i);
            fileRun.run(fileRun.sample(share), (query, outcome) -> note(name, query, outcome));
        }
    }

    private void runOne(Corpus corpus, long seed, int count, String only) throws IOException {
        String name = only.split(":")[0];
        TestFile file = corpus.read(name);
        FileRun fileRun = new FileRun(file, seed);
        Set<TestQuery> chosen = !only.contains(":")
                ? fileRun.sample(count)
                : file.queries().stream()
                        .filter(query -> query.line() == Integer.parseInt(only.split(":")[1]))
                        .collect(Collectors.toSet());
        fileRun.run(chosen, (query, outcome) -> note(name, query, outcome));
    }

    private void note(String file, TestQuery query, Outcome outcome) {
        run++;
        if (outcome.verdict() == Verdict.PASSED) {
            passed++;
        } else {
            failures.computeIfAbsent(outcome.verdict(), absent -> new TreeMap<>())
                    .computeIfAbsent(outcome.shape(), absent -> new ArrayList<>())
                    .add(new Failure(file, query, outcome));
        }
    }

    private void print(long seed) {
        failures.forEach((verdict, shapes) -> {
            System.out.println();
            System.out.println(verdict.text() + ": "
                    + shapes.values().stream().mapToInt(List::size).sum());
            shapes.entrySet().stream()
                    .sorted(Comparator.comparingInt(shape -> -shape.getValue().size()))
                    .forEach(shape -> {
                        System.out.printf("%6d  %s%n", shape.getValue().size(), shape.getKey());
                        shape.getValue().stream()
                                .limit(verdict == Verdict.WRONG ? WRONG_SHOWN_MAX : 1)
                                .forEach(failure -> print(seed, failure));
                    });
        });
        System.out.println();
        System.out.println(run + " queries, " + passed + " passed, " + (run - passed) + " failed");
    }

    private static void print(long seed, Failure failure) {
        String sql = failure.query().sql();
        System.out.println("        "
                + (sql.length() > SQL_SHOWN_MAX ? sql.substring(0, SQL_SHOWN_MAX) + "…" : sql)
                        .replace("\n", "\n        "));
        System.out.println("        " + failure.outcome().detail().replace("\n", "\n        "));
        System.out.println("        tests/run-slt " + seed + " 1 " + failure.file() + ":"
                + failure.query().line());
    }
}
