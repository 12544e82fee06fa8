// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import dev.rowtide.parser.grammar.GeneratedParser;
import dev.rowtide.parser.grammar.GeneratedParserConstants;
import dev.rowtide.parser.grammar.ParseException;
import dev.rowtide.parser.grammar.Token;
import dev.rowtide.parser.grammar.TokenMgrError;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a script, each parsed when it is asked for. A malformed statement makes {@link #next()} fail, and ends the script:
 * where the following one would begin is not known.
 */
public final class StatementReader implements Iterator<Statement> {
    private final SourceText source;
    private final GeneratedParser parser;
    private boolean ended;
    private @Nullable ParseFailure lexicalFailure;

    StatementReader(String sql) {
        source = new SourceText(sql);
        parser = Grammar.parserFor(source);
        ended = source.text().isEmpty();
    }

    /** Whether a statement follows, be it well formed or not; it never fails. */
    @Override
    public boolean hasNext() {
        if (ended) {
            return false;
        }
        if (lexicalFailure != null) {
            return true;
        }
        try {
            while (parser.getToken(1).kind == GeneratedParserConstants.SEMICOLON) {
                parser.getNextToken();
            }
            ended = parser.getToken(1).kind == GeneratedParserConstants.EOF;
        } catch (TokenMgrError e) {
            lexicalFailure = SyntaxFailures.from(e, source, source.end());
        }
        return !ended;
    }

    /**
     * Parses the next statement.
     *
     * @throws ParseFailure if it is malformed; after that there are no more statements
     */
    @Override
    public Statement next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (lexicalFailure != null) {
            ended = true;
            throw lexicalFailure;
        }
        Token first = parser.getToken(1);
        try {
            SqlNode node = parser.NextStatement();
            String text = source.between(first, lastBefore(first, parser.getToken(0)));
            return new Statement(node, text, first.beginLine, first.beginColumn);
        } catch (ParseException | RuntimeException | Error e) {
            ended = true;
            throw SyntaxFailures.from(e, source, source.offset(first.beginLine, first.beginColumn));
        }
    }

    private static Token lastBefore(Token first, Token terminator) {
        Token last = first;
        while (last.next != null && last.next != terminator) {
            last = last.next;
        }
        return last;
    }
}
