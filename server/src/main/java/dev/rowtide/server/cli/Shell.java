// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.engine.Rowtide;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads statements line by line and runs each when its semicolon comes. */
final class Shell {

    private static final Set<String> LEAVE = Set.of("quit", "exit", "quit;", "exit;", "\\q");

    private final ScriptRunner runner;
    private final Terminal terminal;
    private final BufferedReader lines;

    Shell(ScriptRunner runner, Terminal terminal) {
        this.runner = runner;
        this.terminal = terminal;
        this.lines = new BufferedReader(new InputStreamReader(terminal.in(), UTF_8));
    }

    void run() {
        terminal.print("Rowtide. End a statement with ; and leave with quit.\n");
        StringBuilder statement = new StringBuilder();
        while (true) {
            String line = read(statement.isEmpty() ? "rowtide> " : "       > ");
            if (line == null || statement.isEmpty() && LEAVE.contains(line.strip())) {
                return;
            }
            if (!statement.isEmpty() || !line.isBlank()) {
                statement.append(line).append('\n');
            }
            if (!statement.isEmpty() && Rowtide.isComplete(statement.toString())) {
                runner.run(statement.toString());
                statement.setLength(0);
            }
        }
    }

    private @Nullable String read(String prompt) {
        terminal.print(prompt);
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "standard input can't be read: " + e.getMessage())
                    .causedBy(e);
        }
    }
}
