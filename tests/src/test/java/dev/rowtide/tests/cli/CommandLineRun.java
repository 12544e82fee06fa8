// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.engine.Rowtide;
import dev.rowtide.server.cli.Main;
import dev.rowtide.server.cli.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * What a command line did, run in this process as the launcher would run it.
 *
 * @param status the exit status
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandLineRun(int status, String out, String err) {

    /** Runs the arguments after {@code ./rowtide}. */
    public static CommandLineRun of(String... arguments) {
        return withInput("", arguments);
    }

    /** Runs with something on standard input. */
    public static CommandLineRun withInput(String input, String... arguments) {
        return of(input.getBytes(UTF_8), false, arguments);
    }

    /** Runs with what a person types. */
    public static CommandLineRun typed(byte[] input, String... arguments) {
        return of(input, true, arguments);
    }

    private static CommandLineRun of(byte[] input, boolean inIsTerminal, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status;
        try (Rowtide rowtide = Rowtide.open()) {
            Terminal terminal = new Terminal(
                    new ByteArrayInputStream(input),
                    out,
                    new PrintStream(err, true, UTF_8),
                    inIsTerminal,
                    false,
                    false);
            status = Main.run(arguments, rowtide, terminal);
        }
        return new CommandLineRun(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    List<String> outLines() {
        return out.lines().toList();
    }
}
