// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementReaderTest {

    @Test
    void givesEachStatementItsTextAndPlace() {
        List<Statement> statements = ScriptParser.parseScript(
                "-- first\nSELECT 1 ;\n\n  SELECT 'a;b' -- it's; fine\n  FROM t; /* ; */ ;; SHOW TABLES");
        assertThat(statements)
                .extracting(Statement::text)
                .containsExactly("SELECT 1", "SELECT 'a;b' -- it's; fine\n  FROM t", "SHOW TABLES");
        assertThat(statements).extracting(Statement::line).containsExactly(2, 4, 5);
        assertThat(statements).extracting(Statement::column).containsExactly(1, 3, 22);
        assertThat(statements.get(1).node().getParserPosition().getLineNum()).isEqualTo(4);
    }

    @Test
    void keepsAStatementSetWhole() {
        List<Statement> statements = ScriptParser.parseScript(
                "BEGIN STATEMENT SET;\nINSERT INTO a SELECT 1;\nINSERT INTO b SELECT 2;\nEND;\nSELECT 1");
        assertThat(statements).hasSize(2);
        assertThat(statements.get(0).text()).startsWith("BEGIN").endsWith("END");
    }

    @Test
    void readsWhatPrecedesAMistake() {
        StatementReader reader = ScriptParser.read("SELECT 1; SELECT 2; SELECT FROM; SELECT 4");
        assertThat(reader.next().text()).isEqualTo("SELECT 1");
        assertThat(reader.next().text()).isEqualTo("SELECT 2");
        assertThat(reader.hasNext()).isTrue();
        assertThatThrownBy(reader::next).isInstanceOf(ParseFailure.class);
        assertThat(reader.hasNext()).isFalse();
        assertThatThrownBy(reader::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void doesNotReadPastTheSemicolon() {
        StatementReader reader = ScriptParser.read("SELECT a FROM t; 'never closed");
        assertThat(reader.next().text()).isEqualTo("SELECT a FROM t");
        assertThat(reader.hasNext()).isTrue();
        assertThatThrownBy(reader::next).isInstanceOf(ParseFailure.class).hasMessageContaining("not closed");
        assertThat(reader.hasNext()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t", ";", " ; ;\n", "-- nothing", "/* nothing */", "\uFEFF"})
    void findsNothingInNothing(String sql) {
        assertThat(ScriptParser.parseScript(sql)).isEmpty();
    }

    @Test
    void skipsAByteOrderMark() {
        assertThat(ScriptParser.parseScript("\uFEFFSELECT 1").get(0).text()).isEqualTo("SELECT 1");
    }

    @Test
    void readsExactlyOneStatement() {
        assertThat(ScriptParser.parseStatement("SELECT 1;").toString()).isEqualTo("SELECT 1");
        assertThatThrownBy(() -> ScriptParser.parseStatement("SELECT 1; SELECT 2"))
                .isInstanceOfSatisfying(
                        ParseFailure.class, e -> assertThat(e.column()).isEqualTo(11));
        assertThatThrownBy(() -> ScriptParser.parseStatement(" ")).hasMessage("a statement is missing");
    }

    @Test
    void readsOneExpression() {
        assertThat(ScriptParser.parseExpression("a + 1 > b").toString()).isEqualTo("`a` + 1 > `b`");
        assertThatThrownBy(() -> ScriptParser.parseExpression("a + 1 b")).isInstanceOf(ParseFailure.class);
        assertThatThrownBy(() -> ScriptParser.parseExpression("")).isInstanceOf(ParseFailure.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1;",
                "SELECT 1; -- done",
                "SELECT ';' ;",
                "SELECT 1; SELECT 2;",
                "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;",
                "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN x THEN 1 END; END;",
                "SELECT E'a\\'b' ;",
                "SELECT 'it''s';",
                "SELECT nonsense everywhere;"
            })
    void isComplete(String sql) {
        assertThat(ScriptParser.isComplete(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-- x;",
                "SELECT 1",
                "SELECT 1; SELECT",
                "SELECT ';",
                "SELECT \";",
                "SELECT `;",
                "SELECT /* ;",
                "SELECT 1 -- ;",
                "BEGIN STATEMENT SET;",
                "BEGIN STATEMENT SET; INSERT INTO a SELECT 1;",
                "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END",
                "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN x THEN 1 END;",
                "SELECT E'a\\';"
            })
    void isNotComplete(String sql) {
        assertThat(ScriptParser.isComplete(sql)).isFalse();
    }
}
