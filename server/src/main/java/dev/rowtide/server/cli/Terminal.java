// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * The three streams of the process, and which of them a person sits at.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param inIsTerminal whether input is typed
 * @param outIsTerminal whether output is looked at
 * @param errIsTerminal whether errors are looked at
 */
public record Terminal(
        InputStream in,
        OutputStream out,
        PrintStream err,
        boolean inIsTerminal,
        boolean outIsTerminal,
        boolean errIsTerminal) {

    /** Whether the launcher found a terminal at a stream; the JDK itself can't tell them apart. */
    static boolean isTerminal(String stream) {
        return System.getProperty("rowtide.terminal", "").contains(stream);
    }

    /** Whether the reader of standard output has gone, as {@code head} does: no error of ours, and nobody to tell. */
    static boolean isBrokenPipe(EngineException e) {
        return e.getCause() instanceof IOException cause && "Broken pipe".equals(cause.getMessage());
    }

    /** Prints to standard output. */
    void print(String text) {
        try {
            out.write(text.getBytes(UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "standard output can't be written: " + e.getMessage())
                    .causedBy(e);
        }
    }
}
