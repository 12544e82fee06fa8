// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import dev.rowtide.parser.grammar.GeneratedParser;
import dev.rowtide.parser.grammar.ParseException;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.util.SourceStringReader;

/**
 * The generated parser with our choices: names keep their case, and the dialect is ours. Calcite's own entry,
 * {@code SqlParser}, is left out for the classes it would load.
 */
final class Grammar {
    private static final int NAME_LENGTH_MAX = 256;

    private Grammar() {}

    static GeneratedParser parserFor(SourceText source) {
        // The stream takes the text's length for its buffer and cannot grow an empty one.
        String text = source.text().isEmpty() ? " " : source.text();
        GeneratedParser parser = (GeneratedParser) GeneratedParser.FACTORY.getParser(new SourceStringReader(text));
        parser.setTabSize(1);
        parser.setQuotedCasing(Casing.UNCHANGED);
        parser.setUnquotedCasing(Casing.UNCHANGED);
        parser.setIdentifierMaxLength(NAME_LENGTH_MAX);
        parser.setConformance(Dialect.CONFORMANCE);
        parser.switchTo(SqlAbstractParserImpl.LexicalState.DQID);
        return parser;
    }

    static SqlNode parseExpression(String sql) {
        SourceText source = new SourceText(sql);
        try {
            return parserFor(source).ExpressionOnly();
        } catch (ParseException | RuntimeException | Error e) {
            throw SyntaxFailures.from(e, source, 0);
        }
    }
}
