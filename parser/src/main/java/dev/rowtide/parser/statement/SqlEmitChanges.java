// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code query EMIT CHANGES}: the changes of the result are asked for, not only its rows. */
public final class SqlEmitChanges extends StatementNode {
    private static final SqlOperator OPERATOR = operator("EMIT CHANGES", SqlKind.OTHER);

    private final SqlNode query;

    public SqlEmitChanges(SqlParserPos pos, SqlNode query) {
        super(OPERATOR, pos);
        this.query = query;
    }

    public SqlNode query() {
        return query;
    }

    /**
     * The query, whose windows are told to send every change. What else it has does so anyway.
     *
     * @param position of the clause
     */
    public static SqlNode ofWindows(SqlNode query, SqlParserPos position) {
        EmitClause clause = new EmitClause();
        clause.onChange();
        EmitClause.addTo(query, clause.hint(position));
        return query;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(query);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        query.unparse(writer, 0, 0);
        writer.newlineAndIndent();
        writer.keyword("EMIT CHANGES");
    }
}
