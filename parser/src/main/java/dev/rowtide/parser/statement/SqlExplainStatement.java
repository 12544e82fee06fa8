// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code EXPLAIN [PLAN FOR | CHANGELOG_MODE, ...] statement}. */
public final class SqlExplainStatement extends StatementNode {
    private static final SqlOperator OPERATOR = operator("EXPLAIN", SqlKind.EXPLAIN);

    /** What to show beside the plan. */
    public enum Detail {
        ESTIMATED_COST,
        CHANGELOG_MODE,
        PLAN_ADVICE,
        JSON_EXECUTION_PLAN
    }

    private final Set<Detail> details;
    private final SqlNode statement;

    public SqlExplainStatement(SqlParserPos pos, Set<Detail> details, SqlNode statement) {
        super(OPERATOR, pos);
        this.details = details.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(details));
        this.statement = statement;
    }

    public Set<Detail> details() {
        return details;
    }

    /** A query, an {@link SqlEmitChanges}, an {@link SqlInsertInto}, an {@link SqlStatementSet} or a CREATE. */
    public SqlNode statement() {
        return statement;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(statement);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("EXPLAIN");
        for (Iterator<Detail> rest = details.iterator(); rest.hasNext(); ) {
            writer.keyword(rest.next() + (rest.hasNext() ? "," : ""));
        }
        writer.newlineAndIndent();
        statement.unparse(writer, 0, 0);
    }
}
