// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.engine.Dropped;
import dev.rowtide.engine.EngineSettings;
import dev.rowtide.engine.JobSummary;
import java.util.Locale;

/** What a job did, in a few lines. */
final class SummaryText {

    private SummaryText() {}

    /**
     * The lines, each ended by a line feed.
     *
     * @param mode the kinds that the result could carry
     */
    static String of(JobSummary summary, ChangelogMode mode, boolean cancelled) {
        StringBuilder text = new StringBuilder();
        if (cancelled) {
            text.append("Stopped before the end of the input.\n");
        }
        text.append(count(summary.rowsRead(), "row")).append(" read, ");
        text.append(count(summary.changes(), "change")).append(" written");
        if (!mode.isAppendOnly()) {
            text.append(String.format(
                    Locale.ROOT,
                    " (+I %d, -U %d, +U %d, -D %d), as upsert %s",
                    summary.inserts(),
                    summary.updatesBefore(),
                    summary.updatesAfter(),
                    summary.deletes(),
                    count(summary.upsertMessages(), "message")));
        }
        if (!mode.updateAfter() || mode.updateBefore()) {
            text.append(", ").append(finalTable(summary.finalRows()));
        }
        text.append(", ").append(count(summary.rowsDropped(), "row")).append(" dropped");
        text.append(String.format(Locale.ROOT, ", %.3f s%n", summary.millis() / 1_000.0));
        for (Dropped.Entry entry : summary.dropped()) {
            if (entry.cause().equals(Dropped.EXPIRED)) {
                text.append(
                        String.format("expired: %d kept by %s; %s%n", entry.rows(), entry.where(), entry.example()));
                continue;
            }
            text.append("dropped: ")
                    .append(count(entry.rows(), "row"))
                    .append(" of ")
                    .append(entry.where())
                    .append(", ")
                    .append(entry.cause())
                    .append("; the first: ")
                    .append(entry.example())
                    .append('\n');
        }
        return text.toString();
    }

    /** A log that somebody else wrote may take out what it never put in. */
    private static String finalTable(long rows) {
        return rows >= 0
                ? count(rows, "row") + " in the final table"
                : "no final table, since " + count(-rows, "row") + " more went out than came in (SET '"
                        + EngineSettings.VALIDATE_CHANGELOG.name() + "' = 'true' finds the first)";
    }

    private static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
