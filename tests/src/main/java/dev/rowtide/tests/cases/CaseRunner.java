// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.tests.cases.CaseFile.ColumnText;
import dev.rowtide.tests.cases.CaseFile.Input;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs one case and compares what comes out, as the case's {@code ordering} says. */
final class CaseRunner {

    private static final Pattern MODE = Pattern.compile("changelogMode=\\[([^]]*)]");

    private final CaseFile file;
    private final int batchRows;
    private final int parallelism;

    /**
     * @param batchRows rows taken from a source together: 1 as the cases are written; more must give the same log
     * @param parallelism how many workers share the job
     */
    CaseRunner(CaseFile file, int batchRows, int parallelism) {
        this.file = file;
        this.batchRows = batchRows;
        this.parallelism = parallelism;
    }

    /** The first difference, or null if the case passes. */
    @Nullable
    String run() {
        CaseClock clock = new CaseClock();
        Arrival arrival = new Arrival(file, clock);
        CaseConnector connector = new CaseConnector(file, arrival);
        boolean planned = false;
        String mode = null;
        try (Rowtide rowtide =
                Rowtide.builder().connector(connector).clock(clock).open()) {
            prepare(rowtide);
            mode = sinkInputMode(rowtide);
            try (Result result = last(rowtide.run(insert()))) {
                planned = true;
                ((InsertResult) result).job().run();
            }
        } catch (EngineException e) {
            return expectedFailure(planned ? "run" : "plan", e);
        } catch (RuntimeException e) {
            return "broke: " + e;
        }
        if (file.expect().error() != null) {
            return "expected to fail at " + file.expect().errorAt() + ": "
                    + file.expect().error();
        }
        String expectedMode = file.expect().sinkInputMode();
        if (expectedMode != null && !expectedMode.equals(mode) && !KnownDifferences.inMode(file.file())) {
            return "sink input mode: expected [" + expectedMode + "] but was [" + mode + "]";
        }
        return new CaseComparison(file, arrival, connector.written()).firstDifference(batchRows == 1);
    }

    private void prepare(Rowtide rowtide) {
        rowtide.execute("SET 'compatibility' = 'flink'");
        rowtide.execute("SET 'pipeline.batch-rows' = '" + batchRows + "'");
        rowtide.execute("SET 'parallelism' = '" + parallelism + "'");
        file.options().forEach((name, value) -> rowtide.execute("SET '" + name + "' = '" + value + "'"));
        for (Input table : file.tables()) {
            rowtide.execute(create(table.name(), table.columns(), table.primaryKey(), table.watermark()));
        }
        rowtide.execute(create("sink", file.sink().columns(), file.sink().primaryKey(), null));
        file.ddl().forEach(rowtide::execute);
    }

    private static String create(
            String name, List<ColumnText> columns, List<String> primaryKey, @Nullable String watermark) {
        StringJoiner parts = new StringJoiner(", ", "CREATE TABLE `" + name + "` (", ") WITH ('connector' = 'case')");
        columns.forEach(column -> parts.add("`" + column.name() + "` " + column.type()));
        if (!primaryKey.isEmpty()) {
            parts.add("PRIMARY KEY (`" + String.join("`, `", primaryKey) + "`) NOT ENFORCED");
        }
        if (watermark != null) {
            parts.add("WATERMARK FOR " + watermark);
        }
        return parts.toString();
    }

    private String insert() {
        String sql = file.sql().strip();
        return sql.regionMatches(true, 0, "INSERT", 0, 6) ? sql : "INSERT INTO sink " + sql;
    }

    /** The mode of the node below the sink; an upsert materialization counts as part of the sink. */
    private @Nullable String sinkInputMode(Rowtide rowtide) {
        String plan = ((Result.Text) rowtide.execute("EXPLAIN CHANGELOG_MODE " + insert())).text();
        List<String> modes = new ArrayList<>();
        for (String line : plan.split("\n")) {
            Matcher matcher = MODE.matcher(line);
            if (matcher.find() && !line.contains("UpsertMaterialize")) {
                modes.add(matcher.group(1));
            }
        }
        return modes.size() < 2 ? null : modes.get(1);
    }

    /** That something is not supported yet is no answer, also where the case expects a refusal. */
    private @Nullable String expectedFailure(String phase, EngineException e) {
        if (phase.equals(file.expect().errorAt()) && !e.message().endsWith("not supported yet")) {
            return null;
        }
        String expected = file.expect().errorAt() == null
                ? ""
                : " (expected at " + file.expect().errorAt() + ")";
        return "failed at " + phase + expected + ": " + e.message() + (e.detail() == null ? "" : " / " + e.detail());
    }

    private static Result last(Iterator<Result> results) {
        Result last = results.next();
        while (results.hasNext()) {
            last = results.next();
        }
        return last;
    }
}
