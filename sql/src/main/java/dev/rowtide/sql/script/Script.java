// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.parser.ParseFailure;
import dev.rowtide.parser.ScriptParser;
import dev.rowtide.parser.Statement;
import dev.rowtide.parser.StatementReader;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;

/** The statements of a text, parsed one at a time, so that those before a syntax error can run. */
public final class Script implements Iterator<ScriptStatement> {

    private final StatementReader reader;

    private Script(StatementReader reader) {
        this.reader = reader;
    }

    /** The statements of {@code text}, parted by semicolons. */
    public static Script read(String text) {
        return new Script(translated(() -> ScriptParser.read(text)));
    }

    /** Whether {@code text} ends a statement: for a shell that collects lines. */
    public static boolean isComplete(String text) {
        return ScriptParser.isComplete(text);
    }

    /**
     * @throws EngineException {@code SYNTAX_ERROR} if the next statement can't be parsed
     */
    @Override
    public boolean hasNext() {
        return translated(reader::hasNext);
    }

    /**
     * @throws EngineException {@code SYNTAX_ERROR} if the next statement can't be parsed
     */
    @Override
    public ScriptStatement next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Statement statement = translated(reader::next);
        return new ScriptStatement(statement);
    }

    private static <T> T translated(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (ParseFailure failure) {
            throw syntaxError(failure);
        }
    }

    private static EngineException syntaxError(ParseFailure failure) {
        EngineException error = new EngineException(ErrorCode.SYNTAX_ERROR, String.valueOf(failure.getMessage()))
                .at(failure.line(), failure.column());
        String detail = failure.detail();
        if (detail != null) {
            error = error.withDetail(detail);
        }
        String hint = failure.hint();
        return hint == null ? error : error.withHint(hint);
    }
}
