// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario through an operator in every way in which a job may run it, and compares.
 *
 * <pre>{@code
 * OperatorHarness.of(settings -> new GroupAggregateOperator(node, settings))
 *         .input("k STRING, v BIGINT", """
 *                 +I a, 1
 *                 +I a, 2
 *                 -- tick
 *                 -D a, 1
 *                 """)
 *         .output("k STRING, n BIGINT")
 *         .expect("""
 *                 +I a, 1
 *                 -U a, 1
 *                 +U a, 2
 *                 -U a, 2
 *                 +U a, 1
 *                 """)
 *         .expectConsolidated("""
 *                 +I a, 2
 *                 -- tick
 *                 -U a, 2
 *                 +U a, 1
 *                 """);
 * }</pre>
 *
 * <p>Input and expected output are change text ({@link dev.rowtide.core.batch.ChangeText}). Lines of the input {@code -- tick} end a tick there, and
 * {@code -- watermark 5} raises the watermark; {@code -- at 5000} ends a tick too, behind which it is so many milliseconds later than at the start: what has expired by then
 * goes under the next position, which must have no rows (so give positions). With several inputs give positions ({@code 7: +I a}), by which the inputs interleave. Lines of an expected
 * output may have positions, ticks and watermarks too, and are then compared with them; {@code -- fails at 3: DIVISION_BY_ZERO} ends one where a row
 * fails.
 *
 * <p>What is checked besides, in each run: the log is the same to the byte however the input is cut into rounds and batches, whatever lies in rows that
 * are not selected, and with the operator replaced by a restored one between ticks; in every-change mode also however it is cut into ticks. Positions never
 * fall, and lie between what was advanced to and what was received. Batches are well formed and not written to once handed on. No row is taken out that
 * isn't in. Halves of an update stand together. After each tick the consolidated log stands for the same table as the full one.
 */
public final class OperatorHarness {

    private final Function<OperatorSettings, Operator> maker;
    private final List<ScenarioInput> inputs = new ArrayList<>();
    private @Nullable Schema outputSchema;
    private int @Nullable [] outputKey;
    private boolean loneUpdates;
    private boolean unknownRetractions;
    private boolean keepsDeadLetters;

    private @Nullable Outcome everyChange;
    private @Nullable Outcome consolidated;

    private record Outcome(ChangelogLog log, List<List<String>> tables, List<String> deadLetters) {}

    private OperatorHarness(Function<OperatorSettings, Operator> maker) {
        this.maker = maker;
    }

    /** A harness for the operator that {@code maker} makes; it is called often and must return a fresh one each time. */
    public static OperatorHarness of(Function<OperatorSettings, Operator> maker) {
        return new OperatorHarness(maker);
    }

    /** The next input's columns ({@link SchemaText}) and changes. */
    public OperatorHarness input(String schema, String changes) {
        return input(SchemaText.parse(schema), changes);
    }

    /** The next input's columns and changes. */
    public OperatorHarness input(Schema schema, String changes) {
        inputs.add(ScenarioInput.parse(schema, changes));
        return this;
    }

    /** The columns of the output; without, they are those of the first input. */
    public OperatorHarness output(String schema) {
        return output(SchemaText.parse(schema));
    }

    /** The columns of the output; without, they are those of the first input. */
    public OperatorHarness output(Schema schema) {
        outputSchema = schema;
        return this;
    }

    /** The output is an upsert stream with this key: a {@code +U} without {@code -U} replaces the row of its key. */
    public OperatorHarness outputKey(int... columns) {
        outputKey = columns.clone();
        return this;
    }

    /** The output may have a {@code -U} without {@code +U} and the other way round, as behind a filter. */
    public OperatorHarness loneUpdates() {
        loneUpdates = true;
        return this;
    }

    /** The output may take out rows that aren't in, as that of a stateless operator whose input does. */
    public OperatorHarness unknownRetractions() {
        unknownRetractions = true;
        return this;
    }

    /** Rows on which an expression fails are kept as dead letters; without, the first one ends the scenario. */
    public OperatorHarness deadLetters() {
        keepsDeadLetters = true;
        return this;
    }

    /**
     * The scenario's changelog in every-change mode is {@code changes}.
     *
     * @throws AssertionError if it is another, or anything else is wrong
     */
    public OperatorHarness expect(String changes) {
        compare("every change", changes, everyChange().log());
        return this;
    }

    /**
     * The scenario's changelog in consolidated mode is {@code changes}.
     *
     * @throws AssertionError if it is another, or anything else is wrong
     */
    public OperatorHarness expectConsolidated(String changes) {
        everyChange();
        compare("consolidated", changes, consolidated().log());
        return this;
    }

    /** The dead letters are these lines, each a position, a colon, a blank and the row. */
    public OperatorHarness expectDeadLetters(String lines) {
        failOnDifference("dead letters", lines.lines().toList(), everyChange().deadLetters());
        return this;
    }

    /** Runs the scenario, with all checks but an expected output; returns the lines of its changelog in every-change mode, with positions. */
    public List<String> run() {
        return everyChange().log().lines(EnumSet.of(ChangelogLog.Detail.POSITIONS));
    }

    /** The lines of the table that the scenario's output stands for in the end, sorted. */
    public List<String> table() {
        List<List<String>> tables = everyChange().tables();
        return tables.isEmpty() ? List.of() : tables.get(tables.size() - 1);
    }

    private Outcome everyChange() {
        Outcome known = everyChange;
        if (known != null) {
            return known;
        }
        Outcome reference = play(Run.REFERENCE);
        for (Run run : Run.EVERY_CHANGE) {
            Outcome outcome = play(run);
            failOnDifference(run.name() + " against " + Run.REFERENCE.name(), allLines(reference), allLines(outcome));
            failOnDifference("dead letters " + run.name(), reference.deadLetters(), outcome.deadLetters());
        }
        String loneHalf = loneUpdates ? "" : reference.log().loneHalf(outputKey != null);
        if (!loneHalf.isEmpty()) {
            throw new AssertionError(loneHalf + "; if that is meant, say outputKey(...) or loneUpdates()");
        }
        everyChange = reference;
        checkConsolidated(reference);
        return reference;
    }

    private Outcome consolidated() {
        Outcome known = consolidated;
        return known != null ? known : play(Run.CONSOLIDATED_REFERENCE);
    }

    private void checkConsolidated(Outcome full) {
        Outcome reference = play(Run.CONSOLIDATED_REFERENCE);
        Set<ChangelogLog.Detail> details = EnumSet.of(ChangelogLog.Detail.POSITIONS, ChangelogLog.Detail.TICKS);
        for (Run run : Run.CONSOLIDATED) {
            failOnDifference(
                    run.name() + " against " + Run.CONSOLIDATED_REFERENCE.name(),
                    reference.log().lines(details),
                    play(run).log().lines(details));
        }
        for (int tick = 0; tick < full.tables().size() && !unknownRetractions; tick++) {
            failOnDifference(
                    "the table of the consolidated log after tick " + (tick + 1) + " against that of the full log",
                    full.tables().get(tick),
                    reference.tables().get(tick));
        }
        consolidated = reference;
    }

    private Outcome play(Run run) {
        List<String> deadLetters = new ArrayList<>();
        OperatorSettings settings = new OperatorSettings(
                run.everyChange(), ZoneOffset.UTC, keepsDeadLetters ? collector(deadLetters) : null);
        Schema schema = outputSchema != null ? outputSchema : inputs.get(0).schema();
        ChangelogFold table = outputKey == null ? ChangelogFold.ofRows(schema) : ChangelogFold.byKey(schema, outputKey);
        RecordingOutput output = new RecordingOutput(schema, table);
        try {
            ScenarioRunner runner = new ScenarioRunner(inputs, run, () -> maker.apply(settings), output);
            List<List<String>> tables = runner.play();
            if (table.violation() != null && !unknownRetractions) {
                throw new AssertionError(
                        table.violation() + "; if that is meant, say unknownRetractions() or outputKey(...)");
            }
            return new Outcome(output.log(), tables, deadLetters);
        } catch (AssertionError | RuntimeException error) {
            throw new AssertionError(run.name() + ": " + error.getMessage(), error);
        }
    }

    private static DeadLetters collector(List<String> letters) {
        return (long position, String row, EngineException error) -> letters.add(position + ": " + row);
    }

    private static List<String> allLines(Outcome outcome) {
        return outcome.log().lines(EnumSet.of(ChangelogLog.Detail.POSITIONS, ChangelogLog.Detail.WATERMARKS));
    }

    private void compare(String what, String expected, ChangelogLog actual) {
        Schema schema = outputSchema != null ? outputSchema : inputs.get(0).schema();
        Set<ChangelogLog.Detail> details = ChangelogLog.detailsOf(expected);
        failOnDifference(what, ChangelogLog.parse(expected, schema).lines(details), actual.lines(details));
    }

    private static void failOnDifference(String what, List<String> expected, List<String> actual) {
        String difference = ChangelogDifference.first(expected, actual);
        if (difference != null) {
            throw new AssertionError(what + ": " + difference + "\n" + String.join("\n", actual));
        }
    }
}
