// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

/** The main loop of every measured program. */
public final class Child {
    /** How many times as long as its timed spans a run may last before it has passes enough. */
    private static final long PATIENCE = 20;

    private Child() {}

    /**
     * Does what the arguments tell, prints a {@link RunResult} for each run, and ends the JVM: with status 0, or with 1
     * after an error, whose stack trace goes to standard error.
     */
    public static void run(String[] arguments, Program.Factory factory) {
        try {
            run(ChildOptions.parse(arguments), factory);
            System.exit(0);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void run(ChildOptions options, Program.Factory factory) throws Exception {
        Program program = factory.open(options);
        for (int i = 0; i < options.warmups(); i++) {
            report(timed(options, program, RunResult.Kind.WARMUP));
        }
        for (int i = 0; i < options.runs(); i++) {
            report(timed(options, program, RunResult.Kind.MEASURED));
        }
        if (options.check()) {
            report(check(options, program));
        }
    }

    private static RunResult timed(ChildOptions options, Program program, RunResult.Kind kind) throws Exception {
        System.gc(); // what earlier runs left behind is not this one's to clear away
        long millisMax = kind == RunResult.Kind.WARMUP ? options.warmupMillis() : PATIENCE * options.runMillisMin();
        Stopwatch stopwatch = new Stopwatch();
        long begin = System.nanoTime();
        long passes = 0;
        long changes;
        do {
            changes = program.pass(stopwatch, null);
            passes++;
        } while (System.nanoTime() - begin < millisMax * 1_000_000
                && (kind == RunResult.Kind.WARMUP || stopwatch.wallNanos() < options.runMillisMin() * 1_000_000));
        return result(options, kind, passes, stopwatch, changes, 0, "-");
    }

    private static RunResult check(ChildOptions options, Program program) throws Exception {
        Stopwatch stopwatch = new Stopwatch();
        TableDigest digest = new TableDigest();
        long changes = program.pass(stopwatch, digest);
        return result(options, RunResult.Kind.CHECK, 1, stopwatch, changes, digest.rows(), digest.value());
    }

    private static RunResult result(
            ChildOptions options,
            RunResult.Kind kind,
            long passes,
            Stopwatch stopwatch,
            long changes,
            long rows,
            String digest) {
        return new RunResult(
                options.query(),
                options.users(),
                options.config(),
                kind,
                passes * options.events(),
                stopwatch.wallNanos(),
                stopwatch.cpuNanos(),
                changes,
                rows,
                digest);
    }

    private static void report(RunResult result) {
        System.out.println(result.toLine());
        System.out.flush();
    }
}
