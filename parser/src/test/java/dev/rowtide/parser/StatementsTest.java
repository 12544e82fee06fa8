// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.parser.statement.SqlAliasTypeNameSpec;
import dev.rowtide.parser.statement.SqlColumn;
import dev.rowtide.parser.statement.SqlCreateFunction;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlCreateView;
import dev.rowtide.parser.statement.SqlDescribe;
import dev.rowtide.parser.statement.SqlDropObject;
import dev.rowtide.parser.statement.SqlDurationLiteral;
import dev.rowtide.parser.statement.SqlEmitChanges;
import dev.rowtide.parser.statement.SqlExplainStatement;
import dev.rowtide.parser.statement.SqlFileReference;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.parser.statement.SqlOption;
import dev.rowtide.parser.statement.SqlPrimaryKey;
import dev.rowtide.parser.statement.SqlReset;
import dev.rowtide.parser.statement.SqlSet;
import dev.rowtide.parser.statement.SqlShow;
import dev.rowtide.parser.statement.SqlStatementSet;
import dev.rowtide.parser.statement.SqlWatermark;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the nodes say about the statements they were made from. */
class StatementsTest {

    @Test
    void tableOfTheSpecification() {
        SqlCreateTable table = parse(SqlCreateTable.class, """
                CREATE TABLE debezium_source (
                    id INT PRIMARY KEY,
                    customer_name TEXT,
                    price FLOAT
                ) WITH (
                    connector = 'kafka',
                    'format' = 'debezium_json',
                    bootstrap.servers = 'localhost:9092',
                    scan.idle-timeout = 10s, retries = 3, lazy = TRUE
                )""");
        assertThat(table.name().getSimple()).isEqualTo("debezium_source");
        assertThat(table.hasColumnList()).isTrue();
        assertThat(table.columns()).extracting(SqlColumn::name).containsExactly("id", "customer_name", "price");
        assertThat(table.columns()).extracting(SqlColumn::primaryKey).containsExactly(true, false, false);
        assertThat(table.options())
                .extracting(SqlOption::key)
                .containsExactly("connector", "format", "bootstrap.servers", "scan.idle-timeout", "retries", "lazy");
        assertThat(table.options())
                .extracting(SqlOption::value)
                .containsExactly("kafka", "debezium_json", "localhost:9092", "10s", "3", "true");
        assertThat(table.columns().get(1).type())
                .extracting(SqlDataTypeSpec::getTypeNameSpec)
                .isInstanceOfSatisfying(
                        SqlAliasTypeNameSpec.class, t -> assertThat(t.alias()).isEqualTo("TEXT"));
    }

    @Test
    void columnsOfEveryKind() {
        SqlCreateTable table = parse(SqlCreateTable.class, """
                CREATE TEMPORARY TABLE IF NOT EXISTS t (
                    a BIGINT NOT NULL COMMENT 'the first',
                    b AS a + 1,
                    c BIGINT GENERATED ALWAYS AS (a * 2) STORED,
                    d TIMESTAMP(3) METADATA FROM 'timestamp' VIRTUAL,
                    e INT DEFAULT 5,
                    CONSTRAINT pk PRIMARY KEY (a, e) NOT ENFORCED,
                    WATERMARK FOR d AS d - INTERVAL '5' SECOND
                ) COMMENT 'all of them'""");
        assertThat(table.temporary()).isTrue();
        assertThat(table.ifNotExists()).isTrue();
        assertThat(table.replace()).isFalse();
        assertThat(table.comment()).isEqualTo("all of them");
        assertThat(table.columns())
                .extracting(SqlColumn::kind)
                .containsExactly(
                        SqlColumn.Kind.PHYSICAL,
                        SqlColumn.Kind.COMPUTED,
                        SqlColumn.Kind.COMPUTED,
                        SqlColumn.Kind.METADATA,
                        SqlColumn.Kind.PHYSICAL);
        assertThat(table.columns()).extracting(SqlColumn::notNull).containsExactly(true, false, false, false, false);
        assertThat(table.columns().get(0).comment()).isEqualTo("the first");
        assertThat(table.columns().get(1).type()).isNull();
        assertThat(table.columns().get(2).expression()).hasToString("`a` * 2");
        assertThat(table.columns().get(3).metadataKey()).isEqualTo("timestamp");
        assertThat(table.columns().get(3).isVirtual()).isTrue();
        assertThat(table.columns().get(4).defaultValue()).hasToString("5");
        SqlPrimaryKey key = table.primaryKeys().get(0);
        assertThat(key.constraintName()).hasToString("pk");
        assertThat(key.columns()).extracting(SqlIdentifier::getSimple).containsExactly("a", "e");
        assertThat(key.enforced()).isFalse();
        SqlWatermark watermark = table.watermarks().get(0);
        assertThat(watermark.column().getSimple()).isEqualTo("d");
        assertThat(watermark.strategy()).hasToString("`d` - INTERVAL '5' SECOND");
    }

    @Test
    void tableWithoutColumns() {
        SqlCreateTable impulse =
                parse(SqlCreateTable.class, "CREATE TABLE impulse WITH ('connector' = 'impulse', event_rate = '100')");
        assertThat(impulse.hasColumnList()).isFalse();
        assertThat(impulse.columns()).isEmpty();
        SqlCreateTable copy = parse(SqlCreateTable.class, "CREATE TABLE t WITH (connector = 'print') AS SELECT 1");
        assertThat(copy.query()).isInstanceOf(SqlSelect.class);
    }

    @Test
    void viewsAndDrops() {
        SqlCreateView view = parse(SqlCreateView.class, "CREATE OR REPLACE VIEW v (a, b) AS SELECT 1, 2");
        assertThat(view.replace()).isTrue();
        assertThat(view.columns()).extracting(SqlIdentifier::getSimple).containsExactly("a", "b");
        assertThat(view.query()).isInstanceOf(SqlSelect.class);
        SqlDropObject drop = parse(SqlDropObject.class, "DROP VIEW IF EXISTS v");
        assertThat(drop.objectKind()).isEqualTo(SqlDropObject.ObjectKind.VIEW);
        assertThat(drop.ifExists()).isTrue();
    }

    @Test
    void functions() {
        SqlCreateFunction function = parse(
                SqlCreateFunction.class,
                "CREATE OR REPLACE TEMPORARY FUNCTION f(BIGINT, VARCHAR(3)) RETURNS STRING AS 'a.B' LANGUAGE JAVA USING JAR 'x.jar'");
        assertThat(function.replace()).isTrue();
        assertThat(function.parameters()).hasSize(2);
        assertThat(String.valueOf(function.result())).isEqualTo("STRING");
        assertThat(function.className()).isEqualTo("a.B");
        assertThat(function.jar()).isEqualTo("x.jar");
        assertThat(parse(SqlCreateFunction.class, "CREATE FUNCTION IF NOT EXISTS f() RETURNS INT AS 'C'")
                        .parameters())
                .isEmpty();
        assertThat(parse(SqlCreateFunction.class, "CREATE FUNCTION f AS 'C'").result())
                .isNull();
        SqlDropObject drop = parse(SqlDropObject.class, "DROP FUNCTION IF EXISTS f");
        assertThat(drop.objectKind()).isEqualTo(SqlDropObject.ObjectKind.FUNCTION);
    }

    @Test
    void inserts() {
        SqlInsertInto insert =
                parse(SqlInsertInto.class, "INSERT INTO t (a, b) SELECT c, d FROM s ON CONFLICT DO DEDUPLICATE");
        assertThat(insert.getTargetTable()).hasToString("t");
        assertThat(insert.getTargetColumnList()).hasSize(2);
        assertThat(insert.overwrite()).isFalse();
        assertThat(insert.conflictAction()).isEqualTo(SqlInsertInto.ConflictAction.DEDUPLICATE);
        assertThat(parse(SqlInsertInto.class, "INSERT OVERWRITE t SELECT 1").overwrite())
                .isTrue();
        SqlStatementSet set = parse(
                SqlStatementSet.class, "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END;");
        assertThat(set.inserts()).hasSize(2);
    }

    @Test
    void explain() {
        SqlExplainStatement plain = parse(SqlExplainStatement.class, "EXPLAIN PLAN FOR SELECT 1");
        assertThat(plain.details()).isEmpty();
        SqlExplainStatement modes =
                parse(SqlExplainStatement.class, "EXPLAIN CHANGELOG_MODE, ESTIMATED_COST INSERT INTO t SELECT 1");
        assertThat(modes.details())
                .containsExactlyInAnyOrder(
                        SqlExplainStatement.Detail.CHANGELOG_MODE, SqlExplainStatement.Detail.ESTIMATED_COST);
        assertThat(modes.statement()).isInstanceOf(SqlInsertInto.class);
        assertThat(parse(SqlExplainStatement.class, "EXPLAIN STATEMENT SET BEGIN INSERT INTO t SELECT 1; END")
                        .statement())
                .isInstanceOf(SqlStatementSet.class);
        assertThat(parse(SqlEmitChanges.class, "SELECT 1 EMIT CHANGES").query()).isInstanceOf(SqlSelect.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SET updating_ttl = '1 hour' | updating_ttl | 1 hour",
                "SET updating_ttl = INTERVAL '1 hour' | updating_ttl | 1 hour",
                "SET updating_ttl = INTERVAL '1' HOUR | updating_ttl | 1 HOUR",
                "SET 'table.exec.state.ttl' = '0' | table.exec.state.ttl | 0",
                "SET pipeline.update-aggregate-flush-interval = 250 | pipeline.update-aggregate-flush-interval | 250",
                "SET table.group.order = 10s | table.group.order | 10s",
                "SET a TO -1.5 | a | -1.5",
                "SET a = TRUE | a | true",
                "SET a = json | a | json",
                "SET a = ON | a | ON",
            })
    void settings(String sql, String key, String value) {
        SqlSet set = parse(SqlSet.class, sql);
        assertThat(set.key()).isEqualTo(key);
        assertThat(set.value()).isEqualTo(value);
    }

    @Test
    void lists() {
        assertThat(parse(SqlSet.class, "SET").key()).isNull();
        assertThat(parse(SqlReset.class, "RESET").key()).isNull();
        assertThat(parse(SqlReset.class, "RESET table.a").key()).isEqualTo("table.a");
        SqlShow show = parse(SqlShow.class, "SHOW TABLES LIKE 'a%'");
        assertThat(show.subject()).isEqualTo(SqlShow.Subject.TABLES);
        assertThat(show.pattern()).isEqualTo("a%");
        assertThat(parse(SqlShow.class, "SHOW CREATE TABLE a.t").name()).hasToString("a.t");
        assertThat(parse(SqlDescribe.class, "DESC t").name().getSimple()).isEqualTo("t");
    }

    @Test
    void fileAsTable() {
        SqlSelect select = parse(SqlSelect.class, "SELECT * FROM 'data/clicks.csv'");
        assertThat(select.getFrom())
                .isInstanceOfSatisfying(
                        SqlFileReference.class, file -> assertThat(file.path()).isEqualTo("data/clicks.csv"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "10s | 10 | SECOND",
                "90s | 90 | SECOND",
                "120s | 2 | MINUTE",
                "5m | 5 | MINUTE",
                "36h | 36 | HOUR",
                "48h | 2 | DAY",
                "1d | 1 | DAY",
                "2w | 14 | DAY",
                "500a | 0.500 | SECOND",
                "3n | 3 | MONTH",
                "1q | 3 | MONTH",
                "2y | 24 | MONTH",
                "0s | 0 | DAY",
                "3000000u | 3 | SECOND",
                "INTERVAL '1 hour' | 1 | HOUR",
                "INTERVAL '1 minute' | 1 | MINUTE",
                "INTERVAL '1 day 12 hours' | 36 | HOUR",
                "INTERVAL '1.5 seconds' | 1.500 | SECOND",
                "INTERVAL '2 years 1 month' | 25 | MONTH",
                "INTERVAL '01:30' | 90 | MINUTE",
                "INTERVAL '00:00:01.250' | 1.250 | SECOND",
                "INTERVAL '100 days' | 100 | DAY",
            })
    void durations(String sql, String value, String unit) {
        SqlIntervalLiteral literal = (SqlIntervalLiteral) ScriptParser.parseExpression(sql);
        SqlIntervalLiteral.IntervalValue interval = literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
        assertThat(literal).isInstanceOf(SqlDurationLiteral.class);
        assertThat(interval.getIntervalLiteral()).isEqualTo(value);
        assertThat(interval.getIntervalQualifier().getUnit()).hasToString(unit);
        assertThat(interval.getSign()).isEqualTo(1);
        // The declared precision admits the digits, or the validator would refuse them.
        assertThat(interval.getIntervalQualifier().getStartPrecisionPreservingDefault())
                .isGreaterThanOrEqualTo(value.replaceAll("\\..*", "").length());
    }

    @Test
    void negativeDurations() {
        for (String sql : new String[] {"INTERVAL -'5 minutes'", "INTERVAL '-5 minutes'"}) {
            SqlIntervalLiteral literal = (SqlIntervalLiteral) ScriptParser.parseExpression(sql);
            assertThat(literal.getValueAs(SqlIntervalLiteral.IntervalValue.class)
                            .getSign())
                    .isEqualTo(-1);
        }
    }

    @Test
    void infixCastBindsTighterThanArithmetic() {
        SqlBasicCall sum = (SqlBasicCall) ScriptParser.parseExpression("a + b::BIGINT");
        assertThat(sum.getKind()).isEqualTo(SqlKind.PLUS);
        assertThat(sum.operand(1).getKind()).isEqualTo(SqlKind.CAST);
    }

    @Test
    void namesKeepTheirCase() {
        SqlSelect select = parse(SqlSelect.class, "SELECT Abc, \"dEf\", `gH``i` FROM T");
        assertThat(select.getSelectList())
                .extracting(node -> ((SqlIdentifier) node).getSimple())
                .containsExactly("Abc", "dEf", "gH`i");
    }

    private static <T> T parse(Class<T> type, String sql) {
        return type.cast(ScriptParser.parseScript(sql).get(0).node());
    }
}
