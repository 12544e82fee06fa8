// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.engine.Rowtide;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The command line's entry. Exit status: 0 when everything ran, 1 when a statement failed, 2 for a wrong command line,
 * 70 for a bug of the engine, 130 after Ctrl-C, 141 when the reader of the output has gone.
 */
public final class Main {

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int BROKEN = 70;
    private static final int INTERRUPTED = 130;
    private static final int BROKEN_PIPE = 141;
    private static final long STOP_SECONDS = 10;

    private Main() {}

    public static void main(String[] arguments) {
        CountDownLatch done = new CountDownLatch(1);
        int status;
        try (Rowtide rowtide = Rowtide.open();
                OutputStream out = new FileOutputStream(FileDescriptor.out);
                PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(rowtide, done)));
            Terminal terminal = new Terminal(
                    new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
                    out,
                    err,
                    Terminal.isTerminal("in"),
                    Terminal.isTerminal("out"),
                    Terminal.isTerminal("err"));
            status = run(arguments, rowtide, terminal);
        } catch (IOException e) {
            status = FAILED;
        } finally {
            done.countDown();
        }
        System.exit(status);
    }

    /** On Ctrl-C: the job ends after its round, prints its summary, and only then the process goes. */
    private static void stop(Rowtide rowtide, CountDownLatch done) {
        rowtide.cancel();
        try {
            if (!done.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(INTERRUPTED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs a command line.
     *
     * @return the exit status
     */
    public static int run(String[] arguments, Rowtide rowtide, Terminal terminal) {
        Options options = Options.parse(arguments);
        if (options.output() != null) {
            terminal.print(options.output());
            return 0;
        } else if (options.usageError() != null) {
            terminal.err().println("rowtide: " + options.usageError());
            terminal.err().println("rowtide --help shows how it is used.");
            return WRONG_USAGE;
        }
        ScriptRunner runner = new ScriptRunner(rowtide, options, terminal);
        try {
            runner.applySettings();
            if (options.command() != null) {
                return runner.run(options.command()) ? 0 : FAILED;
            } else if (options.file() != null) {
                return runner.run(read(options.file())) ? 0 : FAILED;
            } else if (terminal.inIsTerminal()) {
                new Shell(runner, terminal).run();
                return 0;
            }
            return runner.run(readAll(terminal.in())) ? 0 : FAILED;
        } catch (EngineException e) {
            if (Terminal.isBrokenPipe(e)) {
                return BROKEN_PIPE;
            }
            terminal.err().print(ErrorText.of(e, ""));
            return FAILED;
        } catch (RuntimeException | Error e) {
            // Not an error that a user can cause: a bug, which must not hide behind a bare exit status.
            terminal.err().println("INTERNAL ERROR: " + e);
            e.printStackTrace(terminal.err());
            return BROKEN;
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (NoSuchFileException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "script \"" + file + "\" does not exist")
                    .withHint("Check the path; it is relative to the current directory.");
        } catch (CharacterCodingException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "script \"" + file + "\" is not UTF-8 text").causedBy(e);
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "script \"" + file + "\" can't be read: " + e.getMessage())
                    .causedBy(e);
        }
    }

    private static String readAll(InputStream in) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(in.readAllBytes())).toString();
        } catch (CharacterCodingException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "standard input is not UTF-8 text").causedBy(e);
        } catch (IOException e) {
            throw new EngineException(ErrorCode.IO_ERROR, "standard input can't be read: " + e.getMessage())
                    .causedBy(e);
        }
    }
}
