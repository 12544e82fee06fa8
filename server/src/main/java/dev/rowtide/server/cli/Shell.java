// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.engine.Rowtide;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads statements line by line and runs each when its semicolon comes. */
final class Shell {

    private static final Set<String> LEAVE = Set.of("quit", "exit", "quit;", "exit;", "\\q");

    private final ScriptRunner runner;
    private final Terminal terminal;
    private final InputStream in;

    Shell(ScriptRunner runner, Terminal terminal) {
        this.runner = runner;
        this.terminal = terminal;
        this.in = new BufferedInputStream(terminal.in());
    }

    void run() {
        terminal.print("Rowtide. End a statement with ; and leave with quit.\n");
        StringBuilder statement = new StringBuilder();
        while (true) {
            terminal.print(statement.isEmpty() ? "rowtide> " : "       > ");
            String line;
            try {
                line = readLine();
            } catch (CharacterCodingException e) {
                terminal.err().print(ErrorText.of(notText(e), ""));
                statement.setLength(0);
                continue;
            }
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

    /** The next line without its end, null behind the last; bytes that are no text must not become others that look like it. */
    private @Nullable String readLine() throws CharacterCodingException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            for (; next >= 0 && next != '\n'; next = in.read()) {
                line.write(next);
            }
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "standard input can't be read: " + e.getMessage())
                    .causedBy(e);
        }
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray())).toString();
    }

    private static EngineException notText(CharacterCodingException cause) {
        return new EngineException(ErrorCode.IO_ERROR, "the line is not UTF-8 text")
                .withDetail("The statement that it belongs to was not run.")
                .withHint("Set the terminal to UTF-8 and type the statement again.")
                .causedBy(cause);
    }
}
