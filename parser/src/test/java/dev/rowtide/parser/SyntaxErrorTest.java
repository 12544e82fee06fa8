// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads after a mistake: where it is, what was expected, and what was probably meant. */
class SyntaxErrorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELCT a FROM t | 1 | SELCT | SELECT",
                "SELECT a FORM t | 10 | FORM | FROM",
                "SELECT a FROM t WEHRE b = 1 | 17 | WEHRE | WHERE",
                "SELECT a FROM t GROPU BY a | 17 | GROPU | GROUP",
                "SELECT a FROM t ORDRE BY a | 17 | ORDRE | ORDER",
                "SELECT a FROM t1 JION t2 ON a = b | 18 | JION | JOIN",
                "SELECT SUM(a) OVR (ORDER BY b) FROM t | 15 | OVR | OVER",
                "CREATE TABEL t (a INT) | 8 | TABEL | TABLE",
                "CREATE TABLE t (a INT PRIMRY KEY) | 23 | PRIMRY | PRIMARY",
                "CREATE TABLE t (a INT, WATERMRK FOR a AS a) | 24 | WATERMRK | WATERMARK",
                "INSRT INTO t SELECT 1 | 1 | INSRT | INSERT",
                "INSERT INOT t SELECT 1 | 8 | INOT | INTO",
                "SHOW TABELS | 6 | TABELS | TABLES",
                "EXPLAIN CHANGELOG_MOD SELECT 1 | 9 | CHANGELOG_MOD | CHANGELOG_MODE",
            })
    void suggestsTheKeyword(String sql, int column, String word, String keyword) {
        ParseFailure failure = failureOf(sql);
        assertThat(failure).hasMessage("syntax error at \"" + word + "\"");
        assertThat(failure.hint()).isEqualTo("Did you mean " + keyword + "?");
        assertThat(failure.line()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo(column);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT a FROM | 14 | the end of the script | Expected a table.",
                "SELECT a, FROM t | 11 | \"FROM\" | Expected an expression.",
                "SELECT a FROM t WHERE | 22 | the end of the script | Expected an expression.",
                "SELECT a FROM t ORDER x | 23 | \"x\" | Expected BY.",
                "SELECT COUNT(* FROM t | 16 | \"FROM\" | Expected \")\".",
                "CREATE t | 8 | \"t\" | Expected TABLE, FUNCTION, OR, TEMPORARY or VIEW.",
                "CREATE TABLE t (a) | 18 | \")\" | Expected a type or AS.",
                "CREATE TABLE t (a INT,) | 23 | \")\" | Expected a name.",
                "CREATE TABLE t (a INT) WITH (a = b) | 34 | \"b\" | Expected a string, a number, FALSE or TRUE.",
                "CREATE TABLE t (a INT) WITH ('a' 'b') | 34 | \"'b'\" | Expected \"=\".",
                "INSERT INTO t a | 15 | \"a\" | Expected a query.",
                "VACUUM t | 1 | \"VACUUM\" | Expected a statement such as SELECT, INSERT, CREATE, SHOW or SET.",
                "SELECT a FROM t LIMIT x | 23 | \"x\" | Expected a number or ALL.",
                "SELECT a + FROM t | 12 | \"FROM\" | Expected an expression.",
                "SELECT a FROM t WHERE a = 1 AND GROUP BY a | 33 | \"GROUP\" | Expected an expression.",
                "SELECT a FROM t WHERE a IN 1 | 28 | \"1\" | Expected \"(\".",
                "SET a 1 | 7 | \"1\" | Expected \"=\", TO, \";\" or the end of the statement.",
                "BEGIN STATEMENT SET; SELECT 1; END | 22 | \"SELECT\" | Expected INSERT.",
            })
    void saysWhatWasExpected(String sql, int column, String place, String detail) {
        ParseFailure failure = failureOf(sql);
        assertThat(failure).hasMessage("syntax error at " + place);
        assertThat(failure.detail()).isEqualTo(detail);
        assertThat(failure.hint()).isNull();
        assertThat(failure.column()).isEqualTo(column);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\\d | Commands are SQL here",
                ".tables | Commands are SQL here",
                "SELECT DISTINCT ON (a) a, b FROM t | QUALIFY ROW_NUMBER() OVER (PARTITION BY its_columns",
                "SELECT a FROM t ORDER BY a LIMIT 1 BY b | QUALIFY ROW_NUMBER() OVER (PARTITION BY its_columns",
                "SELECT TOP 3 a FROM t | LIMIT stands at the end",
                "SELECT * EXCEPT (a) FROM t | List the columns that are wanted",
                "SELECT * EXCLUDE a FROM t | List the columns that are wanted",
                "SELECT NTH_VALUE(a, 2) FROM LAST OVER (ORDER BY b) FROM t | Turn the order of the window around",
                "SELECT * FROM TO_CHANGELOG(TABLE (SELECT 1)) | A query stands without TABLE",
                "SELECT a FROM (SELECT a FROM t EMIT CHANGES) | EMIT CHANGES is the last word of a statement",
                "MERGE INTO t USING s ON t.a = s.a | Tables change as their sources say",
                "UPDATE t SET a = 1 | Tables change as their sources say",
                "ALTER TABLE t ADD a INT | CREATE OR REPLACE TABLE",
                "CREATE MATERIALIZED VIEW v AS SELECT 1 | Every query is kept up to date",
                "SELECT SUM(a) OVER (ORDER BY b GROUPS 1 PRECEDING) FROM t | Frames are of ROWS or of RANGE",
                "SELECT a ~ 'x' FROM t | REGEXP_LIKE(text, pattern)",
                "SELECT COUNT(DISTINCT *) FROM t | List the columns",
                "SELECT a INTO b FROM t | Write INSERT INTO",
                "SELECT a FROM t FOR UPDATE | Nothing is locked here",
                "SELECT :a FROM t | There are no parameters",
                "SHOW CATALOGS | There is one catalog",
                "USE CATALOG c | There is one catalog",
                "DESCRIBE 'f.csv' | CREATE TABLE t WITH",
                "SELECT a, COUNT(*) FROM t GROUP BY ALL | List the columns to group by",
                "SELECT a, COUNT(*) FROM t GROUP BY ALL ORDER BY a LIMIT 1 | List the columns to group by",
                "SELECT 1 WHERE 1 = 1 | WHERE needs a FROM",
                "CREATE TABLE t (i INTERVAL DAY) WITH (connector = 'print') | No column can be declared as an INTERVAL",
                "CREATE TABLE t (a INT, \"i j\" INTERVAL) | No column can be declared as an INTERVAL"
            })
    void knowsWhatOthersWouldTake(String sql, String hint) {
        assertThat(failureOf(sql).hint()).startsWith(hint);
    }

    @Test
    void namesAFewOfManyPossibilities() {
        assertThat(failureOf("SELECT a FROM t x y").detail())
                .startsWith("Expected \",\", WHERE, GROUP, HAVING,")
                .endsWith(" or the end of the statement.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT 'abc FROM t; SELECT 1 | 1 | 8 | string",
                "SELECT a, 'x'' AND b | 1 | 11 | string",
                "SELECT \"abc FROM t | 1 | 8 | quoted name",
                "SELECT `abc FROM t | 1 | 8 | quoted name",
                "SELECT 1 /* abc | 1 | 10 | comment",
                "/* abc | 1 | 1 | comment",
                "'abc | 1 | 1 | string",
            })
    void findsWhereSomethingWasOpened(String sql, int line, int column, String what) {
        ParseFailure failure = failureOf(sql);
        assertThat(failure).hasMessage("the " + what + " that begins here is not closed");
        assertThat(failure.line()).isEqualTo(line);
        assertThat(failure.column()).isEqualTo(column);
    }

    @Test
    void countsLinesAndColumnsFromTheStartOfTheScript() {
        ParseFailure failure = failureOf("SELECT 1;\r\n-- comment\n\tSELECT 'ü', a FORM t;");
        assertThat(failure.line()).isEqualTo(3);
        assertThat(failure.column()).isEqualTo(16);
        assertThat(failureOf("SELECT 1;\n/* a\nb */ SELECT 2 3").line()).isEqualTo(3);
    }

    @Test
    void pointsAtCharactersThatAreNotSql() {
        assertThat(failureOf("SELECT a # b")).hasMessage("unexpected character \"#\"");
        assertThat(failureOf("SELECT a # b").column()).isEqualTo(10);
        assertThat(failureOf("SELECT a ! b")).hasMessage("unexpected character \"!\"");
        assertThat(failureOf("SELECT a ! b").column()).isEqualTo(10);
        assertThat(failureOf("SELECT\u00a0a")).hasMessage("unexpected character U+00A0");
    }

    @Test
    void explainsNumbersThatRunIntoLetters() {
        ParseFailure failure = failureOf("SELECT ts - 10min FROM t");
        assertThat(failure).hasMessage("\"10min\" is neither a number nor a duration");
        assertThat(failure.hint()).contains("10s, 5m, 2h or 1d");
        assertThat(failure.column()).isEqualTo(13);
        assertThat(failureOf("SELECT a FROM 2024_sales")).hasMessageContaining("\"2024_sales\"");
    }

    @Test
    void explainsReservedWordsUsedAsNames() {
        ParseFailure failure = failureOf("SELECT a FROM order");
        assertThat(failure).hasMessage("syntax error at \"order\"");
        assertThat(failure.hint())
                .isEqualTo("\"order\" is a reserved word: to use it as a name, write it in double quotes.");
        assertThat(failureOf("CREATE TABLE t (a INT, group INT)").hint()).contains("\"group\" is a reserved word");
    }

    @Test
    void refusesIntervalsThatCannotBe() {
        assertThat(failureOf("SELECT INTERVAL '1 foo'")).hasMessage("\"foo\" is not a unit of time");
        assertThat(failureOf("SELECT INTERVAL 'soon'")).hasMessageContaining("is not an interval such as '1 hour'");
        assertThat(failureOf("SELECT INTERVAL '1 month 2 days'")).hasMessageContaining("cannot mix");
        assertThat(failureOf("SELECT 10u")).hasMessage("\"10u\" is not a whole number of milliseconds");
    }

    @Test
    void refusesAColumnClauseGivenTwice() {
        assertThat(failureOf("CREATE TABLE t (a INT NOT NULL NULL)"))
                .hasMessage("column \"a\" has NULL or NOT NULL twice");
        assertThat(failureOf("CREATE TABLE t (a INT DEFAULT 1 DEFAULT 2)"))
                .hasMessage("column \"a\" has DEFAULT twice");
    }

    @Test
    void refusesBottomlessNesting() {
        int depth = 100_000;
        assertThat(failureOf("SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth)))
                .hasMessage("the statement is nested too deeply");
    }

    private static ParseFailure failureOf(String sql) {
        ParseFailure failure = catchThrowableOfType(ParseFailure.class, () -> ScriptParser.parseScript(sql));
        assertThat(failure).as(sql).isNotNull();
        return failure;
    }
}
