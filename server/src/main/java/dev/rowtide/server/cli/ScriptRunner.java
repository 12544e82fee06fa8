// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import dev.rowtide.connectors.print.ResultFormat;
import dev.rowtide.connectors.print.ResultPrinter;
import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.engine.FoldedTable;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.Job;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts and prints what they give: results on standard output; errors, progress and messages on standard error.
 */
final class ScriptRunner {

    private final Rowtide rowtide;
    private final Options options;
    private final Terminal terminal;

    ScriptRunner(Rowtide rowtide, Options options, Terminal terminal) {
        this.rowtide = rowtide;
        this.options = options;
        this.terminal = terminal;
    }

    /** Applies the settings of the command line. */
    void applySettings() {
        if (options.batch()) {
            rowtide.set("execution.runtime-mode", "batch");
        }
        if (options.finalOnly() && !options.batch()) {
            rowtide.set("execution.final-result", "true");
            // What lies between is not asked for, so that it need not be made.
            rowtide.flushQueriesAtEnd();
        }
        options.settings().forEach(rowtide::set);
    }

    /**
     * Runs a script up to its end or its first error, which is printed.
     *
     * @return whether it ran to its end
     */
    boolean run(String sql) {
        try {
            Iterator<Result> results = rowtide.run(sql);
            while (!rowtide.isCancelled() && results.hasNext()) {
                try (Result result = results.next()) {
                    show(result);
                }
            }
            return !rowtide.isCancelled();
        } catch (EngineException e) {
            if (Terminal.isBrokenPipe(e)) {
                throw e;
            }
            terminal.err().print(ErrorText.of(e, sql));
            return false;
        }
    }

    private void show(Result result) {
        if (result instanceof QueryResult query) {
            showQuery(query);
        } else if (result instanceof InsertResult insert) {
            runInsert(insert);
        } else if (result instanceof Result.Listing listing) {
            showRows(listing);
        } else if (result instanceof Result.Text text) {
            showText(text.text());
        } else if (result instanceof Result.Message message && terminal.inIsTerminal()) {
            terminal.err().println(message.text());
        }
    }

    private void showQuery(QueryResult query) {
        Job job = query.job();
        warn(job);
        boolean rowsOnly =
                query.isBatch() || options.finalOnly() && query.mode().isAppendOnly() && !query.isOrdered();
        FoldedTable folded = options.finalOnly() && !rowsOnly ? query.emptyTable() : null;
        ResultPrinter printer = folded != null || rowsOnly
                ? ResultPrinter.rows(options.format(), query.schema(), rowtide.timeZone(), terminal.out())
                : ResultPrinter.changelog(options.format(), query.schema(), rowtide.timeZone(), terminal.out());
        Progress progress =
                new Progress(terminal.err(), terminal.errIsTerminal() && !(terminal.outIsTerminal() && folded == null));
        try {
            query.forEachTick(
                    batch -> {
                        if (folded == null) {
                            printer.write(batch);
                        } else {
                            folded.add(batch);
                        }
                    },
                    () -> {
                        if (folded == null) {
                            printer.endTick();
                        }
                    },
                    () -> progress.update(job));
        } catch (RuntimeException e) {
            // A changelog is right as far as it goes; a table that is not whole is no answer.
            progress.clear();
            if (folded == null && !rowsOnly) {
                printer.finish(false);
            }
            throw e;
        }
        progress.clear();
        if (folded != null) {
            printer.write(folded.toBatch());
        }
        printer.finish(job.isCancelled());
        summarize(job, query.mode());
    }

    private void runInsert(InsertResult insert) {
        Job job = insert.job();
        warn(job);
        Progress progress = new Progress(terminal.err(), terminal.errIsTerminal());
        try {
            while (job.step()) {
                progress.update(job);
            }
        } finally {
            progress.clear();
        }
        summarize(job, insert.mode());
    }

    private void warn(Job job) {
        job.warnings().forEach(this::warn);
    }

    private void warn(String warning) {
        terminal.err().println("WARNING: " + warning + ".");
    }

    /** The summary goes beside a table, and out of the way of what a program reads. */
    private void summarize(Job job, ChangelogMode mode) {
        job.remarks().forEach(this::warn);
        String text = SummaryText.of(job.summary(), mode, job.isCancelled());
        if (options.format() == ResultFormat.TABLE) {
            terminal.print(text);
        } else {
            terminal.err().print(text);
        }
    }

    /** What a program reads must not have text between its rows. */
    private void showText(String text) {
        if (options.format() == ResultFormat.TABLE) {
            terminal.print(text);
            return;
        }
        List<List<@Nullable Object>> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(List.of(line)));
        showRows(new Result.Listing(Schema.of(new Field("text", Type.STRING)), lines));
    }

    private void showRows(Result.Listing listing) {
        BatchBuilder builder = new BatchBuilder(listing.schema());
        for (List<@Nullable Object> row : listing.rows()) {
            for (int c = 0; c < row.size(); c++) {
                Datum.append(builder.column(c), row.get(c), listing.schema().type(c));
            }
            builder.endRow(RowKind.PLUS_I, builder.rows());
        }
        ResultPrinter printer =
                ResultPrinter.listing(options.format(), listing.schema(), rowtide.timeZone(), terminal.out());
        printer.write(builder.build(Watermarks.absent()));
        printer.finish(false);
    }
}
