// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import dev.rowtide.engine.Job;
import java.io.PrintStream;
import java.util.Locale;

/** A line on a terminal's standard error that shows how far a long job is, rewritten in place and removed at the end. */
final class Progress {

    private static final long FIRST_MILLIS = 1_000;
    private static final long EVERY_MILLIS = 250;

    private final PrintStream terminal;
    private final boolean shown;
    private long nextMillis = FIRST_MILLIS;
    private int width;

    /**
     * @param shown whether there is a terminal, and nothing else is written to it meanwhile
     */
    Progress(PrintStream terminal, boolean shown) {
        this.terminal = terminal;
        this.shown = shown;
    }

    /** Shows where the job is, if it is time to. */
    void update(Job job) {
        if (!shown) {
            return;
        }
        long millis = job.elapsedMillis();
        if (millis >= nextMillis) {
            nextMillis = millis + EVERY_MILLIS;
            double share = job.progress();
            String line = String.format(Locale.ROOT, "%,d rows read", job.rowsRead())
                    + (Double.isNaN(share) ? "" : String.format(Locale.ROOT, ", %.0f %%", share * 100))
                    + String.format(Locale.ROOT, ", %.1f s", millis / 1_000.0);
            print(line);
        }
    }

    /** Removes the line. */
    void clear() {
        if (width > 0) {
            print("");
            terminal.print('\r');
            terminal.flush();
            width = 0;
        }
    }

    private void print(String line) {
        terminal.print('\r' + line + " ".repeat(Math.max(0, width - line.length())));
        terminal.flush();
        width = line.length();
    }
}
